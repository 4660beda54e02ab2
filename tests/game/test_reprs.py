"""Every type's repr pastes back."""

import pytest

from bingo.game import *  # noqa: F403 - what a reader would import to paste
from bingo.game import Deal, Match, Record, Seat, Setup, Suit, Tile, View, parse_move

DEAL = Deal.parse(
    "rules hoyle-1868 target=9; one 2-2 5-3 5-5 2-1 4-2 4-4 6-4; two 5-2 3-2 4-0 6-1 5-1 6-6 1-0;"
    " stock 5-4 3-3 0-0 1-1 2-0 3-0 3-1 4-1 4-3 5-0 6-0 6-2 6-3 6-5; leader one;"
    " moves 2-2+3 5-1 close 4-4"
)
OVER = DEAL
while not OVER.is_over:
    OVER = OVER.play(OVER.legal_moves()[0])
VIEW = View.of(DEAL, Seat.ONE)
VALUES = [
    Seat.TWO,
    Suit.BLANK,
    Tile.parse("6-0"),
    parse_move("6-6+3"),
    parse_move("close"),
    DEAL.rules,
    DEAL.points,
    DEAL.trick,
    DEAL.played[0],
    DEAL.board.closing,
    DEAL.board.tables,
    DEAL.board,
    DEAL.origin,
    Setup.of(DEAL),
    DEAL,
    VIEW,
    View.of(DEAL, Seat.TWO),
    OVER.outcome,
    OVER.outcome.gains[0],
    OVER,
    View.of(OVER, Seat.TWO),
    next(VIEW.worlds()),
    Match.start(DEAL.rules, Seat.TWO),
    Record(DEAL.rules, (DEAL,), date="2026-11-30"),
]


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_a_repr_pastes_back(value: object) -> None:
    pasted = eval(repr(value))
    assert pasted == value
    assert type(pasted) is type(value)
    assert repr(pasted) == repr(value)
    assert hash(pasted) == hash(value)
