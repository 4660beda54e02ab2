"""Counting positions with a kernel: the fast twin of `bingo.game.perft`."""

from __future__ import annotations

from bingo.engine.compiled import inner, kernel, lowest, popcount
from bingo.engine.flow import play
from bingo.engine.given import whole
from bingo.engine.layout import State
from bingo.engine.legal_moves import legal
from bingo.engine.packing import code, pack
from bingo.engine.stepping import play as play_one
from bingo.engine.tables import Array, array
from bingo.game.deal import Deal
from bingo.game.moves import Move

LONGEST = 99
"""More moves than any deal has: no sequence is longer."""


@inner
def sequences(t: Array, s: State, depth: int) -> int:
    """The number of sequences of exactly `depth` legal moves, 1 or more."""
    moves = legal(t, s)
    if depth == 1:
        return popcount(moves)
    total = 0
    while moves:
        total += sequences(t, play(t, s, lowest(moves)), depth - 1)
        moves &= moves - 1
    return total


@kernel('int64(Array(int64, 1, "C", readonly=True), int64, int64, int64, int64, int64)')
def _count(t: Array, hands: int, stock: int, marks: int, score: int, depth: int) -> int:
    return sequences(t, (hands, stock, marks, score), depth)


def perft(deal: Deal, depth: int) -> int:
    """The number of sequences of exactly `depth` legal moves; raises ValueError if below 0.

    Also raises InvalidSetup for points no deal comes to (`bingo.engine.packing.pack`), TypeError
    for what is no Deal or no whole number.
    """
    s, depth = pack(deal), whole("depth", depth)
    if depth < 0:
        raise ValueError(f"depth counts moves from 0, not {depth}")
    return _from(array(deal.rules, deal.trump), s, depth)


def divide(deal: Deal, depth: int) -> dict[Move, int]:
    """`perft` by first move, in the order of the legal moves; raises ValueError if below 1."""
    s, depth = pack(deal), whole("depth", depth)
    if depth < 1:
        raise ValueError(f"to divide takes a depth from 1, not {depth}")
    t = array(deal.rules, deal.trump)
    return {move: _from(t, play_one(t, *s, code(move)), depth - 1) for move in deal.legal_moves()}


def _from(t: Array, s: State, depth: int) -> int:
    return _count(t, *s, min(depth, LONGEST)) if depth else 1
