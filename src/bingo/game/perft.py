"""Counting positions: a few numbers that change if any rule of the moves does.

As in chess programs a count at depth n is the number of sequences of exactly n legal moves; a deal
that ends sooner adds nothing to it, and depth 0 counts 1, the position itself. The other way of
checking the moves, their order, is seen by the tests that list them.
"""

from __future__ import annotations

from bingo.game.deal import Deal
from bingo.game.moves import Move


def perft(deal: Deal, depth: int) -> int:
    """The number of sequences of exactly `depth` legal moves; raises ValueError if below 0."""
    if depth < 0:
        raise ValueError(f"depth counts moves from 0, not {depth}")
    if depth == 0:
        return 1
    moves = deal.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(deal.play(move), depth - 1) for move in moves)


def divide(deal: Deal, depth: int) -> dict[Move, int]:
    """`perft` by first move, in the order of the legal moves; raises ValueError if below 1.

    Where a count differs from another program's, the first move that differs leads to the cause.
    """
    if depth < 1:
        raise ValueError(f"to divide takes a depth from 1, not {depth}")
    return {move: perft(deal.play(move), depth - 1) for move in deal.legal_moves()}
