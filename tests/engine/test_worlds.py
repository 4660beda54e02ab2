"""Worlds as states: the reference's worlds, weights and chances, and nothing that is not seen."""

import math
import os
import random
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings

from bingo.engine.packing import pack
from bingo.engine.pasts import kinds
from bingo.engine.worlds import Worlds
from bingo.game import TILES, Exchange, Seat, Setup, View
from bingo.game.facts import Facts
from bingo.game.tiles import mask, tiles_of
from bingo.game.worlds import World
from tests.game import strategies as some
from tests.game.staging import played, staged


def world_of(view, row):
    """The world that a row of a sample stands for."""
    hands, stock, marks, _ = map(int, row)
    hand = tiles_of(hands >> 28 * view.seat.other & ((1 << 28) - 1))
    undrawn = max(view.stock_left - 1, 0)
    order = [stock >> 5 * place & 31 for place in range(undrawn - 1)]
    order += [marks >> 12 & 31] * bool(undrawn)
    turn_up = (view.turn_up,) if view.stock_left else ()
    return World(hand, (*(TILES[index] for index in order), *turn_up), 1)


def differing(view):
    """The reference's worlds; once the stock is closed one of each hand, its stock by index."""
    if view.closed_by is None:
        yield from view.worlds()
        return
    facts = Facts.of(view)
    for hand, weight in view.hands():
        rest = [tile for tile in facts.unseen if tile not in hand]
        yield World(hand, (*rest, *facts.turn_up_in_stock), weight)


def deals(rng, **fixed):
    """A deal at every ply, in any order; every third time from a position within it."""
    plies = list(some.playthrough(rng, some.random_start(rng, **fixed)))
    if rng.randrange(3) == 0 and len(plies) > 1:
        plies = list(some.playthrough(rng, Setup.of(rng.choice(plies[:-1])).deal()))
    rng.shuffle(plies)
    return plies


# --- how many -------------------------------------------------------------------------------------


@settings(max_examples=150)
@given(some.views())
def test_worlds_and_hands_are_as_many_as_in_the_reference(view):
    worlds = Worlds.of(view)
    assert worlds.count() == view.worlds_count()
    assert worlds.hands_count() == view.hands_count()
    closed = view.closed_by is not None
    assert worlds.states_count() == (worlds.hands_count() if closed else worlds.count())


def test_a_leader_after_k_open_tricks_faces_so_many_hands():
    deal = staged(turn_up="4-1", deal_end="play_out_each")
    for tricks, hands in enumerate([77_520, 31_824, 11_440, 3_432, 792, 120, 8]):
        worlds = Worlds.of(View.of(deal, deal.leader))
        assert worlds.hands_count() == hands
        assert worlds.count() == hands * math.factorial(13 - 2 * tricks)
        deal = deal.play(deal.legal_moves()[0]).play(
            deal.play(deal.legal_moves()[0]).legal_moves()[0]
        )
    assert Worlds.of(View.of(deal, deal.leader)).count() == 1  # all drawn: the rest is his


def test_two_undrawn_tiles_make_8_states_and_four_720_and_a_closed_stock_its_hands():
    deal = staged(turn_up="4-1", deal_end="play_out_each")
    found = {}
    while deal.stock:
        for closed in (False, True):
            view = View.of(played(deal, "close") if closed else deal, deal.leader)
            worlds = Worlds.of(view)
            if worlds.states_count() <= 3_432:
                states, weights = worlds.states(3_432)
                assert len({tuple(row) for row in states.tolist()}) == len(states) == len(weights)
                found[len(deal.stock), closed] = len(states)
        for _ in range(2):
            deal = deal.play(deal.legal_moves()[0])
    assert found == {
        (8, True): 3_432,
        (6, True): 792,
        (4, True): 120,
        (4, False): 720,
        (2, True): 8,
        (2, False): 8,
    }


def test_more_than_the_limit_is_refused():
    worlds = Worlds.of(View.of(staged(turn_up="4-1"), Seat.ONE))
    with pytest.raises(ValueError, match=r"77520 .* limit of 77519"):
        worlds.hands(77_519)
    with pytest.raises(ValueError, match="limit of 5000"):
        worlds.states(5_000)
    hands, weights = worlds.hands(77_520)
    assert len(set(hands.tolist())) == 77_520 and len(set(weights.tolist())) == 1


# --- which ----------------------------------------------------------------------------------------


def check_lists(view, why, rows=8, limit=3_500):
    """Hands, states and weights are the reference's, in its order; some rows are packed anew."""
    worlds = Worlds.of(view)
    if worlds.hands_count() > limit:
        return False
    hands, weights = worlds.hands(limit)
    expected = [(mask(hand), weight) for hand, weight in view.hands()]
    assert list(zip(hands.tolist(), weights.tolist(), strict=True)) == expected, why
    if worlds.states_count() > limit:
        return False
    states, weights = worlds.states(limit)
    assert states.shape == (len(weights), 4) and states.flags.c_contiguous, why
    reference = list(differing(view))
    assert weights.tolist() == [world.weight for world in reference], why
    for row, world in zip(states.tolist(), reference, strict=True):
        assert world_of(view, row)[:2] == world[:2], why
    for place in random.Random(why).sample(range(len(states)), min(rows, len(states))):
        packed = pack(view.imagine(reference[place]))
        assert tuple(states[place].tolist()) == packed, f"{why}\nworld {reference[place]}"
    return True


def check_sample(view, why, rows=6):
    """Every state drawn is the packed deal that stands in its world."""
    worlds = Worlds.of(view)
    states = worlds.sample(rows, seed=7)
    assert states.shape == (rows, 4) and states.flags.c_contiguous, why
    for row in states.tolist():
        world = world_of(view, row)
        assert tuple(row) == pack(view.imagine(world)), f"{why}\nworld {world}"
        assert list(world.hand) == sorted({*Facts.of(view).held, *world.hand}), why
        if view.closed_by is not None:
            rest = world.stock[: worlds.facts.undrawn]
            assert list(rest) == sorted(rest), why


@settings(max_examples=150)
@given(some.views())
def test_every_state_drawn_is_the_imagined_deal(view):
    check_sample(view, str(view), rows=4)


def test_hands_states_and_weights_are_the_reference_s_in_its_order():
    listed = sum(
        check_lists(some.random_view(random.Random(seed)), f"seed {seed}") for seed in range(200)
    )
    assert listed > 60


def test_a_view_that_no_world_gives_back_is_refused():
    view = View.of(played(staged("0-0", "6-6 5-5", leader=Seat.TWO), "6-6+2"), Seat.ONE)
    lie = View.parse(str(view).replace("6-6+2", "6-6+7"))  # seat one holds bingo
    assert Worlds.of(lie).count() == lie.worlds_count() == 0
    with pytest.raises(ValueError, match="no world"):
        Worlds.of(lie).sample(1, 1)
    assert len(Worlds.of(lie).states(0)[0]) == 0


# --- by chance ------------------------------------------------------------------------------------


def chance_of_more(chi_squared, freedom):
    """How likely chi-squared is this or more: E. B. Wilson, M. M. Hilferty (1931)."""
    share = 2 / (9 * freedom)
    z = ((chi_squared / freedom) ** (1 / 3) - (1 - share)) / math.sqrt(share)
    return math.erfc(z / math.sqrt(2)) / 2


def test_chi_squared_is_that_of_the_tables():
    for freedom, at_5, at_001 in (
        (5, 11.070, 20.515),
        (30, 43.773, 59.703),
        (100, 124.342, 149.449),
    ):
        assert chance_of_more(at_5, freedom) == pytest.approx(0.05, rel=0.02)
        assert chance_of_more(at_001, freedom) == pytest.approx(0.001, rel=0.15)


def chi_squared(seen, chances, number):
    """Chi-squared and its degrees of freedom; cells in which few are expected go together."""
    assert seen.keys() <= chances.keys(), f"no such world: {seen.keys() - chances.keys()}"
    total = sum(chances.values())
    cells, rest_seen, rest = [], 0, 0.0
    for cell, chance in chances.items():
        expected = number * chance / total
        if expected < 8:
            rest_seen, rest = rest_seen + seen[cell], rest + expected
        else:
            cells.append((seen[cell], expected))
    if rest >= 8:
        cells.append((rest_seen, rest))
    return sum((s - e) ** 2 / e for s, e in cells), len(cells) - 1


def waits(view):
    return view.board.waiting[view.seat.other]


CHANCES = {
    "any rules": ({}, lambda view, facts: True),
    "nothing announced": ({}, lambda view, facts: not facts.said and facts.undrawn),
    "a number said": ({"announce_form": "number"}, lambda view, facts: facts.said),
    "hands that weigh differently": (
        {"announce_form": "number", "reannounce": "yes", "deal_end": "play_out_each"},
        lambda view, facts: facts.said and len({kind.weight for kind in kinds(facts)}) > 1,
    ),
    "said just now": (
        {"announce_form": "number"},
        lambda view, facts: view.trick and waits(view) and view.trick.announce,
    ),
    "shown": (
        {"announce_form": "show"},
        lambda view, facts: any(said.shown for said in facts.said),
    ),
    "bingo told by the points": (
        {"bingo_in_announce": 10, "totals_visible": True, "announce_form": "number"},
        lambda view, facts: view.board.credited[view.seat.other],
    ),
    "bingo, totals hidden": (
        {"bingo_in_announce": 10, "totals_visible": False, "announce_form": "number"},
        lambda view, facts: view.board.credited[view.seat.other],
    ),
    "waiting": (
        {"announce_credit": "any_trick", "bingo_in_announce": 10, "announce_form": "number"},
        lambda view, facts: waits(view) and not view.trick,
    ),
    "remaining": (
        {"reannounce": "remaining", "deal_end": "play_out_each", "announce_form": "number"},
        lambda view, facts: view.board.credited[view.seat.other],
    ),
    "exchange": (
        {"trump_exchange": True, "deal_end": "play_out_each"},
        lambda view, facts: any(isinstance(move, Exchange) for move in view.history),
    ),
    "voids": (
        {"deal_end": "play_out_each"},
        lambda view, facts: facts.excluded & mask(facts.unseen),
    ),
    "closed after an announcement": (
        {},
        lambda view, facts: view.closed_by is not None and facts.said,
    ),
    "totals hidden": ({"totals_visible": False}, lambda view, facts: view.history),
}


def fitting_views(case, wanted, most, seeds):
    """Views of this case with 2 to `most` states, one of a deal, and what to say if it fails."""
    fixed, fits = CHANCES[case]
    for seed in seeds:
        rng = random.Random(f"{case} {seed}")
        seat = Seat(rng.randrange(2))
        for deal in deals(rng, **fixed):
            view = View.of(deal, seat)
            facts = Facts.of(view)
            if fits(view, facts) and 2 <= (count := Worlds.of(view).states_count()) <= most:
                if count > 6 or rng.random() < 0.2:
                    yield view, f"{case}, seed {seed}, seat {seat}\ndeal {deal}\nview {view}"
                    wanted -= 1
                    break
        if not wanted:
            return
    raise AssertionError(f"{case}: {wanted} views not found")


def check_chances(view, why, most, seed):
    """The sample is as the reference's worlds weigh; chi-squared and its degrees of freedom."""
    chances = {world[:2]: world.weight for world in differing(view)}
    number = min(most, 12 * sum(chances.values()) // min(chances.values()))
    rows, times = np.unique(Worlds.of(view).sample(number, seed), axis=0, return_counts=True)
    seen = Counter()
    for row, count in zip(rows.tolist(), times.tolist(), strict=True):
        seen[world_of(view, row)[:2]] += count
    found, freedom = chi_squared(seen, chances, number)
    if freedom:
        chance = chance_of_more(found, freedom)
        assert 1e-4 < chance < 1 - 1e-4, f"{why}\nchi-squared {found}, {freedom}: {chance}"
    return found, freedom


def check_case(case, wanted, most, seeds):
    views = fitting_views(case, wanted, most, seeds)
    checked = [check_chances(view, why, 20 * most, seed) for seed, (view, why) in enumerate(views)]
    total, freedom = (sum(numbers) for numbers in zip(*checked, strict=True))
    assert 1e-4 < chance_of_more(total, freedom) < 1 - 1e-4, f"{case}: {total}, {freedom}"


@pytest.mark.parametrize("case", CHANCES)
def test_worlds_are_drawn_in_proportion_to_their_pasts(case):
    check_case(case, wanted=4, most=800, seeds=range(4_000))


def test_an_early_view_is_drawn_in_proportion_too():
    """31,824 hands and 11! orders: the hand, each tile's chance to be drawn next and last."""
    for announced in (False, True):
        deal = staged("6-6 5-5", "2-1 3-3 1-1 2-2", turn_up="4-1", leader=Seat.TWO)
        deal = played(deal, f"3-3{'+3' * announced} 3-2")
        view = View.of(deal, deal.leader)
        facts = Facts.of(view)
        hands = {mask(hand): weight for hand, weight in view.hands()}
        order = {}
        for hand, weight in hands.items():
            for tile in facts.unseen:
                if not hand & tile.bit:
                    order[tile.index] = order.get(tile.index, 0) + weight
        states = Worlds.of(view).sample(600_000, seed=3)
        drawn = (
            (hands, states[:, 0] >> 28 * view.seat.other & ((1 << 28) - 1)),
            (order, states[:, 1] & 31),
            (order, states[:, 2] >> 12 & 31),
        )
        for chances, values in drawn:
            seen = Counter(values.tolist())
            found, freedom = chi_squared(seen, chances, len(values))
            assert freedom > 10
            assert 1e-4 < chance_of_more(found, freedom) < 1 - 1e-4, (announced, found, freedom)


# --- from what is seen and the seed alone ---------------------------------------------------------


def test_equal_views_of_different_deals_give_equal_states():
    different = 0
    for seed in range(150):
        rng = random.Random(seed)
        view = some.random_view(rng)
        drawn = Worlds.of(view).sample(40, seed)
        for row in drawn[:2]:
            again = View.of(view.imagine(world_of(view, row)), view.seat)
            assert again == view
            assert np.array_equal(Worlds.of(again).sample(40, seed), drawn), f"seed {seed}"
            different += tuple(row) != tuple(drawn[2])
    assert different > 150


def test_fewer_states_are_the_first_of_more_and_another_seed_gives_others():
    worlds = Worlds.of(View.of(staged(turn_up="4-1"), Seat.ONE))
    many = worlds.sample(500, 5)
    assert np.array_equal(worlds.sample(20, 5), many[:20])
    assert np.array_equal(worlds.sample(20, 5 + (1 << 63)), many[:20])
    assert not np.array_equal(worlds.sample(20, 6), many[:20])
    assert not np.array_equal(worlds.sample(20, -1), many[:20])
    assert worlds.sample(0, 5).shape == (0, 4)
    assert len(np.unique(many, axis=0)) == 500


UNSEEN = "two ? ? ? ? ? ? ?; stock {} ? ? ? ? ? ? ? ? ? ? ? ? 4-1"
LINES = (
    f"seat one; one 0-0 1-0 2-0 3-0 4-0 5-0 6-0; {UNSEEN.format('?')}",
    f"seat one; one 6-6 1-0 2-0 3-0 4-0 5-0 6-0; {UNSEEN.format('?')}; leader two; moves 3-3+3",
    f"seat one; one 6-6 1-0 2-0 3-0 4-0 5-0 6-0; {UNSEEN.format('5-4')}; leader two;"
    " moves 3-3+3 1-0",
)
"""Nothing announced; three doubles just now; and a trick ago."""


def printed():
    """Samples and lists of some views, as text."""
    for line in LINES:
        yield Worlds.of(View.parse(line)).sample(30, 11).tolist()
    for seed in range(12):
        worlds = Worlds.of(some.random_view(random.Random(seed)))
        yield worlds.sample(15, seed).tolist()
        if worlds.hands_count() <= 800:
            yield [part.tolist() for part in worlds.hands(800)]
        if worlds.states_count() <= 800:
            yield [part.tolist() for part in worlds.states(800)]


def test_a_seed_gives_the_same_states_compiled_or_not():
    program = "from tests.engine.test_worlds import printed\nprint(*printed(), sep='\\n')"
    environment = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, env=environment, check=True
    )
    assert run.stdout.splitlines() == [str(text) for text in printed()]


# --- long -----------------------------------------------------------------------------------------


@pytest.mark.soak
def test_long_states_are_the_reference_s():
    for seed in range(100_000, 140_000):
        view = some.random_view(random.Random(seed))
        why = f"seed {seed}\nview {view}"
        worlds = Worlds.of(view)
        assert worlds.count() == view.worlds_count(), why
        check_sample(view, why, rows=3)
        check_lists(view, why, rows=2, limit=500)


@pytest.mark.soak
@pytest.mark.parametrize("case", CHANCES)
def test_long_worlds_are_drawn_in_proportion_to_their_pasts(case):
    check_case(case, wanted=100, most=1_500, seeds=range(10_000, 100_000))
