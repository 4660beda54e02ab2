"""One state at a time: `legal` and `play` for programs that walk through a deal themselves.

Each call costs about a microsecond, most of it on the way in and out; a loop over many positions
belongs in a kernel of its own.
"""

from __future__ import annotations

from bingo.engine import flow, legal_moves
from bingo.engine.compiled import kernel
from bingo.engine.layout import MOVES, State
from bingo.engine.tables import SIZE, Array


@kernel('int64(Array(int64, 1, "C", readonly=True), int64, int64, int64, int64)')
def legal(t: Array, hands: int, stock: int, marks: int, score: int) -> int:
    """The legal moves of a state as a set: bit m for move m; 0 only when the deal is over.

    `t` is the table array of the rules and the trump suit; the moves are those of `layout`. Raises
    ValueError if it is too short. That the state is a position is not checked.
    """
    if len(t) < SIZE:
        raise ValueError("t is not the table array of any rules: `array` makes one")
    return legal_moves.legal(t, (hands, stock, marks, score))


@kernel(
    'UniTuple(int64, 4)(Array(int64, 1, "C", readonly=True), int64, int64, int64, int64, int64)'
)
def play(t: Array, hands: int, stock: int, marks: int, score: int, move: int) -> State:
    """The state after a move; raises ValueError as `legal` does, and where it is not legal."""
    if len(t) < SIZE:
        raise ValueError("t is not the table array of any rules: `array` makes one")
    s = (hands, stock, marks, score)
    if move < 0 or move >= MOVES or legal_moves.legal(t, s) >> move & 1 == 0:
        raise ValueError("the move is not legal in this state: `legal` tells which are")
    return flow.play(t, s, move)
