"""A match at a table: one door for moves, whose turn it is, undo, giving up, going on."""

import random
from dataclasses import replace

import pytest

from bingo.game import (
    Claim,
    Close,
    Draw,
    IllegalMove,
    Play,
    Record,
    Rules,
    Seat,
    StaleMove,
    Tile,
    View,
)
from bingo.table import Dice, MatchOver, NothingToUndo, OutOfTurn, Table

SEEDS = range(6)


def opened(seed=1, **options):
    return Table.open(Rules().replace(**options), dice=Dice(seed))


def finish_deal(table, seed=1):
    lots = random.Random(seed)
    while (seat := table.to_move) is not None:
        table.play(seat, lots.choice(table.view(seat).legal_moves()))


def finish_match(table):
    while True:
        finish_deal(table)
        if table.is_over:
            return table
        table.next_deal()


def stands(table):
    return table.record, table.ply


# --- the one door ---------------------------------------------------------------------------------


def test_a_new_match_stands_before_its_first_lead():
    table = Table.open(Rules(), ("Vera", "Oleg"), dice=Dice(1), date="2026-11-30")
    assert (table.deal_number, table.ply, table.is_over, table.winner) == (1, 0, False, None)
    assert table.names == ("Vera", "Oleg")
    assert table.match.deals == 0
    assert table.to_move == table.view(Seat.ONE).board.first_leader
    assert table.record.date == "2026-11-30"
    assert Record.loads(table.record.dumps()) == table.record


def test_a_move_goes_in_for_the_seat_to_move_and_counts_a_ply():
    table = opened()
    seat = table.to_move
    table.play(seat, table.view(seat).legal_moves()[0])
    assert (table.ply, table.to_move) == (1, seat.other)


def test_out_of_turn_changes_nothing():
    table = opened()
    before, other = stands(table), table.to_move.other
    with pytest.raises(OutOfTurn) as refused:
        table.play(other, table.view(table.to_move).legal_moves()[0])
    assert refused.value.code == "out-of-turn"
    assert stands(table) == before


def test_an_illegal_move_names_its_clause_and_changes_nothing():
    table = opened()
    before, seat = stands(table), table.to_move
    foreign = next(tile for tile in table.view(seat).unseen)
    for move, clause in ((Play(foreign), "1.2"), (Claim(), "8.1"), (Draw(), "4.2")):
        with pytest.raises(IllegalMove) as refused:
            table.play(seat, move)
        assert refused.value.clause == clause
        assert stands(table) == before


def test_a_stale_move_is_refused_before_anything_else():
    table = opened()
    seat = table.to_move
    move = table.view(seat).legal_moves()[0]
    table.play(seat, move, ply=0)
    before = stands(table)
    for of_seat in Seat:
        with pytest.raises(StaleMove) as refused:
            table.play(of_seat, move, ply=0)
        assert (refused.value.expected, refused.value.got) == (1, 0)
    assert stands(table) == before


def test_no_ply_comes_twice_in_one_match():
    """A move meant for before an undo must not go in after it."""
    table = opened()
    seen, lots = [table.ply], random.Random(1)
    for _ in range(40):
        seat = table.to_move
        if seat is None:
            break
        if lots.random() < 0.3 and table.view(seat.other).history:
            try:
                table.undo(seat.other)
            except NothingToUndo:
                continue
        else:
            table.play(seat, lots.choice(table.view(seat).legal_moves()))
        seen.append(table.ply)
    assert seen == sorted(set(seen))


def test_views_are_those_of_the_deal():
    table = opened()
    for seat in Seat:
        assert table.view(seat) == View.of(table.record.deals[-1], seat)


# --- deals and the match --------------------------------------------------------------------------


def test_no_deal_is_dealt_before_its_time():
    table = opened()
    before = stands(table)
    with pytest.raises(OutOfTurn):
        table.next_deal()
    assert stands(table) == before


def test_between_deals_nobody_is_to_move():
    table = opened()
    finish_deal(table)
    assert table.to_move is None
    for seat in Seat:
        with pytest.raises(OutOfTurn):
            table.play(seat, Close())
    first = table.view(Seat.ONE).board.first_leader
    table.next_deal()
    assert table.deal_number == 2
    assert table.to_move == first.other


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("next_leader", ["alternate", "winner", "loser", "lot"])
def test_a_whole_match_ends_and_its_record_holds(seed, next_leader):
    table = finish_match(opened(seed, target=2, next_leader=next_leader, neither="higher_wins_1"))
    assert table.winner is not None
    assert table.match.big_points[table.winner] >= 2
    assert Record.loads(table.record.dumps()) == table.record
    with pytest.raises(MatchOver):
        table.next_deal()
    for seat in Seat:
        with pytest.raises(MatchOver):
            table.play(seat, Close())
        with pytest.raises(MatchOver):
            table.resign(seat)


# --- undo -----------------------------------------------------------------------------------------


def test_undo_takes_back_the_seats_last_move_and_what_came_after():
    table = opened()
    seat = table.to_move
    before = table.view(seat)
    move = before.legal_moves()[0]
    table.play(seat, move)
    other = table.to_move
    table.play(other, table.view(other).legal_moves()[0])
    assert table.undo(seat) == move
    assert table.view(seat) == before
    assert table.ply == 3
    assert dict(table.record.tags)["Undone"] == "1"


@pytest.mark.parametrize("seed", SEEDS)
def test_undo_leads_back_to_the_beginning_and_forward_to_the_same(seed):
    table = opened(seed, close_before_draw=True, trump_exchange=True)
    finish_deal(table, seed)
    played = table.record.deals[-1]
    for seat in Seat:
        while True:
            try:
                table.undo(seat)
            except NothingToUndo:
                break
    assert table.record.deals[-1] == played.from_origin()
    for move in played.history:
        table.play(table.to_move, move)
    assert table.record.deals[-1] == played


def test_nothing_to_undo_changes_nothing():
    table = opened()
    table.play(table.to_move, table.view(table.to_move).legal_moves()[0])
    before = stands(table)
    with pytest.raises(NothingToUndo):
        table.undo(table.to_move)
    assert stands(table) == before


def test_undo_never_reaches_into_the_deal_before():
    table = opened()
    finish_deal(table)
    table.next_deal()
    for seat in Seat:
        with pytest.raises(NothingToUndo):
            table.undo(seat)


def test_undo_after_the_match_is_won_goes_on_with_it():
    table = finish_match(opened(target=1))
    table.undo(table.winner)
    assert (table.is_over, table.winner) == (False, None)
    finish_match(table)
    assert table.is_over


def test_undo_counts_on_from_whatever_the_tag_says():
    """A save changed by hand once ended in a traceback."""
    for told, then in (("4", "5"), ("many", "1"), ("9" * 5000, "1"), ("²", "1"), ("-1", "1")):
        table = Table.resume(replace(opened().record, tags=(("Undone", told),)))
        seat = table.to_move
        table.play(seat, table.view(seat).legal_moves()[0])
        table.undo(seat)
        assert dict(table.record.tags)["Undone"] == then


def test_undo_forgets_what_was_refused_later():
    """Else the record would tell of a refusal where the move is legal, and not load any more."""
    text = (
        '[Rules "russian"]\n[Result "*"]\n\ndeal 1, leader one, score 0:0\n'
        "order 0-0 1-1 3-2 4-4 5-4 6-4 6-5 | 1-0 2-1 3-0 3-3 4-1 5-0 6-6 | "
        "2-0 2-2 3-1 4-0 4-3 5-1 5-2 5-3 5-5 6-0 6-1 6-2 6-3 4-2\n"
        " 1. one !2-0(1.2) close 0-0, !6-6(6.2)\n"
    )
    table = Table.resume(Record.loads(text))
    assert len(table.record.refused) == 2
    table.undo(Seat.ONE)
    table.undo(Seat.ONE)
    assert [str(refused.move) for refused in table.record.refused] == ["2-0"]
    table.play(Seat.ONE, Play(Tile.parse("3-2")))
    table.play(Seat.TWO, Play(Tile.parse("6-6")))
    assert Record.loads(table.record.dumps()) == table.record


# --- giving up, going on --------------------------------------------------------------------------


@pytest.mark.parametrize("seat", list(Seat))
def test_a_match_given_up_is_the_others(seat):
    table = opened()
    finish_deal(table)
    table.next_deal()
    table.resign(seat)
    assert (table.is_over, table.winner, table.to_move) == (True, seat.other, None)
    assert Record.loads(table.record.dumps()) == table.record
    for refused in (
        lambda: table.resign(seat.other),
        lambda: table.undo(seat),
        lambda: table.play(seat, Close()),
        table.next_deal,
    ):
        with pytest.raises(MatchOver):
            refused()


@pytest.mark.parametrize("seed", SEEDS)
def test_a_match_goes_on_from_its_record_at_any_moment(seed):
    table = opened(seed, target=2)
    lots = random.Random(seed)
    while not table.is_over:
        again = Table.resume(Record.loads(table.record.dumps()))
        assert again.record == table.record
        assert again.to_move == table.to_move
        if table.to_move is None:
            table.next_deal()
        else:
            legal = again.view(table.to_move).legal_moves()
            table.play(table.to_move, lots.choice(legal))


def test_a_match_that_is_over_is_not_gone_on_with():
    for record in (finish_match(opened(target=1)).record, Record(Rules())):
        with pytest.raises(MatchOver):
            Table.resume(record)
