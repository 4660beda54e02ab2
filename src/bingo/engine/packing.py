"""From a Deal to a state and back to words: the only place where the two meet."""

from __future__ import annotations

from bingo.engine.given import described, one_of, state, whole
from bingo.engine.layout import (
    ABOVE,
    ANNOUNCE,
    ANNOUNCED,
    BIG,
    CLOSE,
    CLOSED,
    COUNTED,
    EXCHANGE,
    FAIL,
    FIRST_70,
    FOUR,
    HOW,
    HOWS,
    LED,
    LEVEL,
    MAY_DRAW,
    MOVES,
    POINTS,
    SAID,
    SEVEN,
    STOCK_LEFT,
    TILE,
    TO_GO,
    TRICKS,
    TURN_UP,
    WINNER,
    State,
)
from bingo.engine.layout import CLAIM as CLAIM_CODE
from bingo.engine.layout import DRAW as DRAW_CODE
from bingo.engine.tables import Array
from bingo.game.board import Board
from bingo.game.deal import Deal
from bingo.game.errors import Fault, InvalidSetup
from bingo.game.moves import CLAIM, DRAW, Move, Play
from bingo.game.moves import CLOSE as CLOSE_MOVE
from bingo.game.moves import EXCHANGE as EXCHANGE_MOVE
from bingo.game.tiles import DOUBLES, TILES, Doubles, Hand, Seat, mask

_OTHERS: dict[int, Move] = {
    CLOSE: CLOSE_MOVE,
    EXCHANGE: EXCHANGE_MOVE,
    CLAIM_CODE: CLAIM,
    DRAW_CODE: DRAW,
}
_CODES = {move: code for code, move in _OTHERS.items()}
_DOUBLES = tuple(sorted(DOUBLES))


def pack(deal: Deal) -> State:
    """The state of a deal.

    Raises InvalidSetup for points or big points no deal comes to, TypeError for what is no Deal.
    """
    board = one_of("deal", deal, Deal).board
    _check(board)
    undrawn = deal.stock if deal.stock else ()
    return (
        mask(deal.hands.one) | mask(deal.hands.two) << 28 | len(deal.stock) << STOCK_LEFT,
        pack_stock(undrawn),
        _marks(deal, undrawn),
        _score(board),
    )


def pack_stock(undrawn: Hand) -> int:
    """The undrawn tiles in their order but for the last two, 5 bits each, the next one lowest."""
    return sum(tile.index << TILE * place for place, tile in enumerate(undrawn[:-2]))


def _marks(deal: Deal, undrawn: Hand) -> int:
    board = deal.board
    marks = int(board.leader) | board.may_draw << MAY_DRAW | board.turn_up.index << TURN_UP
    if board.trick is not None:
        marks |= (board.trick.led.index + 1) << LED
    if undrawn:
        marks |= undrawn[-2].index << ABOVE
    for seat in Seat:
        if board.waiting[seat]:
            marks |= _numbers(deal.said[seat]) << (SAID + 7 * seat)
        counted = deal.counted[seat]
        numbers = SEVEN if counted is None else _numbers(counted)
        marks |= numbers << (COUNTED + 7 * seat)
        if board.rules.reannounce == "no":
            marks |= bool(board.announced[seat]) << (ANNOUNCED + seat)
    if board.closing is not None:
        marks |= _closing(board)
    if board.first_to_70 is not None:
        marks |= (board.first_to_70 + 1) << FIRST_70
    if board.outcome is not None:
        winner = board.outcome.winner
        marks |= HOWS.index(board.outcome.how) << HOW
        marks |= (0 if winner is None else winner + 1) << WINNER
    return marks


def _closing(board: Board) -> int:
    """What the closing has settled. [8.3, 8.4]"""
    closing, rules = board.closing, board.rules
    assert closing is not None
    other = closing.by.other
    marks = (closing.by + 1) << CLOSED
    if rules.close_level_at == "closing":
        low = closing.points[other] < rules.low_threshold
        marks |= (3 if not closing.tricks[other] else 2 if low else 1) << LEVEL
    if rules.failed_close_3 != "closer_in_deal":
        seat = other if rules.failed_close_3 == "opponent_at_closing" else closing.by
        marks |= (2 if closing.tricks[seat] else 3) << FAIL
    return marks


def _score(board: Board) -> int:
    score = 0
    for seat in Seat:
        score |= board.points[seat] << (POINTS + 10 * seat)
        score |= board.tricks[seat] << (TRICKS + 4 * seat)
        score |= board.big_points[seat] << (BIG + 4 * seat)
        score |= min(board.rules.target - board.score[seat], FOUR) << (TO_GO + 4 * seat)
    return score


MOST_POINTS = 511
"""Points a seat may have won before a position; with what can still be won they fit in 10 bits."""
MOST_BIG = 6
"""The same for big points, in 4 bits."""


def _check(board: Board) -> None:
    """Raise InvalidSetup where a position tells more than a state holds; no deal comes to it."""
    if max(board.points) > MOST_POINTS or (
        board.outcome is None and max(board.big_points) > MOST_BIG
    ):
        raise InvalidSetup(
            [
                Fault(
                    f"no deal comes to points {board.points.one} {board.points.two}, "
                    f"big {board.big_points.one} {board.big_points.two}",
                    "too-many",
                )
            ]
        )


def _numbers(doubles: Doubles) -> int:
    """A set of doubles, bit n for the double of suit n."""
    return sum(1 << int(tile.higher) for tile in doubles)


# --- moves ----------------------------------------------------------------------------------------


def code(move: Move) -> int:
    """The small integer for a move: 0 to 38; raises TypeError for what is none."""
    if isinstance(move, Play):
        if move.announce:
            return ANNOUNCE + int(move.tile.higher)
        return move.tile.index
    if not isinstance(move, Move):
        raise TypeError(f"{described(move)} is not a move: `parse_move` reads one from text")
    return _CODES[move]


def move_of(s: State, t: Array, move: int) -> Move:
    """The move a small integer stands for in this state; the number announced is the true one.

    Raises ValueError for a number that is not from 0 to 38, TypeError for what is none.
    """
    move = whole("move", move, 0, MOVES - 1)
    if move < ANNOUNCE:
        return Play(TILES[move])
    if move >= CLOSE:
        return _OTHERS[move]
    return Play(_DOUBLES[move - ANNOUNCE], said_in(s, t))


def said_in(s: State, t: Array) -> int:
    """The number the leader would announce."""
    hands, _, marks, _ = s
    held = hands >> 28 * (marks & 1)
    counted = marks >> (COUNTED + 7 * (marks & 1)) & SEVEN
    return sum(1 for tile in _DOUBLES if held & tile.bit and counted >> int(tile.higher) & 1)


def moves_of(s: State, t: Array, legal: int) -> tuple[Move, ...]:
    """The moves of a set, in the order of `Deal.legal_moves`.

    Raises ValueError for a set with other bits than 0 to 38 or a state that is not four integers,
    TypeError for what is none.
    """
    s, legal = state("s", s), moves_in("legal", legal)
    order = sorted((m for m in range(MOVES) if legal >> m & 1), key=_place)
    return tuple(move_of(s, t, m) for m in order)


def moves_in(name: str, moves: object) -> int:
    """A set of moves; raises TypeError or ValueError for what is none."""
    found = whole(name, moves)
    if not 0 <= found < 1 << MOVES:
        raise ValueError(
            f"{name} must be a set of moves, bits 0 to {MOVES - 1}, not {described(found)}"
        )
    return found


def _place(move: int) -> tuple[int, int]:
    if ANNOUNCE <= move < CLOSE:
        return _DOUBLES[move - ANNOUNCE].index, 1
    return (move, 0) if move < ANNOUNCE else (move, 1)
