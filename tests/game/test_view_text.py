"""The text of a view: what the other seat did is believed, unless what is known forbids it."""

import pytest

from bingo.game import (
    IllegalMove,
    InvalidNotation,
    InvalidSetup,
    Seat,
    Setup,
    View,
    parse_move,
)
from tests.game.staging import played, staged

ONE, TWO = Seat
EXCHANGE = {"trump_exchange": True}

# What each seat holds, the turn-up, the moves before, the move of seat one that seat two cannot
# have seen, its clause, what seat one might have done by what is known of it, options.
REFUSED = [
    ("6-6", "2-1", "4-1", "", "2-1", "1.2", "close", {}),  # it is in the own hand
    ("6-6", "2-1", "4-1", "", "2-1+2", "1.2", "close", {}),
    ("6-6", "2-1", "4-1", "", "4-1", "1.2", "close", {}),  # it is the turn-up
    ("6-6", "2-1", "4-1", "6-6 2-1", "6-6", "1.2", "close", {}),  # it is gone
    ("6-6", "2-1", "4-1", "6-6 2-1", "2-1", "1.2", "close", {}),
    ("6-6 6-5", "2-1", "4-1", "", "6-5+2", "5.1", "6-5 close", {}),  # no double
    ("2-1 6-6", "6-5 6-3", "4-1", "2-1 6-5 6-3", "6-6+2", "5.1", "6-6", {}),  # no lead
    ("6-6", "2-1", "4-1", "", "draw", "4.2", "close", {}),
    ("6-6", "2-1", "4-1", "", "claim", "8.1", "close", {}),
    ("6-6", "2-1", "4-1", "close", "close", "7.1", "", {}),
    ("6-6", "3-1", "2-2", "6-6 3-1", "exchange", "7.4", "2-1 close", {}),
    ("6-6", "3-1 2-1", "2-2", "6-6 3-1", "exchange", "7.4", "close", EXCHANGE),  # not his
    # The deal is over, and seat one would have led.
    ("6-6 5-5 4-4 3-3 2-2", "2-1", "4-0", "6-6+5 2-1", "5-1", "8.1", "", {}),
]


@pytest.mark.parametrize(
    ("one", "two", "turn_up", "moves", "move", "clause", "legal", "changes"), REFUSED
)
def test_what_is_known_forbids_it(one, two, turn_up, moves, move, clause, legal, changes):
    view = View.of(played(staged(one, two, turn_up, **changes), moves), TWO)
    assert View.parse(str(view)) == view
    with pytest.raises(IllegalMove) as refused:
        View.parse(f"{view} {move}" if moves else f"{view}; moves {move}")
    error = refused.value
    assert (error.move, error.clause) == (parse_move(move), clause)
    assert " ".join(map(str, error.legal_moves)) == legal


def test_a_tile_known_to_be_his_must_follow():
    """6.3: the position says that he holds 5-5."""
    view = View.of(staged("5-5 2-1", "5-2", "4-1", leader=TWO), TWO)
    text = str(view).replace("one ?", "one 5-5", 1)
    assert View.parse(f"{text}; moves close 5-2 6-5")
    with pytest.raises(IllegalMove) as refused:
        View.parse(f"{text}; moves close 5-2 2-1")
    assert refused.value.clause == "6.3" and list(map(str, refused.value.legal_moves)) == ["5-5"]


def test_the_own_moves_are_refereed():
    start = View.of(staged("6-6 5-5", "2-1", "4-1"), ONE)
    for move, clause in (("2-1", "1.2"), ("6-6+3", "5.1"), ("draw", "4.2")):
        with pytest.raises(IllegalMove) as refused:
            View.parse(f"{start}; moves {move}")
        assert refused.value.clause == clause


def test_a_hand_that_is_known_holds_nothing_else():
    deal = staged("6-6", "2-1", "4-1")
    told = Setup.of(deal)
    view = View.parse(f"seat two; {told}; moves close 6-6")
    assert view.closed_by is ONE and str(view.trick.led) == "6-6"
    hidden = str(told).replace(str(deal.stock[0]), "?")
    for text in (f"seat two; {told}", f"seat two; {hidden}"):
        with pytest.raises(IllegalMove, match=r"\[1\.2\]"):
            View.parse(f"{text}; moves {deal.stock[0]}")


def test_an_exchange_of_the_other_seat_reads_back():
    """7.4: the tile he takes is known to be his; the one he gave lies under the stock."""
    deal = played(staged("6-6 2-1", "3-1", "2-2", trump_exchange=True), "6-6 3-1 exchange")
    view = View.of(deal, TWO)
    again = View.parse(str(view))
    assert again == view and str(again.turn_up) == "2-1"
    assert View.parse(f"{view} 2-2").trick.led is deal.origin.turn_up
    with pytest.raises(IllegalMove):
        View.parse(f"{view} 2-1")


def test_a_tile_gone_before_the_position_is_not_played_again():
    deal = played(staged("6-6 6-5", "2-1", "4-1"), "6-6 2-1")
    view = View.of(Setup.of(deal).deal(), TWO)
    assert View.parse(f"{view}; moves 6-5").trick
    with pytest.raises(IllegalMove, match=r"\[1\.2\]"):
        View.parse(f"{view}; moves 6-6")


# --- how it is written ----------------------------------------------------------------------------


def test_a_view_of_the_start_has_no_moves():
    view = View.of(staged("6-6", "2-1", "4-1"), ONE)
    assert str(view) == f"seat one; {view.origin}"


def test_the_doubles_shown_stand_with_the_announcement_of_the_other_alone():
    """5.6 show: also where the position begins with a lead."""
    start = staged("3-2 6-4", "6-5 6-6 5-5 3-3", "4-1", announce_form="show")
    start = Setup.of(played(start, "3-2")).deal()
    deal = played(start, "6-5 6-6+3 6-4")
    other, own = View.of(deal, ONE), View.of(deal, TWO)
    assert str(other).endswith("; moves 6-5 6-6+3(3-3,5-5) 6-4")
    assert str(own).endswith("; moves 6-5 6-6+3 6-4")
    assert View.parse(str(other)) == other and View.parse(str(own)) == own
    led = Setup.of(played(staged("6-6 5-5 3-3", "2-1", "4-1", announce_form="show"), "6-6+3"))
    other, own = View.of(led.deal(), TWO), View.of(led.deal(), ONE)
    assert [str(tile) for tile in other.origin.hands.one if tile] == ["3-3", "5-5"]
    assert own.origin.hands.two == (None,) * 7


def test_an_announcement_that_waits_reads_back():
    """5.4 any_trick, 5.7: what it was said of is not forgotten by the tiles played since."""
    options = {"announce_credit": "any_trick", "bingo_in_announce": 10}
    start = staged("6-6 0-0 6-5", "4-2 5-2", "4-1", **options)
    deal = played(start, "6-6+2 4-2 5-2 6-5")
    assert deal.points == (30, 18)
    for seat in Seat:
        view = View.of(deal, seat)
        assert View.parse(str(view)) == view


@pytest.mark.parametrize("credit", ["this_trick", "any_trick"])
def test_bingo_stands_with_the_announcement_that_its_credit_tells_it_of(credit):
    """5.7: ten points more, or not, tell whether bingo is among the doubles announced."""
    options = {"announce_credit": credit, "bingo_in_announce": 10}
    for hand, moves, told in (
        ("3-2 6-6 0-0", "3-2 2-1 6-6+2 3-1", "6-6+2(0-0)"),
        ("3-2 6-6 5-5", "3-2 2-1 6-6+2 3-1", "6-6+2"),
        ("3-2 6-6 0-0", "3-2 2-1 0-0+2 3-1", "0-0+2"),  # it is seen
    ):
        start = staged(hand, "2-1 3-1", "4-1", **options)
        for deal in (
            played(start, moves),
            played(Setup.of(played(start, "3-2")).deal(), moves[4:]),
        ):
            other, own = View.of(deal, TWO), View.of(deal, ONE)
            assert str(other).endswith(f" 2-1 {told} 3-1")
            assert str(own).endswith(f" 2-1 {told.partition('(')[0]} 3-1")
            assert other.origin.hands.one.count(None) == len(other.origin.hands.one)
            assert View.parse(str(other)) == other and View.parse(str(own)) == own


def test_bingo_stands_with_no_other_announcement_than_the_credited_one():
    """5.4, 5.7: one that is lost, or that waits while the opponent is credited his own."""
    options = {"bingo_in_announce": 10}
    start = staged("6-6 5-5 5-0", "4-2 3-2 3-3 1-1", "4-1", "2-1 0-0", **options)
    deal = played(start, "6-6+2 4-2 3-2 5-0 5-5+2 3-3")
    assert str(View.of(deal, TWO)).endswith("; moves 6-6+2 4-2 3-2 5-0 5-5+2(0-0) 3-3")
    waiting = staged(
        "6-6 0-0 5-0 2-1", "4-2 3-2 3-3 1-1", "4-1", announce_credit="any_trick", **options
    )
    deal = played(waiting, "6-6+2 4-2 3-3+2 2-1 3-2 5-0")
    assert str(View.of(deal, TWO)).endswith("; moves 6-6+2(0-0) 4-2 3-3+2 2-1 3-2 5-0")
    led = played(Setup.of(played(start, "6-6+2")).deal(), "4-2 3-2 5-0 5-5+2 3-3")
    view = View.of(led, TWO)
    assert view.origin.hands.one == (None,) * 6 and View.parse(str(view)) == view


def test_a_view_begins_with_its_seat():
    view = View.of(staged("6-6", "2-1", "4-1"), TWO)
    assert View.parse(str(view).replace("seat two; ", "  seat   two ;  ")) == view
    for text in ("one 6-6", "rules russian; one 6-6", "set one; rules russian"):
        with pytest.raises(InvalidNotation, match="seat one"):
            View.parse(text)


def test_what_the_seat_draws_it_knows():
    start = View.of(staged("6-6", "2-1", "4-1"), TWO)
    with pytest.raises(InvalidSetup, match="after 2-1 seat two holds a tile it does not know"):
        View.parse(f"{start}; moves 6-6 2-1")
