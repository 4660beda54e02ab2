"""Play-outs: deals played to the end by Greedy for both seats, and what they bring."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bingo.engine.compiled import inner, kernel, lowest, popcount
from bingo.engine.dice import below, roll, seeded
from bingo.engine.greedy import greedy_move
from bingo.engine.layout import ALL, FOUR, MOVES, TO_GO, State
from bingo.engine.sight import undrawn_of
from bingo.engine.state import big_of, is_over, is_strict, legal, play, to_move
from bingo.engine.tables import SIZE, Array

Sums = NDArray[np.int64]

SLIP = 5
"""In open play one move in so many is a tile by lot: what stands slips too is a little better.

None in strict play: there what is sure shall stay sure.
"""


@inner
def net_of(score: int, seat: int) -> int:
    """Big points of the seat less the other's, none counted beyond the target. [9.2]"""
    return counted(score, seat) - counted(score, 1 - seat)


@inner
def counted(score: int, seat: int) -> int:
    """A seat's big points in this deal, as far as it needed them."""
    return min(big_of(score, seat), (score >> (TO_GO + 4 * seat)) & FOUR)


@inner
def any_of(moves: int, dice: int) -> int:
    """One move of a set by lot."""
    for _ in range(below(dice, popcount(moves))):
        moves &= moves - 1
    return lowest(moves)


@inner
def finished(t: Array, s: State, undrawn: int, dice: int) -> State:
    """The end of the deal; `undrawn` holds the undrawn tiles of `s`, and perhaps tiles in hand."""
    while not is_over(s[2]):
        undrawn &= ~(s[0] | s[0] >> 28)
        tiles = 0
        if not is_strict(s[0], s[2]):
            dice = roll(dice)
            if below(dice, SLIP) == 0:
                tiles = legal(t, s) & ALL
        if tiles:
            dice = roll(dice)
            s = play(t, s, any_of(tiles, dice))
        else:
            s = play(t, s, greedy_move(t, s, undrawn))
    return s


@kernel('void(Array(int64, 1, "C", readonly=True), int64[:, ::1], int64, int64, int64[:, ::1])')
def add_playouts(t: Array, states: Sums, moves: int, seed: int, sums: Sums) -> None:
    """Add to the sums what the play-outs of `playouts` bring."""
    for row in range(len(states)):
        s = (int(states[row, 0]), int(states[row, 1]), int(states[row, 2]), int(states[row, 3]))
        seat, undrawn, dice = to_move(s[2]), undrawn_of(s), seeded(seed, row + 1)
        left = moves
        while left:
            move = lowest(left)
            left &= left - 1
            end = finished(t, play(t, s, move), undrawn, dice)
            net = net_of(end[3], seat)
            sums[0, move] += net
            sums[1, move] += net * net


def playouts(t: Array, states: Sums, moves: int, seed: int) -> Sums:
    """What each of some moves brings, if Greedy, with slips, plays both seats from there on.

    t       the table array of the rules and the trump suit
    states  int64[n, 4]: states of which one seat is to move, the worlds of a view
    moves   a set of moves, bit m for move m, each of them legal in every state
    seed    of the slips, from 0 below 2**63: in each state the same lots for every move

    Gives int64[2, 39], by move: the sum over the states of the big points in this deal of the seat
    to move less those of the other, and the sum of their squares. Those won before and bonuses are
    in; beyond what ends the match none are [9.2]. Moves not in the set have zeros. Raises
    ValueError for arrays of another shape and for what is no set of moves.
    """
    if t.shape != (SIZE,) or states.dtype != np.int64 or states.shape[1:] != (4,):
        raise ValueError(f"int64[{SIZE}] and int64[n, 4] are wanted, not {t.shape}, {states.shape}")
    if not 0 <= moves < 1 << MOVES:
        raise ValueError(f"a set of moves has bits 0 to {MOVES - 1} alone, not {moves:#x}")
    sums = np.zeros((2, MOVES), dtype=np.int64)
    add_playouts(t, states, moves, seed, sums)
    return sums
