"""What a deal comes to when every tile is known: values, a best line, how much was searched.

A value is the big points that the seat to move wins in the whole deal, less those of the other
seat; bonuses and what was won before count. With an `Equity` it is the seat's chance to win the
match. All options of the rules are played; the search itself is told in `bingo.engine.proof` (open
play), `search` (strict play) and `bounds`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from types import MappingProxyType

import numpy as np

from bingo.engine.asking import HIGHEST, LOWEST, rank, rank_each, reaches
from bingo.engine.equity import Equity
from bingo.engine.layout import CLOSED, STOCK_LEFT, State
from bingo.engine.memory import AGE, AGES, BUCKETS, NODES, Memory, Utility, net
from bingo.engine.packing import code, pack
from bingo.engine.stepping import play
from bingo.engine.tables import Array, array
from bingo.game.deal import Deal
from bingo.game.moves import Move
from bingo.game.rules import Rules
from bingo.game.tiles import BySeat, Seat, Suit

STRICT_BUCKETS = 1 << 10
"""Of the hash table, where nobody draws any more: they fit in the cache of a core."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A deal solved.

    value   of the position, for the seat to move
    values  of every legal move, in the order of `Deal.legal_moves`, for the same seat
    line    moves that neither seat can better, to the end of the deal
    nodes   positions searched for all that; a few more or fewer if solved again, since what is
            remembered then lies elsewhere
    """

    value: float
    values: Mapping[Move, float]
    line: tuple[Move, ...]
    nodes: int

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that keep the value, in the order of `Deal.legal_moves`."""
        return tuple(move for move, value in self.values.items() if value == self.value)


class Solver:
    """Solves deals of one Rules and one trump suit; keeps its memory from one deal to the next.

    `utility` says what a result is worth to ONE; `bits` is the size of its table (`Memory`).
    Ranks are places in `values`. `begin` must come before another deal: positions are remembered
    without the order of the stock. Not for two threads at once.
    """

    def __init__(self, rules: Rules, trump: Suit, utility: Utility = net, bits: int = 16) -> None:
        memory = Memory(rules, trump, utility, bits)
        self.values = memory.values
        self._m = memory.m
        self._buckets = 1 << bits
        self._t = array(rules, trump)

    @property
    def nodes(self) -> int:
        """Positions searched since the last `begin`."""
        return int(self._m[NODES])

    def begin(self, *, strict: bool = False) -> None:
        """Forget what was found, for another deal.

        Where nobody draws any more a small part of the memory is enough, and quicker.
        """
        self._m[BUCKETS] = min(self._buckets, STRICT_BUCKETS) if strict else self._buckets
        self._m[AGE] = (self._m[AGE] + 1) & AGES
        self._m[NODES] = 0

    def reaches(self, s: State, goal: int) -> bool:
        """Whether ONE can reach this rank from a state."""
        return bool(reaches(self._m, *s, goal))

    def rank(self, s: State, low: int = LOWEST, high: int = HIGHEST) -> int:
        """The rank of the value of a state for ONE, known to lie from `low` to `high`."""
        return int(rank(self._m, *s, low, high))

    def ranks(self, states: Array) -> Array:
        """The rank of each row of int64[n, 4], each a state of its own deal: int64[n].

        Raises ValueError for any other array.
        """
        if states.dtype != np.int64 or states.ndim != 2 or states.shape[1] != 4:
            raise ValueError(f"states are int64[n, 4], not {states.dtype}{list(states.shape)}")
        self.begin(strict=bool(len(states)) and all(map(_strict, states.tolist())))
        ranks = np.zeros(len(states), dtype=np.int64)
        rank_each(self._m, np.ascontiguousarray(states), ranks)
        return ranks

    def ranks_after(self, deal: Deal, s: State, top: int) -> dict[Move, int]:
        """The rank after each legal move; `top` is that of the position itself."""
        best = (LOWEST, top) if deal.to_move is Seat.ONE else (top, HIGHEST)
        return {
            move: self.rank(play(self._t, *s, code(move)), *best) for move in deal.legal_moves()
        }

    def line(self, deal: Deal, s: State, top: int) -> Iterator[Move]:
        """Moves that keep the rank of a position, to the end of the deal."""
        while deal.to_move is not None:
            goal = top if deal.to_move is Seat.ONE else top + 1
            keeps = deal.to_move is Seat.ONE
            for move in deal.legal_moves():
                after = play(self._t, *s, code(move))
                if self.reaches(after, goal) == keeps:
                    break
            else:
                raise AssertionError(f"no move keeps {self.values[top]} at {deal}")
            yield move
            deal, s = deal.play(move), after


def _strict(s: list[int]) -> bool:
    """Whether nobody draws any more. [6]"""
    return s[0] >> STOCK_LEFT == 0 or s[2] >> CLOSED & 3 != 0


def solve(deal: Deal, equity: Equity | None = None) -> Solution:
    """The value of a deal and of every legal move, and a best line.

    In big points; with an `equity`, in chances to win the match from the deal's score. Raises
    ValueError if the deal is over, or the equity is that of a match with another target or lead.
    """
    if deal.to_move is None:
        raise ValueError("the deal is over: there is nothing to solve")
    solver, lock = _solver_for(deal, equity)
    s = pack(deal)
    with lock:
        solver.begin(strict=deal.board.strict)
        top = solver.rank(s)
        ranks = solver.ranks_after(deal, s, top)
        line = tuple(solver.line(deal, s, top))
        nodes = solver.nodes
    told = _told(solver, deal.to_move, equity)
    values = {move: told(rank) for move, rank in ranks.items()}
    return Solution(told(top), MappingProxyType(values), line, nodes)


def value(deal: Deal, equity: Equity | None = None) -> float:
    """The value alone, for the seat to move; quicker. Raises ValueError if the deal is over."""
    if deal.to_move is None:
        raise ValueError("the deal is over: there is nothing to solve")
    solver, lock = _solver_for(deal, equity)
    with lock:
        solver.begin(strict=deal.board.strict)
        top = solver.rank(pack(deal))
    return _told(solver, deal.to_move, equity)(top)


def _told(solver: Solver, seat: Seat, equity: Equity | None) -> Callable[[int], float]:
    """What a rank is worth to a seat."""

    def told(rank: int) -> float:
        worth = solver.values[rank]
        if seat is Seat.ONE:
            return worth
        return 1 - worth if equity else 0.0 - worth

    return told


def _solver_for(deal: Deal, equity: Equity | None) -> tuple[Solver, Lock]:
    """A solver for the deal; raises ValueError for the equity of another match."""
    if equity and equity.match != Equity.match_of(deal.rules):
        raise ValueError(f"the equity is for {equity.match}, the deal for {deal.rules}")
    score, leader = (deal.score, deal.first_leader) if equity else (BySeat(0, 0), Seat.ONE)
    return _solver(deal.rules, deal.trump, equity, score, leader)


@lru_cache(maxsize=16)
def _solver(
    rules: Rules, trump: Suit, equity: Equity | None, score: BySeat[int], leader: Seat
) -> tuple[Solver, Lock]:
    """A solver and the lock of whoever uses it."""
    utility = equity.utility(score, leader) if equity else net
    return Solver(rules, trump, utility), Lock()


if hasattr(os, "register_at_fork"):  # a lock held by another thread would stay held in the child
    os.register_at_fork(after_in_child=_solver.cache_clear)
