"""What a state tells: hands, points, tricks, who is to move, what lies face down.

Where it lies in the four integers is told in `bingo.engine.layout`.
"""

from __future__ import annotations

from bingo.engine.compiled import inner
from bingo.engine.layout import (
    ABOVE,
    ALL,
    BIG,
    CLOSED,
    FOUR,
    HOW,
    LED,
    POINTS,
    STOCK_LEFT,
    TEN,
    TILE,
    TILE_MASK,
    TRICKS,
)


@inner
def hand_of(hands: int, seat: int) -> int:
    """The set of tiles a seat holds."""
    return (hands >> 28 * seat) & ALL


@inner
def points_of(score: int, seat: int) -> int:
    """A seat's points in this deal."""
    return (score >> (POINTS + 10 * seat)) & TEN


@inner
def tricks_of(score: int, seat: int) -> int:
    """How many tricks a seat has taken."""
    return (score >> (TRICKS + 4 * seat)) & FOUR


@inner
def big_of(score: int, seat: int) -> int:
    """Big points a seat has won in this deal."""
    return (score >> (BIG + 4 * seat)) & FOUR


@inner
def is_over(marks: int) -> bool:
    """Whether the deal has ended."""
    return (marks >> HOW) & 7 != 0


@inner
def to_move(marks: int) -> int:
    """The seat to move, 0 or 1; without meaning when the deal is over."""
    leader = marks & 1
    return 1 - leader if (marks >> LED) & TILE_MASK else leader


@inner
def is_strict(hands: int, marks: int) -> bool:
    """Whether the stock is closed or exhausted. [6]"""
    return (marks >> CLOSED) & 3 != 0 or hands >> STOCK_LEFT == 0


@inner
def face_down(hands: int, stock: int, marks: int) -> int:
    """The set of the undrawn tiles but for the turn-up, closed or not."""
    left = hands >> STOCK_LEFT
    if left == 0:
        return 0
    tiles = 1 << (marks >> ABOVE & TILE_MASK)
    for _ in range(left - 2):
        tiles |= 1 << (stock & TILE_MASK)
        stock >>= TILE
    return tiles


@inner
def double_of(number: int) -> int:
    """The index of the double of a suit: 0, 2, 5, 9, 14, 20, 27."""
    return number * (number + 3) // 2


@inner
def numbers_of(tiles: int) -> int:
    """The doubles of a set of tiles, bit n for the double of suit n."""
    return (
        (tiles & 1)
        | (tiles >> 1 & 2)
        | (tiles >> 3 & 4)
        | (tiles >> 6 & 8)
        | (tiles >> 10 & 16)
        | (tiles >> 15 & 32)
        | (tiles >> 21 & 64)
    )
