"""A recorded match retold trick by trick."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from bingo.cli.errors import printable
from bingo.game import BySeat, Claim, Close, Deal, Exchange, Move, Play, Record, Seat, View
from bingo.i18n import Language
from bingo.terminal.tell import gain_line, name_of, outcome_lines, pair, stock_line, trick_line


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
    shows both hands. Names are told without control characters.
    """
    one, two = map(printable, record.names)
    record = replace(record, names=BySeat(one, two))
    for number in numbers:
        yield from _Retold(language, record, number, viewer, opened).steps()
        if number + 1 == len(record.deals):
            yield from _end(language, record)


def _end(language: Language, record: Record) -> Iterator[list[str]]:
    """How the match ended, if it did."""
    if record.resigned is not None:
        name = name_of(language, record.names, record.resigned)
        yield [language.say("cli.replay.resigned", name=name)]
    elif record.winner is not None:
        winner = name_of(language, record.names, record.winner)
        score = pair(language, record.names, record.match.big_points)
        yield [language.say("cli.replay.result", score=score, winner=winner)]


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
                lines.append("    " + self._said(before, move))
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
            leader=name_of(self.language, self.names, stand.leader),
        )
        yield stock_line(self.language, self.names, View.of(stand, self.viewer or Seat.ONE))

    def _hands(self, stand: Deal) -> Iterator[str]:
        """The hands that are shown, before a trick."""
        for seat in self.shown:
            tiles = " ".join(map(str, stand.hands[seat]))
            if tiles:
                yield f"    {name_of(self.language, self.names, seat)}: {tiles}"

    def _said(self, stand: Deal, move: Move) -> str:
        """A move that is not a tile, in the terminal's words."""
        say, name = self.language.say, name_of(self.language, self.names, stand.leader)
        match move:
            case Close():
                return say("terminal.news.close", name=name)
            case Claim():
                return say("terminal.news.claim", name=name)
            case Exchange():
                put, taken = stand.board.tables.lowest_trump, stand.turn_up
                return say("terminal.news.exchange", name=name, put=put, taken=taken)
            case _:
                return say("cli.replay.draw", name=name)

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
                yield "    " + gain_line(self.language, self.names, gain)

    def _drawn(self, before: Deal, after: Deal) -> Iterator[str]:
        """What the shown seats have drawn since."""
        for seat in self.shown:
            for tile in after.drawn[seat][len(before.drawn[seat]) :]:
                name = name_of(self.language, self.names, seat)
                yield "    " + self.language.say("cli.replay.drawn", name=name, tile=tile)
