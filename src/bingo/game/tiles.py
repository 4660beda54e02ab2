"""The set: seven suits, 28 tiles, two seats."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import ClassVar, Generic, NamedTuple, TypeVar

from bingo.game.errors import InvalidNotation

T = TypeVar("T")


class Seat(IntEnum):
    """One of the two places at the table."""

    ONE = 0
    TWO = 1

    @property
    def other(self) -> Seat:
        """The opponent's seat."""
        return _OTHER[self]

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Read "one" or "two"; raises InvalidNotation."""
        try:
            return cls[text.strip().upper()]
        except KeyError:
            raise InvalidNotation(f"{text!r} is not a seat: write one or two") from None

    def __str__(self) -> str:
        return self.name.lower()

    def __repr__(self) -> str:
        return f"Seat.{self.name}"


_OTHER = (Seat.TWO, Seat.ONE)


class BySeat(NamedTuple, Generic[T]):
    """A frozen pair, one value for each seat, indexed by Seat."""

    one: T
    two: T

    def put(self, seat: Seat, value: T) -> BySeat[T]:
        """The same pair with one seat's value changed."""
        return BySeat(self.one, value) if seat else BySeat(value, self.two)

    @property
    def mirrored(self) -> BySeat[T]:
        """The pair with the seats changed over."""
        return BySeat(self.two, self.one)


class Suit(IntEnum):
    """The number on a half. Blank is the highest and counts 7. [1.5, 2.1]"""

    BLANK = 0
    ONE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6

    @property
    def spots(self) -> int:
        """What a half counts in sums and in rank: 7 for blank. [2.1]"""
        return self.value or 7

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Read a suit written as its digit, "0" for blank; raises InvalidNotation."""
        digit = text.strip()
        if len(digit) != 1 or digit not in "0123456":
            raise InvalidNotation(f"{text!r} is not a suit: write one digit from 0 to 6")
        return cls(int(digit))

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return f"Suit.{self.name}"


class Tile:
    """One of the 28 tiles. There is one object for each: compare them freely by `is`.

    `higher` and `lower` are its halves by the game's order (blank is the highest), `sum` counts
    a blank half as 7, `index` is the place in TILES, `bit` is `1 << index` for sets of tiles as
    integers. What depends on the trump suit is asked of `bingo.game.trick.Tables`. [1.5, 2.1]
    """

    __slots__ = ("bit", "higher", "index", "is_double", "lower", "sum")

    _by_text: ClassVar[dict[str, Tile]] = {}

    higher: Suit
    lower: Suit
    sum: int
    index: int
    bit: int
    is_double: bool

    def __new__(cls, first: int, second: int) -> Tile:
        """The tile with these two halves, in either order; raises InvalidNotation."""
        return cls.parse(f"{first}-{second}")

    @classmethod
    def parse(cls, text: str) -> Tile:
        """Read "6-4"; also "64", "4-6" and "4:6". Raises InvalidNotation."""
        tile = cls._by_text.get(text) or cls._by_text.get(text.strip().replace(":", "-"))
        if tile is None:
            raise InvalidNotation(f"{text!r} is not a tile: write two digits from 0 to 6, as 6-4")
        return tile

    def has(self, suit: Suit) -> bool:
        """Whether one of the halves bears this suit, the tile's being a trump left aside."""
        return suit is self.higher or suit is self.lower

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a tile cannot be changed: {name}")

    def __lt__(self, other: Tile) -> bool:
        return self.index < other.index

    def __hash__(self) -> int:
        return self.index

    def __reduce__(self) -> tuple[object, ...]:
        return Tile.parse, (str(self),)

    def __str__(self) -> str:
        return "-".join(sorted(f"{self.higher}{self.lower}", reverse=True))

    def __repr__(self) -> str:
        return f"Tile.parse('{self}')"


def _make_tiles() -> tuple[Tile, ...]:
    tiles: list[Tile] = []
    for a in range(7):
        for b in range(a + 1):
            tile = object.__new__(Tile)
            higher, lower = sorted((Suit(a), Suit(b)), key=lambda suit: -suit.spots)
            values = {
                "higher": higher,
                "lower": lower,
                "sum": higher.spots + lower.spots,
                "index": len(tiles),
                "bit": 1 << len(tiles),
                "is_double": a == b,
            }
            for name, value in values.items():
                object.__setattr__(tile, name, value)
            tiles.append(tile)
            for text in (f"{a}-{b}", f"{a}{b}", f"{b}-{a}", f"{b}{a}"):
                Tile._by_text[text] = tile
    return tuple(tiles)


Hand = tuple[Tile, ...]
Doubles = frozenset[Tile]

TILES: tuple[Tile, ...] = _make_tiles()
"""All 28 tiles in order: 0-0 1-0 1-1 2-0 2-1 2-2 3-0 … 6-6. [1.1]"""

BINGO: Tile = TILES[0]
"""0-0, which beats every tile. [2.2, 3.1]"""

DOUBLES: frozenset[Tile] = frozenset(tile for tile in TILES if tile.is_double)
"""The seven tiles with both halves alike. [2.4]"""


def mask(tiles: Iterable[Tile]) -> int:
    """These tiles as a 28-bit set, bit `tile.index` for each."""
    bits = 0
    for tile in tiles:
        bits |= tile.bit
    return bits


def tiles_of(bits: int) -> tuple[Tile, ...]:
    """The tiles of a 28-bit set, by index."""
    return tuple(tile for tile in TILES if bits & tile.bit)


def parse_tiles(text: str) -> tuple[Tile, ...]:
    """Read tiles parted by spaces or commas; raises InvalidNotation."""
    return tuple(Tile.parse(word) for word in text.replace(",", " ").split())
