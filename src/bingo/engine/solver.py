"""What a deal comes to when every tile is known: values, a best line, how much was searched.

A value is the big points that the seat to move wins in the whole deal, less those of the other
seat; bonuses and what was won before count. With an `Equity` it is the seat's chance to win the
match. All options of the rules are played; the search itself is told in `bingo.engine.proof` (open
play), `search` (strict play) and `bounds`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from threading import Lock
from types import MappingProxyType

from bingo.engine.boxes import YES
from bingo.engine.equity import Equity
from bingo.engine.layout import (
    ABOVE,
    ALL,
    BIG,
    CLOSED,
    DOUBLES,
    FOUR,
    HOW,
    LED,
    STOCK_LEFT,
    TILE,
    TILE_MASK,
    TURN_UP,
    WINNER,
    State,
)
from bingo.engine.memory import AGE, NODES, UTILITY, Memory, Utility, net
from bingo.engine.packing import code, pack
from bingo.engine.proof import NEVER, PROVED, prove
from bingo.engine.search import search
from bingo.engine.stepping import play
from bingo.engine.tables import ANY_TRICK, BINGO_BONUS, DEAL_END, EACH, TRUMP_DOUBLE, array
from bingo.game.deal import Deal
from bingo.game.moves import Move
from bingo.game.rules import Rules
from bingo.game.tiles import BySeat, Seat, Suit

PLAIN = (-4, -3, -2, -1, 0, 1, 2, 3, 4)
"""Big points net that the count of a deal can give without a bonus. [8.2-8.6]"""
MOST = 7
"""More big points than that nobody wins from any position on."""


@dataclass(frozen=True, slots=True)
class Solution:
    """A deal solved.

    value   of the position, for the seat to move
    values  of every legal move, in the order of `Deal.legal_moves`, for the same seat
    line    moves that neither seat can better, to the end of the deal
    nodes   positions searched for all that
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
    Ranks are places in `values`. Not for two threads at once.
    """

    def __init__(self, rules: Rules, trump: Suit, utility: Utility = net, bits: int = 16) -> None:
        memory = Memory(rules, trump, utility, bits)
        self.values = memory.values
        self._m = memory.m
        self._t = array(rules, trump)

    @property
    def nodes(self) -> int:
        """Positions searched since the last `begin`."""
        return int(self._m[NODES])

    def begin(self) -> None:
        """Forget what was found, for another deal."""
        self._m[AGE] = (self._m[AGE] + 1) & 0xFFFFF
        self._m[NODES] = 0

    def reaches(self, s: State, goal: int) -> bool:
        """Whether ONE can reach this rank from a state."""
        hands, _, marks, _ = s
        if marks >> HOW & 7:
            return self._result(s) >= goal
        if hands >> STOCK_LEFT == 0 or marks >> CLOSED & 3:
            return bool(search(self._m, *s, goal) & YES)
        return bool(prove(self._m, *s, goal, NEVER, NEVER, 0) == PROVED)

    def rank(self, s: State, low: int = -1, high: int = 1 << 10) -> int:
        """The rank of the value of a state for ONE, known to lie from `low` to `high`.

        Asks whether it reaches the next plain result, up or down from one big point for ONE; what
        lies between two plain results, where bonuses are left, is halved.
        """
        if marks_over(s):
            return self._result(s)
        one, two = _big(s)
        plain = sorted({self._rank_of(one, two, more) for more in PLAIN})
        middle = self._rank_of(one, two, 1)
        above = [rank for rank in plain if rank > low]
        below, reached = high + 1, low  # not reached; reached
        goals = [rank for rank in above if rank <= high]
        at = next((i for i, rank in enumerate(goals) if rank >= middle), len(goals) - 1)
        while 0 <= at < len(goals):
            goal = goals[at]
            if self.reaches(s, goal):
                reached = goal
                at += 1
                if at < len(goals) and goals[at] >= below:
                    break
            else:
                below = goal
                at -= 1
                if at >= 0 and goals[at] <= reached:
                    break
        return self._between(s, reached, below)

    def _between(self, s: State, reached: int, below: int) -> int:
        """The rank, which is at least one and less than the other, both told in `rank`."""
        ranks = [rank for rank in self._possible(s) if reached < rank < below]
        if reached >= 0 and self._t[DEAL_END] != EACH and not self._bonus_left(s):
            return reached
        while ranks:
            half = len(ranks) // 2
            if self.reaches(s, ranks[half]):
                reached = ranks[half]
                ranks = ranks[half + 1 :]
            else:
                ranks = ranks[:half]
        return max(reached, 0)

    def ranks_after(self, deal: Deal, s: State, top: int) -> dict[Move, int]:
        """The rank after each legal move; `top` is that of the position itself."""
        best = (-1, top) if deal.to_move is Seat.ONE else (top, 1 << 10)
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

    def _rank_of(self, one: int, two: int, more: int) -> int:
        """The rank if ONE wins so many big points more; below nothing, TWO wins them."""
        winner = 0 if more == 0 else 1 if more > 0 else 2
        return self._utility(winner, one + max(more, 0), two + max(-more, 0))

    def _result(self, s: State) -> int:
        return self._utility(s[2] >> WINNER & 3, *_big(s))

    def _utility(self, winner: int, one: int, two: int) -> int:
        return int(self._m[UTILITY + winner * 256 + min(one, 15) * 16 + min(two, 15)])

    def _possible(self, s: State) -> list[int]:
        """The ranks a deal may still come to, in order."""
        one, two = _big(s)
        more = range(MOST + 1)
        return sorted(
            {self._utility(w, one + a, two + b) for w in range(3) for a in more for b in more}
        )

    def _bonus_left(self, s: State) -> bool:
        """Whether big points may still be won in play. [4.4, 5.3]"""
        hands, stock, marks, _ = s
        alive = (hands | hands >> 28) & ALL
        if marks >> LED & TILE_MASK:
            alive |= 1 << ((marks >> LED & TILE_MASK) - 1)
        left = hands >> STOCK_LEFT
        if left and not marks >> CLOSED & 3:
            alive |= 1 << (marks >> TURN_UP & TILE_MASK) | 1 << (marks >> ABOVE & TILE_MASK)
            alive |= sum(1 << (stock >> TILE * place & TILE_MASK) for place in range(left - 2))
        catch = 1 | 1 << int(self._t[TRUMP_DOUBLE])
        if self._t[BINGO_BONUS] and alive & catch == catch:
            return True
        return (alive & DOUBLES).bit_count() >= 6 or bool(self._t[ANY_TRICK])


def marks_over(s: State) -> bool:
    """Whether the deal has ended."""
    return bool(s[2] >> HOW & 7)


def _big(s: State) -> tuple[int, int]:
    """Big points won in the deal, by seat."""
    return s[3] >> BIG & FOUR, s[3] >> (BIG + 4) & FOUR


def solve(deal: Deal, equity: Equity | None = None) -> Solution:
    """The value of a deal and of every legal move, and a best line.

    In big points; with an `equity`, in chances to win the match from the deal's score. Raises
    ValueError if the deal is over.
    """
    if deal.to_move is None:
        raise ValueError("the deal is over: there is nothing to solve")
    solver, lock = _solver_for(deal, equity)
    s = pack(deal)
    with lock:
        solver.begin()
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
        solver.begin()
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
    score, leader = (deal.score, deal.first_leader) if equity else (BySeat(0, 0), Seat.ONE)
    return _solver(deal.rules, deal.trump, equity, score, leader)


@lru_cache(maxsize=16)
def _solver(
    rules: Rules, trump: Suit, equity: Equity | None, score: BySeat[int], leader: Seat
) -> tuple[Solver, Lock]:
    """A solver and the lock of whoever uses it."""
    utility = equity.utility(score, leader) if equity else net
    return Solver(rules, trump, utility), Lock()
