"""A recorded match retold trick by trick."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from bingo.cli.errors import printable
from bingo.cli.judge import Judge
from bingo.game import BySeat, Deal, Move, Play, Record, Seat, View
from bingo.i18n import Language
from bingo.terminal.company import names_shown
from bingo.terminal.news import said_line
from bingo.terminal.show import NOBODY
from bingo.terminal.tell import (
    Names,
    gain_line,
    name_of,
    outcome_lines,
    pair,
    sentence,
    stock_line,
    trick_line,
    unpaid_lines,
)


def steps(
    language: Language,
    record: Record,
    numbers: Iterable[int],
    viewer: Seat | None,
    *,
    opened: bool,
    solved: bool,
) -> Iterator[list[str]]:
    """The lines between two stops: the head of each deal, its tricks, its count, the match.

    `numbers` are deals counted from 0. A viewer sees what that seat saw at the time; `opened`
    shows both hands; `solved` tells what each deal is worth and who gives how much of it away.
    Names are told as in the game, without control characters.
    """
    one, two = map(printable, names_shown(language, record))
    record = replace(record, names=BySeat(one, two))
    for number in numbers:
        shown = tuple(Seat) if opened else () if viewer is None else (viewer,)
        judge = Judge(language, record.names, silent=not solved)
        yield from _Retold(language, record, number, viewer, shown, judge).steps()
        if number + 1 == len(record.deals):
            yield from _end(language, record)


def _end(language: Language, record: Record) -> Iterator[list[str]]:
    """How the match ended, if it did."""
    if record.resigned is not None:
        yield [sentence(language, record.names, record.resigned, "terminal.resigned")]
    elif record.winner is not None:
        score = pair(language, record.names, record.match.big_points)
        yield [sentence(language, record.names, record.winner, "terminal.match_over", score=score)]


def line_lines(language: Language, deal: Deal, moves: Iterable[Move]) -> Iterator[str]:
    """Moves of a deal as its tricks and what is said between them, then the count."""
    stand, names = deal, NOBODY
    for move in moves:
        before, stand = stand, stand.play(move)
        if not isinstance(move, Play):
            yield _said(language, names, before, move)
        if len(stand.played) > len(before.played):
            yield from _trick(language, names, stand)
    if stand.trick:
        yield trick_line(language, names, stand.trick)
    yield from outcome_lines(language, names, stand.board)


def _said(language: Language, names: Names, before: Deal, move: Move) -> str:
    """A move that is not a tile."""
    leader = before.leader
    return f"    {said_line(language, names, View.of(before, leader), leader, move)}"


def _trick(
    language: Language, names: Names, stand: Deal, viewer: Seat | None = None
) -> Iterator[str]:
    """The trick just taken and what was won with it, as far as the viewer is told."""
    board = stand.board if viewer is None else View.of(stand, viewer).board
    hidden = viewer is not None and not stand.rules.totals_visible
    trick = board.played[-1]
    told = trick_line(language, names, trick, None if hidden else board.points)
    yield f"{sum(board.tricks):2}. {told}"
    for gain in trick.gains:
        if gain.clause != "2.5":
            yield "    " + gain_line(language, names, gain, trick=trick)
    for line in unpaid_lines(language, board, trick):
        yield "    " + line


@dataclass(frozen=True)
class _Retold:
    """One deal as it is retold."""

    language: Language
    record: Record
    number: int
    viewer: Seat | None
    shown: tuple[Seat, ...]
    judge: Judge

    def steps(self) -> Iterator[list[str]]:
        """The head of the deal, its tricks, its count, and what the judge has to say."""
        deal = self.record.deals[self.number]
        stand = deal.from_origin()
        lines = [*self._head(stand), *self.judge.begin(stand), *self._hands(stand)]
        if deal.history:
            yield lines
            lines = []
        judged: list[str] = []
        for move in deal.history:
            before, stand = stand, stand.play(move)
            judged += self.judge.move(before, move, stand)
            taken = len(stand.played) > len(before.played)
            if not isinstance(move, Play):
                lines.append(_said(self.language, self.names, before, move))
            if taken:
                lines += _trick(self.language, self.names, stand, self.viewer)
            if taken or not isinstance(move, Play):
                lines, judged = [*lines, *judged], []
            lines += self._drawn(before, stand)
            if taken:
                yield lines if stand.is_over else [*lines, *self.judge.value(), *self._hands(stand)]
                lines = []
        yield [*lines, *self._end(stand, judged), ""]

    def _end(self, stand: Deal, judged: list[str]) -> Iterator[str]:
        """A trick in progress, and the count."""
        if stand.trick:
            yield trick_line(self.language, self.names, stand.trick)
        yield from judged
        seen = stand.board if self.viewer is None else View.of(stand, self.viewer)
        yield from outcome_lines(self.language, self.names, seen)
        if stand.outcome is None:
            if stand.trick:
                yield from self.judge.value()
            yield self.language.say("cli.replay.unfinished")
        yield from self.judge.end()

    @property
    def names(self) -> Names:
        """The names as they are told."""
        return self.record.names

    def _head(self, stand: Deal) -> Iterator[str]:
        """What is known before the first lead."""
        say = self.language.say
        yield say(
            "cli.replay.deal-head",
            n=self.number + 1,
            score=pair(self.language, self.names, stand.score),
            first=sentence(self.language, self.names, stand.leader, "terminal.first_lead"),
        )
        yield stock_line(self.language, self.names, View.of(stand, self.viewer or Seat.ONE))

    def _hands(self, stand: Deal) -> Iterator[str]:
        """The hands that are shown, before a trick."""
        for seat in self.shown:
            tiles = " ".join(map(str, stand.hands[seat]))
            if tiles:
                yield f"    {name_of(self.language, self.names, seat)}: {tiles}"

    def _drawn(self, before: Deal, after: Deal) -> Iterator[str]:
        """What the shown seats have drawn since."""
        for seat in self.shown:
            for tile in after.drawn[seat][len(before.drawn[seat]) :]:
                told = sentence(self.language, self.names, seat, "cli.replay.drawn", tile=tile)
                yield f"    {told}"
