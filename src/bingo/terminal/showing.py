"""What a player is shown at a turn: the news, the table, what may be typed."""

from __future__ import annotations

from dataclasses import dataclass, field

from bingo.game import BySeat, Draw, Play, Seat, View
from bingo.i18n import Language
from bingo.table import Table
from bingo.terminal.ask import Lines
from bingo.terminal.company import Company
from bingo.terminal.news import Seen, news_lines
from bingo.terminal.tell import (
    Names,
    announced_text,
    in_hand,
    name_of,
    outcome_lines,
    sentence,
    view_lines,
)
from bingo.terminal.words import move_text


@dataclass
class Showing:
    """What has been shown to whom.

    facing  the seat of whoever looks at the screen; None when it may be either
    seen    how much of the deal each seat has been told
    """

    lines: Lines
    language: Language
    table: Table
    company: Company
    facing: Seat | None = field(init=False, default=None)
    seen: dict[Seat, Seen] = field(init=False, default_factory=dict)
    _lead_is_told: bool = field(init=False, default=False)
    _tip_is_told: bool = field(init=False, default=False)

    def __post_init__(self) -> None:
        if not self.company.hot_seat:
            self.facing = self.company.human
        self.look()

    @property
    def names(self) -> Names:
        """The names as they are shown."""
        return self.company.names(self.language, self.table.names)

    @property
    def viewer(self) -> Seat:
        """Whoever looks, or the first seat where both may."""
        return Seat.ONE if self.facing is None else self.facing

    def say(self, key: str, **values: object) -> None:
        """Tell one message of the catalogue."""
        self.lines.tell(self.language.say(key, **values))  # catalogue: terminal.*

    def look(self) -> None:
        """Take everything on the table as told."""
        self.seen = {seat: Seen.all_of(self.table.view(seat)) for seat in Seat}

    def begin_deal(self) -> None:
        """A new deal: nobody has seen anything, and at one screen nobody looks yet."""
        self.seen.clear()
        self._lead_is_told = False
        if self.company.hot_seat:
            self.facing = None

    def turn(self, seat: Seat) -> None:
        """The news, the table and what may be typed; of a deal that is over the count."""
        view = self.table.view(seat)
        if view.is_over:
            self.count()
            return
        tricks = self.seen.get(seat, Seen()).tricks
        news = self._news(seat)
        first = self._first_lead(view)
        if first or news:
            self.lines.tell("", *first, *news)
        last = tricks == len(view.played)
        table = view_lines(self.language, self.names, view, self.table.match, last=last)
        self.lines.tell("", *table, *self.fitting(view), *self._tips(view))

    def count(self) -> None:
        """The end of a deal: the last trick and the whole count."""
        news = self._news(self.viewer)
        view = self.table.view(self.viewer)
        self.lines.tell("", *news, *outcome_lines(self.language, self.names, view))

    def call(self, seat: Seat) -> str:
        """Ask the other player to sit down; what is typed."""
        name = name_of(self.language, self.names, seat)
        return self.lines.ask(self.language.say("terminal.hand_over", name=name))

    def prompt(self, view: View) -> str:
        """What is asked of the player."""
        language = self.language
        if Draw() in view.legal_moves():
            ask = language.say("terminal.close_or_draw")
        elif view.trick:
            ask = language.say("terminal.your_answer", tile=view.trick.led)
        else:
            ask = language.say("terminal.your_lead")
        if self.company.hot_seat:
            ask = f"{name_of(language, self.names, view.seat)}. {ask}"
        return ask

    def fitting(self, view: View) -> list[str]:
        """The tiles that may be answered with, when not all may. [6]"""
        legal = {move.tile for move in view.legal_moves() if isinstance(move, Play)}
        if not view.trick or len(legal) == len(view.hand):
            return []
        placed = enumerate(in_hand(view), start=1)
        told = "  ".join(f"{n}) {tile}" for n, tile in placed if tile in legal)
        return [self.language.say("terminal.fitting", tiles=told)]

    def big_points(self) -> BySeat[int]:
        """The score of the match, with what was won in the deal on the table."""
        view = self.table.view(Seat.ONE)
        return BySeat(*(view.score[seat] + view.big_points[seat] for seat in Seat))

    def _news(self, seat: Seat) -> list[str]:
        view = self.table.view(seat)
        seen = self.seen.get(seat, Seen())
        self.seen[seat] = Seen.all_of(view)
        return news_lines(self.language, self.names, view, seen)

    def _first_lead(self, view: View) -> list[str]:
        """Who leads first, at the beginning of a deal. [1.3, 9.3]"""
        if view.played or self._lead_is_told:
            return []
        self._lead_is_told = True
        first = view.board.first_leader
        return [sentence(self.language, self.names, first, "terminal.first_lead")]

    def _tips(self, view: View) -> list[str]:
        """What may be done besides playing a tile; for the first turn, what may be typed at all."""
        language, legal = self.language, view.legal_moves()
        tips = []
        if not self._tip_is_told:
            tips = [language.say("terminal.tip")]
            if self.table.deal_number == 1 and not view.played:
                tips.append(language.say("terminal.tip_new"))
        self._tip_is_told = True
        said = [move for move in legal if isinstance(move, Play) and move.announce]
        if said:
            number = announced_text(language, said[0].announce or 2)
            *some, ways = (f"{move.tile}+" for move in said)
            if some:
                ways = language.say("terminal.or", some=", ".join(some), last=ways)
            tips.append(language.say("terminal.may_announce", said=number, ways=ways))
        other = [move_text(move, language) for move in legal if not isinstance(move, Play)]
        if other and Draw() not in legal:
            tips.append(language.say("terminal.may", words=", ".join(other)))
        return tips
