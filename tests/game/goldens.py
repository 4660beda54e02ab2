"""The golden games as records, and what is asked of them by the tests."""

import re
from collections.abc import Iterator
from functools import cache

from bingo.game import Deal, Move, Play, Record, Tile, tables
from tools import golden

FILES = {file.stem: file for file in sorted(golden.FOLDER.glob("*.txt"))}

EXAMPLES = {
    ("6-2", "3-3", "5-2", "6-4"): "5-2",
    ("6-2", "3-3", "6-4"): "3-3 6-4",
    ("6-0", "2-0", "6-3"): "2-0",
    ("4-1", "0-0", "6-6"): "0-0",
    ("0-0", "4-4", "5-0"): "4-4",
    ("6-0", "0-0", "6-6"): "6-6",
}
"""The lead, the hand and what may answer. [6.7]"""


@cache
def record_of(name: str) -> Record:
    return Record.loads(FILES[name].read_text(encoding="utf-8"))


def notes(record: Record) -> str:
    """The head, without the options it names."""
    return " ".join(note for note in record.notes if not note.startswith("option:"))


def claimed(record: Record) -> list[str]:
    """The clauses the head says are shown."""
    return re.findall(r"\[(\d\.\d)\]", notes(record))


def named(record: Record) -> list[tuple[str, str]]:
    """The options, with their values, that the head says make the difference."""
    words = [note.partition("option:")[2] for note in record.notes if note.startswith("option:")]
    return [(option.strip(), value) for option, _, value in (w.partition("=") for w in words)]


CLAIMS = [(name, clause) for name in FILES for clause in claimed(record_of(name))]
OPTIONS = [(name, *words) for name in FILES for words in named(record_of(name))]


def plies(record: Record) -> Iterator[tuple[Deal, Move | None]]:
    """Every stand of every deal, with the move made there; None at its end."""
    for deal in record.deals:
        stand = deal.from_origin()
        for move in deal.history:
            yield stand, move
            stand = stand.play(move)
        yield stand, None


def answers(record: Record, *, strict: bool) -> Iterator[tuple[Deal, Tile, Tile, set[Tile]]]:
    """Every answer: the stand, the led tile, the answer, the tiles that were legal."""
    for deal, move in plies(record):
        if deal.trick and deal.trick.strict is strict and isinstance(move, Play):
            legal = {choice.tile for choice in deal.legal_moves() if isinstance(choice, Play)}
            yield deal, deal.trick.led, move.tile, legal


def tricks(record: Record):
    """Every trick played: the deal, the trick, the tile that took it, the other."""
    for deal in record.deals:
        for trick in deal.played:
            pair = (trick.led, trick.answer)
            yield deal, trick, *(pair if trick.taker == trick.leader else pair[::-1])


def plain(deal: Deal, *tiles: Tile) -> bool:
    trumps = tables(deal.rules, deal.trump).trumps
    return not any(tile.bit & trumps for tile in tiles)


def in_common(led: Tile, answer: Tile) -> bool:
    return answer.has(led.higher) or answer.has(led.lower)
