"""What may be played, and which clause forbids the rest."""

from __future__ import annotations

from collections.abc import Iterator

from bingo.game.board import Board
from bingo.game.moves import CLAIM, CLOSE, DRAW, EXCHANGE, Claim, Close, Draw, Exchange, Move, Play
from bingo.game.tiles import BINGO, TILES, Suit, Tile, mask

_PLAYS = tuple(Play(tile) for tile in TILES)


def doubles_said(
    board: Board, hand: tuple[Tile, ...], led: Tile, counted: frozenset[Tile] | None
) -> frozenset[Tile]:
    """The doubles an announcement with this lead would be said of; empty if none may be. [5.1, 5.5]

    `counted` are those of the leader's last credited announcement where only they count again.
    """
    seat = board.leader
    if not led.is_double or (board.rules.reannounce == "no" and board.announced[seat]):
        return frozenset()
    held = frozenset(tile for tile in hand if tile.is_double)
    if counted is not None:
        held &= counted
    return held if led in held and len(held) > 1 else frozenset()


def legal_moves(
    board: Board, hand: tuple[Tile, ...], counted: frozenset[Tile] | None
) -> tuple[Move, ...]:
    """The legal moves of the seat to move, which holds this hand.

    Tiles by index, plain before announced, then close, exchange, claim, draw. Empty only when the
    deal is over.
    """
    if board.to_move is None:
        return ()
    if board.may_draw:
        return CLOSE, DRAW
    if board.trick is None:
        return tuple(_leads(board, hand, counted))
    if not board.trick.strict:
        return tuple(_PLAYS[tile.index] for tile in hand)
    allowed = board.tables.answers(board.trick.led, mask(hand))
    return tuple(_PLAYS[tile.index] for tile in hand if tile.bit & allowed)


def _leads(board: Board, hand: tuple[Tile, ...], counted: frozenset[Tile] | None) -> Iterator[Move]:
    """What the leader may do: any lead, trumps included, and the rest. [4.1, 6.1]"""
    for tile in hand:
        yield _PLAYS[tile.index]
        if tile.is_double and (said := doubles_said(board, hand, tile, counted)):
            yield Play(tile, len(said))
    if board.may_close:
        yield CLOSE
    if board.may_exchange and board.tables.lowest_trump in hand:
        yield EXCHANGE
    if board.may_claim:
        yield CLAIM


def refusal(
    board: Board, hand: tuple[Tile, ...], counted: frozenset[Tile] | None, move: Move
) -> str:
    """The clause that forbids a move which is not legal."""
    if board.outcome is not None:
        ended_match = board.outcome.how == "match"
        return "9.2" if ended_match else "8.1"
    match move:
        case Close():
            return "7.1"
        case Exchange():
            return "7.4"
        case Claim():
            return "8.1"
        case Draw():
            return "4.2"
    if board.may_draw:
        return "4.2"
    if move.tile not in hand:
        return "1.2"
    if board.trick is None:
        once = board.rules.reannounce == "no" and board.announced[board.leader] > 0
        return "5.5" if move.tile.is_double and (once or counted is not None) else "5.1"
    if move.announce is not None:
        return "5.1"
    return _duty(board, board.trick.led, mask(hand), move.tile)


def _duty(board: Board, led: Tile, hand: int, answer: Tile) -> str:
    """The clause of strict play that this answer neglects. [6.2-6.6, 3.6]"""
    tables, rules = board.tables, board.rules
    duties = tables.duties[led.index]
    step, duty = next((n, duty) for n, duty in enumerate(duties) if duty & hand)
    if answer.bit & duty:
        return "6.6"
    blanks_called = led is BINGO and rules.bingo_suit == "blank" and board.trump is not Suit.BLANK
    if led.bit & tables.trumps and not blanks_called:
        return "3.6" if answer.bit & tables.trumps else "6.2"
    if step == len(duties) - 2 and rules.must_trump == "must":
        return "6.5"
    if blanks_called:
        return "3.6"
    in_higher = mask(tile for tile in TILES if tile.has(led.higher))
    return "6.4" if step or not duty & hand & in_higher else "6.3"
