"""What a seat sees, told ply by ply from the rules alone; and the pasts, counted by brute force.

Nothing here asks `View`, `Facts` or `Worlds`: it is their second opinion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import combinations, pairwise, permutations

from bingo.game import Deal, IllegalMove, Move, Play, Seat, Setup, Tile

Past = tuple[tuple[Tile, ...], tuple[Tile, ...]]
"""The other hand now, and the undrawn tiles in their order."""


def course(origin: Setup, moves: Sequence[Move]) -> list[Deal] | None:
    """The deal at every ply, or None if these moves cannot be played from there."""
    deals = [Deal._at(origin)]
    for move in moves:
        try:
            deals.append(deals[-1].play(move))
        except IllegalMove:
            return None
    return deals


def doubles_shown(before: Deal, move: Move) -> tuple[Tile, ...]:
    """The doubles shown with an announcement: those of the hand it is said of. [5.1, 5.5, 5.6]"""
    if before.rules.announce_form != "show" or not isinstance(move, Play) or not move.announce:
        return ()
    seat = before.leader
    doubles = [tile for tile in before.hands[seat] if tile.is_double and tile is not move.tile]
    counted = before.counted[seat]
    return tuple(tile for tile in doubles if counted is None or tile in counted)


def sight(deal: Deal, seat: Seat) -> tuple[object, ...]:
    """What lies before a seat's eyes at one moment."""
    shown_points = deal.rules.totals_visible or deal.is_over
    return (
        deal.hands[seat],
        deal.drawn[seat],
        len(deal.stock),
        deal.turn_up,
        deal.trick and (deal.trick.led, deal.trick.announce),
        deal.points if shown_points else None,
        deal.tricks,
        deal.big_points,
        deal.to_move,
        deal.leader,
        deal.closed_by,
        deal.outcome,
        deal.legal_moves() if deal.to_move == seat else None,
    )


def watched(deals: Sequence[Deal], seat: Seat) -> list[object]:
    """All that a seat has seen in the course of a deal, ply by ply."""
    seen: list[object] = [sight(deals[0], seat)]
    for before, after in pairwise(deals):
        move = after.history[-1]
        seen.append((move, doubles_shown(before, move), sight(after, seat)))
    return seen


def looks_alike(origin: Setup, true: Sequence[Deal], seat: Seat) -> Deal | None:
    """The deal from this origin by the same moves, if the seat sees the same at every ply."""
    deal = Deal._at(origin)
    for before, after in pairwise(true):
        if sight(deal, seat) != sight(before, seat):
            return None
        move = after.history[-1]
        if move not in deal.legal_moves() or doubles_shown(deal, move) != doubles_shown(
            before, move
        ):
            return None
        deal = deal.play(move)
    return deal if sight(deal, seat) == sight(true[-1], seat) else None


def other_pasts(deal: Deal, seat: Seat) -> Iterator[Setup]:
    """Every origin with another hand and another stock, the seat's own hand as it was.

    Only for a few tiles: all their orders are gone through. What the position says of doubles
    announced before it is known to both.
    """
    origin, other = deal.origin, seat.other
    told = origin.waiting[other] | (origin.counted[other] or frozenset())
    known = [tile for tile in origin.hands[other] if tile in told]
    hand = [tile for tile in origin.hands[other] if tile not in told]
    hidden = sorted([*hand, *origin.stock[:-1]])
    for dealt in combinations(hidden, len(hand)):
        if not _number_is_true(origin, other, (*known, *dealt)):
            continue
        rest = [tile for tile in hidden if tile not in dealt]
        for order in permutations(rest):
            yield replace(
                origin,
                hands=origin.hands.put(other, (*known, *dealt)),
                stock=(*order, *origin.stock[-1:]),
            )


def _number_is_true(origin: Setup, seat: Seat, hand: Sequence[Tile]) -> bool:
    """Whether the number announced with the lead that the position begins with is true. [5.1]"""
    if origin.led is None or origin.leader != seat or not origin.led.announce:
        return True
    counted = origin.counted[seat]
    held = [tile for tile in hand if tile.is_double and (counted is None or tile in counted)]
    return len(held) + 1 == origin.led.announce


def pasts_by_world(deal: Deal, seat: Seat) -> Counter[Past]:
    """For every world of a seat the number of pasts that look to it as this deal did."""
    true = course(deal.origin, deal.history)
    assert true is not None
    ends = (looks_alike(origin, true, seat) for origin in other_pasts(deal, seat))
    return Counter((end.hands[seat.other], end.stock) for end in ends if end is not None)


def pasts_of_hand(deal: Deal, seat: Seat, hand: Sequence[Tile]) -> int:
    """For one hand the other seat may hold now, the number of pasts with it.

    For a deal from the first deal, no exchange made: his tiles are put to his hand at the origin
    and his draws in every way.
    """
    other = seat.other
    origin = deal.origin
    assert len(origin.stock) == 14
    true = course(origin, deal.history)
    assert true is not None
    tricks = (*deal.played, *filter(None, [deal.trick]))
    gone = [tile for trick in tricks if (tile := trick.by[other])]
    his = [*gone, *hand]
    draws = len(his) - 7
    hidden = [*origin.hands[other], *(t for t in origin.stock[:-1] if t not in deal.drawn[seat])]
    rest = [tile for tile in hidden if tile not in his]
    assert len(deal.drawn[other]) == draws
    count = 0
    for drawn in permutations(his, draws):
        dealt = tuple(tile for tile in his if tile not in drawn)
        fill = iter((*drawn, *rest))
        mine = set(deal.drawn[seat])
        stock = tuple(
            tile if tile in mine or tile is origin.stock[-1] else next(fill)
            for tile in origin.stock
        )
        past = replace(origin, hands=origin.hands.put(other, dealt), stock=stock)
        count += looks_alike(past, true, seat) is not None
    return count
