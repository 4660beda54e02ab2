"""The solver against going through everything, and the laws its values keep."""

import random
from collections import Counter

import numpy as np
import pytest

from bingo.engine import Equity, Solver, pack, solve, value
from bingo.engine.boxes import YES
from bingo.engine.layout import CLOSED
from bingo.engine.minimax import minimax
from bingo.engine.search import search
from bingo.game import BINGO, RULESETS, TILES, BySeat, Close, Deal, Play, Rules, Seat, Setup
from tests.game import strategies as some

SMALL, OPEN, DOUBLES = 5_000, 25, 900
"""Positions of the quick run: of four tiles each at most; two in the stock; many doubles."""


def sought(rng, wanted, rules=None):
    """A position, not over, for which `wanted` holds."""
    while True:
        start = some.random_start(rng, rules)
        plies = [deal for deal in some.playthrough(rng, start) if not deal.is_over and wanted(deal)]
        if plies:
            deal = rng.choice(plies)
            return Setup.of(deal).deal() if rng.randrange(4) == 0 else deal


def at_most(tiles):
    return lambda deal: deal.board.strict and max(map(len, deal.hands)) <= tiles


def two_in_stock(deal):
    return deal.stock_left == 2 and not deal.board.strict


def by_everything(solver, deal):
    """The rank by going through every line; no table, no bound, no order."""
    return minimax(solver._m, *pack(deal))


def compare(rng, wanted, rules=None):
    """Solve one position both ways; yields what is remarkable about it."""
    deal = sought(rng, wanted, rules)
    solver = Solver(deal.rules, deal.trump, bits=8)
    got, true = solver.rank(pack(deal)), by_everything(solver, deal)
    assert got == true, f"{solver.values[got]} instead of {solver.values[true]}: {deal}"
    board = deal.board
    yield f"value {solver.values[true]:+.0f}"
    yield "closed" if board.closing else "exhausted" if board.strict else "open"
    yield "led" if board.trick else "to lead"
    yield f"doubles {max(sum(t.is_double for t in hand) for hand in deal.hands)}"
    if board.trick and board.trick.announce:
        yield f"announced {board.trick.announce}"
    if any(move.tile == BINGO for move in deal.legal_moves() if isinstance(move, Play)):
        yield "bingo in hand"
    yield from (name for name in RULESETS if Rules.named(name) == deal.rules)
    yield f"ends {deal.rules.deal_end}"


def met(seeds, wanted, name, rules=None):
    seen = Counter()
    for seed in seeds:
        seen.update(compare(random.Random(f"{name} {seed}"), wanted, rules))
    return seen


def test_values_of_small_positions_are_those_of_going_through_everything():
    seen = met(range(SMALL), at_most(4), "small")
    for what in ("closed", "exhausted", "led", "to lead", "bingo in hand", *RULESETS):
        assert seen[what] >= 50, what
    wanted = {f"value {number:+d}" for number in range(-4, 5)}
    wanted |= {f"announced {number}" for number in (2, 3, 4)} | {"doubles 3", "doubles 4"}
    wanted |= {f"ends {how}" for how in ("at_70", "play_out_each", "play_out_first", "claim")}
    assert not {what for what in wanted if not seen[what]}


@pytest.mark.parametrize("name", RULESETS)
def test_values_of_open_positions_are_those_of_going_through_everything(name):
    rules = Rules.named(name)
    seen = met(range(OPEN // len(RULESETS) + 1), two_in_stock, f"open {name}", rules)
    assert seen["open"]


def test_values_with_six_and_seven_tiles_are_those_of_going_through_everything():
    seen = met(range(60), at_most(7), "large")
    assert seen["closed"]


def rich_in_doubles(rng, number):
    """A position with so many doubles in a hand, in strict play, up to three tricks on."""
    while True:
        lots = list(TILES)
        rng.shuffle(lots)
        doubles = [tile for tile in lots if tile.is_double][:number]
        rest = [tile for tile in lots if tile not in doubles]
        rules = some.random_rules(rng, close_needs_trick=False)
        deal = Deal.start((*doubles, *rest), Seat(rng.randrange(2)), rules)
        if Close() in deal.legal_moves():
            deal = deal.play(Close())
            for _ in range(rng.choice((2, 4, 6))):
                moves = [] if deal.is_over else deal.legal_moves()
                told = [move for move in moves if isinstance(move, Play) and move.announce]
                if moves:
                    deal = deal.play(rng.choice(told or moves))
            if not deal.is_over:
                return deal


def test_values_with_five_to_seven_doubles_are_those_of_going_through_everything():
    seen = Counter()
    for seed in range(DOUBLES):
        rng = random.Random(f"doubles {seed}")
        number = 5 + seed % 3
        deal = rich_in_doubles(rng, number)
        solver = Solver(deal.rules, deal.trump, bits=8)
        got, true = solver.rank(pack(deal)), by_everything(solver, deal)
        assert got == true, f"{solver.values[got]} instead of {solver.values[true]}: {deal}"
        seen.update(
            move.announce for move in deal.history if isinstance(move, Play) and move.announce
        )
        seen[f"{number} doubles"] += 1
    assert min(seen[number] for number in (5, 6, 7)) >= DOUBLES // 20, seen


@pytest.mark.soak
@pytest.mark.parametrize("part", range(40))
def test_many_values_are_those_of_going_through_everything(part):
    small = range(SMALL + 5_000 * part, SMALL + 5_000 * (part + 1))
    assert met(small, at_most(4), "small")
    assert met(range(300 * part, 300 * (part + 1)), at_most(7), "many large")
    assert met(range(40 * part, 40 * (part + 1)), two_in_stock, "many open")


def reference_value(deal):
    """By the reference alone: big points of ONE less those of TWO."""
    if deal.is_over:
        return deal.big_points.one - deal.big_points.two
    after = [reference_value(deal.play(move)) for move in deal.legal_moves()]
    return max(after) if deal.to_move is Seat.ONE else min(after)


def test_every_move_and_the_line_come_to_what_the_reference_finds():
    for seed in range(120):
        deal = sought(random.Random(f"reference {seed}"), at_most(3))
        sign = 1 if deal.to_move is Seat.ONE else -1
        solution = solve(deal)
        found = {move: sign * reference_value(deal.play(move)) for move in deal.legal_moves()}
        assert dict(solution.values) == found, f"{deal}"
        assert solution.value == max(found.values())
        assert solution.best == tuple(m for m in found if found[m] == solution.value)
        assert value(deal) == solution.value
        end = deal
        for move in solution.line:
            end = end.play(move)
        assert end.is_over, f"{deal}"
        assert sign * reference_value(end) == solution.value, f"{deal}"


def mirrored(deal):
    """The deal at its origin with the seats changed over."""
    origin = deal.origin
    order = (*origin.hands.two, *origin.hands.one, *origin.stock)
    return Deal.start(order, deal.first_leader.other, deal.rules, deal.score.mirrored)


def test_whole_deals_have_the_same_value_with_the_seats_changed_over():
    for seed, name in enumerate(RULESETS):
        deal = some.random_start(random.Random(f"mirror {seed}"), Rules.named(name))
        assert value(deal) == value(mirrored(deal)), f"{deal}"


def test_both_searches_agree_in_open_play():
    for seed in range(60):
        rng = random.Random(f"both {seed}")
        deal = sought(rng, lambda deal: 0 < deal.stock_left <= 6 and not deal.board.strict)
        solver = Solver(deal.rules, deal.trump)
        rank = solver.rank(pack(deal))
        solver.begin()
        low = bool(search(solver._m, *pack(deal), rank) & YES)
        high = bool(search(solver._m, *pack(deal), rank + 1) & YES)
        assert (low, high) == (True, False), f"{deal}"


def test_a_line_of_a_whole_deal_keeps_its_value():
    for seed, name in enumerate(RULESETS):
        deal = some.random_start(random.Random(f"line {seed}"), Rules.named(name))
        mover, solution = deal.to_move, solve(deal)
        assert max(solution.values.values()) == solution.value, f"{deal}"
        for move in solution.line:
            deal = deal.play(move)
        own, other = deal.big_points[mover], deal.big_points[mover.other]
        assert own - other == solution.value, f"{deal}"


def test_a_memory_used_again_gives_the_same_values():
    solvers = {}
    for seed in range(200):
        deal = sought(random.Random(f"again {seed}"), at_most(5), Rules())
        solver = solvers.setdefault(deal.trump, Solver(deal.rules, deal.trump, bits=4))
        solver.begin()
        fresh = Solver(deal.rules, deal.trump, bits=8)
        assert solver.rank(pack(deal)) == fresh.rank(pack(deal)), f"{deal}"


def test_many_states_at_once_have_the_values_they_have_one_by_one():
    for trump in (2, 5):
        deals = []
        while len(deals) < 60:
            deal = sought(random.Random(f"many {trump} {len(deals)}"), at_most(7), Rules())
            deals.append(deal)
        deals = [deal for deal in deals if deal.trump == trump]
        solver = Solver(Rules(), deals[0].trump, bits=6)
        together = solver.ranks(np.array([pack(deal) for deal in deals]))
        for deal, rank in zip(deals, together, strict=True):
            assert solver.values[rank] == value(deal) * (-1) ** deal.to_move, f"{deal}"
    assert len(solver.ranks(np.zeros((0, 4), dtype=np.int64))) == 0
    for wrong in (np.zeros((3, 3), dtype=np.int64), np.zeros((3, 4)), np.zeros(4, dtype=np.int64)):
        with pytest.raises(ValueError, match="int64"):
            solver.ranks(wrong)


# --- match equity ---------------------------------------------------------------------------------


def test_chances_from_a_score_are_those_of_going_through_everything():
    for seed in range(150):
        rng = random.Random(f"equity {seed}")
        deal = sought(rng, at_most(3))
        equity = Equity.of(deal.rules)
        worth = equity.utility(deal.score, deal.first_leader)
        solver = Solver(deal.rules, deal.trump, worth, bits=8)
        true = solver.values[by_everything(solver, deal)]
        mine = true if deal.to_move is Seat.ONE else 1 - true
        assert value(deal, equity) == pytest.approx(mine), f"{deal}"


@pytest.mark.parametrize("name", RULESETS)
def test_chances_add_up_and_grow_with_the_score(name):
    rules = Rules.named(name)
    equity = Equity.of(rules)
    for one in range(rules.target):
        for two in range(rules.target):
            for leader in Seat:
                chance = equity.chance(BySeat(one, two), leader)
                turned = equity.chance(BySeat(two, one), leader.other)
                assert chance + turned == pytest.approx(1)
                if one:
                    assert chance > equity.chance(BySeat(one - 1, two), leader)
    assert equity.chance(BySeat(rules.target, 0), Seat.ONE) == 1
    assert equity.chance(BySeat(0, rules.target + 2), Seat.ONE) == 0


def test_results_that_are_no_shares_are_refused():
    for wrong in ({}, {1: 0.5}, {1: 1.5, -1: -0.5}, {0: 1.0}):
        with pytest.raises(ValueError, match="shares"):
            Equity.of(Rules(), wrong)


def test_at_six_all_a_big_point_is_the_match():
    deal = next(
        deal
        for seed in range(1_000)
        for deal in [sought(random.Random(f"six {seed}"), at_most(4), Rules())]
        if deal.score == (6, 6)
    )
    assert value(deal, Equity.of(deal.rules)) in (0.0, 1.0) or value(deal) == 0


def test_the_equity_of_another_match_is_refused():
    deal = sought(random.Random(2), at_most(3), Rules())
    for change in ({"target": 8}, {"next_leader": "loser"}):
        with pytest.raises(ValueError, match="equity"):
            value(deal, Equity.of(Rules().replace(**change)))


# --- positions that were once valued wrongly ------------------------------------------------------

ONCE_WRONG = [
    (  # points beyond 254 in play
        "rules hoyle-1868-soft bingo_bonus=bingo_second invincible=play_on reannounce=yes "
        "neither=higher_wins_1 target=8; one 0-0 1-1 3-3 4-0 4-4 5-5 6-6; "
        "two 3-1 4-1 4-3 5-3 6-1 6-3 6-5; leader one; turn-up 3-2; points 126 3; tricks 1 6; "
        "announced 1 1; first-70 one",
        2,
    ),
    (  # eight big points more
        "rules russian announce_credit=any_trick follow_lower=free target=20; "
        "one 3-0 4-0 5-0 6-1 6-3 6-4 6-5; two 0-0 1-1 2-2 3-3 4-4 5-5 6-0; stock 2-0 2-1; "
        "leader one; points 38 0; tricks 6 0; announced 0 1; first two; closed one 38 0 6 0; "
        "waiting-two 0-0 1-1 2-2 3-3 4-4 5-5 6-6",
        -8,
    ),
]


@pytest.mark.parametrize(("position", "true"), ONCE_WRONG)
def test_values_once_wrong_are_right(position, true):
    assert solve(Deal.parse(position)).value == true


def test_an_equity_that_does_not_rise_with_the_big_points_is_halved_to_its_value():
    deal = Deal.parse(
        "rules hoyle-20c target=5 next_leader=loser; one 2-0 3-1 4-0 5-1 5-2 6-5 6-6; "
        "two 1-0 2-2 5-0 5-4 5-5 6-2 6-3; stock 4-3 2-1; leader one; points 32 69; tricks 3 3; "
        "announced 1 3; first two"
    )
    assert value(deal, Equity.of(deal.rules, {3: 0.9, -3: 0.1})) == pytest.approx(0.828, abs=5e-4)


# --- bad input ------------------------------------------------------------------------------------


def test_a_deal_that_is_over_is_refused():
    deal = some.random_finish(random.Random(1), some.random_start(random.Random(1)))
    for ask in (solve, value):
        with pytest.raises(ValueError, match="over"):
            ask(deal)


def test_a_closed_position_is_strict_to_the_search():
    deal = sought(random.Random(3), lambda deal: deal.closed_by is not None)
    assert pack(deal)[2] >> CLOSED & 3 == deal.closed_by + 1
