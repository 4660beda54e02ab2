"""The kernel counts positions as the reference does, and as tests/perft has them written."""

import random

import pytest

from bingo.engine.counting import divide, perft
from bingo.game import Deal
from bingo.game import perft as reference
from tests.game import strategies as some
from tests.game.test_perft import CASES

FEW = 2_000
"""Counts up to this are asked of the reference too."""


@pytest.mark.parametrize(("position", "legal", "counts"), CASES)
def test_counts_are_as_written(position, legal, counts):
    deal = Deal.parse(position)
    for depth, count in counts:
        assert perft(deal, depth) == count, f"depth {depth} of {position}"


@pytest.mark.parametrize(("position", "legal", "counts"), CASES)
def test_divide_splits_the_count_by_first_move_in_order(position, legal, counts):
    deal = Deal.parse(position)
    for depth, count in counts:
        parts = divide(deal, depth)
        assert " ".join(map(str, parts)) == legal, position
        assert sum(parts.values()) == count, f"depth {depth} of {position}"


def test_any_position_counts_as_in_the_reference():
    for seed in range(150):
        deal = some.random_deal(random.Random(seed))
        depth = 1
        while depth < 8 and perft(deal, depth) <= FEW:
            depth += 1
        depth -= perft(deal, depth) > FEW
        parts = divide(deal, depth) if depth else {}
        expected = reference.divide(deal, depth) if depth else {}
        assert list(parts.items()) == list(expected.items()), f"seed {seed}, depth {depth}: {deal}"
        assert perft(deal, depth) == reference.perft(deal, depth), f"seed {seed}: {deal}"


def test_a_deal_that_is_over_counts_at_depth_0_alone():
    deal = some.random_finish(random.Random(1), Deal.parse(CASES[0].values[0]))
    assert [perft(deal, depth) for depth in range(4)] == [1, 0, 0, 0]
    assert divide(deal, 1) == {}


def test_no_sequence_is_longer_than_the_deal():
    deal = Deal.parse(next(case for case in CASES if case.id.startswith("closed")).values[0])
    assert perft(deal, 40) == perft(deal, 10**30) == 0


def test_a_depth_below_the_first_is_refused_as_in_the_reference():
    deal = Deal.parse(CASES[0].values[0])
    for count, depth in ((perft, -1), (divide, 0), (divide, -1)):
        with pytest.raises(ValueError, match="depth") as refused:
            count(deal, depth)
        with pytest.raises(ValueError, match="depth") as expected:
            getattr(reference, count.__name__)(deal, depth)
        assert str(refused.value) == str(expected.value)
