"""Play-outs: deals played to the end by Greedy for both seats, and what they bring."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bingo.engine.compiled import inner, kernel, lowest
from bingo.engine.greedy import greedy_move, undrawn_of
from bingo.engine.layout import FOUR, MOVES, TO_GO, State
from bingo.engine.state import big_of, is_over, play, to_move
from bingo.engine.tables import Array

Sums = NDArray[np.int64]


@inner
def net_of(score: int, seat: int) -> int:
    """Big points of the seat less the other's, none counted beyond the target. [9.2]"""
    return counted(score, seat) - counted(score, 1 - seat)


@inner
def counted(score: int, seat: int) -> int:
    """A seat's big points in this deal, as far as it needed them."""
    return min(big_of(score, seat), (score >> (TO_GO + 4 * seat)) & FOUR)


@inner
def finished(t: Array, s: State, undrawn: int) -> State:
    """The end of the deal, Greedy playing both seats; `undrawn` holds the undrawn tiles of `s`."""
    while not is_over(s[2]):
        undrawn &= ~(s[0] | s[0] >> 28)
        s = play(t, s, greedy_move(t, s, undrawn))
    return s


@kernel('int64[:, ::1](Array(int64, 1, "C", readonly=True), int64[:, ::1], int64)')
def playouts(t: Array, states: Sums, moves: int) -> Sums:
    """What each of some moves brings on the average, if Greedy plays both seats from there on.

    t       the table array of the rules and the trump suit
    states  int64[n, 4]: states of which one seat is to move, the worlds of a view
    moves   a set of moves, bit m for move m, each of them legal in every state

    Gives int64[2, 39], by move: the sum over the states of the big points in this deal of the seat
    to move less those of the other, and the sum of their squares. Those won before and bonuses are
    in; beyond what ends the match none are [9.2]. Moves not in the set have zeros. One state gives
    the exact outcome of that deal: no lots are drawn.
    """
    sums = np.zeros((2, MOVES), dtype=np.int64)
    for row in range(len(states)):
        s = (int(states[row, 0]), int(states[row, 1]), int(states[row, 2]), int(states[row, 3]))
        seat, undrawn = to_move(s[2]), undrawn_of(s)
        left = moves
        while left:
            move = lowest(left)
            left &= left - 1
            end = finished(t, play(t, s, move), undrawn)
            net = net_of(end[3], seat)
            sums[0, move] += net
            sums[1, move] += net * net
    return sums
