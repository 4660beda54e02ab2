"""A refusal names the clause that forbids the move."""

import ast
import inspect

import pytest

import bingo.game.legal as source
from bingo.game import IllegalMove, View, parse_move
from tests.game.staging import played, staged

MUST = {"must_trump": "must"}
BLANK = {"bingo_suit": "blank"}
TWO = "3-3 5-3 1-1 3-1 5-1 5-5"
"""A hand without fours, sixes, twos and blanks; a seventh tile is added in each case."""

# What each seat holds, the turn-up, the moves before, the move refused, its clause, options.
REFUSED = [
    ("6-6", "2-1", "4-1", "", "2-1", "1.2", {}),  # not in hand
    ("6-6", "2-1", "4-1", "6-6", "4-1", "1.2", {}),
    ("6-6 5-5", "2-1", "4-1", "", "6-6+3", "5.1", {}),  # not the true number
    ("6-6 6-5", "2-1", "4-1", "", "6-5+2", "5.1", {}),  # no double led
    ("6-6", "2-1", "4-1", "", "6-6+2", "5.1", {}),  # one double is nothing
    ("2-1", "6-6 5-5", "4-1", "2-1", "6-6+2", "5.1", {}),  # only with a lead
    ("6-6 5-5 4-4", "2-1", "4-0", "6-6+3 2-1", "5-5+2", "5.5", {"reannounce": "no"}),
    ("6-6 5-5", "2-1", "4-0", "6-6+2 2-1", "5-5+2", "5.5", {"reannounce": "remaining"}),
    ("6-6 5-5 4-4", "2-1", "4-0", "6-6+3 2-1", "5-5+3", "5.1", {}),  # again, but not the number
    ("6-6 5-5", "2-1", "4-1", "", "6-6+3", "5.1", {"reannounce": "no"}),  # not the first time
    ("6-2", TWO + " 2-1", "4-3", "close 6-2", "3-3", "6.4", {}),
    ("6-2", TWO + " 6-1", "4-3", "close 6-2", "3-3", "6.3", {}),
    ("6-2", TWO + " 6-1", "4-3", "close 6-2", "3-3", "6.3", {"follow_lower": "off"}),
    ("6-2", TWO + " 2-1", "4-3", "close 6-2", "3-3", "6.4", {"follow_lower": "free"}),
    ("4-2", TWO + " 4-1", "4-3", "close 4-2", "3-3", "6.2", {}),
    ("6-2", TWO + " 4-1", "4-3", "close 6-2", "3-3", "6.5", MUST),
    ("6-2", TWO[4:] + " 6-1 6-3", "4-3", "close 6-2", "6-1", "6.6", {"must_beat": True}),
    ("4-2", TWO[4:] + " 4-1 0-0", "4-3", "close 4-2", "0-0", "3.6", BLANK),
    ("0-0", TWO + " 5-0", "4-3", "close 0-0", "3-3", "3.6", BLANK),
    ("6-6", "2-1", "4-1", "6-6", "close", "7.1", {}),  # only by the leader
    ("6-6", "2-1", "4-1", "close", "close", "7.1", {}),  # once a deal
    ("6-6", "2-1", "4-1", "", "close", "7.1", {"close_needs_trick": True}),
    ("6-6 6-5", "2-1", "4-1", "6-6 2-1", "6-5", "4.2", {"close_before_draw": True}),
    ("6-6 2-1", "3-1", "2-2", "", "exchange", "7.4", {"trump_exchange": True}),
    ("6-6 2-1", "3-1", "2-2", "6-6 3-1", "exchange", "7.4", {}),
    ("6-6", "2-1", "4-1", "", "draw", "4.2", {}),
    ("6-6", "2-1", "4-1", "6-6 2-1", "claim", "8.1", {}),
    ("6-6", "2-1", "4-1", "", "claim", "8.1", {"deal_end": "claim"}),
    ("6-6 5-5 4-4 3-3 2-2", "2-1", "4-0", "6-6+5 2-1", "5-5", "8.1", {}),  # the deal is over
    ("3-3 6-6", "0-0", "3-2", "3-3 0-0", "6-6", "9.2", {"target": 1}),  # the match is over
]


@pytest.mark.parametrize(("one", "two", "turn_up", "moves", "move", "clause", "changes"), REFUSED)
def test_a_refusal_names_the_clause(one, two, turn_up, moves, move, clause, changes):
    deal = played(staged(one, two, turn_up, **changes), moves)
    with pytest.raises(IllegalMove) as refused:
        deal.play(parse_move(move))
    error = refused.value
    assert (error.clause, error.move) == (clause, parse_move(move))
    assert error.legal_moves == deal.legal_moves()
    assert f"[{clause}]" in str(error) and str(error.move) in str(error)
    for legal in deal.legal_moves():
        assert str(legal) in str(error)
    seat = deal.leader if deal.to_move is None else deal.to_move
    assert View.of(deal, seat).refusal(parse_move(move)) == clause


def test_what_is_no_move_is_told():
    with pytest.raises(TypeError, match="'6-6' is not a move"):
        staged("6-6").play("6-6")


def test_there_is_no_clause_beside_these():
    """Every clause that the code can name is the answer to some move above."""
    named = set()
    for function in (source.refusal, source._duty):
        for node in ast.walk(ast.parse(inspect.getsource(function))):
            if isinstance(node, ast.Return) and node.value is not None:
                named |= {
                    part.value
                    for part in ast.walk(node.value)
                    if isinstance(part, ast.Constant) and str(part.value)[1:2] == "."
                }
    assert named == {clause for *_, clause, _ in REFUSED}
