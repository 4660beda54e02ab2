"""The value by going through everything: slow, and plainly right. The searches are held to it."""

from __future__ import annotations

from bingo.engine.bounds import utility
from bingo.engine.compiled import kernel, lowest
from bingo.engine.flow import play
from bingo.engine.layout import LED, TILE_MASK, WINNER
from bingo.engine.legal_moves import legal
from bingo.engine.state import big_of, is_over
from bingo.engine.tables import Array


@kernel("int64(int64[::1], int64, int64, int64, int64)")
def minimax(m: Array, hands: int, stock: int, marks: int, score: int) -> int:
    """The rank of the value, by going through everything: slow, and plainly right."""
    if is_over(marks):
        return utility(m, (marks >> WINNER) & 3, big_of(score, 0), big_of(score, 1))
    mover = 1 - (marks & 1) if (marks >> LED) & TILE_MASK else marks & 1
    moves = legal(m, (hands, stock, marks, score))
    best = -1
    while moves:
        move = lowest(moves)
        moves &= moves - 1
        hands1, stock1, marks1, score1 = play(m, (hands, stock, marks, score), move)
        value = minimax(m, hands1, stock1, marks1, score1)
        if best < 0 or (value > best if mover == 0 else value < best):
            best = value
    return best
