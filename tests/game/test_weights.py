"""The weight of a world is the number of its pasts: counted a second time by brute force."""

import random
from collections import Counter

import pytest

from bingo.game import Deal, Seat, Setup, View
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


@pytest.mark.parametrize("case", CASES)
def test_a_view_from_a_late_position_reads_back(case):
    for seed in range(60):
        rng = random.Random(f"{case} {seed}")
        deal = late_deal(rng, CASES[case])
        for seat in Seat:
            view = View.of(deal, seat)
            assert View.parse(str(view)) == view, f"{case}, seed {seed}\ndeal {deal}\n{view}"


FOUND = {
    "a double counted since before the origin was not drawn later": (
        Seat.ONE,
        "rules russian reannounce=remaining deal_end=play_out_each; one 1-1 3-0 4-2 4-4 5-4 5-5"
        " 6-0; two 1-0 2-0 2-2 3-3 4-0 6-5; stock 5-2 6-3 6-1 4-3; leader two; led 2-1; points 14"
        " 47; tricks 1 4; announced 0 1; first one; counted-two 3-3; moves 5-5 4-4+2 1-0 4-2 4-3"
        " 2-0 3-0 5-2 6-5 4-0",
    ),
    "the led double is among those counted": (
        Seat.ONE,
        "rules russian-003 trump_in_plain_suit=yes announce_credit=any_trick reannounce=remaining"
        " trump_exchange=yes deal_end=play_out_each; one 0-0 2-0 2-1 3-0 4-0 6-4 6-5; two 2-2 3-1"
        " 4-2 5-1 5-2 6-3; stock 4-1 5-3 6-0 5-5; leader two; led 3-3+2; points 22 41; tricks 4 1;"
        " announced 0 1; counted-two 2-2; moves 4-0 0-0 6-3 3-0 5-3 4-2 6-4",
    ),
    "the credit of a lead before the origin tells of bingo": (
        Seat.TWO,
        "rules russian-003 bingo_in_announce=10 deal_end=play_out_each; one 0-0 2-0 2-1 3-0 4-1"
        " 6-3; two 1-0 2-2 4-0 4-3 5-3 6-1 6-4; stock 6-2 5-5 3-1 1-1; leader one; led 6-6+2;"
        " points 14 6; tricks 2 3; announced 1 0; first two; closed one 14 6 2 3; moves 6-4 0-0"
        " 1-0 2-1",
    ),
}


@pytest.mark.parametrize("name", FOUND)
def test_what_was_once_wrong(name):
    seat, line = FOUND[name]
    deal = Deal.parse(line)
    view = View.of(deal, seat)
    worlds = Counter({(world.hand, world.stock): world.weight for world in view.worlds()})
    assert worlds == pasts_by_world(deal, seat), str(view)
    assert View.parse(str(view)) == view
    for world in view.worlds():
        assert View.of(view.imagine(world), seat) == view, world


def test_doubles_shown_with_the_lead_that_a_position_begins_with():
    """5.6: the true deal is among the worlds there too."""
    deal = Deal.parse(
        "rules russian announce_form=show; one 1-1 2-0 2-1 4-0 5-1 5-2 6-1; two 1-0 2-2 3-3 4-1"
        " 5-4 6-6; stock 5-0 6-2; leader two; led 5-5+4; points 42 33; tricks 4 2; announced 0 1;"
        " first one; moves 4-0 5-0 1-0 2-0 2-2 2-1 4-1"
    )
    view = View.of(deal, Seat.ONE)
    assert View.parse(str(view)) == view
    assert deal.hands.two in [hand for hand, _ in view.hands()], str(view)


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
