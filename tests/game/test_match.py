"""A match from deal to deal. [9]"""

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings

from bingo.game import BySeat, Deal, InvalidSetup, Match, Outcome, Record, Rules, Seat
from tests.game import strategies as some
from tests.game.staging import played, position, staged

ONE, TWO = Seat


def won_by(winner, leader=ONE, score=(0, 0), **changes):
    """A deal over in three moves, 2 big points for the winner: a false claim of the other."""
    fit = {"deal_end": "claim"} | changes
    hands = ("6-6", "2-1") if leader is ONE else ("2-1", "6-6")
    deal = staged(*hands, "4-0", leader=leader, score=score, **fit)
    if winner is leader:  # the other takes the trick and claims
        return played(deal, _losing(deal))
    return played(deal, "6-6 2-1 claim")


def _losing(deal):
    for led in deal.legal_moves():
        for answer in deal.play(led).legal_moves() if "-" in str(led) else ():
            after = deal.play(led).play(answer)
            if after.leader is not deal.leader and not after.is_over:
                return f"{led} {answer} claim"
    raise AssertionError(deal)


def level(leader=ONE, **changes):
    """A deal that nobody wins, found by its seed."""
    rules = Rules().replace(**changes)
    for seed in range(5_000):
        rng = random.Random(seed)
        start = Deal.start(some.random_order(rng), leader, rules)
        deal = some.random_finish(rng, start)
        if deal.outcome.winner is None and deal.outcome.how == "neither":
            return deal
    raise AssertionError("no deal without a winner")


def test_a_match_is_played_to_seven_or_what_was_agreed():
    """9.1: points of deals add up, and the last may take it beyond the target."""
    rules = Rules().replace(deal_end="claim", next_leader="winner")
    match = Match.start(rules, ONE)
    assert (match.big_points, match.winner, match.is_over) == (BySeat(0, 0), None, False)
    for total in (2, 4, 6, 8):
        deal = won_by(ONE, match.next_leader, match.big_points, next_leader="winner")
        match = match.after(deal)
        assert match.big_points == (total, 0)
        assert match.is_over is (total >= 7)
    assert match.winner is ONE and match.deals == 4
    with pytest.raises(InvalidSetup) as refused:
        match.after(deal)
    assert refused.value.faults[0] == "the match is over [9.2]"


@pytest.mark.parametrize("leader", Seat)
@pytest.mark.parametrize("winner", Seat)
def test_9_3_who_leads_the_next_deal(leader, winner):
    leads = {"alternate": leader.other, "winner": winner, "loser": winner.other, "lot": None}
    for value, expected in leads.items():
        deal = won_by(winner, leader, next_leader=value)
        assert deal.outcome.winner is winner
        assert Match.start(deal.rules, leader).after(deal).next_leader is expected, value


@pytest.mark.parametrize("value", ["alternate", "winner", "loser"])
def test_9_3_nobody_won_the_deal_so_the_lead_alternates(value):
    deal = level(leader=TWO, next_leader=value)
    assert Match.start(deal.rules, TWO).after(deal).next_leader is ONE


def test_9_3_a_lot_lets_either_lead():
    match = Match.start(Rules().replace(deal_end="claim", next_leader="lot"), ONE)
    match = match.after(won_by(ONE, ONE, next_leader="lot"))
    for leader in Seat:
        after = match.after(won_by(ONE, leader, match.big_points, next_leader="lot"))
        assert after.big_points == (4, 0)


def test_9_2_a_bonus_ends_the_match_in_mid_deal():
    deal = played(staged("3-3", "0-0", "3-2", score=(0, 6)), "3-3 0-0")
    assert deal.is_over and deal.outcome.how == "match" and deal.big_points == (0, 1)
    assert deal.outcome.won == (0, 0) and deal.outcome.winner is None
    assert deal.points == (0, 0) and deal.tricks == (0, 1)  # 8.8: later items do not count
    match = Match(deal.rules, BySeat(0, 6), ONE).after(deal)
    assert match.winner is TWO and match.big_points == (0, 7)


def test_9_2_the_match_ends_before_the_70_of_the_same_trick_is_counted():
    """8.8: with bingo the announcement brings 75 points, then the big point ends the match."""
    text = (
        "one 6-6 5-5 3-3 2-2 1-1 0-0 2-1; two 6-0 6-1 6-2 6-3 5-0 5-1 5-2; "
        "stock 5-3 3-0 3-1 3-2 2-0 1-0 4-2 4-1; gone 4-4 4-0 5-4 6-4 4-3 6-5; "
        "points 65 0; tricks 3 0; score 6 0; leader one"
    )
    deal = position(f"{text}; moves 6-6+6 6-1", bingo_in_announce=10)
    assert deal.outcome == Outcome("match") and deal.big_points == (1, 0)
    assert deal.points == (75, 0) and deal.tricks == (4, 0)


def test_9_2_the_trick_goes_on_where_the_bonus_is_not_enough():
    deal = played(staged("3-3", "0-0", "3-2", score=(6, 5)), "3-3 0-0")
    assert not deal.is_over and deal.points == (0, 28 + 14)


def both_there(wanted, score=(0, 0), **changes):
    """A deal in which both seats reach the target on one count, found by its seed."""
    rules = Rules().replace(deal_end="play_out_each", **changes)
    for seed in range(20_000):
        rng = random.Random(seed)
        start = Deal.start(some.random_order(rng), Seat(rng.randrange(2)), rules, score)
        deal = some.random_finish(rng, start)
        totals = [score[seat] + deal.big_points[seat] for seat in Seat]
        if deal.outcome.how != "match" and min(totals) >= rules.target and wanted(totals, deal):
            return deal, totals
    raise AssertionError("no such deal")


@pytest.mark.parametrize("first", Seat)
def test_9_2_both_reach_the_target_level_so_the_first_to_70_wins(first):
    deal, _ = both_there(
        lambda totals, deal: totals[0] == totals[1] and deal.board.first_to_70 is first, target=1
    )
    match = Match.start(deal.rules, deal.first_leader).after(deal)
    assert match.winner is first, str(deal)


def test_9_2_both_reach_the_target_so_more_big_points_win():
    def second_to_70_has_more(totals, deal):
        first = deal.board.first_to_70
        return totals[first] < totals[first.other]

    options = {"target": 3, "close_level_at": "closing"}
    deal, totals = both_there(second_to_70_has_more, (2, 2), **options)
    match = Match(deal.rules, deal.score, deal.first_leader).after(deal)
    assert match.winner is (ONE if totals[0] > totals[1] else TWO), str(deal)


@pytest.mark.parametrize(
    ("big_points", "first", "winner"),
    [
        ((7, 6), TWO, ONE),
        ((6, 7), ONE, TWO),
        ((8, 7), TWO, ONE),  # both there: who has more, whoever was first
        ((7, 8), ONE, TWO),
        ((7, 7), ONE, ONE),  # level: the first to 70
        ((7, 7), TWO, TWO),
        ((6, 6), ONE, None),
    ],
)
def test_9_2_who_has_won(big_points, first, winner):
    deal = won_by(ONE)
    board = deal.board._replace(big_points=BySeat(*big_points), first_to_70=first)
    after = Match.start(deal.rules, ONE).after(replace(deal, board=board))
    assert after.big_points == big_points
    assert after.winner is winner and after.is_over is (winner is not None)


def test_9_4_points_do_not_carry_over():
    rules = Rules().replace(deal_end="claim")
    match = Match.start(rules, ONE).after(won_by(ONE))
    assert Deal.start(some.random_order(random.Random(1)), TWO, rules, match.big_points).points == (
        0,
        0,
    )


def test_a_deal_that_is_not_the_next_of_the_match_is_refused_with_every_fault():
    match = Match.start(Rules().replace(deal_end="claim"), ONE)
    with pytest.raises(InvalidSetup) as refused:
        match.after(staged(turn_up="4-0", deal_end="claim"))
    assert refused.value.faults == ("the deal is not over",)
    with pytest.raises(InvalidSetup) as refused:
        match.after(won_by(ONE, TWO, (1, 1), low_threshold=30))
    assert refused.value.faults == (
        "the deal is played by other rules",
        "the deal began at 1:1, the match stands at 0:0",
        "seat two led first, it was the turn of one [9.3]",
    )


@settings(max_examples=40)
@given(some.rules(), some.seeds())
def test_every_match_comes_to_its_end(rules, seed):
    rng = random.Random(seed)
    match = Match.start(rules, Seat(rng.randrange(2)))
    while not match.is_over and match.deals < 200:
        leader = match.next_leader
        if leader is None:
            leader = Seat(rng.randrange(2))
        start = Deal.start(some.random_order(rng), leader, rules, match.big_points)
        deal = some.random_finish(rng, start)
        after = match.after(deal)
        assert after.big_points == tuple(map(int.__add__, match.big_points, deal.big_points))
        assert after.deals == match.deals + 1
        there = [seat for seat in Seat if after.big_points[seat] >= rules.target]
        assert after.is_over is bool(there) and (after.winner in there or not there), str(deal)
        match = after


def test_1_3_a_deal_that_is_written_down_after_its_first_trick_may_be_led_by_anybody():
    deal = Deal.parse(
        "rules russian-003; one 4-0 5-2 5-5; two 3-0 4-1 6-2; stock 6-0 5-0 6-4 4-3 6-3 6-6 5-4 "
        "4-4 6-5 3-1 3-2 6-1 2-2 3-3; leader two; points 0 24; tricks 1 3; first one; "
        "closed one 0 0 0 0"
    )
    record = Record(deal.rules, (deal,))
    assert Record.loads(record.dumps()) == record
