"""The weight of a world is the number of its pasts: counted a second time by brute force."""

import random
from collections import Counter

import pytest

from bingo.game import Seat, Setup, View
from tests.game import strategies as some
from tests.game.watching import pasts_by_world, pasts_of_hand

SPOKEN = {"reannounce": "remaining", "bingo_in_announce": 10}
CASES = {
    "any rules": {},
    "number": {"announce_form": "number"},
    "show": {"announce_form": "show"},
    "remaining": {"reannounce": "remaining", "deal_end": "play_out_each"},
    "bingo told by the points": {"bingo_in_announce": 10, "totals_visible": True},
    "bingo, totals hidden": SPOKEN | {"totals_visible": False, "deal_end": "at_70"},
    "waiting": {"announce_credit": "any_trick"} | SPOKEN,
    "exchange": {"trump_exchange": True, "deal_end": "play_out_first"},
    "close before the draw": {"close_before_draw": True},
    "the winner draws last": {"last_draw": "winner", "deal_end": "play_out_each"},
}


def late_deal(rng, fixed):
    """A deal from a position with four tiles in the stock, played on for some plies."""
    while True:
        start = some.random_start(rng, **fixed)
        late = [
            deal
            for deal in some.playthrough(rng, start)
            if len(deal.stock) == 4 and not deal.is_over and not deal.closed_by
        ]
        if late:
            plies = list(some.playthrough(rng, Setup.of(rng.choice(late)).deal()))
            return plies[min(rng.randrange(16), len(plies) - 1)]


@pytest.mark.parametrize("case", CASES)
def test_worlds_and_weights_are_those_of_all_pasts(case):
    """Every origin with four tiles in the stock is played through."""
    for seed in range(9):
        rng = random.Random(f"{case} {seed}")
        deal, seat = late_deal(rng, CASES[case]), Seat(rng.randrange(2))
        view = View.of(deal, seat)
        worlds = Counter({(world.hand, world.stock): world.weight for world in view.worlds()})
        assert worlds == pasts_by_world(deal, seat), f"{case}, seed {seed}\ndeal {deal}\n{view}"


def early_deal(rng, fixed, draws):
    """A deal from the first deal in which so many tiles were drawn; announcements preferred."""
    for attempt in range(10_000):
        plies = list(some.playthrough(rng, some.random_start(rng, **fixed)))
        fit = [
            deal
            for deal in plies
            if len(deal.drawn.one) == draws
            and len(deal.history) >= 2 * draws + 1
            and not any(str(move) == "exchange" for move in deal.history)
        ]
        said = [deal for deal in fit if any("+" in str(move) for move in deal.history)]
        if said or (fit and attempt % 4 == 0):
            return rng.choice(said or fit)
    raise AssertionError(f"no deal with {draws} draws under {fixed}")


def likely_hands(rng, deal, view):
    """The true hand, and hands of unseen tiles near to it and far from it."""
    hand = deal.hands[view.seat.other]
    rest = [tile for tile in deal.stock if tile is not deal.turn_up or not view.stock_left]
    yield hand
    for many in (1, 1, 2, 3):
        if many <= min(len(hand), len(rest)):
            away, come = rng.sample(hand, many), rng.sample(rest, many)
            yield tuple(sorted({*hand, *come} - set(away)))


@pytest.mark.parametrize("draws", [1, 2, 3])
@pytest.mark.parametrize("case", CASES)
def test_the_weight_of_a_hand_is_the_number_of_ways_it_came_about(case, draws):
    """From the first deal: dealt or drawn, in every way, with up to three draws."""
    for seed in range({1: 6, 2: 5, 3: 2}[draws]):
        rng = random.Random(f"{case} {draws} {seed}")
        deal = early_deal(rng, CASES[case], draws)
        for seat in Seat:
            view = View.of(deal, seat)
            if view.hands_count() > 40_000:
                continue
            weights = dict(view.hands())
            for hand in likely_hands(rng, deal, view):
                assert weights.get(hand, 0) == pasts_of_hand(deal, seat, hand), (
                    f"{case}, seed {seed}, hand {' '.join(map(str, hand))}\ndeal {deal}\n{view}"
                )
