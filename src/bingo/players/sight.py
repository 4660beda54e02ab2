"""What a player makes of a View before it chooses: its points, the unseen tiles, the chances."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import comb

from bingo.game.board import ANNOUNCED_POINTS, EMPEROR, Board
from bingo.game.facts import Facts
from bingo.game.legal import doubles_said
from bingo.game.moves import Exchange, Play
from bingo.game.rules import Rules
from bingo.game.scoring import ENOUGH
from bingo.game.tiles import BINGO, BySeat, Suit, Tile, mask, tiles_of
from bingo.game.trick import Tables
from bingo.game.view import View


@dataclass(frozen=True)
class Sight:
    """What a seat reckons with. Sets of tiles are 28-bit integers, as in Tables.

    hand        the tiles of the seat
    held        tiles the other seat is known to hold
    candidates  tiles it may hold besides
    unknown     how many of the candidates it holds
    mine, his   the points made, counted from the tricks where totals are hidden [9.5]
    """

    view: View
    hand: int
    held: int
    candidates: int
    unknown: int
    mine: int
    his: int

    @classmethod
    def of(cls, view: View) -> Sight:
        """What the seat of this view reckons with."""
        facts = Facts.of(view)
        points = points_of(view)
        return cls(
            view=view,
            hand=mask(view.hand),
            held=mask(facts.held),
            candidates=mask(facts.candidates),
            unknown=facts.size - len(facts.held),
            mine=points[view.seat],
            his=points[view.seat.other],
        )

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
        return self.view.rules

    @property
    def tables(self) -> Tables:
        """The tables of these rules and this trump suit."""
        return self.view.board.tables

    def worth(self, tile: Tile) -> int:
        """Points of a tile. [2.5]"""
        return self.tables.worth[tile.index]

    def is_trump(self, tile: Tile) -> bool:
        """Whether the tile is a trump. [2.3]"""
        return bool(tile.bit & self.tables.trumps)

    def is_unbeatable(self, tile: Tile) -> bool:
        """Whether nothing the other seat may hold ever takes this lead in strict play."""
        return not self.tables.beaten_by_strict[tile.index] & (self.candidates | self.held)

    def chance_of_none(self, tiles: int) -> float:
        """How likely it is that the other seat holds none of these tiles."""
        if tiles & self.held:
            return 0.0
        among = self.candidates.bit_count()
        bad = (tiles & self.candidates).bit_count()
        return comb(among - bad, self.unknown) / comb(among, self.unknown)

    def chance_of_holding(self, tile: Tile) -> float:
        """How likely it is that the other seat holds this tile."""
        if tile.bit & self.held:
            return 1.0
        if not tile.bit & self.candidates:
            return 0.0
        return self.unknown / self.candidates.bit_count()

    def chance_to_hold(self, led: Tile, *, strict: bool) -> float:
        """How likely it is that nothing the other seat may answer takes this lead.

        In open play that is to hold no tile that beats it. In strict play the first duty that
        can be met decides: what beats must be among the tiles of that duty. [4.1, 6.2-6.5]
        """
        beaten_by = self.tables.beaten_by(led, strict=strict)
        if not strict:
            return self.chance_of_none(beaten_by)
        chance = 0.0
        before = 0
        always = self.tables.always & beaten_by
        for duty in self.tables.duties[led.index]:
            beating = before | (duty & beaten_by) | always
            chance += self.chance_of_none(beating) - self.chance_of_none(beating | duty)
            before |= duty
        return chance

    def chance_to_force(self, led: Tile, tile: Tile) -> float:
        """How likely it is that the duties of strict play leave the other seat this tile alone."""
        chance = 0.0
        before = 0
        for duty in self.tables.duties[led.index][:-1]:
            if duty & tile.bit:
                others = before | (duty & ~tile.bit)
                chance += self.chance_of_none(others) - self.chance_of_none(before | duty)
            before |= duty
        return chance

    def rank(self, tile: Tile) -> float:
        """A trump's place among those unseen: 1 if none of them beats it, 0 if all do."""
        rivals = self.tables.trumps & (self.candidates | self.held)
        above = rivals & self.tables.beaten_by_strict[tile.index]
        return 1 - above.bit_count() / max(rivals.bit_count(), 1)

    def is_bonus(self, led: Tile, answer: Tile) -> bool:
        """Whether this answer to this lead wins the big point of bingo and trump double. [4.4]"""
        if self.view.trump is Suit.BLANK or BINGO not in (led, answer):
            return False
        if led is BINGO and self.rules.bingo_bonus == "bingo_second":
            return False
        return self.tables.trump_double in (led, answer)

    @cached_property
    def doubles_left(self) -> frozenset[Tile]:
        """The doubles that an announcement would be said of if the seat led now, or none. [5.1]"""
        view = self.view
        board = view.board._replace(leader=view.seat)
        for tile in view.hand:
            if said := doubles_said(board, view.hand, tile, view.counted):
                return said
        return frozenset()

    def announced(self, number: int, big_point: float) -> float:
        """What an announcement of so many doubles is worth, a big point counted so. [5.2, 5.3]"""
        if number < EMPEROR:
            return ANNOUNCED_POINTS.get(number, 0)
        if number == EMPEROR:
            return ENOUGH if self.rules.emperor == "points_70" else big_point
        return 3 * big_point

    def beaters(self, led: Tile, *, strict: bool) -> Iterator[tuple[Tile, float]]:
        """The tiles that would take this lead, each with the chance that it is held."""
        beaten_by = self.tables.beaten_by(led, strict=strict)
        for tile in tiles_of(beaten_by & (self.candidates | self.held)):
            yield tile, self.chance_of_holding(tile)


def points_of(view: View) -> BySeat[int]:
    """Points of both seats; where totals are hidden, counted from what was seen. [9.5]

    One's own are exact. The other's lack what bingo adds to an announcement (5.7) whenever
    nothing has shown that bingo was among its doubles.
    """
    one, two = view.points
    return BySeat(one, two) if one is not None and two is not None else _recount(view).points


def _recount(view: View) -> Board:
    """The board played through again, with the points it does not show."""
    board, seat, rules = view.origin.board(), view.seat, view.rules
    shown = [(*trick.shown, trick.led) for trick in view.board.all_tricks]
    hand = {tile for tile in view.origin.hands[seat] if tile}
    if view.origin.led is not None and board.leader == seat:
        hand.add(view.origin.led.tile)
    drawn = iter(view.drawn)
    said, counted = view.origin.waiting, view.origin.counted[seat]
    if view.origin.led is not None and view.origin.led.announce:
        told = {view.origin.led.tile}
        if board.leader == seat:
            told |= {t for t in hand if t.is_double and (counted is None or t in counted)}
        said = said.put(board.leader, frozenset(told))
    for move in view.history:
        extra = 0
        if isinstance(move, Play):
            if move.announce:
                doubles = frozenset(shown[len(board.played)])
                if board.leader == seat:
                    doubles = doubles_said(board, tuple(hand), move.tile, counted)
                said = said.put(board.leader, doubles)
            if BINGO in said[board.credited_by(move)]:
                extra = rules.bingo_in_announce
            hand.discard(move.tile)
        elif isinstance(move, Exchange) and board.leader == seat:
            hand.remove(board.tables.lowest_trump)
            hand.add(board.turn_up)
        before, board = board, board.after(move, extra)
        if board.credited[seat] > before.credited[seat] and rules.reannounce == "remaining":
            counted = said[seat]
        if board.stock_left < before.stock_left:
            hand.add(next(drawn))
    return board
