"""What a view says of the tiles it does not show: hard facts, no guesses.

*Voids*: an answer in strict play shows tiles the hand did not hold (`Tables.excluded`); nobody
draws any more then. *Known tiles*: the turn-up drawn or exchanged for, doubles shown.
*Announcements*: how many doubles were held at a lead, and whether bingo was among them where a
credit showed it (5.7).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from bingo.game.board import Board, Trick
from bingo.game.moves import Exchange, Play
from bingo.game.tiles import BINGO, TILES, BySeat, Doubles, Hand, Seat, Tile

if TYPE_CHECKING:
    from bingo.game.view import View

NEVER = 99
"""A moment after the last."""


class Said(NamedTuple):
    """An announcement: in which trick (counted from the origin), the number, the led double, the
    other doubles where they were shown.
    """

    trick: int
    number: int
    led: Tile
    shown: Hand


@dataclass(frozen=True)
class Facts:
    """The facts of one view about the other seat. A *moment* is a number of draws since the origin.

    tricks    the tricks since the origin, with the one in progress
    unseen    the tiles whose place is not known
    held      tiles he is known to hold now
    size      how many he holds now
    excluded  set of the tiles he cannot hold now, for the voids he has shown
    until     for each tile known to have come to him unseen: the moment by which he had it
    fixed     for each tile that came to him face up: the moment it did
    draws     the moments at which he drew a tile unseen
    said      his announcements
    """

    view: View
    tricks: tuple[Trick, ...]
    unseen: Hand
    held: Hand
    size: int
    excluded: int
    until: Mapping[Tile, int]
    fixed: Mapping[Tile, int]
    draws: tuple[int, ...]
    said: tuple[Said, ...]
    _credits: dict[tuple[bool, ...], bool] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, view: View) -> Facts:
        """Gather the facts of a view."""
        return _gather(view)

    @property
    def other(self) -> Seat:
        """The seat the facts are about."""
        return self.view.seat.other

    @property
    def candidates(self) -> Hand:
        """The unseen tiles he may hold."""
        return tuple(tile for tile in self.unseen if not tile.bit & self.excluded)

    @property
    def undrawn(self) -> int:
        """How many unseen tiles lie in the stock."""
        return max(self.view.stock_left - 1, 0)

    @property
    def turn_up_in_stock(self) -> Hand:
        """The turn-up, if it still lies at the end of the stock."""
        return (self.view.turn_up,) if self.view.stock_left else ()

    @cached_property
    def heard(self) -> list[int]:
        """The moments of his announcements, in order: what came between two is alike to them."""
        return [_before(self.view, said.trick) for said in self.said]

    def agrees(self, arrivals: Mapping[Tile, int]) -> bool:
        """Whether his announcements were true if his doubles came at these moments. [5.1, 5.5]"""
        if not self.said:
            return True
        sets = list(_said_of(self, self.other, self.said, arrivals))
        for said, doubles in zip(self.said, sets, strict=True):
            if said.led not in doubles or len(doubles) != said.number:
                return False
            if self.view.rules.announce_form == "show" and doubles - {said.led} != set(said.shown):
                return False
        if not self.view.rules.bingo_in_announce:
            return True
        with_bingo = tuple(BINGO in doubles for doubles in sets)
        if with_bingo not in self._credits:
            self._credits[with_bingo] = self._credits_agree(with_bingo)
        return self._credits[with_bingo]

    def _credits_agree(self, with_bingo: tuple[bool, ...]) -> bool:
        """Whether the table would look as it does had he announced bingo here, not there. [5.7]"""
        view = self.view
        own = _said_of(self, view.seat, _announcements(self.tricks, view.seat), _own(view))
        bingo = BySeat(iter(with_bingo), (BINGO in doubles for doubles in own))
        if view.seat is Seat.ONE:
            bingo = bingo.mirrored
        return _replay(view, self.tricks, bingo).masked() == view.board


def _before(view: View, trick: int) -> int:
    """The moment at which a trick was led to."""
    draws = (len(view.origin.stock) - view.stock_left) // 2
    return min(draws, trick + view.origin.may_draw)


def _gather(view: View) -> Facts:
    board, other, origin = view.board, view.seat.other, view.origin
    tricks = board.all_tricks
    draws = (len(origin.stock) - view.stock_left) // 2
    free_draws = tuple(range(1, draws + 1))
    until: dict[Tile, int] = {}
    fixed: dict[Tile, int] = {}
    away: set[Tile] = set()

    if origin.led and origin.leader == other:
        fixed[origin.led.tile] = 0
    for before, leader in _exchanges(view, tricks):
        if leader == other:
            fixed[origin.turn_up or view.turn_up] = _before(view, before)
            until[board.tables.lowest_trump] = _before(view, before)
            away.add(board.tables.lowest_trump)
    if draws and not view.stock_left and view.drawn[-1] is not view.turn_up:
        fixed[view.turn_up] = draws
        away.discard(view.turn_up)
        free_draws = free_draws[:-1]

    def had(tile: Tile, moment: int) -> None:
        if tile not in fixed:
            until[tile] = min(moment, until.get(tile, NEVER))

    for tile in origin.hands[other]:
        if tile is not None:
            had(tile, 0)
    played: set[Tile] = set()
    excluded = 0
    for number, trick in enumerate(tricks):
        tile = trick.by[other]
        if tile is not None:
            had(tile, _before(view, number))
            played.add(tile)
            if trick.strict and trick.leader != other:
                excluded |= board.tables.excluded(trick.led, tile)
        if trick.leader == other:
            for shown in trick.shown:
                had(shown, _before(view, number))
    held = tuple(sorted({*until, *fixed} - played - away))
    placed = {*view.hand, *(origin.gone or ()), *held}
    for trick in tricks:
        placed |= {tile for tile in trick.by if tile is not None}
    if view.stock_left:
        placed.add(view.turn_up)
    led_before = origin.led is not None and origin.leader == other
    return Facts(
        view=view,
        tricks=tricks,
        unseen=tuple(tile for tile in TILES if tile not in placed),
        held=held,
        size=len(origin.hands[other]) + draws - len(played) + led_before,
        excluded=excluded,
        until=until,
        fixed=fixed,
        draws=free_draws,
        said=_announcements(tricks, other),
    )


def _exchanges(view: View, tricks: tuple[Trick, ...]) -> Iterator[tuple[int, Seat]]:
    """The trick before which the turn-up was exchanged, and by whom. [7.4]"""
    tiles = int(view.origin.led is not None)
    for move in view.history:
        if isinstance(move, Play):
            tiles += 1
        elif isinstance(move, Exchange):
            trick = tiles // 2
            yield trick, tricks[trick].leader if trick < len(tricks) else view.leader


def _announcements(tricks: tuple[Trick, ...], seat: Seat) -> tuple[Said, ...]:
    return tuple(
        Said(number, trick.announce, trick.led, trick.shown)
        for number, trick in enumerate(tricks)
        if trick.leader == seat and trick.announce
    )


def _said_of(
    facts: Facts, seat: Seat, said: tuple[Said, ...], arrivals: Mapping[Tile, int]
) -> Iterator[Doubles]:
    """The doubles each announcement was said of, if they came at these moments. [5.1, 5.5]"""
    rules = facts.view.rules
    played = {trick.by[seat]: number for number, trick in enumerate(facts.tricks)}
    origin = facts.view.origin
    counted = origin.counted[seat]
    if counted is not None and origin.led:
        counted |= {origin.led.tile}
    for one in said:
        held = frozenset(
            tile
            for tile, moment in arrivals.items()
            if tile.is_double
            and moment <= _before(facts.view, one.trick)
            and played.get(tile, NEVER) >= one.trick
        )
        if rules.reannounce == "remaining" and counted is not None:
            held &= counted
        yield held
        won = facts.tricks[one.trick].taker == seat
        if won or rules.announce_credit == "any_trick":
            counted = held


def _own(view: View) -> dict[Tile, int]:
    """When the seat's own tiles came to it."""
    arrivals = {tile: 0 for tile in view.origin.hands[view.seat] if tile}
    arrivals |= {tile: draw for draw, tile in enumerate(view.drawn, start=1)}
    tricks = view.board.all_tricks
    if view.origin.led and view.origin.leader == view.seat:
        arrivals[view.origin.led.tile] = 0
    for trick, leader in _exchanges(view, tricks):
        if leader == view.seat and view.origin.turn_up:
            arrivals[view.origin.turn_up] = _before(view, trick)
    return arrivals


def _replay(view: View, tricks: tuple[Trick, ...], bingo: BySeat[Iterator[bool]]) -> Board:
    """The board after the moves made, if bingo was among the doubles announced so."""
    board = view.origin.board()
    said = BySeat(*(BINGO in doubles for doubles in view.origin.waiting))
    if board.trick and board.trick.announce:
        said = said.put(board.leader, next(bingo[board.leader]))
    for move in view.history:
        shown: Hand = ()
        if isinstance(move, Play) and move.announce:
            said = said.put(board.leader, next(bingo[board.leader]))
            shown = tricks[len(board.played)].shown
        extra = isinstance(move, Play) and said[board.credited_by(move)]
        board = board.after(move, view.rules.bingo_in_announce if extra else 0, shown)
    return board
