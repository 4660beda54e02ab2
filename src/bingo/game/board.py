"""What lies open on the table, and how each move changes it.

A Board holds nothing hidden: every move says all that both players see of it. So the course of a
deal, the tricks, the points and the count follow from the moves alone. A Deal adds the hands and
the stock; a View adds one hand. The Board does not referee: `bingo.game.legal` does.
"""

from __future__ import annotations

from typing import NamedTuple

from bingo.game.moves import Close, Draw, Exchange, Move, Play
from bingo.game.rules import Rules
from bingo.game.scoring import ENOUGH, Gain, Outcome, count, false_claim
from bingo.game.tiles import BINGO, BySeat, Seat, Suit, Tile
from bingo.game.trick import Tables

ANNOUNCED_POINTS = {2: 20, 3: 40, 4: 50, 5: 60}
EMPEROR, INVINCIBLE = 6, 7
NONE = BySeat(0, 0)


class Trick(NamedTuple):
    """One trick: `answer` and `taker` are None while it is in progress.

    `announce` is the number of doubles announced with the lead, `shown` the other doubles where
    they are shown (5.6), `strict` whether it was played by section 6, `gains` all that was won in
    it, in the order of clause 8.8.
    """

    leader: Seat
    led: Tile
    announce: int | None = None
    strict: bool = False
    shown: tuple[Tile, ...] = ()
    answer: Tile | None = None
    taker: Seat | None = None
    gains: tuple[Gain, ...] = ()

    @property
    def by(self) -> BySeat[Tile | None]:
        """The tile each seat has played to the trick."""
        pair: BySeat[Tile | None] = BySeat(self.led, self.answer)
        return pair.mirrored if self.leader else pair


class Closing(NamedTuple):
    """Who closed the stock, and what each seat had at that moment. [7.1, 8.3, 8.4]"""

    by: Seat
    points: BySeat[int]
    tricks: BySeat[int]


class Board(NamedTuple):
    """The open part of a deal. [4, 5, 7, 8]

    tables       what depends on Rules and trump
    score        big points each seat brought to the deal [9.2]
    first_leader who led, or leads, to the first trick
    turn_up      the tile at the end of the stock that lay face up last [1.4, 7.4]
    stock_left   tiles not drawn
    leader       who leads the trick in progress, or the next one
    to_move      None when the deal is over
    hand_size    tiles each seat held when the trick in progress began
    may_draw     the leader chooses between closing and drawing [7.1 close_before_draw]
    trick        the trick in progress, None between tricks
    played       the tricks played
    points, tricks, big_points
                 by seat, in this deal; the big points with bonuses and final count
    announced    how many times each seat has announced
    waiting      the number each seat has announced that is not yet won or lost, or 0
    credited     how many announcements each seat has been credited
    first_to_70  the seat that had 70 points first
    history      every move
    """

    tables: Tables
    score: BySeat[int]
    first_leader: Seat
    turn_up: Tile
    stock_left: int
    leader: Seat
    to_move: Seat | None
    hand_size: int
    may_draw: bool = False
    trick: Trick | None = None
    played: tuple[Trick, ...] = ()
    points: BySeat[int] = NONE
    tricks: BySeat[int] = NONE
    big_points: BySeat[int] = NONE
    closing: Closing | None = None
    announced: BySeat[int] = NONE
    waiting: BySeat[int] = NONE
    credited: BySeat[int] = NONE
    first_to_70: Seat | None = None
    outcome: Outcome | None = None
    history: tuple[Move, ...] = ()

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""
        return self.tables.rules

    @property
    def trump(self) -> Suit:
        """The trump suit. [1.5]"""
        return self.tables.trump

    @property
    def all_tricks(self) -> tuple[Trick, ...]:
        """The tricks played and the one in progress."""
        return self.played if self.trick is None else (*self.played, self.trick)

    @property
    def strict(self) -> bool:
        """Whether strict play holds: the stock is closed or exhausted. [6]"""
        return self.closing is not None or self.stock_left == 0

    @property
    def closed_by(self) -> Seat | None:
        """Who closed the stock. [7.1]"""
        return self.closing.by if self.closing else None

    def after(self, move: Move, extra: int = 0, shown: tuple[Tile, ...] = ()) -> Board:
        """The board after a move that is known to be legal.

        What only a holder of the announcer's hand can tell is handed in: `extra` is what an
        announcement credited by this move counts for bingo [5.7], `shown` the doubles shown with
        an announcement [5.6].
        """
        board = self._replace(history=(*self.history, move))
        match move:
            case Play():
                if board.trick is None:
                    return board._lead(move, extra, shown)
                return board._answer(move, extra)
            case Close():
                closing = Closing(board.leader, board.points, board.tricks)
                return board._replace(closing=closing, may_draw=False)
            case Draw():
                return board._draw()
            case Exchange():
                return board._replace(turn_up=board.tables.lowest_trump)
            case _:
                seat = board.leader
                true = board.points[seat] >= ENOUGH
                return board._end(count(board, (seat,)) if true else false_claim(seat))

    def credited_by(self, move: Play) -> Seat:
        """Whose announcement this tile may credit: the leader's, then the taker's. [5.4]"""
        trick = self.trick
        if trick is None:
            return self.leader
        wins = self.tables.takes(move.tile, trick.led, strict=trick.strict)
        return trick.leader.other if wins else trick.leader

    def _lead(self, move: Play, extra: int, shown: tuple[Tile, ...]) -> Board:
        """Lead to a trick, perhaps with an announcement. [4.1, 5.1, 5.4]"""
        seat = self.leader
        board = self._replace(
            trick=Trick(seat, move.tile, move.announce, self.strict, shown), to_move=seat.other
        )
        if not move.announce:
            return board
        board = board._replace(
            announced=board.announced.put(seat, board.announced[seat] + 1),
            waiting=board.waiting.put(seat, move.announce),
        )
        if board.rules.announce_credit == "any_trick" and board.tricks[seat]:
            board = board._credit(seat, extra)
            if board.outcome is None:
                board = board._seventy(seat)
        return board

    def _answer(self, move: Play, extra: int) -> Board:
        """Answer, and settle the trick in order. [8.8]"""
        trick = self.trick
        assert trick is not None
        taker = self.credited_by(move)
        board = self._replace(
            trick=trick._replace(answer=move.tile, taker=taker),
            tricks=self.tricks.put(taker, self.tricks[taker] + 1),
            leader=taker,
            to_move=taker,
        )
        board = board._bingo_bonus(taker, trick.led, move.tile)
        if board.outcome is None:
            board = board._announcements(taker, extra)
        if board.outcome is None:
            board = board._tile_points(taker, trick.led, move.tile)
        assert board.trick is not None
        board = board._replace(played=(*board.played, board.trick), trick=None)
        return board if board.outcome else board._seventy(taker)._next_trick(taker)

    def _bingo_bonus(self, taker: Seat, led: Tile, answer: Tile) -> Board:
        """Bingo and the trump double in one trick. [4.4]"""
        double = self.tables.trump_double
        met = answer is BINGO and led is double
        if self.rules.bingo_bonus == "either_order":
            met = met or (led is BINGO and answer is double)
        if not met or self.trump is Suit.BLANK:
            return self
        return self._gain(Gain(taker, "4.4", 0, 1))

    def _announcements(self, taker: Seat, extra: int) -> Board:
        """Credit what the taker has announced; a loser's number is lost or waits. [5.4]"""
        board = self
        if self.rules.announce_credit == "this_trick":
            board = board._replace(waiting=board.waiting.put(taker.other, 0))
        return board._credit(taker, extra) if board.waiting[taker] else board

    def _credit(self, seat: Seat, extra: int) -> Board:
        """Credit the number the seat has announced. [5.2, 5.3, 5.7]"""
        number, rules = self.waiting[seat], self.rules
        board = self._replace(
            waiting=self.waiting.put(seat, 0),
            credited=self.credited.put(seat, self.credited[seat] + 1),
        )
        if extra:
            board = board._gain(Gain(seat, "5.7", extra))
        if number == INVINCIBLE and rules.invincible == "ends_deal":
            return board._end(Outcome("invincible", (Gain(seat, "5.3", 0, 3),)))
        if number == INVINCIBLE:
            return board._gain(Gain(seat, "5.3", 0, 3))
        if number == EMPEROR:
            points = rules.emperor == "points_70"
            return board._gain(Gain(seat, "5.3", ENOUGH, 0) if points else Gain(seat, "5.3", 0, 1))
        return board._gain(Gain(seat, "5.2", ANNOUNCED_POINTS[number]))

    def _tile_points(self, taker: Seat, led: Tile, answer: Tile) -> Board:
        """The tiles' points, and the bonus for the last trick. [2.5, 8.7]"""
        worth = self.tables.worth[led.index] + self.tables.worth[answer.index]
        board = self._gain(Gain(taker, "2.5", worth)) if worth else self
        bonus = self.rules.last_trick_bonus
        if bonus and self.hand_size == 1 and self.strict and not self.closing:
            board = board._gain(Gain(taker, "8.7", bonus))
        return board

    def _gain(self, gain: Gain) -> Board:
        """Note a gain; a big point may end the match there and then. [9.2]"""
        assert self.trick is not None
        seat = gain.seat
        board = self._replace(trick=self.trick._replace(gains=(*self.trick.gains, gain)))
        if gain.points:
            points = board.points.put(seat, board.points[seat] + gain.points)
            first = board.first_to_70
            if first is None and points[seat] >= ENOUGH:
                first = seat
            board = board._replace(points=points, first_to_70=first)
        if gain.big_points:
            big_points = board.big_points.put(seat, board.big_points[seat] + gain.big_points)
            board = board._replace(big_points=big_points)
            if board.score[seat] + big_points[seat] >= board.rules.target:
                return board._end(Outcome("match"))
        return board

    def _seventy(self, seat: Seat) -> Board:
        """End the deal at once if the seat has 70, where the rules say so. [8.1]"""
        if self.rules.deal_end == "at_70" and self.points[seat] >= ENOUGH:
            return self._end(count(self, (seat,)))
        return self

    def _next_trick(self, taker: Seat) -> Board:
        """Draw and go on, or count when all tiles are played. [4.2, 7.1, 8.1]"""
        if self.outcome:
            return self
        board = self._replace(hand_size=self.hand_size - 1)
        if not board.strict:
            choice = board.rules.close_before_draw and board.may_close
            return board._replace(may_draw=True) if choice else board._draw()
        return board if board.hand_size else board._end(count(board, board._made(taker)))

    def _made(self, taker: Seat) -> list[Seat]:
        """The seats whose 70 stands when all tiles are played. [8.1]"""
        match self.rules.deal_end:
            case "play_out_first":
                return [] if self.first_to_70 is None else [self.first_to_70]
            case "claim":
                return [taker] if self.points[taker] >= ENOUGH else []
            case _:
                return [seat for seat in Seat if self.points[seat] >= ENOUGH]

    def _draw(self) -> Board:
        """Each seat draws a tile; which, the holder of the stock knows. [4.2]"""
        return self._replace(
            stock_left=self.stock_left - 2, hand_size=self.hand_size + 1, may_draw=False
        )

    def _end(self, outcome: Outcome) -> Board:
        """The deal is over. [8, 9.2]"""
        one, two = outcome.won
        big_points = BySeat(self.big_points.one + one, self.big_points.two + two)
        return self._replace(outcome=outcome, to_move=None, may_draw=False, big_points=big_points)

    def masked(self) -> Board:
        """The board as it is shown where totals are not: nobody's points, while it lasts. [9.5]"""
        if self.rules.totals_visible or self.outcome is not None:
            return self

        def mask_trick(trick: Trick) -> Trick:
            return trick._replace(gains=tuple(gain for gain in trick.gains if not gain.points))

        return self._replace(
            points=NONE,
            first_to_70=None,
            closing=self.closing and self.closing._replace(points=NONE),
            trick=self.trick and mask_trick(self.trick),
            played=tuple(map(mask_trick, self.played)),
        )

    @property
    def may_close(self) -> bool:
        """Whether the stock may be closed by the player about to lead. [7.1]"""
        return (
            self.closing is None
            and self.stock_left >= self.rules.close_min_stock
            and not (self.rules.close_needs_trick and self.tricks[self.leader] == 0)
        )

    @property
    def may_exchange(self) -> bool:
        """Whether the leader may exchange, should he hold the lowest trump. [7.4]"""
        return (
            self.rules.trump_exchange
            and not self.may_draw
            and self.closing is None
            and self.stock_left > 2
            and self.tricks[self.leader] > 0
        )

    @property
    def may_claim(self) -> bool:
        """Whether the leader may claim 70. [8.1]"""
        return self.rules.deal_end == "claim" and not self.may_draw and self.tricks[self.leader] > 0
