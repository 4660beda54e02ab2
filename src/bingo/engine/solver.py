"""What a deal comes to when every tile is known: values, a best line, how much was searched.

A value is the big points that the seat to move wins in the whole deal, less those of the other
seat; bonuses and what was won before count. With an `Equity` it is the seat's chance to win the
match. All options of the rules are played; the search itself is told in `bingo.engine.proof` (open
play), `race` and `search` (strict play), `bounds` and `played_out`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import isnan
from numbers import Real
from threading import Lock
from types import MappingProxyType

import numpy as np

from bingo.engine.asking import HIGHEST, LOWEST, forget, rank, rank_each, reaches
from bingo.engine.equity import Equity
from bingo.engine.given import described, one_of, state, whole
from bingo.engine.layout import CLOSED, STOCK_LEFT, State
from bingo.engine.memory import (
    BUCKETS,
    NODES,
    RACE_BITS,
    RACE_BUCKETS,
    Memory,
    Utility,
    net,
)
from bingo.engine.packing import code, pack
from bingo.engine.sound import position, positions
from bingo.engine.stepping import play
from bingo.engine.tables import Array, array
from bingo.game.deal import Deal
from bingo.game.moves import Move
from bingo.game.rules import Rules
from bingo.game.tiles import BySeat, Seat, Suit

STRICT_BUCKETS = 1 << 10
"""Of the hash table, where nobody draws any more: they fit in the cache of a core."""
MOST_BITS = 26
"""Of the size of a table: 4 GiB."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A deal solved.

    value   of the position, for the seat to move
    values  of every legal move, in the order of `Deal.legal_moves`, for the same seat
    line    moves that neither seat can better, to the end of the deal
    nodes   positions searched for all that; always as many where the solver was `fresh`, else a
            few more or fewer if solved again, since what is remembered then lies elsewhere
    """

    value: float
    values: Mapping[Move, float]
    line: tuple[Move, ...]
    nodes: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "values", MappingProxyType(dict(self.values)))

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.value, dict(self.values), self.line, self.nodes)

    @property
    def best(self) -> tuple[Move, ...]:
        """The moves that keep the value, in the order of `Deal.legal_moves`."""
        return tuple(move for move, value in self.values.items() if value == self.value)


@dataclass(frozen=True, slots=True)
class _Worths:
    """A utility as a table, by winner and big points of ONE and of TWO: it can be copied."""

    table: tuple[float, ...]

    @classmethod
    def of(cls, utility: Utility) -> _Worths:
        """Ask for what all results are worth."""
        if not callable(utility):
            raise TypeError(f"utility must be a function, not {described(utility)}")
        results = ((w, one, two) for w in range(3) for one in range(16) for two in range(16))
        return cls(tuple(cls._worth(result, utility(*result)) for result in results))

    @staticmethod
    def _worth(result: tuple[int, int, int], worth: object) -> float:
        if not isinstance(worth, Real):
            raise TypeError(f"utility must give numbers, not {described(worth)} for {result}")
        if isnan(worth):
            raise ValueError(f"utility must give numbers, not NaN for {result}")
        return float(worth)

    def __call__(self, winner: int, one: int, two: int) -> float:
        return self.table[winner << 8 | one << 4 | two]


class Solver:
    """Solves deals of one Rules and one trump suit; keeps its memory from one deal to the next.

    `utility` says what a result is worth to ONE; `bits` is the size of its table (`Memory`).
    Ranks are places in `values`. `begin` must come before another deal: positions are remembered
    without the order of the stock. Not for two threads at once. A copy, or what comes out of a
    pickle, has found nothing yet.

    States are those of `pack`, of deals with these rules and this trump suit that still last or
    are over; TypeError or ValueError says what another is.
    """

    def __init__(self, rules: Rules, trump: Suit, utility: Utility = net, bits: int = 16) -> None:
        """Make a solver; the size of its table is 64 bytes << bits, bits being from 0 to 26.

        Raises ValueError for other bits or a utility that gives NaN, TypeError for what is no
        Rules, no Suit or no utility.
        """
        self.rules = one_of("rules", rules, Rules)
        self.trump = one_of("trump", trump, Suit)
        self._bits = whole("bits", bits, 0, MOST_BITS)
        self._worths = _Worths.of(utility)
        memory = Memory(rules, trump, self._worths, self._bits)
        self.values = memory.values
        self._m = memory.m
        self._buckets = 1 << self._bits
        self._t = array(rules, trump)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.rules, self.trump, self._worths, self._bits)

    @property
    def nodes(self) -> int:
        """Positions searched since the last `begin`."""
        return int(self._m[NODES])

    def begin(self, *, strict: bool = False) -> None:
        """Forget what was found, for another deal.

        Where nobody draws any more a small part of the memory is enough, and quicker.
        """
        self._m[BUCKETS] = min(self._buckets, STRICT_BUCKETS) if strict else self._buckets
        self._m[RACE_BUCKETS] = STRICT_BUCKETS if strict else 1 << RACE_BITS
        forget(self._m)
        self._m[NODES] = 0

    def reaches(self, s: State, goal: int) -> bool:
        """Whether ONE can reach this rank, from 0 to 1023, from a state."""
        s, goal = position("s", s, self._t), whole("goal", goal, LOWEST, HIGHEST)
        return bool(reaches(self._m, *s, goal))

    def rank(self, s: State, low: int = LOWEST, high: int = HIGHEST) -> int:
        """The rank of the value of a state for ONE, known to lie from `low` to `high`.

        Raises ValueError if those are not from 0 to 1023, the low one first.
        """
        low = whole("low", low, LOWEST, HIGHEST)
        high = whole("high", high, low, HIGHEST)
        return int(rank(self._m, *position("s", s, self._t), low, high))

    def ranks(self, states: Array) -> Array:
        """The rank of each row of int64[n, 4], each a state of its own deal: int64[n].

        Raises ValueError for any other array, naming the first row that is no position, TypeError
        for what is no array.
        """
        states = positions("states", states, self._t)
        self.begin(strict=bool(len(states)) and all(map(_strict, states.tolist())))
        ranks = np.zeros(len(states), dtype=np.int64)
        rank_each(self._m, states.copy(), ranks)
        return ranks

    def ranks_after(self, deal: Deal, s: State, top: int) -> dict[Move, int]:
        """The rank after each legal move; `top` is that of the position itself.

        Raises ValueError for another state than that of the deal, or no rank.
        """
        return self._ranks_after(deal, *self._of(deal, s, top))

    def _ranks_after(self, deal: Deal, s: State, top: int) -> dict[Move, int]:
        best = (LOWEST, top) if deal.to_move is Seat.ONE else (top, HIGHEST)
        return {
            move: int(rank(self._m, *play(self._t, *s, code(move)), *best))
            for move in deal.legal_moves()
        }

    def line(self, deal: Deal, s: State, top: int) -> Iterator[Move]:
        """Moves that keep the rank of a position, to the end of the deal.

        Raises ValueError as `ranks_after` does, and where no move keeps this rank.
        """
        return self._told_line(deal, *self._of(deal, s, top))

    def _told_line(self, deal: Deal, s: State, top: int) -> Iterator[Move]:
        try:
            yield from self._line(deal, s, top)
        except AssertionError as error:
            raise ValueError(f"top is not the rank: {error}") from None

    def _line(self, deal: Deal, s: State, top: int) -> Iterator[Move]:
        while deal.to_move is not None:
            goal = top if deal.to_move is Seat.ONE else top + 1
            keeps = deal.to_move is Seat.ONE
            for move in deal.legal_moves():
                after = play(self._t, *s, code(move))
                if bool(reaches(self._m, *after, goal)) == keeps:
                    break
            else:
                raise AssertionError(f"no move keeps {self.values[top]} at {deal}")
            yield move
            deal, s = deal.play(move), after

    def _of(self, deal: Deal, s: State, top: int) -> tuple[State, int]:
        """A state and a rank; raises ValueError unless the state is that of the deal."""
        here, given = pack(deal), state("s", s)
        if (deal.rules, deal.trump) != (self.rules, self.trump):
            raise ValueError(
                f"deal must be of {self.rules} with trump {self.trump}, not of {deal.rules} with "
                f"{deal.trump}"
            )
        if given != here:
            raise ValueError(f"s must be the state of the deal, {here}, not {given}")
        return here, whole("top", top, 0, len(self.values) - 1)


def _strict(s: list[int]) -> bool:
    """Whether nobody draws any more. [6]"""
    return s[0] >> STOCK_LEFT == 0 or s[2] >> CLOSED & 3 != 0


def solve(deal: Deal, equity: Equity | None = None, *, fresh: bool = False) -> Solution:
    """The value of a deal and of every legal move, and a best line.

    In big points; with an `equity`, in chances to win the match from the deal's score. If `fresh`,
    a solver that has solved nothing before does it, the same on every machine. Raises ValueError
    if the deal is over, or the equity is that of a match with another target or lead; TypeError
    for what is no Deal or no Equity.
    """
    seat = _seat_of(deal)
    solver, lock = _solver_for(deal, equity, fresh=fresh)
    s = pack(deal)
    with lock:
        solver.begin(strict=deal.board.strict)
        top = solver.rank(s)
        ranks = solver._ranks_after(deal, s, top)
        line = tuple(solver._line(deal, s, top))
        nodes = solver.nodes
    told = _told(solver, seat, equity)
    values = {move: told(rank) for move, rank in ranks.items()}
    return Solution(told(top), values, line, nodes)


def value(deal: Deal, equity: Equity | None = None) -> float:
    """The value alone, for the seat to move; quicker. Raises what `solve` does."""
    seat = _seat_of(deal)
    solver, lock = _solver_for(deal, equity)
    with lock:
        solver.begin(strict=deal.board.strict)
        top = solver.rank(pack(deal))
    return _told(solver, seat, equity)(top)


def _seat_of(deal: Deal) -> Seat:
    """The seat to move; raises TypeError for what is no Deal, ValueError if it is over."""
    seat = one_of("deal", deal, Deal).to_move
    if seat is None:
        raise ValueError("the deal is over: there is nothing to solve")
    return seat


def _told(solver: Solver, seat: Seat, equity: Equity | None) -> Callable[[int], float]:
    """What a rank is worth to a seat."""

    def told(rank: int) -> float:
        worth = solver.values[rank]
        if seat is Seat.ONE:
            return worth
        return 1 - worth if equity else 0.0 - worth

    return told


def _solver_for(deal: Deal, equity: Equity | None, *, fresh: bool = False) -> tuple[Solver, Lock]:
    """A solver for the deal, a new one if `fresh`.

    Raises ValueError for the equity of another match.
    """
    if equity is not None and one_of("equity", equity, Equity).match != Equity.match_of(deal.rules):
        raise ValueError(f"the equity is for {equity.match}, the deal for {deal.rules}")
    score, leader = (deal.score, deal.first_leader) if equity else (BySeat(0, 0), Seat.ONE)
    found = _solver.__wrapped__ if fresh else _solver
    return found(deal.rules, deal.trump, equity, score, leader)


@lru_cache(maxsize=16)
def _solver(
    rules: Rules, trump: Suit, equity: Equity | None, score: BySeat[int], leader: Seat
) -> tuple[Solver, Lock]:
    """A solver and the lock of whoever uses it."""
    utility = equity.utility(score, leader) if equity else net
    return Solver(rules, trump, utility), Lock()


if hasattr(os, "register_at_fork"):  # a lock held by another thread would stay held in the child
    os.register_at_fork(after_in_child=_solver.cache_clear)
