"""A match between two seats: the one place where its deals are held and its moves go in."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from bingo.game import BingoError, BySeat, Deal, Match, Move, Record, Rules, Seat, StaleMove, View
from bingo.table.dice import Dice


class OutOfTurn(BingoError):
    """A seat wanted to do what is not its to do now."""

    code = "out-of-turn"


class MatchOver(BingoError):
    """The match is won or given up: nothing more can be played at this table."""

    code = "match-over"


class NothingToUndo(BingoError):
    """The seat has made no move in this deal."""

    code = "nothing-to-undo"


@dataclass
class Table:
    """A match in progress. All that is known outside are views, the match and the record.

    `ply` counts what happened at the table; a move may name the ply it is meant for.
    """

    dice: Dice
    _record: Record
    ply: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self.ply = sum(len(deal.history) for deal in self._record.deals)

    @classmethod
    def open(
        cls,
        rules: Rules,
        names: tuple[str, str] = ("", ""),
        *,
        dice: Dice | None = None,
        date: str = "",
        tags: tuple[tuple[str, str], ...] = (),
    ) -> Table:
        """A new match, its first deal dealt."""
        record = Record(rules, names=BySeat(*names), date=date, tags=tags)
        table = cls(dice or Dice(), record)
        order = table.dice.order()
        leader = table.dice.first_leader(rules, order)
        table._record = replace(record, deals=(Deal.start(order, leader, rules),))
        return table

    @classmethod
    def resume(cls, record: Record, *, dice: Dice | None = None) -> Table:
        """Go on with a recorded match that has at least one deal; raises MatchOver."""
        if record.is_over or not record.deals:
            raise MatchOver("the recorded match cannot be gone on with: it is over or not begun")
        return cls(dice or Dice(), record)

    @property
    def rules(self) -> Rules:
        """The rules of the match."""
        return self._record.rules

    @property
    def names(self) -> BySeat[str]:
        """The players' names."""
        return self._record.names

    @property
    def match(self) -> Match:
        """The match after the deals that are over."""
        return self._record.match

    @property
    def is_over(self) -> bool:
        """Whether the match is won or given up."""
        return self._record.is_over

    @property
    def winner(self) -> Seat | None:
        """Who has won the match."""
        return self._record.winner

    @property
    def deal_number(self) -> int:
        """The number of the deal on the table, from 1."""
        return len(self._record.deals)

    @property
    def to_move(self) -> Seat | None:
        """The seat to move; None between deals and when the match is over."""
        return None if self.is_over else self._deal.to_move

    @property
    def record(self) -> Record:
        """The record of the match so far. It shows every tile: not for players still at it."""
        return self._record

    @property
    def _deal(self) -> Deal:
        return self._record.deals[-1]

    def view(self, seat: Seat) -> View:
        """What a seat knows of the deal on the table."""
        return View.of(self._deal, seat)

    def play(self, seat: Seat, move: Move, ply: int | None = None) -> None:
        """Play a move; the one door.

        Raises StaleMove if `ply` is told and the table is at another, MatchOver, OutOfTurn if it is
        not this seat's move, IllegalMove (with the clause) if the rules forbid it. Nothing has
        changed then.
        """
        if ply is not None and ply != self.ply:
            raise StaleMove(self.ply, ply)
        if self.is_over:
            raise MatchOver("the match is over")
        if self.to_move != seat:
            raise OutOfTurn(
                "the deal is over: the next one is to be dealt"
                if self.to_move is None
                else f"seat {self.to_move} is to move, not seat {seat}"
            )
        self._put(self._deal.play(move))
        self.ply += 1

    def next_deal(self) -> None:
        """Deal again; raises OutOfTurn while a deal goes on, MatchOver after the last."""
        if self.is_over:
            raise MatchOver("the match is over")
        if not self._deal.is_over:
            raise OutOfTurn("the deal on the table is not over")
        match = self.match
        leader = self.dice.next_leader(match)
        deal = Deal.start(self.dice.order(), leader, self.rules, match.big_points)
        self._record = replace(self._record, deals=(*self._record.deals, deal))

    def undo(self, seat: Seat) -> Move:
        """Take back a seat's last move in this deal and all that came after it.

        The seat is to move again. The record keeps the number of undone moves under the tag Undone.
        Gives the move taken back; raises NothingToUndo or MatchOver (a match given up stays so).
        """
        if self._record.resigned is not None:
            raise MatchOver("the match was given up")
        deals = [self._deal.from_origin()]
        for move in self._deal.history:
            deals.append(deals[-1].play(move))
        for before, move in zip(reversed(deals[:-1]), reversed(self._deal.history), strict=True):
            if before.to_move == seat:
                self._put(before)
                self._forget_refused()
                self._count_undo()
                self.ply += 1
                return move
        raise NothingToUndo(f"seat {seat} has made no move in this deal")

    def resign(self, seat: Seat) -> None:
        """Give the match up; raises MatchOver."""
        if self.is_over:
            raise MatchOver("the match is over")
        self._record = replace(self._record, resigned=seat)
        self.ply += 1

    def _put(self, deal: Deal) -> None:
        self._record = replace(self._record, deals=(*self._record.deals[:-1], deal))

    def _forget_refused(self) -> None:
        """Drop the refused moves of a record that was resumed, where they were tried later."""
        now = self.deal_number - 1, len(self._deal.history)
        refused = tuple(r for r in self._record.refused if (r.deal, r.ply) <= now)
        self._record = replace(self._record, refused=refused)

    def _count_undo(self) -> None:
        tags = dict(self._record.tags)
        told = tags.get("Undone", "")
        known = int(told) if told.isascii() and told.isdigit() and len(told) < 10 else 0
        tags["Undone"] = str(known + 1)
        self._record = replace(self._record, tags=tuple(tags.items()))
