"""What has happened since a player last looked: tricks, bonuses, closing, draws."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bingo.game import Claim, Close, Draw, Exchange, Move, Play, Seat, Trick, View
from bingo.i18n import Language
from bingo.terminal.tell import (
    Names,
    gain_line,
    is_part,
    name_of,
    sentence,
    trick_line,
    unpaid_lines,
)


class Seen(NamedTuple):
    """How much of a deal a player has been told: moves, tricks, tiles drawn by that player."""

    moves: int = 0
    tricks: int = 0
    drawn: int = 0

    @classmethod
    def all_of(cls, view: View) -> Seen:
        """All there is to see now."""
        return cls(len(view.history), len(view.played), len(view.drawn))


def news_lines(language: Language, names: Names, view: View, seen: Seen) -> list[str]:
    """What has happened since, line by line, from what the viewer's seat knows."""
    lines: list[str] = []
    drawing = _draw_lines(language, names, view, seen)
    by_choice = Draw() in view.history[seen.moves :]
    for number, (seat, move, trick) in enumerate(_happened(view)):
        if number < seen.moves:
            continue
        match move:
            case Draw():
                lines += drawing
            case Close() | Exchange() | Claim():
                lines.append(said_line(language, names, view, seat, move))
            case _ if trick is not None and seat == trick.leader:
                lines += _lead_lines(language, names, trick)
            case _ if trick is not None:
                lines += _trick_lines(language, names, view, trick, known=number - 1 < seen.moves)
                lines += [] if by_choice else drawing
    return lines


def said_line(language: Language, names: Names, seen: View, seat: Seat, move: Move) -> str:
    """A move that is not a tile: "You close the stock. Strict play from here."."""
    match move:
        case Close():
            return sentence(language, names, seat, "terminal.news.close")
        case Claim():
            return sentence(language, names, seat, "terminal.news.claim")
        case Exchange():
            tiles = {"put": seen.board.tables.lowest_trump, "taken": seen.origin.turn_up}
            return sentence(language, names, seat, "terminal.news.exchange", **tiles)
        case _:
            return sentence(language, names, seat, "terminal.news.stays_open")


def story_lines(language: Language, names: Names, seen: View) -> list[str]:
    """The deal so far from its first lead: the tricks, numbered, and what was said between them."""
    lines: list[str] = []
    number = 0
    for seat, move, trick in _happened(seen):
        if isinstance(move, Close | Exchange | Claim):
            lines.append("    " + said_line(language, names, seen, seat, move))
        elif trick is not None and (seat != trick.leader or trick.answer is None):
            number += 1
            lines.append(f"{number:2}. {trick_line(language, names, trick)}")
    return lines


def _lead_lines(language: Language, names: Names, trick: Trick) -> Iterator[str]:
    """What a lead that is not answered yet has won at once. [5.4]"""
    if trick.answer is None:
        for gain in trick.gains:
            yield "  " + gain_line(language, names, gain)


def _trick_lines(
    language: Language, names: Names, view: View, trick: Trick, *, known: bool
) -> Iterator[str]:
    """A trick that is complete, with what it brings besides its tiles' points.

    `known`: the lead was told before, and with it what it won at once.
    """
    yield trick_line(language, names, trick)
    earlier = view.played[: view.played.index(trick)]
    at_once = view.rules.announce_credit == "any_trick" and any(
        before.taker == trick.leader for before in earlier
    )
    for gain in trick.gains:
        told = known and at_once and gain.seat == trick.leader and gain.clause[0] == "5"
        if gain.clause != "2.5" and (not told or is_part(trick, gain)):
            yield "  " + gain_line(language, names, gain, trick=trick)
    for line in unpaid_lines(language, view.board, trick):
        yield "  " + line


def _draw_lines(language: Language, names: Names, view: View, seen: Seen) -> list[str]:
    """Who draws, and the viewer's own tile. [4.2]"""
    mine = view.drawn[seen.drawn :]
    if not mine or not view.played:
        return []
    taker = view.played[-1].taker
    first = Seat.ONE if taker is None else taker
    second = name_of(language, names, first.other)
    told = sentence(language, names, first, "terminal.news.draw", second=second)
    told += " " + language.say("terminal.news.drawn", tile=" ".join(map(str, mine)))
    if view.stock_left == 0 and view.turn_up not in mine:
        other = name_of(language, names, view.seat.other)
        return [told, language.say("terminal.news.turn_up", tile=view.turn_up, name=other)]
    return [told]


def _happened(view: View) -> list[tuple[Seat, Move, Trick | None]]:
    """Every move of the deal with its seat; a tile with its trick."""
    tricks = view.board.all_tricks
    happened: list[tuple[Seat, Move, Trick | None]] = []
    tiles = int(view.origin.led is not None)
    for move in view.history:
        number = tiles // 2
        trick = tricks[number] if number < len(tricks) else None
        leader = trick.leader if trick else view.leader
        if not isinstance(move, Play):
            happened.append((leader, move, None))
            continue
        happened.append((leader.other if tiles % 2 else leader, move, trick))
        tiles += 1
    return happened
