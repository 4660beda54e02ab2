"""The count at the end of a deal: section 8 of the rules, and nothing else."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Literal, NamedTuple

from bingo.game.tiles import BySeat, Seat

if TYPE_CHECKING:
    from bingo.game.board import Board

How = Literal["seventy", "failed_close", "false_claim", "neither", "invincible", "match"]

ENOUGH = 70
"""What a player must make. [7.2, 8.2]"""


class Gain(NamedTuple):
    """Points or big points won by a seat, and the clause that gives them."""

    seat: Seat
    clause: str
    points: int = 0
    big_points: int = 0


class Outcome(NamedTuple):
    """How a deal ended.

    how     "seventy", "failed_close", "false_claim", "neither" (nobody at 70), "invincible" (seven
            doubles ended the deal, 5.3) or "match" (a bonus ended the match in mid-deal, 9.2)
    gains   the count line by line
    won     big points by section 8, or by the invincible that ended the deal; bonuses aside
    winner  who wins the deal for clause 9.3, None if nobody
    """

    how: How
    gains: tuple[Gain, ...] = ()

    @property
    def won(self) -> BySeat[int]:
        """Big points won by each seat at the end of the deal, bonuses aside."""
        one, two = (sum(g.big_points for g in self.gains if g.seat == seat) for seat in Seat)
        return BySeat(one, two)

    @property
    def winner(self) -> Seat | None:
        """Who wins more big points by the count; None if neither does. [9.3]"""
        one, two = self.won
        return None if one == two else Seat.ONE if one > two else Seat.TWO


def count(board: Board, made: Collection[Seat]) -> Outcome:
    """Count a deal that is over; `made` are the seats with a 70 that stands. [8.2-8.6]"""
    closer = board.closing.by if board.closing else None
    if closer is not None and not _kept_word(board, closer, made):
        return Outcome("failed_close", _failed_close(board, closer, made))
    if made:
        gains = [Gain(seat, "8.2", 0, _level(board, seat)) for seat in Seat if seat in made]
        if closer in made and board.rules.close_level_at == "closing":
            gains = [g._replace(clause="8.3") if g.seat == closer else g for g in gains]
        return Outcome("seventy", tuple(gains))
    return Outcome("neither", _neither(board))


def false_claim(claimer: Seat) -> Outcome:
    """A claim without 70: the opponent wins 2, whoever closed. [8.1]"""
    return Outcome("false_claim", (Gain(claimer.other, "8.1", 0, 2),))


def _kept_word(board: Board, closer: Seat, made: Collection[Seat]) -> bool:
    """Whether the closer has made 70; being second to it is enough. [8.4, 8.5]"""
    first_only = board.rules.deal_end == "play_out_first"
    return closer in made or (first_only and board.points[closer] >= ENOUGH)


def _level(board: Board, seat: Seat) -> int:
    """1, 2 or 3 for making 70, by what the opponent has. [8.2, 8.3]"""
    points, tricks = board.points, board.tricks
    closing = board.closing
    if closing and closing.by == seat and board.rules.close_level_at == "closing":
        points, tricks = closing.points, closing.tricks
    if tricks[seat.other] == 0:
        return 3
    return 2 if points[seat.other] < board.rules.low_threshold else 1


def _failed_close(board: Board, closer: Seat, made: Collection[Seat]) -> tuple[Gain, ...]:
    """What the opponent of a failed closer wins. [8.4, 8.5]"""
    assert board.closing is not None
    opponent, rules = closer.other, board.rules
    trickless = {
        "opponent_at_closing": board.closing.tricks[opponent] == 0,
        "closer_at_closing": board.closing.tricks[closer] == 0,
        "closer_in_deal": board.tricks[closer] == 0,
    }[rules.failed_close_3]
    failed = Gain(opponent, "8.4", 0, 3 if trickless else 2)
    own = Gain(opponent, "8.5", 0, 1)
    if opponent not in made or rules.failed_close_opp70 == "none":
        return (failed,)
    return (own,) if rules.failed_close_opp70 == "replace" else (failed, own)


def _neither(board: Board) -> tuple[Gain, ...]:
    """All tiles played, no close, nobody at 70. [8.6]"""
    one, two = board.points
    if board.rules.neither == "nobody" or one == two:
        return ()
    return (Gain(Seat.ONE if one > two else Seat.TWO, "8.6", 0, 1),)
