"""A played match: one readable format for saved matches, golden games and bug reports.

`Record.loads(text)` takes from a file what was decided (tags, orders, moves), plays it by the
rules, and refuses the file if anything it says besides differs from what the rules give. JSON is a
second form of the same content. docs/NOTATION.md has the grammar.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from bingo.game.deal import Deal
from bingo.game.errors import BingoError, InvalidRecord
from bingo.game.match import Match, lowest_hand
from bingo.game.moves import Move, parse_move
from bingo.game.rules import Rules
from bingo.game.scoring import Gain
from bingo.game.setup import Setup
from bingo.game.tiles import BySeat, Seat

FORMAT = 1
OWN_TAGS = ("Rules", "One", "Two", "Date", "Result")
_TAG_NAME = re.compile(r"\w+")


class Refusal(NamedTuple):
    """A move that was tried and refused: in which deal, before which of its plies; both from 0."""

    deal: int
    ply: int
    move: Move
    clause: str


@dataclass(frozen=True, slots=True)
class Record:
    """A match as played, over or not.

    rules     the rules it is played by
    deals     its deals in order; only the last may be unfinished
    names     of the players by seat
    date      as written, such as 2026-11-30; "" if not told
    resigned  the seat that gave the match up, None otherwise
    refused   moves tried and refused, told by golden games and bug reports
    notes     lines of comment at the head
    tags      further tags, kept as they are

    Raises InvalidRecord if the deals do not make a match by the rules.
    """

    rules: Rules
    deals: tuple[Deal, ...] = ()
    names: BySeat[str] = BySeat("", "")  # noqa: RUF009 - a pair is immutable
    date: str = ""
    resigned: Seat | None = None
    refused: tuple[Refusal, ...] = ()
    notes: tuple[str, ...] = ()
    tags: tuple[tuple[str, str], ...] = ()
    match: Match = field(init=False, repr=False, compare=False)
    """The match after the deals that are over."""

    def __post_init__(self) -> None:
        fill = object.__setattr__
        fill(self, "names", BySeat(*map(_single_spaced, self.names)))
        fill(self, "date", _single_spaced(self.date))
        fill(self, "notes", tuple(map(_single_spaced, self.notes)))
        fill(self, "tags", tuple((name, _single_spaced(text)) for name, text in self.tags))
        for text in (
            *self.names,
            self.date,
            *self.notes,
            *(part for tag in self.tags for part in tag),
        ):
            if not text.isprintable():
                fact = f"{text!r} holds characters that cannot be printed"
                raise InvalidRecord(0, fact, "unprintable", given=ascii(text)[1:-1])
        for name, _ in self.tags:
            if name in OWN_TAGS or not _TAG_NAME.fullmatch(name):
                raise InvalidRecord(0, f"{name!r} is no name for a further tag")
        match = self._start
        for number, deal in enumerate(self.deals):
            self._check_deal(number, deal, match)
            match = match.after(deal) if deal.is_over else match
        fill(self, "match", match)

    def _check_deal(self, number: int, deal: Deal, match: Match) -> None:
        where = f"deal {number + 1}"
        if deal.rules != self.rules:
            raise InvalidRecord(0, f"{where} is played by {deal.rules}, the match by {self.rules}")
        if match.is_over:
            raise InvalidRecord(0, f"{where} comes after the match is over [9.2]")
        if deal.score != match.big_points:
            one, two = match.big_points
            fact = f"{where} begins at {one}:{two}, not {_pair(deal.score)}"
            true = _pair(match.big_points)
            raise InvalidRecord(0, fact, "score", n=number + 1, true=true, given=_pair(deal.score))
        if match.next_leader not in (None, deal.first_leader):
            raise InvalidRecord(0, f"{where} is led by {match.next_leader} first [9.3]")
        if number + 1 < len(self.deals) and not deal.is_over:
            fact = f"{where} is not over, yet another follows"
            raise InvalidRecord(0, fact, "not-over", n=number + 1)
        origin = deal.origin
        begun = any(origin.tricks) or origin.led is not None
        fresh = len(origin.stock) == 14 and deal.score == (0, 0) and not begun
        if number == 0 and fresh and self.rules.first_leader == "lowest_hand":
            lowest = lowest_hand(origin.hands)  # type: ignore[arg-type]
            if lowest not in (None, deal.first_leader):
                raise InvalidRecord(0, f"{where} is led by {lowest}, the lowest hand [1.3]")

    @property
    def _start(self) -> Match:
        """The match before its first deal, which may begin at a score."""
        if not self.deals:
            return Match.start(self.rules, Seat.ONE)
        first = self.deals[0]
        return replace(Match.start(self.rules, first.first_leader), big_points=first.score)

    @property
    def is_over(self) -> bool:
        """Whether the match is won or given up."""
        return self.resigned is not None or self.match.is_over

    @property
    def winner(self) -> Seat | None:
        """Who has won the match."""
        return self.match.winner if self.resigned is None else self.resigned.other

    @property
    def result(self) -> str:
        """The big points, as "7:3", "7:7, one first to 70", "3:2, two resigned"; "*" before."""
        if not self.is_over:
            return "*"
        big_points = self.match.big_points
        if self.resigned is not None:
            unfinished = self.deals and not self.deals[-1].is_over
            bonus = self.deals[-1].big_points if unfinished else BySeat(0, 0)
            big_points = BySeat(*(a + b for a, b in zip(big_points, bonus, strict=True)))
            return f"{_pair(big_points)}, {self.resigned} resigned"
        if big_points.one == big_points.two:
            return f"{_pair(big_points)}, {self.winner} first to 70"
        return _pair(big_points)

    @classmethod
    def loads(cls, text: str) -> Record:
        """Read a record and verify all it says; raises InvalidRecord with line and fact."""
        from bingo.game.record_text import loads

        return loads(text)

    def dumps(self) -> str:
        """The record as text; `Record.loads` gives it back."""
        from bingo.game.record_text import dumps

        return dumps(self)

    def __repr__(self) -> str:
        return f"Record.loads({self.dumps()!r})"

    # --- JSON -------------------------------------------------------------------------------------

    def to_json(self) -> str:
        """The same content as JSON, indented."""
        return json.dumps(_record_json(self), ensure_ascii=False, indent=1)

    @classmethod
    def from_json(cls, text: str) -> Record:
        """Read the JSON form and verify all it says; raises InvalidRecord."""
        try:
            given = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise InvalidRecord(getattr(error, "lineno", 0), f"not JSON: {error}", "json") from None
        record = _read_json(given)
        _same(given, _record_json(record), "the record")
        return record


def _single_spaced(text: str) -> str:
    """The text as a line of a record keeps it."""
    return " ".join(text.split())


def _pair(pair: BySeat[int]) -> str:
    return f"{pair.one}:{pair.two}"


def _record_json(record: Record) -> dict[str, Any]:
    return {
        "bingo": FORMAT,
        "notes": list(record.notes),
        "rules": str(record.rules),
        "one": record.names.one,
        "two": record.names.two,
        "date": record.date,
        "tags": dict(record.tags),
        "resigned": None if record.resigned is None else str(record.resigned),
        "result": record.result,
        "deals": [_deal_json(record, number) for number in range(len(record.deals))],
    }


def _deal_json(record: Record, number: int) -> dict[str, Any]:
    deal = record.deals[number]
    return {
        "position": str(deal.origin),
        "moves": [str(move) for move in deal.history],
        "refused": [
            {"ply": refusal.ply, "move": str(refusal.move), "clause": refusal.clause}
            for refusal in record.refused
            if refusal.deal == number
        ],
        "tricks": [
            {
                "leader": str(trick.leader),
                "led": str(trick.led),
                "announced": trick.announce,
                "answer": trick.answer and str(trick.answer),
                "taker": None if trick.taker is None else str(trick.taker),
                "strict": trick.strict,
                "gains": [_gain_json(gain) for gain in trick.gains],
            }
            for trick in deal.board.all_tricks
        ],
        "points": list(deal.points),
        "big_points": list(deal.big_points),
        "closed_by": None if deal.closed_by is None else str(deal.closed_by),
        "outcome": deal.outcome
        and {
            "how": deal.outcome.how,
            "gains": [_gain_json(gain) for gain in deal.outcome.gains],
        },
    }


def _gain_json(gain: Gain) -> dict[str, Any]:
    return gain._asdict() | {"seat": str(gain.seat)}


def _read_json(given: object) -> Record:
    """The record that the decisions in the JSON make."""
    try:
        if not isinstance(given, Mapping) or given.get("bingo") != FORMAT:
            fact = f'the JSON record must say "bingo": {FORMAT}'
            raise InvalidRecord(0, fact, "format", n=FORMAT)
        deals: list[Deal] = []
        refused: list[Refusal] = []
        for number, entry in enumerate(given["deals"]):
            deal = Setup.parse(entry["position"]).deal()
            tried: dict[int, list[Move]] = {}
            for item in entry["refused"]:
                tried.setdefault(item["ply"], []).append(parse_move(item["move"]))
            for ply, word in enumerate([*entry["moves"], None]):
                refused += [refusal_at(deal, number, move) for move in tried.get(ply, ())]
                if word is not None:
                    deal = deal.play(parse_move(word))
            deals.append(deal)
        resigned = given["resigned"]
        return Record(
            rules=Rules.parse(given["rules"]),
            deals=tuple(deals),
            names=BySeat(given["one"], given["two"]),
            date=given["date"],
            resigned=None if resigned is None else Seat.parse(resigned),
            refused=tuple(refused),
            notes=tuple(given["notes"]),
            tags=tuple(given["tags"].items()),
        )
    except InvalidRecord:
        raise
    except BingoError as error:
        raise InvalidRecord(0, str(error)) from error
    except (KeyError, TypeError, AttributeError, ValueError) as error:
        raise InvalidRecord(0, f"the JSON record is not complete: {error!r}") from error


def refusal_at(deal: Deal, number: int, move: Move) -> Refusal:
    """The refusal of a move in a deal that stands so; raises InvalidRecord if it is legal."""
    if move in deal.legal_moves():
        raise InvalidRecord(0, f"{move} is told as refused, but it is legal")
    return Refusal(number, len(deal.history), move, deal.refusal(move))


def _same(given: object, true: object, where: str) -> None:
    """Raise InvalidRecord at the first place where the file differs from what the rules give."""
    if isinstance(true, dict) and isinstance(given, Mapping):
        for key in {**true, **given}:
            if key not in true:
                raise InvalidRecord(0, f"{where}: {key!r} has no meaning here")
            _same(given.get(key), true[key], f"{where}, {key}")
    elif isinstance(true, list) and isinstance(given, list) and len(true) == len(given):
        for number, (mine, yours) in enumerate(zip(given, true, strict=True), start=1):
            _same(mine, yours, f"{where} {number}")
    elif given != true or type(given) is not type(true):
        fact = f"{where}: the file says {given!r}, the rules give {true!r}"
        raise InvalidRecord(0, fact, "json-differs", where=where, given=given, true=true)
