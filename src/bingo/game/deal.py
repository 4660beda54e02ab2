"""One deal: the referee, who sees every tile."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from bingo.game.board import Board
from bingo.game.errors import IllegalMove, InvalidSetup
from bingo.game.legal import doubles_said, legal_moves, refusal
from bingo.game.moves import Draw, Exchange, Move, Play, parse_move, split_moves
from bingo.game.rules import Rules
from bingo.game.setup import NO_COUNTED, NO_DOUBLES, Place, Places, Setup
from bingo.game.shown import Shown
from bingo.game.tiles import BINGO, TILES, BySeat, Doubles, Hand, Seat, Tile, mask
from bingo.game.trick import ALL_TILES

UNKNOWN = cast("Tile", None)
"""Stands in the hands and the stock of a deal that one seat has seen, and in no other."""


@dataclass(frozen=True, slots=True, repr=False)
class Deal(Shown):
    """A deal in progress or over. Playing a move gives a new Deal; the old one is untouched.

    origin   the position it began from
    board    what both seats see: points, tricks, closing, the trick in progress (game.board)
    hands    the tiles each seat holds, by index
    stock    the undrawn tiles in the order they will be drawn; those left when it was closed [7.3]
    drawn    the tiles each seat has drawn since the origin, in order
    said     the doubles each seat's last announcement was said of [5.1]
    counted  where the rules ask for it, the doubles of each seat's last credited announcement;
             None before it [5.5 remaining]

    What both seats see is asked of the deal itself: `deal.points[seat]`, `deal.trick`, …
    """

    origin: Setup
    board: Board
    hands: BySeat[Hand]
    stock: Hand
    drawn: BySeat[Hand] = BySeat((), ())  # noqa: RUF009 - a pair is immutable
    said: BySeat[Doubles] = NO_DOUBLES
    counted: BySeat[Doubles | None] = NO_COUNTED

    @classmethod
    def start(
        cls,
        order: Sequence[Tile],
        leader: Seat,
        rules: Rules | None = None,
        score: tuple[int, int] = (0, 0),
    ) -> Deal:
        """A new deal. [1.1-1.5]

        `order` is all 28 tiles: 0-6 the hand of seat ONE, 7-13 of seat TWO, 14-27 the stock as it
        will be drawn, the last one the turn-up. `score` is the big points each seat brings [9.2].
        Raises InvalidSetup if the order is not the set, or a seat has won the match already.
        """
        rules = rules or Rules()
        if len(order) != len(TILES) or mask(order) != ALL_TILES:
            raise InvalidSetup([f"the order must hold each of the 28 tiles once, got {len(order)}"])
        if min(score) < 0 or max(score) >= rules.target:
            raise InvalidSetup([f"score {score[0]}:{score[1]} is not below {rules.target} [9.2]"])
        tiles = tuple(order)
        return cls._at(
            Setup(
                rules=rules,
                hands=BySeat(tiles[:7], tiles[7:14]),
                stock=tiles[14:],
                leader=Seat(leader),
                score=BySeat(*score),
            )
        )

    @classmethod
    def from_setup(cls, setup: Setup) -> Deal:
        """The deal that stands in a position; raises InvalidSetup with every fault."""
        setup.check()
        return cls._at(setup)

    @classmethod
    def _at(cls, setup: Setup) -> Deal:
        """The deal at a position that is not checked; tiles not known stay unknown."""
        said = setup.waiting
        if setup.led and setup.led.announce:
            said = said.put(setup.leader, setup.said_with_lead | {setup.led.tile})
        return cls(
            origin=setup,
            board=setup.board(),
            hands=cast("BySeat[Hand]", setup.hands),
            stock=cast("Hand", setup.stock),
            said=said,
            counted=setup.counted,
        )

    @classmethod
    def parse(cls, text: str) -> Deal:
        """Read a position and the moves since: `rules …; one …; …; moves 4-2 5-2 close …`.

        Raises InvalidNotation, InvalidRules, InvalidSetup or IllegalMove.
        """
        position, moves = split_moves(text)
        deal = Setup.parse(position).deal()
        for word in moves:
            deal = deal.play(parse_move(word))
        return deal

    def __str__(self) -> str:
        moves = " ".join(map(str, self.history))
        return f"{self.origin}; moves {moves}" if moves else str(self.origin)

    def __repr__(self) -> str:
        return f"Deal.parse({str(self)!r})"

    def from_origin(self) -> Deal:
        """The deal as it stood before its first move."""
        return Deal._at(self.origin)

    # --- playing ----------------------------------------------------------------------------------

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves: tiles by index, plain before announced, then close, exchange, claim,
        draw. Empty only when the deal is over.
        """
        seat = self.to_move
        if seat is None:
            return ()
        return legal_moves(self.board, self.hands[seat], self.counted[seat])

    def play(self, move: Move) -> Deal:
        """The deal after this move; raises IllegalMove, which names the clause."""
        if not isinstance(move, Move):
            raise TypeError(f"{move!r} is not a move: parse_move reads one from text")
        legal = self.legal_moves()
        if move not in legal:
            raise IllegalMove(move, self.refusal(move), legal)
        return self._after(move)

    def refusal(self, move: Move) -> str:
        """The clause that forbids a move which is not among the legal ones."""
        seat = self.board.leader if self.to_move is None else self.to_move
        return refusal(self.board, self.hands[seat], self.counted[seat], move)

    def _after(self, move: Move) -> Deal:
        """The deal after a move that is known to be legal."""
        if isinstance(move, Play):
            doubles: Doubles = frozenset()
            if move.announce:
                seat = self.board.leader
                doubles = doubles_said(self.board, self.hands[seat], move.tile, self.counted[seat])
            return self._after_tile(move, doubles)
        before, board = self.board, self.board.after(move)
        hands, stock = self.hands, self.stock
        if isinstance(move, Exchange):
            hand = _without(hands[before.leader], board.turn_up)
            hands = hands.put(before.leader, _with(hand, before.turn_up))
            stock = (*stock[:-1], board.turn_up)
        deal = Deal(self.origin, board, hands, stock, self.drawn, self.said, self.counted)
        return deal._drawn() if isinstance(move, Draw) else deal

    def _after_tile(self, move: Play, doubles: Doubles) -> Deal:
        """The deal after a tile, led with an announcement of these doubles or with none."""
        before = self.board
        seat = before.leader if before.trick is None else before.leader.other
        said = self.said
        shown: Hand = ()
        if doubles:
            said = said.put(seat, doubles)
            if before.rules.announce_form == "show":
                shown = tuple(sorted(doubles - {move.tile}))
        extra = self._extra(said, move)
        board = before.after(move, extra, shown)
        hands = self.hands.put(seat, _without(self.hands[seat], move.tile))
        counted = self.counted
        if board.rules.reannounce == "remaining":
            for winner in Seat:
                if board.credited[winner] > before.credited[winner]:
                    counted = counted.put(winner, said[winner])
        deal = Deal(self.origin, board, hands, self.stock, self.drawn, said, counted)
        return deal._drawn() if board.stock_left < before.stock_left else deal

    def _after_unseen(self, move: Move, known: Doubles) -> Deal:
        """The deal after a move of a seat whose tiles are not all known.

        `known` are doubles known to be announced with it. Raises IllegalMove where what is known
        rules the move out; whether an announced number is true is not judged.
        """
        board = self.board
        seat = board.leader if self.to_move is None else self.to_move
        hand = self.hands[seat]
        needed = move.tile if isinstance(move, Play) else None
        if isinstance(move, Exchange):
            needed = board.tables.lowest_trump
        if needed and needed not in hand and None in hand and needed not in self._in_sight():
            hand = _with(_without(hand, needed), needed)
        sure = _known(hand)
        legal = legal_moves(board, sure, None)
        plain = Play(move.tile) if isinstance(move, Play) else move
        if plain not in legal:
            raise IllegalMove(move, refusal(board, sure, None, plain), legal)
        if not isinstance(move, Play):
            return self._after(move)
        if move.announce and (board.trick is not None or not move.tile.is_double):
            raise IllegalMove(move, "5.1", legal)
        return self._after_tile(move, known | {move.tile} if move.announce else frozenset())

    def _in_sight(self) -> set[Place]:
        """The tiles whose place is known."""
        tiles: set[Place] = {*self.hands.one, *self.hands.two, *self.stock}
        tiles.update(self.origin.gone or ())
        for trick in self.board.all_tricks:
            tiles.update(trick.by)
        return tiles

    def _extra(self, said: BySeat[Doubles], move: Play) -> int:
        """What the announcement this move may credit counts for bingo. [5.7]"""
        board = self.board
        if not board.rules.bingo_in_announce:
            return 0
        seat = board.credited_by(move)
        return board.rules.bingo_in_announce if BINGO in said[seat] else 0

    def _drawn(self) -> Deal:
        """The taker draws, then the other seat; the last draw shares out the turn-up. [4.2]"""
        board = self.board
        first, second = self.stock[:2]
        if len(self.stock) == 2 and board.rules.last_draw == "winner":
            first, second = second, first
        pair = BySeat(first, second)
        tiles = pair.mirrored if board.leader else pair
        return Deal(
            self.origin,
            board,
            BySeat(_with(self.hands.one, tiles.one), _with(self.hands.two, tiles.two)),
            self.stock[2:],
            BySeat((*self.drawn.one, tiles.one), (*self.drawn.two, tiles.two)),
            self.said,
            self.counted,
        )

    @property
    def points(self) -> BySeat[int]:
        """Points in this deal."""
        return self.board.points


def _known(hand: Places) -> Hand:
    """The tiles of a hand that are known."""
    return tuple(tile for tile in hand if tile is not None)


def _without(hand: Hand, tile: Tile) -> Hand:
    """The hand without a tile; an unknown one if the tile is not known to be in it."""
    place = hand.index(tile if tile in hand else UNKNOWN)
    return hand[:place] + hand[place + 1 :]


def _with(hand: Hand, tile: Tile) -> Hand:
    """The hand with a tile, by index, unknown ones last."""
    if tile is UNKNOWN:
        return (*hand, tile)
    place = sum(other < tile for other in _known(hand))
    return (*hand[:place], tile, *hand[place:])
