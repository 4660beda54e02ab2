"""Finished deals counted a second time, from their tricks alone."""

import random
from collections import Counter

from hypothesis import given, settings

from bingo.game import BySeat, Rules, options
from tests import oracle
from tests.game import strategies as some

COVERED = ("low_threshold", "close_level_at", "failed_close_3", "failed_close_opp70", "target")


def recounted(deal):
    chosen = {name: getattr(deal.rules, name) for name in options()}
    tricks = [
        (trick.leader, str(trick.led), trick.announce, False, str(trick.answer), trick.taker)
        for trick in deal.played
    ]
    closing = deal.board.closing
    closed_after = sum(closing.tricks) if closing else None
    answer = oracle.recount(
        chosen, int(deal.trump), tricks, deal.closed_by, closed_after, deal.score
    )
    return tuple(BySeat(*pair) for pair in answer)


def check(deal):
    points, count, big_points = recounted(deal)
    assert (deal.points, deal.outcome.won, deal.big_points) == (points, count, big_points), str(
        deal
    )


@given(some.seeds())
def test_russian_deals_count_the_same(seed):
    rng = random.Random(seed)
    check(some.random_finish(rng, some.random_start(rng, Rules())))


@settings(max_examples=300)
@given(some.seeds())
def test_the_count_obeys_its_options(seed):
    rng = random.Random(seed)
    changes = {
        name: rng.choice(some.TARGETS if name == "target" else options()[name].values)
        for name in COVERED
    }
    check(some.random_finish(rng, some.random_start(rng, Rules().replace(**changes))))


def test_every_way_to_end_is_recounted():
    seen = Counter()
    for seed in range(400):
        rng = random.Random(seed)
        deal = some.random_finish(rng, some.random_start(rng, Rules()))
        points, count, big_points = recounted(deal)
        assert (points, count, big_points) == (deal.points, deal.outcome.won, deal.big_points), (
            f"seed {seed}: {deal}"
        )
        seen[deal.outcome.how, max(count)] += 1
    wanted = {("seventy", 1), ("seventy", 2), ("seventy", 3), ("failed_close", 2)}
    wanted |= {("failed_close", 3), ("neither", 0), ("match", 0)}
    assert not wanted - set(seen), seen
