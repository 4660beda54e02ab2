"""What counting, stepping, tables, equities and memories refuse, by name, and what is copied."""

import copy
import math
import pickle
import random

import numpy as np
import pytest

from bingo.engine import Equity, array, divide, legal, pack, perft, play
from bingo.engine.compiled import COMPILED
from bingo.engine.memory import Memory
from bingo.game import BySeat, Rules, Seat, Suit
from tests.game import strategies as some

DEAL = some.random_start(random.Random(1), Rules())
T, S = array(DEAL.rules, DEAL.trump), pack(DEAL)


@pytest.mark.parametrize("wrong", [1.5, True, "1", None, math.nan, np.bool_(1), [1]])
def test_a_depth_is_a_whole_number(wrong):
    for ask in (perft, divide):
        with pytest.raises(TypeError, match="depth must be a whole number, not "):
            ask(DEAL, wrong)


def test_what_is_no_deal_is_not_counted():
    for wrong in (None, str(DEAL), S):
        for ask in (perft, divide):
            with pytest.raises(TypeError, match="deal must be of type Deal, not "):
                ask(wrong, 1)


def test_a_table_is_made_of_rules_and_a_suit():
    for wrong in (5, 0, "5", None, 5.0, True):
        with pytest.raises(TypeError, match="trump must be of type Suit, not "):
            array(Rules(), wrong)
        with pytest.raises(TypeError, match="rules must be of type Rules, not "):
            array(wrong, Suit.FIVE)


def test_a_move_that_is_not_legal_is_not_played():
    allowed = legal(T, *S)
    for move in (*range(39), -1, 39, 64, 2**62, -(2**62)):
        if 0 <= move < 39 and allowed >> move & 1:
            assert play(T, *S, move) != S
        else:
            with pytest.raises(ValueError, match="the move is not legal in this state"):
                play(T, *S, move)


def test_a_table_that_is_too_short_is_none():
    for ask in (lambda t: legal(t, *S), lambda t: play(t, *S, 3)):
        with pytest.raises(ValueError, match="t is not the table array of any rules"):
            ask(T[:-1])
        if COMPILED:
            for wrong in (T.tolist(), T * 1.0, T[None], None):
                with pytest.raises(TypeError):
                    ask(wrong)


def test_shares_of_results_are_numbers_by_whole_numbers_of_big_points():
    for wrong in (["1"], None.__class__, 3, "1"):
        with pytest.raises(TypeError, match="results must be a mapping, not "):
            Equity.of(Rules(), wrong)
    for wrong in (1.5, True, "1", None):
        with pytest.raises(TypeError, match="results must be a whole number, not "):
            Equity.of(Rules(), {wrong: 0.5, -1: 0.5})
    for wrong in ("1", True, None, [1]):
        with pytest.raises(TypeError, match="results must be shares of all deals, not "):
            Equity.of(Rules(), {1: wrong})
    for wrong in ({1: math.nan, -1: 1.0}, {1: math.inf}, {0: 0.95, 1: 0.05}, {16: 1.0}):
        with pytest.raises(ValueError, match="results must be "):
            Equity.of(Rules(), wrong)
    with pytest.raises(TypeError, match="rules must be of type Rules, not "):
        Equity.of("russian")
    with pytest.raises(ValueError, match=r"rules\.target must be .* from 1 to 300, not"):
        Equity.of(Rules(target=10**9))


def test_chances_are_asked_for_with_a_score_and_a_seat():
    equity = Equity.of(Rules())
    for ask in (equity.chance, equity.utility):
        for wrong in ((-1, 0), BySeat(0, -2), (0,), (1, 2, 3)):
            with pytest.raises(ValueError, match="score must be a "):
                ask(wrong, Seat.ONE)
        for wrong in ((0.5, 1), (True, 1), "00", 3, BySeat(math.nan, 0)):
            with pytest.raises(TypeError, match="score must be a "):
                ask(wrong, Seat.ONE)
        for wrong in (0, 1, None, True, "one"):
            with pytest.raises(TypeError, match="leader must be of type Seat, not "):
                ask((0, 0), wrong)
    assert equity.chance((3, 4), Seat.ONE) == equity.chance(BySeat(3, 4), Seat.ONE)


@pytest.mark.parametrize(
    "copied", [copy.copy, copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))]
)
def test_a_copy_of_a_memory_lies_as_well_and_by_itself(copied):
    memory = Memory(DEAL.rules, DEAL.trump, bits=3)
    other = copied(memory)
    assert other.m.tolist() == memory.m.tolist()
    assert other.m.ctypes.data % 64 == 0
    assert not np.shares_memory(other.m, memory.m)
    assert other.values == memory.values
