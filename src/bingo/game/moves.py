"""What a player can do, and how it is written."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bingo.game.errors import InvalidNotation
from bingo.game.tiles import Tile


@dataclass(frozen=True, slots=True)
class Play:
    """Lead or answer with a tile; `announce` is the number of doubles announced. [4.1, 5.1]"""

    tile: Tile
    announce: int | None = None

    def __str__(self) -> str:
        return f"{self.tile}+{self.announce}" if self.announce else str(self.tile)


@dataclass(frozen=True, slots=True)
class Close:
    """Close the stock. [7.1]"""

    def __str__(self) -> str:
        return "close"


@dataclass(frozen=True, slots=True)
class Exchange:
    """Swap the lowest tile of the trump suit for the turn-up. [7.4]"""

    def __str__(self) -> str:
        return "exchange"


@dataclass(frozen=True, slots=True)
class Claim:
    """Say that one has 70, where the rules ask for it. [8.1]"""

    def __str__(self) -> str:
        return "claim"


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw, and so let the other draw, where one might close instead. [7.1]"""

    def __str__(self) -> str:
        return "draw"


Move = Play | Close | Exchange | Claim | Draw

CLOSE, EXCHANGE, CLAIM, DRAW = Close(), Exchange(), Claim(), Draw()
_WORDS: dict[str, Move] = {str(move): move for move in (CLOSE, EXCHANGE, CLAIM, DRAW)}


def split_moves(text: str) -> tuple[str, list[str]]:
    """A line of a position and the moves since, parted: the position, the words of the moves."""
    position, *rest = re.split(r";\s*moves\b", text, maxsplit=1)
    return position, rest[0].split() if rest else []


def parse_move(text: str) -> Move:
    """Read "6-4", "6-6+3", "close", "exchange", "claim" or "draw"; raises InvalidNotation."""
    word = text.strip()
    if word.lower() in _WORDS:
        return _WORDS[word.lower()]
    tile, plus, number = word.partition("+")
    if plus and (len(number) != 1 or number not in "234567"):
        raise InvalidNotation(f"{text!r}: after + comes the number of doubles, 2 to 7")
    try:
        return Play(Tile.parse(tile), int(number) if plus else None)
    except InvalidNotation:
        words = ", ".join(_WORDS)
        raise InvalidNotation(f"{text!r} is not a move: a tile (6-4), 6-6+3, {words}") from None
