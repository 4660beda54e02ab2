"""One state at a time: `legal` and `play` for programs that walk through a deal themselves.

Each call costs about a microsecond, most of it on the way in and out; a loop over many positions
belongs in a kernel of its own.
"""

from __future__ import annotations

from bingo.engine import state
from bingo.engine.compiled import kernel
from bingo.engine.layout import State
from bingo.engine.tables import Array


@kernel('int64(Array(int64, 1, "C", readonly=True), int64, int64, int64, int64)')
def legal(t: Array, hands: int, stock: int, marks: int, score: int) -> int:
    """The legal moves of a state as a set: bit m for move m; 0 only when the deal is over.

    `t` is the table array of the rules and the trump suit; the moves are those of `layout`.
    """
    return state.legal(t, (hands, stock, marks, score))


@kernel(
    'UniTuple(int64, 4)(Array(int64, 1, "C", readonly=True), int64, int64, int64, int64, int64)'
)
def play(t: Array, hands: int, stock: int, marks: int, score: int, move: int) -> State:
    """The state after a move. That the move is legal is not checked: ask `legal` first."""
    return state.play(t, (hands, stock, marks, score), move)
