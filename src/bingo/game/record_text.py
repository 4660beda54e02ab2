"""The record as text: tags in the spirit of PGN, then each deal, a line a trick.

    [Rules "russian"]
    [One "Vera"]
    [Result "*"]

    deal 1, leader one, score 0:0
    order 0-0 1-1 3-2 … | 1-0 2-1 3-0 … | 2-0 2-2 3-1 … 4-2
     1. one close 0-0+3, !6-6(6.2) 4-1 -> one [5.2 +40] [2.5 +19] 59:0
     2. one 4-4+2, 1-0 -> one [5.2 +20] [2.5 +28] 107:0
    over seventy [one 8.2 +3 big] 3:0

The writer is the one place that says what is derived. The loader reads the decisions, plays them,
writes the record anew and compares line by line.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from bingo.game.board import Trick
from bingo.game.deal import Deal
from bingo.game.errors import BingoError, InvalidRecord
from bingo.game.moves import Play, parse_move
from bingo.game.record import OWN_TAGS, Record, Refusal, refusal_at
from bingo.game.rules import Rules
from bingo.game.scoring import Gain
from bingo.game.setup import Setup, write_places
from bingo.game.tiles import BySeat, Seat, parse_tiles

_TAG = re.compile(r'\[(\w+) "((?:[^"\\]|\\.)*)"\]')
_HEADER = re.compile(r"deal (\d+), leader (one|two), score (\d+):(\d+)")
_TRICK = re.compile(r"(\d+)\. (one|two)( .*)?")
_RESIGNED = re.compile(r".*, (one|two) resigned")


# --- writing --------------------------------------------------------------------------------------


def dumps(record: Record) -> str:
    """The record as text, with a line break at the end."""
    lines = [f"# {note}".rstrip() for note in record.notes]
    told = [("One", record.names.one), ("Two", record.names.two), ("Date", record.date)]
    tags = [("Rules", str(record.rules)), *(tag for tag in told if tag[1])]
    tags += [("Result", record.result), *record.tags]
    lines += [f'[{name} "{_quoted(value)}"]' for name, value in tags]
    for number in range(len(record.deals)):
        lines += ["", *_deal_lines(record, number)]
    return "\n".join(lines) + "\n"


def _quoted(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def _deal_lines(record: Record, number: int) -> Iterator[str]:
    deal = record.deals[number]
    origin = deal.origin
    yield f"deal {number + 1}, leader {deal.first_leader}, score {_pair(deal.score)}"
    fresh = Setup(origin.rules, origin.hands, origin.stock, origin.leader, score=origin.score)
    if origin == fresh and len(origin.stock) == 14:
        yield f"order {' | '.join(map(write_places, (*origin.hands, origin.stock)))}"
    else:
        yield f"position {origin}"
    yield from _trick_lines(deal, [r for r in record.refused if r.deal == number])
    if deal.outcome:
        gains = "".join(f" [{_gain(gain, None)}]" for gain in deal.outcome.gains)
        yield f"over {deal.outcome.how}{gains} {_pair(deal.big_points)}"


def _trick_lines(deal: Deal, refused: list[Refusal]) -> Iterator[str]:
    """A line for each trick, the last one perhaps unfinished."""
    stand = deal.from_origin()
    decided: list[str] = []
    for ply, move in enumerate((*deal.history, None)):
        number = sum(stand.tricks) + 1
        for refusal in refused:
            if refusal.ply == ply:
                decided.append(f"!{refusal.move}({refusal.clause})")
        if move is None:
            break
        answers = stand.trick is not None
        decided.append(str(move))
        leader, stand = stand.leader, stand.play(move)
        if answers:
            yield _line(number, leader, decided, stand.played[-1], stand)
            decided = []
        elif isinstance(move, Play):
            decided[-1] += ","
    if decided:
        trick = stand.trick
        number = sum(stand.tricks) + 1
        decided[-1] = decided[-1].rstrip(",")
        yield _line(number, stand.leader, decided, trick, stand)


def _line(number: int, leader: Seat, decided: list[str], trick: Trick | None, deal: Deal) -> str:
    """One trick: who leads, all that was done, and what comes of it by the rules."""
    words = [f"{number:2}. {leader}", *decided]
    if trick and trick.taker is not None:
        words.append(f"-> {trick.taker}")
    gains = trick.gains if trick else ()
    words += [f"[{_gain(gain, trick and trick.taker)}]" for gain in gains]
    if gains or (trick and trick.taker is not None):
        words.append(_pair(deal.points))
    return " ".join(words)


def _gain(gain: Gain, taker: Seat | None) -> str:
    """Write 2.5 +12 or 4.4 +1 big, with the seat if it is not the taker's."""
    who = "" if gain.seat == taker else f"{gain.seat} "
    worth = f"+{gain.points}" if gain.points else f"+{gain.big_points} big"
    return f"{who}{gain.clause} {worth}"


def _pair(pair: BySeat[int]) -> str:
    return f"{pair.one}:{pair.two}"


# --- reading --------------------------------------------------------------------------------------


def loads(text: str, *, verify: bool = True) -> Record:
    """Read a record and verify all it says; raises InvalidRecord with line and fact.

    Without `verify` only the decisions are read and played; what follows from them may be wrong.
    """
    reader = _Reader(renew=not verify)
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            reader.read(number, " ".join(line.split()))
        except InvalidRecord as error:
            raise error.at(error.line or number) from None
        except BingoError as error:
            raise InvalidRecord(number, str(error)) from error
        except ValueError:  # of int(): more digits than it takes
            raise InvalidRecord(number, "a number is too long", "number") from None
    record = reader.record()
    if verify:
        _verify(reader, record)
    return record


@dataclass
class _Reader:
    """What has been read: tags, the decisions of each deal, and the lines to verify.

    With `renew` a later deal begins with the big points that the deals before have brought.
    """

    renew: bool = False
    notes: list[str] = field(default_factory=list)
    tags: dict[str, tuple[int, str]] = field(default_factory=dict)
    deals: list[Deal] = field(default_factory=list)
    refused: list[Refusal] = field(default_factory=list)
    header: tuple[Seat, BySeat[int]] | None = None
    headers: list[int] = field(default_factory=list)
    body: list[tuple[int, str]] = field(default_factory=list)

    def read(self, number: int, line: str) -> None:
        """Take one line; raises BingoError."""
        if line.startswith("#"):
            if not self.tags and not self.body:
                self.notes.append(line[1:].strip())
            return
        if line.startswith("["):
            self._tag(number, line)
            return
        if not line:
            return
        self.body.append((number, line))
        word, _, rest = line.partition(" ")
        if word == "deal":
            self._header(line)
            self.headers.append(number)
        elif word in ("order", "position"):
            self._begin(word, rest)
        elif match := _TRICK.fullmatch(line):
            self._moves(re.split(r" -> | \[", match[3] or "")[0].replace(",", " ").split())
        elif word != "over":
            raise InvalidRecord(0, f"{line!r} is no line of a record", "line", given=line)

    def _tag(self, number: int, line: str) -> None:
        match = _TAG.fullmatch(line)
        if match is None or match[1] in self.tags or self.body:
            fact = f'{line!r} is not a tag [Name "text"], once each, at the head'
            raise InvalidRecord(0, fact, "tag", given=line)
        self.tags[match[1]] = number, re.sub(r"\\(.)", r"\1", match[2])

    def _header(self, line: str) -> None:
        match = _HEADER.fullmatch(line)
        if match is None or int(match[1]) != len(self.deals) + 1 or self.header:
            due = len(self.deals) + 1
            fact = f"{line!r}: expected deal {due}, leader one|two, score N:N"
            raise InvalidRecord(0, fact, "header", given=line, due=due)
        self.header = Seat.parse(match[2]), BySeat(int(match[3]), int(match[4]))

    def _begin(self, word: str, rest: str) -> None:
        if self.header is None:
            raise InvalidRecord(0, f"a line with its deal, leader and score comes before {word}")
        leader, score = self.header
        self.header = None
        before = self.deals[-1] if self.deals and self.renew else None
        if before:
            one, two = (before.score[seat] + before.big_points[seat] for seat in Seat)
            score = BySeat(one, two)
        if word == "position":
            setup = Setup.parse(rest)
            self.deals.append((replace(setup, score=score) if before else setup).deal())
        else:
            order = parse_tiles(rest.replace("|", " "))
            self.deals.append(Deal.start(order, leader, self.rules, score))

    def _moves(self, words: list[str]) -> None:
        if not self.deals or self.header:
            raise InvalidRecord(0, "a trick stands before the order of its deal")
        for word in words:
            deal = self.deals[-1]
            if word.startswith("!"):
                move = parse_move(word[1:].partition("(")[0])
                self.refused.append(refusal_at(deal, len(self.deals) - 1, move))
            else:
                self.deals[-1] = deal.play(parse_move(word))

    @property
    def rules(self) -> Rules:
        """The rules told by the tag; raises InvalidRecord or InvalidRules."""
        if "Rules" not in self.tags:
            raise InvalidRecord(0, 'the tag [Rules "…"] is missing', "no-rules")
        return Rules.parse(self.tags["Rules"][1])

    def record(self) -> Record:
        """The record of what was read; raises InvalidRecord."""
        texts = {name: text for name, (_, text) in self.tags.items()}
        given_up = _RESIGNED.fullmatch(texts.get("Result", "*"))
        try:
            return Record(
                rules=self.rules,
                deals=tuple(self.deals),
                names=BySeat(texts.get("One", ""), texts.get("Two", "")),
                date=texts.get("Date", ""),
                resigned=Seat.parse(given_up[1]) if given_up else None,
                refused=tuple(self.refused),
                notes=tuple(self.notes),
                tags=tuple((name, text) for name, text in texts.items() if name not in OWN_TAGS),
            )
        except InvalidRecord as error:
            raise error.at(self._line_of_fault()) from None
        except BingoError as error:
            raise InvalidRecord(self.tags.get("Rules", (0, ""))[0], str(error)) from error

    def _line_of_fault(self) -> int:
        """The header of the first deal that does not follow from those before it; 0 if none."""

        def fails(number: int) -> bool:
            try:
                Record(self.rules, tuple(self.deals[:number]))
            except InvalidRecord:
                return True
            return False

        numbers = range(1, len(self.deals) + 1)
        first = bisect_left(numbers, True, key=fails)
        return self.headers[first] if first < len(self.deals) else 0


def _verify(reader: _Reader, record: Record) -> None:
    """Compare each line with what the rules give; raises InvalidRecord at the first difference."""
    number, result = reader.tags.get("Result", (0, "nothing"))
    if result != record.result:
        fact = f"the result is {record.result}, the record says {result}"
        raise InvalidRecord(
            number, fact, "result", given=result if number else "", true=record.result
        )
    written = [" ".join(line.split()) for line in record.dumps().splitlines()]
    true = [line for line in written if line and line[0] not in "#["]
    for (number, line), should in zip(reader.body, true, strict=False):
        if line != should:
            fact = f"the record says {line!r}, the rules give {should!r}"
            raise InvalidRecord(number, fact, "differs", given=line, true=should)
    if len(reader.body) > len(true):
        number, line = reader.body[len(true)]
        raise InvalidRecord(number, f"{line!r} is too much", "too-much", given=line)
    if len(reader.body) < len(true):
        due = true[len(reader.body)]
        raise InvalidRecord(0, f"the record breaks off before {due!r}", "breaks-off", due=due)
