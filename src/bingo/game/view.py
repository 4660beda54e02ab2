"""What one seat knows: built up from what it sees, nothing taken away from a Deal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bingo.game.board import Board, Trick
from bingo.game.deal import Deal
from bingo.game.errors import Fault, InvalidNotation, InvalidSetup
from bingo.game.facts import Facts
from bingo.game.legal import legal_moves, refusal
from bingo.game.moves import Move, Play, parse_move, split_moves
from bingo.game.setup import Setup
from bingo.game.shown import Shown
from bingo.game.tiles import BINGO, BySeat, Doubles, Hand, Seat, Tile
from bingo.game.worlds import World, Worlds


@dataclass(frozen=True, slots=True, repr=False)
class View(Shown):
    """All and only what a seat knows of a deal under its rules.

    seat     whose view it is
    origin   where the deal began, the tiles it has never seen unknown
    board    what both seats see; where totals are hidden its points are zero: ask `view.points`
    hand     the tiles the seat holds, by index
    drawn    the tiles it has drawn since the origin, in order
    counted  the doubles of its own last credited announcement, None before it [5.5]
    """

    seat: Seat
    origin: Setup
    board: Board
    hand: Hand
    drawn: Hand
    counted: Doubles | None

    @classmethod
    def of(cls, deal: Deal, seat: Seat) -> View:
        """The view of this seat."""
        seat = Seat(seat)
        board = deal.board.masked()
        return cls(
            seat=seat,
            origin=_seen(deal, seat, board),
            board=board,
            hand=deal.hands[seat],
            drawn=deal.drawn[seat],
            counted=deal.counted[seat],
        )

    @classmethod
    def parse(cls, text: str) -> View:
        """Read `seat one; rules …; one …; two ? ? …; stock ? 5-4 …; moves 4-2 6-6+3(5-5,0-0) …`.

        In brackets stand doubles that the other seat is known to have announced. Raises
        InvalidNotation or InvalidRules for the text, InvalidSetup or IllegalMove for a move of the
        seat itself that was not allowed; what the other seat may have held is not judged.
        """
        head, _, rest = text.partition(";")
        word, _, name = head.strip().partition(" ")
        if word != "seat":
            raise InvalidNotation(f"{head!r}: a view begins with its seat, as: seat one; …")
        position, moves = split_moves(rest)
        return _replay(Setup.parse(position), Seat.parse(name), moves)

    def __str__(self) -> str:
        moves = " ".join(_written(self))
        text = f"seat {self.seat}; {self.origin}"
        return f"{text}; moves {moves}" if moves else text

    def __repr__(self) -> str:
        return f"View.parse({str(self)!r})"

    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves if this seat is to move, else none. The order is that of Deal."""
        if self.to_move != self.seat:
            return ()
        return legal_moves(self.board, self.hand, self.counted)

    def refusal(self, move: Move) -> str:
        """The clause that forbids a move which is not among the legal ones."""
        return refusal(self.board, self.hand, self.counted, move)

    # --- the tiles not seen -----------------------------------------------------------------------

    @property
    def unseen(self) -> Hand:
        """The tiles whose place the seat does not know: in the other hand or the stock."""
        return Facts.of(self).unseen

    def worlds_count(self) -> int:
        """How many worlds there are, exactly, without going through them."""
        return Worlds.of(self).count()

    def worlds(self) -> Iterator[World]:
        """Every world that gives back this view, lazily, hands in the order of their tiles.

        A world is the other hand and the order of the undrawn tiles; its weight is the number of
        pasts (who drew what when) consistent with all the seat has seen.
        """
        return Worlds.of(self).worlds()

    def hands_count(self) -> int:
        """How many hands the other seat may hold."""
        return Worlds.of(self).hands_count()

    def hands(self) -> Iterator[tuple[Hand, int]]:
        """The hands the other seat may hold, each with its weight, whatever the stock's order.

        Once the stock is closed its order no longer matters, and these are what differs.
        """
        return Worlds.of(self).hands()

    def imagine(self, world: World) -> Deal:
        """One deal in which this world stands and the seat has seen the same."""
        origin = Worlds.of(self).origin(world)
        deal = Deal._at(origin)
        for move in self.history:
            deal = deal.play(move)
        return deal

    # --- what lies open ---------------------------------------------------------------------------

    @property
    def points(self) -> BySeat[int] | BySeat[None]:
        """Points in this deal; None each while they are hidden. [9.5]"""
        hidden = not self.rules.totals_visible and not self.is_over
        return BySeat(None, None) if hidden else self.board.points


def doubles_known(board: Board, trick: Trick) -> Hand:
    """The doubles that both seats know to have been announced with this trick's lead, but for the
    led one: those shown (5.6), or bingo where the credit showed it (5.7).
    """
    if trick.shown or trick.led is BINGO or not trick.announce:
        return trick.shown
    tricks = board.all_tricks
    for later in tricks[[other.led for other in tricks].index(trick.led) :]:
        credit = [g.clause for g in later.gains if g.seat == trick.leader and g.clause[0] == "5"]
        if credit:
            return (BINGO,) if "5.7" in credit else ()
        if board.rules.announce_credit == "this_trick":
            break
    return ()


def _seen(deal: Deal, seat: Seat, board: Board) -> Setup:
    """The origin as the seat has come to know it: a tile it drew tells where it had lain."""
    origin, drawn = deal.origin, deal.drawn[seat]
    exchanged = deal.turn_up is not origin.turn_up
    if exchanged and drawn and not deal.stock and drawn[-1] is deal.turn_up:
        drawn = drawn[:-1]  # the tile exchanged for the turn-up: not where it was at the origin
    said = {*origin.waiting[seat.other], *(origin.counted[seat.other] or ())}
    if origin.led and origin.leader != seat:
        said.update(doubles_known(board, board.all_tricks[0]))
    hand = origin.hands[seat.other]
    in_stock = {*drawn, origin.turn_up}
    return replace(
        origin,
        hands=origin.hands.put(seat.other, tuple(t if t in said else None for t in hand)),
        stock=tuple(tile if tile in in_stock else None for tile in origin.stock),
    )


def _written(view: View) -> Iterator[str]:
    """The moves, those of the other seat with the doubles known of his announcements."""
    plays = 0
    tricks = view.board.all_tricks
    for move in view.history:
        if not isinstance(move, Play):
            yield str(move)
            continue
        trick = tricks[(plays + (view.origin.led is not None)) // 2]
        plays += 1
        known = (
            doubles_known(view.board, trick) if trick.leader != view.seat and move.announce else ()
        )
        yield str(move) + (f"({','.join(map(str, known))})" if known else "")


def _replay(origin: Setup, seat: Seat, words: list[str]) -> View:
    """The view of a seat from the origin it saw and the moves."""
    origin.check(seen_by=seat)
    deal = Deal._at(origin)
    for word in words:
        text, bracket, rest = word.partition("(")
        move = parse_move(text)
        if deal.to_move == seat:
            deal = deal.play(move)
        else:
            tiles = rest.removesuffix(")").split(",") if bracket else ()
            deal = deal._after_unseen(move, frozenset(map(Tile.parse, tiles)))
        if None in deal.hands[seat]:
            fault = f"after {move} seat {seat} holds a tile it does not know"
            raise InvalidSetup([Fault(fault, "unknown-drawn", move=move, seat=seat)])
    return View.of(deal, seat)
