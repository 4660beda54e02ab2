"""Deals staged by hand: the tiles that matter are named, the rest fills itself."""

from __future__ import annotations

from typing import Any

from bingo.game import TILES, Deal, Rules, Seat, parse_move, parse_tiles


def staged(
    one: str = "",
    two: str = "",
    turn_up: str = "",
    stock: str = "",
    *,
    leader: Seat = Seat.ONE,
    score: tuple[int, int] = (0, 0),
    rules: Rules | None = None,
    **changes: Any,
) -> Deal:
    """A deal with these tiles in these places: hands, end of the stock, begin of the stock.

    Hands and stock are filled up with the other tiles by index, the other doubles last.
    """
    parts = [list(parse_tiles(text)) for text in (one, two, stock, turn_up)]
    named = {tile for part in parts for tile in part}
    rest = sorted((t for t in TILES if t not in named), key=lambda t: (t.is_double, t.index))
    for part, size in zip(parts, (7, 7, 13, 1), strict=True):
        while len(part) < size:
            part.append(rest.pop(0))
    order = [tile for part in parts for tile in part]
    return Deal.start(order, leader, (rules or Rules()).replace(**changes), score)


def played(deal: Deal, moves: str) -> Deal:
    """The deal after these moves."""
    for word in moves.split():
        deal = deal.play(parse_move(word))
    return deal


def legal(deal: Deal) -> str:
    """The legal moves in one line."""
    return " ".join(map(str, deal.legal_moves()))


def position(text: str, **changes: Any) -> Deal:
    """The deal of `Deal.parse` with some options changed."""
    setup, _, moves = text.partition("; moves")
    deal = Deal.parse(f"rules {Rules().replace(**changes)}; {setup}")
    return played(deal, moves)
