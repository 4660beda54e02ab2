"""Play-outs: deals played to the end by Greedy for both seats, and what they bring."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from bingo.engine.compiled import MASK_63, inner, kernel, lowest, popcount
from bingo.engine.dice import below, roll, seeded
from bingo.engine.flow import play
from bingo.engine.given import whole
from bingo.engine.greedy import greedy_move
from bingo.engine.layout import ALL, FOUR, MOVES, TO_GO, State
from bingo.engine.legal_moves import legal
from bingo.engine.packing import moves_in
from bingo.engine.sight import undrawn_of
from bingo.engine.sound import positions, state_of, table
from bingo.engine.state import big_of, is_over, is_strict, to_move
from bingo.engine.tables import Array

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


@kernel(
    'UniTuple(int64, 2)(Array(int64, 1, "C", readonly=True),'
    ' Array(int64, 2, "C", readonly=True), int64)'
)
def first_illegal(t: Array, states: Sums, moves: int) -> tuple[int, int]:
    """The first row where a move is not legal, -1 if none, and the moves that are legal there."""
    for row in range(len(states)):
        allowed = legal(t, state_of(states[row]))
        if moves & ~allowed:
            return row, allowed
    return -1, 0


@kernel(
    'void(Array(int64, 1, "C", readonly=True), Array(int64, 2, "C", readonly=True), int64, int64,'
    " int64[:, ::1])"
)
def add_playouts(t: Array, states: Sums, moves: int, seed: int, sums: Sums) -> None:
    """Add to the sums what the play-outs of `playouts` bring."""
    for row in range(len(states)):
        s = state_of(states[row])
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
    seed    of the slips, any integer, modulo 2**63: in each state the same lots for every move

    Gives int64[2, 39], by move: the sum over the states of the big points in this deal of the seat
    to move less those of the other, and the sum of their squares. Those won before and bonuses are
    in; beyond what ends the match none are [9.2]. Moves not in the set have zeros.

    Raises ValueError for a row that is no position or in which a move is not legal, which it names,
    for arrays of another type or shape, and for what is no set of moves; TypeError for what is no
    array or no integer.
    """
    t = table("t", t)
    states = positions("states", states, t)
    moves, lots = moves_in("moves", moves), whole("seed", seed) & MASK_63
    row, allowed = map(int, first_illegal(t, states, moves))
    if row >= 0:
        wrong = next(move for move in range(MOVES) if (moves & ~allowed) >> move & 1)
        choice = " ".join(str(move) for move in range(MOVES) if allowed >> move & 1)
        choice = choice or "none, the deal is over"
        raise ValueError(f"states, row {row}: move {wrong} is not legal; legal moves: {choice}")
    sums = np.zeros((2, MOVES), dtype=np.int64)
    add_playouts(t, states, moves, lots, sums)
    return sums
