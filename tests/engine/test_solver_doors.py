"""What the doors of the engine refuse, by name; what is copied goes on as it should.

The doors of dealing, play-outs and the environment are tested with what lies behind them.
"""

import copy
import pickle
import random

import numpy as np
import pytest

from bingo.engine import Equity, Solver, Worlds, code, moves_of, pack, solve, value
from bingo.engine import array as array_of
from bingo.engine.asking import HIGHEST
from bingo.engine.layout import CLOSED, LED, MAY_DRAW, SAID, STOCK_LEFT
from bingo.engine.memory import TABLE, Memory
from bingo.engine.packing import move_of
from bingo.engine.sound import FAULTS, first_fault, positions
from bingo.game import Play, Rules, Setup, Suit, View, parse_move
from tests.game import strategies as some

NOT_NUMBERS = [1.0, True, np.bool_(1), "1", b"1", None, float("nan"), [1], np.arange(3), int]


def ending(seed, tiles=4):
    """A position in strict play, not over, of at most so many tiles each, and its solver."""
    rng = random.Random(seed)
    while True:
        plies = some.playthrough(rng, some.random_start(rng))
        for deal in plies:
            if not deal.is_over and deal.board.strict and max(map(len, deal.hands)) <= tiles:
                return deal, Solver(deal.rules, deal.trump, bits=8)


def again(thing):
    return pickle.loads(pickle.dumps(thing))


COPIES = pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, again])


# --- what is a position ---------------------------------------------------------------------------


def all_sound(seeds):
    """Every position of these deals, and those of setups and worlds, is found sound; how many."""
    number = 0
    for seed in seeds:
        rng = random.Random(seed)
        for deal in some.playthrough(rng, some.random_start(rng)):
            t, s = array_of(deal.rules, deal.trump), pack(deal)
            rows = [s]
            if not deal.is_over and rng.randrange(8) == 0:
                rows.append(pack(Setup.of(deal).deal()))
                rows += Worlds.of(View.of(deal, deal.to_move)).sample(3, seed).tolist()
            assert positions("states", np.array(rows), t) is not None, f"seed {seed}"
            number += len(rows)
    return number


def test_every_position_a_deal_comes_to_is_one():
    assert all_sound(range(250)) > 4_000


@pytest.mark.soak
def test_every_position_that_many_deals_come_to_is_one():
    assert all_sound(range(1_000, 40_000)) > 400_000


def refused(s, deal):
    """Why this state is no position under the rules of a deal."""
    found = int(first_fault(array_of(deal.rules, deal.trump), np.array([s], dtype=np.int64)))
    return FAULTS[found] if found > 0 else ""


def test_what_no_deal_comes_to_is_none():
    met = set()
    for seed in range(300):
        rng = random.Random(seed)
        deal = some.random_deal(rng)
        s = pack(deal)
        assert refused(s, deal) == "", f"seed {seed}"
        hands, stock, marks, score = s
        left = hands >> STOCK_LEFT
        wrong = [
            (-1, stock, marks, score),
            (hands, stock, marks, 1 << 44),
            (hands, stock, 1 << 60, score),
            (hands & ~(hands & -hands), stock, marks, score),  # a tile is nowhere
            (hands | 1 << 28 | 1, stock, marks, score),  # 0-0 in both hands
            (hands + (2 << STOCK_LEFT), stock, marks, score),
            (hands, stock, marks | 3 << CLOSED, score),
            (hands, stock, marks | 31 << LED, score),
            (hands, stock, marks, score & ~(15 << 36)),  # the match is over
            (hands, stock, marks, score ^ 1 << 20),  # another trick
            (hands, stock, marks, score | 1023),
        ]
        if deal.board.closing is None and left == 0:
            wrong += [(hands, stock, marks | 1 << CLOSED, score), (hands, 1, marks, score)]
        if not deal.board.may_draw:
            wrong.append((hands, stock, marks | 1 << MAY_DRAW, score))
        if not any(deal.board.waiting):
            wrong.append((hands, stock, marks | 1 << SAID, score))
        for other in wrong:
            why = refused(other, deal)
            assert why, f"seed {seed}: {other} of {deal}"
            met.add(why)
    assert met >= set(FAULTS) - {"", FAULTS[5]}, set(FAULTS) - met


# --- the solver -----------------------------------------------------------------------------------


def test_states_that_are_no_positions_are_refused_by_name_and_row():
    deal, solver = ending(1)
    s = pack(deal)
    for ask in (solver.rank, lambda s: solver.reaches(s, 1)):
        for wrong in ((0, 0, 0, 0), (s[0], s[1], s[2], 0), (s[0] | 1 << 60, *s[1:]), (-1, *s[1:])):
            with pytest.raises(ValueError, match=r"^s: .* is no position: |^s must be"):
                ask(wrong)
        for wrong in ((), s[:3], (*s, 0), np.array(s)[:3]):
            with pytest.raises(ValueError, match="s must be four integers"):
                ask(wrong)
        for wrong in (None, 7, "1234", deal, iter(s), (1.0, 2, 3, 4), (True, 0, 0, 0)):
            with pytest.raises(TypeError, match="s must be "):
                ask(wrong)
        assert ask(list(s)) == ask(np.array(s)) == ask(s)
    rows = np.array([s, s, (0, 0, 0, 0)])
    with pytest.raises(ValueError, match=r"states, row 2: .* is no position: "):
        solver.ranks(rows)
    for wrong in ([s], s, None, "states", pack):
        with pytest.raises(TypeError, match=r"states must be an array int64\[n, 4\], not "):
            solver.ranks(wrong)
    for wrong in (rows.astype(np.int32), rows.astype(object), rows[:, :3], rows[0], rows[None]):
        with pytest.raises(ValueError, match=r"states must be an array int64\[n, 4\], not an arr"):
            solver.ranks(wrong)


def test_states_may_be_read_only_and_lie_as_they_like():
    deal, solver = ending(2)
    wanted = [solver.rank(pack(deal))] * 3
    rows = np.array([pack(deal)] * 3)
    fixed = rows.copy()
    fixed.setflags(write=False)
    for given in (rows, fixed, np.repeat(rows, 2, axis=0)[::2], np.asfortranarray(rows)):
        assert solver.ranks(given).tolist() == wanted


def test_a_table_of_another_trump_is_noticed():
    deal = next(deal for deal, _ in map(ending, range(99)) if deal.turn_up.higher is deal.trump)
    other = next(s for s in Suit if s not in (deal.turn_up.higher, deal.turn_up.lower) and s)
    if deal.turn_up.index:
        with pytest.raises(ValueError, match="its turn-up is no trump of this table"):
            Solver(deal.rules, other, bits=4).rank(pack(deal))


def test_ranks_and_goals_are_from_0_to_1023():
    deal, solver = ending(3)
    s = pack(deal)
    for wrong in (-1, HIGHEST + 1, 2**70):
        for ask in (
            lambda: solver.rank(s, low=wrong),  # noqa: B023
            lambda: solver.rank(s, high=wrong),  # noqa: B023
            lambda: solver.reaches(s, wrong),  # noqa: B023
        ):
            with pytest.raises(ValueError, match="must be a whole number from 0 to 1023, not "):
                ask()
    with pytest.raises(ValueError, match="high must be a whole number from 5 to 1023, not 4"):
        solver.rank(s, 5, 4)
    for wrong in NOT_NUMBERS:
        with pytest.raises(TypeError, match="goal must be a whole number, not "):
            solver.reaches(s, wrong)
        with pytest.raises(TypeError, match="low must be a whole number, not "):
            solver.rank(s, wrong)
    for goal in range(HIGHEST + 1):
        assert solver.reaches(s, goal) == (goal <= solver.rank(s)), goal


def test_a_line_is_asked_for_with_the_deal_of_the_solver_its_state_and_its_rank():
    deal, solver = ending(4)
    other, _ = ending(5)
    s = pack(deal)
    top = solver.rank(s)
    for ask in (solver.ranks_after, lambda *given: list(solver.line(*given))):
        with pytest.raises(ValueError, match="s must be the state of the deal, "):
            ask(deal, (s[0], s[1], s[2], s[3] ^ 1), top)
        with pytest.raises(ValueError, match=r"deal must be of .* with trump"):
            ask(other, pack(other), top)
        with pytest.raises(ValueError, match="top must be a whole number from 0 to"):
            ask(deal, s, len(solver.values))
        with pytest.raises(TypeError, match="deal must be of type Deal, not "):
            ask(str(deal), s, top)
        with pytest.raises(TypeError, match="top must be a whole number, not "):
            ask(deal, s, 0.5)
    for wrong in {0, len(solver.values) - 1} - {top}:
        with pytest.raises(ValueError, match="top is not the rank: no move keeps"):
            list(solver.line(deal, s, wrong))


def test_a_solver_that_cannot_be_is_refused():
    rules, trump = Rules(), Suit.FIVE
    for wrong in (5, "5", None, 5.0, True, "russian"):
        with pytest.raises(TypeError, match="trump must be of type Suit, not "):
            Solver(rules, wrong)
        with pytest.raises(TypeError, match="rules must be of type Rules, not "):
            Solver(wrong, trump)
    for wrong in (-1, 27, 2**40):
        with pytest.raises(ValueError, match="bits must be a whole number from 0 to 26, not "):
            Solver(rules, trump, bits=wrong)
    for wrong in NOT_NUMBERS:
        with pytest.raises(TypeError, match="bits must be a whole number, not "):
            Solver(rules, trump, bits=wrong)
    for wrong in (None, 3, "net"):
        with pytest.raises(TypeError, match="utility must be a function, not "):
            Solver(rules, trump, wrong)
    for wrong in (None, "1", 1j, (1,)):
        with pytest.raises(TypeError, match=r"utility must give numbers, not .* for \(0, 0, 0\)"):
            Solver(rules, trump, lambda *_: wrong)  # noqa: B023
    with pytest.raises(ValueError, match=r"utility must give numbers, not NaN for \(0, 0, 0\)"):
        Solver(rules, trump, lambda *_: float("nan"))


def test_the_smallest_table_will_do():
    for seed in range(20):
        deal, solver = ending(seed)
        assert Solver(deal.rules, deal.trump, bits=0).rank(pack(deal)) == solver.rank(pack(deal))


@COPIES
def test_a_copy_of_a_solver_finds_the_same_by_itself(copied):
    for seed in range(20):
        deal, _ = ending(seed)
        worth = Equity.of(deal.rules).utility(deal.score, deal.first_leader)
        for solver in (Solver(deal.rules, deal.trump, worth, 6), Solver(deal.rules, deal.trump)):
            s = pack(deal)
            wanted = solver.rank(s)
            other, before = copied(solver), solver.nodes
            assert (other.rules, other.trump, other.nodes) == (deal.rules, deal.trump, 0)
            assert other.values == solver.values
            assert other.rank(s) == wanted, f"seed {seed}"
            assert (other.nodes > 0) == (before > 0)
            assert solver.nodes == before
            assert other._m.ctypes.data % 64 == 0
            assert not np.shares_memory(other._m, solver._m)
            assert len(other._m) == len(solver._m)


@COPIES
def test_a_copy_of_a_memory_a_view_or_an_equity_serves_as_well(copied):
    deal, _ = ending(6)
    memory = Memory(deal.rules, deal.trump, bits=4)
    other = copied(memory)
    assert (other.values, other.m[:TABLE].tolist()) == (memory.values, memory.m[:TABLE].tolist())
    equity, worlds = Equity.of(deal.rules), Worlds.of(View.of(deal, deal.to_move))
    assert copied(equity) == equity
    assert value(deal, copied(equity)) == value(deal, equity)
    sample = worlds.sample(20, 1)
    assert (copied(worlds).sample(20, 1) == sample).all()
    assert copied(worlds) == worlds


@COPIES
def test_a_copy_of_a_solution_is_equal_and_its_values_cannot_be_written(copied):
    deal, _ = ending(7)
    solution = solve(deal)
    other = copied(solution)
    assert other == solution
    assert (other.best, list(other.values)) == (solution.best, list(solution.values))
    with pytest.raises(TypeError):
        other.values[deal.legal_moves()[0]] = 0


def test_what_is_no_deal_or_no_equity_is_not_solved():
    deal, _ = ending(8)
    for ask in (solve, value):
        for wrong in (None, 3, str(deal), Setup.of(deal), View.of(deal, deal.to_move), pack(deal)):
            with pytest.raises(TypeError, match="deal must be of type Deal, not "):
                ask(wrong)
        for wrong in (0, "", (), False, 0.5, "russian", Rules()):
            with pytest.raises(TypeError, match="equity must be of type Equity, not "):
                ask(deal, wrong)


# --- packing --------------------------------------------------------------------------------------


def test_what_is_no_deal_no_move_and_no_set_of_moves_is_refused():
    deal, _ = ending(9)
    s, t = pack(deal), array_of(deal.rules, deal.trump)
    for wrong in (None, 3, str(deal), s):
        with pytest.raises(TypeError, match="deal must be of type Deal, not "):
            pack(wrong)
    for wrong in (None, 3, "6-4", deal.legal_moves(), [], Play):
        with pytest.raises(TypeError, match="is not a move: `parse_move` reads one from text"):
            code(wrong)
    for wrong in (-1, 1 << 39, 2**63, -(2**90)):
        with pytest.raises(ValueError, match="legal must be a set of moves, bits 0 to 38, not "):
            moves_of(s, t, wrong)
    for wrong in NOT_NUMBERS:
        with pytest.raises(TypeError, match="legal must be a whole number, not "):
            moves_of(s, t, wrong)
        with pytest.raises(TypeError, match="move must be a whole number, not "):
            move_of(s, t, wrong)
    for wrong in (-1, 39):
        with pytest.raises(ValueError, match="move must be a whole number from 0 to 38, not "):
            move_of(s, t, wrong)
    for wrong in (s[:2], (-1, 0, 0, 0), (1 << 60, 0, 0, 0)):
        with pytest.raises(ValueError, match="s must be "):
            moves_of(wrong, t, 1)
    assert moves_of(s, t, np.int64(1 << 5)) == (parse_move("2-2"),)


# --- worlds ---------------------------------------------------------------------------------------


def test_numbers_of_worlds_and_limits_are_checked():
    deal, _ = ending(11, tiles=7)
    worlds = Worlds.of(View.of(deal, deal.to_move))
    for wrong in (-1, 2**26 + 1, 10**12, 2**90):
        with pytest.raises(ValueError, match=r"number must be .* from 0 to 2\*\*26, not "):
            worlds.sample(wrong, 1)
    for ask in (worlds.states, worlds.hands):
        with pytest.raises(ValueError, match="limit must be a whole number from 0, not -1"):
            ask(-1)
    for wrong in NOT_NUMBERS:
        for name, ask in (
            ("number", lambda: worlds.sample(wrong, 1)),  # noqa: B023
            ("seed", lambda: worlds.sample(1, wrong)),  # noqa: B023
            ("limit", lambda: worlds.states(wrong)),  # noqa: B023
            ("limit", lambda: worlds.hands(wrong)),  # noqa: B023
        ):
            with pytest.raises(TypeError, match=f"{name} must be a whole number, not "):
                ask()
    assert worlds.sample(0, 1).shape == (0, 4)
    wanted = worlds.sample(4, 7).tolist()
    for seed in (7 - 2**63, 7 + 2**63, 7 + 2**100, np.int8(7)):
        assert worlds.sample(np.int64(4), seed).tolist() == wanted


def test_more_worlds_than_can_be_held_are_not_listed_whatever_the_limit():
    start = some.random_start(random.Random(1), Rules())
    worlds = Worlds.of(View.of(start, start.to_move))
    with pytest.raises(ValueError, match="more than the limit of 67108864"):
        worlds.states(10**40)


def test_worlds_are_those_of_a_view():
    deal, _ = ending(12)
    for wrong in (None, deal, str(deal)):
        with pytest.raises(TypeError, match="view must be of type View, not "):
            Worlds.of(wrong)
