"""What deals and moves are worth when every tile is known, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from bingo.cli.engine import at_work, make_ready
from bingo.game import BySeat, Deal, Move, Seat
from bingo.i18n import Language
from bingo.terminal.tell import Names, name_of, pair, sentence
from bingo.terminal.words import move_text

if TYPE_CHECKING:
    from bingo.engine import Solver

T = TypeVar("T")


class Judge:
    """Follows a deal move by move and tells what is given away; a silent one tells nothing.

    One solver goes through the deal from its beginning to its end: what it has found before a move
    is most of what it needs after it.
    """

    def __init__(self, language: Language, names: Names, *, silent: bool) -> None:
        self.language, self.names, self.silent = language, names, silent
        self._solver: Solver | None = None
        self._rank = 0
        self._lost = BySeat(0, 0)
        if not silent:
            make_ready(language)

    def begin(self, deal: Deal) -> list[str]:
        """What the deal is worth at its beginning."""
        if not self.silent:
            self._solver, self._rank = self._at_work(lambda: _begun(deal))
        return self.value()

    def value(self) -> list[str]:
        """What it is worth where it stands: who comes out ahead, and by how much."""
        if self._solver is None:
            return []
        value = int(self._solver.values[self._rank])
        if not value:
            return ["    " + self.language.say("cli.judge.level")]
        name = name_of(self.language, self.names, Seat.ONE if value > 0 else Seat.TWO)
        lead = self.language.count("count.big_points", abs(value))
        return ["    " + self.language.say("cli.judge.ahead", name=name, lead=lead)]

    def move(self, before: Deal, move: Move, after: Deal) -> list[str]:
        """What its seat has given away with a move, and what would have been better."""
        solver, seat = self._solver, before.to_move
        if solver is None or seat is None or len(before.legal_moves()) == 1:
            return []
        top, self._rank = self._rank, self._at_work(lambda: _after(solver, seat, self._rank, after))
        if self._rank == top:
            return []
        sign = -1 if seat else 1
        was, now = (sign * int(solver.values[rank]) for rank in (top, self._rank))
        self._lost = self._lost.put(seat, self._lost[seat] + was - now)
        best = self._at_work(lambda: _best(solver, before, top))
        said = sentence(
            *(self.language, self.names, seat, "cli.judge.gives"),  # catalogue: cli.judge.gives.*
            worth=self.language.count("count.big_points", was - now),
            move=move_text(move, self.language),
            before=signed(was),
            after=signed(now),
            better=self._listed(best),
        )
        return ["    " + said]

    def end(self) -> list[str]:
        """What each seat has given away in all."""
        if self.silent:
            return []
        lost = pair(self.language, self.names, self._lost)
        return [self.language.say("cli.judge.lost", lost=lost)]

    def _at_work(self, work: Callable[[], T]) -> T:
        return at_work(self.language.say("cli.solve.solving"), work)

    def _listed(self, moves: Sequence[Move]) -> str:
        *some, last = (move_text(move, self.language) for move in moves)
        if not some:
            return last
        return self.language.say("terminal.or", some=", ".join(some), last=last)


def _begun(deal: Deal) -> tuple[Solver, int]:
    """A solver for a deal and its moves, and the rank of the deal."""
    from bingo.engine import Solver, pack

    solver = Solver(deal.rules, deal.trump)
    solver.begin()
    return solver, solver.rank(pack(deal))


def _after(solver: Solver, seat: Seat, rank: int, deal: Deal) -> int:
    """The rank after a move of the seat, which cannot better it."""
    from bingo.engine import pack

    return solver.rank(pack(deal), low=rank) if seat else solver.rank(pack(deal), high=rank)


def _best(solver: Solver, deal: Deal, rank: int) -> list[Move]:
    """The moves that keep the rank."""
    from bingo.engine import pack

    ranks = solver.ranks_after(deal, pack(deal), rank)
    return [move for move, after in ranks.items() if after == rank]


def signed(value: float) -> str:
    """A value in whole big points with its sign: "+2", "0", "-1"."""
    return f"{value:+.0f}" if value else "0"
