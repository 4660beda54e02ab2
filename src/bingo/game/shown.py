"""What a Deal and a View both show: the answers of their Board."""

from __future__ import annotations

from bingo.game.board import Board, Trick
from bingo.game.moves import Move
from bingo.game.rules import Rules
from bingo.game.scoring import Outcome
from bingo.game.tiles import BySeat, Seat, Suit, Tile


class Shown:
    """The base of Deal and View. All it tells lies open to both seats."""

    __slots__ = ()

    board: Board

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
        return self.board.rules

    @property
    def trump(self) -> Suit:
        """The trump suit. [1.5]"""
        return self.board.trump

    @property
    def turn_up(self) -> Tile:
        """The tile that lies, or lay last, face up under the stock. [1.4]"""
        return self.board.turn_up

    @property
    def stock_left(self) -> int:
        """Tiles not drawn."""
        return self.board.stock_left

    @property
    def score(self) -> BySeat[int]:
        """Big points each seat brought to the deal. [9.2]"""
        return self.board.score

    @property
    def leader(self) -> Seat:
        """Who leads the trick in progress, or the next one. [4.3]"""
        return self.board.leader

    @property
    def first_leader(self) -> Seat:
        """Who led to the first trick. [1.3]"""
        return self.board.first_leader

    @property
    def to_move(self) -> Seat | None:
        """The seat to move; None when the deal is over."""
        return self.board.to_move

    @property
    def trick(self) -> Trick | None:
        """The trick in progress; None between tricks."""
        return self.board.trick

    @property
    def played(self) -> tuple[Trick, ...]:
        """The tricks played since the origin."""
        return self.board.played

    @property
    def tricks(self) -> BySeat[int]:
        """Tricks taken in this deal."""
        return self.board.tricks

    @property
    def big_points(self) -> BySeat[int]:
        """Big points won in this deal so far, the final count included."""
        return self.board.big_points

    @property
    def closed_by(self) -> Seat | None:
        """Who closed the stock. [7.1]"""
        return self.board.closed_by

    @property
    def is_over(self) -> bool:
        """Whether the deal has ended. [8.1]"""
        return self.board.outcome is not None

    @property
    def outcome(self) -> Outcome | None:
        """How it ended; None while it goes on."""
        return self.board.outcome

    @property
    def history(self) -> tuple[Move, ...]:
        """The moves since the origin."""
        return self.board.history
