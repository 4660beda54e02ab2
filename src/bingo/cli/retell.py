"""A recorded match retold trick by trick."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from bingo.cli.errors import printable
from bingo.game import BySeat, Deal, Play, Record, Seat, View
from bingo.i18n import Language
from bingo.terminal.company import names_shown
from bingo.terminal.news import said_line
from bingo.terminal.tell import (
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
) -> Iterator[list[str]]:
    """The lines between two stops: the head of each deal, its tricks, its count, the match.

    `numbers` are deals counted from 0. A viewer sees what that seat saw at the time; `opened`
    shows both hands. Names are told as in the game, without control characters.
    """
    one, two = map(printable, names_shown(language, record))
    record = replace(record, names=BySeat(one, two))
    for number in numbers:
        yield from _Retold(language, record, number, viewer, opened).steps()
        if number + 1 == len(record.deals):
            yield from _end(language, record)


def _end(language: Language, record: Record) -> Iterator[list[str]]:
    """How the match ended, if it did."""
    if record.resigned is not None:
        yield [sentence(language, record.names, record.resigned, "terminal.resigned")]
    elif record.winner is not None:
        score = pair(language, record.names, record.match.big_points)
        yield [sentence(language, record.names, record.winner, "terminal.match_over", score=score)]


class _Retold:
    """One deal as it is retold."""

    def __init__(
        self, language: Language, record: Record, number: int, viewer: Seat | None, opened: bool
    ) -> None:
        self.language, self.names = language, record.names
        self.number, self.deal = number, record.deals[number]
        self.viewer = viewer
        self.shown = tuple(Seat) if opened else () if viewer is None else (viewer,)

    def steps(self) -> Iterator[list[str]]:
        """The head of the deal, its tricks, its count."""
        stand = self.deal.from_origin()
        lines = [*self._head(stand), *self._hands(stand)]
        if self.deal.history:
            yield lines
            lines = []
        for move in self.deal.history:
            before, stand = stand, stand.play(move)
            taken = len(stand.played) > len(before.played)
            if not isinstance(move, Play):
                leader = before.leader
                view = View.of(before, leader)
                said = said_line(self.language, self.names, view, leader, move)
                lines.append(f"    {said}")
            if taken:
                lines += self._trick(stand)
            lines += self._drawn(before, stand)
            if taken:
                yield lines + ([] if stand.is_over else list(self._hands(stand)))
                lines = []
        if stand.trick:
            lines.append(trick_line(self.language, self.names, stand.trick))
        seen = stand.board if self.viewer is None else View.of(stand, self.viewer)
        lines += outcome_lines(self.language, self.names, seen)
        if stand.outcome is None:
            lines.append(self.language.say("cli.replay.unfinished"))
        yield [*lines, ""]

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

    def _trick(self, stand: Deal) -> Iterator[str]:
        """The trick just taken: what was won and drawn, the hands for the next one."""
        board = stand.board if self.viewer is None else View.of(stand, self.viewer).board
        hidden = self.viewer is not None and not stand.rules.totals_visible
        trick = board.played[-1]
        points = None if hidden else board.points
        number = sum(board.tricks)
        yield f"{number:2}. {trick_line(self.language, self.names, trick, points)}"
        for gain in trick.gains:
            if gain.clause != "2.5":
                yield "    " + gain_line(self.language, self.names, gain, trick=trick)
        for line in unpaid_lines(self.language, board, trick):
            yield "    " + line

    def _drawn(self, before: Deal, after: Deal) -> Iterator[str]:
        """What the shown seats have drawn since."""
        for seat in self.shown:
            for tile in after.drawn[seat][len(before.drawn[seat]) :]:
                told = sentence(self.language, self.names, seat, "cli.replay.drawn", tile=tile)
                yield f"    {told}"
