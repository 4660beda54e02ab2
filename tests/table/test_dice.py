"""Chance outside the rules."""

import pytest

from bingo.game import TILES, BySeat, Match, Rules, Seat, lowest_hand
from bingo.table import Dice


def test_a_seed_is_the_same_chance_again():
    one, two = Dice("a seed"), Dice("a seed")
    assert [one.order() for _ in range(3)] == [two.order() for _ in range(3)]
    assert [one.lot() for _ in range(9)] == [two.lot() for _ in range(9)]
    assert Dice(1).order() != Dice(2).order()


def test_without_a_seed_it_is_chance():
    assert Dice().order() != Dice().order()


@pytest.mark.parametrize("seed", [None, 0, -1, "", "зерно"])
def test_an_order_is_all_tiles_once(seed):
    assert sorted(Dice(seed).order()) == sorted(TILES)


def test_a_lot_falls_on_both():
    dice = Dice(1)
    assert {dice.lot() for _ in range(50)} == set(Seat)


def test_the_lowest_hand_leads_and_a_tie_is_drawn():
    rules = Rules().replace(first_leader="lowest_hand")
    for seed in range(50):
        order = Dice(seed).order()
        lowest = lowest_hand(BySeat(order[:7], order[7:14]))
        if lowest is not None:
            assert Dice(seed).first_leader(rules, order) is lowest
    orders = (Dice(seed).order() for seed in range(1000))
    order = next(o for o in orders if lowest_hand(BySeat(o[:7], o[7:14])) is None)
    assert {Dice(seed).first_leader(rules, order) for seed in range(20)} == set(Seat)


def test_the_next_leader_is_drawn_only_where_the_rules_leave_it():
    match = Match.start(Rules(), Seat.TWO)
    assert match.next_leader is Seat.TWO
    assert {Dice(seed).next_leader(match) for seed in range(20)} == {Seat.TWO}
