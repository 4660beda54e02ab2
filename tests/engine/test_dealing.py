"""Deals played by chance: fair, the same for the same seed, and as the reference plays them."""

import random
from collections import Counter
from itertools import pairwise
from math import sqrt

import numpy as np
import pytest

from bingo.engine import dealing as room
from bingo.engine.compiled import MASK_63
from bingo.engine.dealing import Ends, RandomDeals, random_deal, random_deals
from bingo.engine.layout import HOWS
from bingo.game import RULESETS, TILES, BySeat, Deal, Rules, Seat
from tests.game import strategies as some

SIGMAS = 5
"""Bounds of what chance may do; the seeds are fixed, so a test that passes goes on passing."""


def total(deals):
    """The sums the reference comes to over deals that are over."""
    ends = Counter(deal.outcome.how for deal in deals)

    def by_seat(value):
        return BySeat(*(sum(value(deal, seat) for deal in deals) for seat in Seat))

    return RandomDeals(
        len(deals),
        sum(len(deal.history) for deal in deals),
        Ends(*(ends[how] for how in HOWS[1:])),
        by_seat(lambda deal, seat: deal.big_points[seat]),
        by_seat(lambda deal, seat: deal.points[seat]),
        by_seat(lambda deal, seat: deal.tricks[seat]),
        by_seat(lambda deal, seat: deal.closed_by == seat),
    )


def by_the_reference(number, rules):
    """So many deals shuffled and played by `random`."""
    deals = []
    for seed in range(number):
        rng = random.Random(seed)
        order = rng.sample(TILES, 28)
        deal = Deal.start(order, Seat(seed % 2), rules)
        while moves := deal.legal_moves():
            deal = deal.play(rng.choice(moves))
        deals.append(deal)
    return deals


def rulesets():
    """Every named ruleset, and some rules with changes, target 1 among them."""
    yield from map(Rules.named, RULESETS)
    yield Rules(target=1)
    yield from (some.random_rules(random.Random(seed)) for seed in range(12))


@pytest.mark.parametrize("rules", list(rulesets()), ids=str)
def test_every_deal_is_legal_and_ends_as_in_the_reference(rules):
    number, seed, first = 40, 7, 1_000
    deals = [random_deal(first + which, seed, rules) for which in range(number)]
    assert all(deal.is_over for deal in deals)
    assert random_deals(number, seed, rules, first=first) == total(deals)


def measures(deal):
    """What is measured of each deal, in the order of `means`."""
    return (
        len(deal.history),
        sum(deal.tricks),
        sum(deal.points),
        deal.points.one - deal.points.two,
        sum(deal.big_points),
        deal.closed_by is not None,
    )


def means(sums):
    points = sums.points.one - sums.points.two
    parts = (sums.plies, sum(sums.tricks), sum(sums.points), points)
    return [part / sums.deals for part in (*parts, sum(sums.big_points), sum(sums.closed))]


@pytest.mark.parametrize("name", ["russian", "hoyle-1868"])
def test_chance_deals_and_plays_as_in_the_reference(name):
    few, rules = 1_500, Rules.named(name)
    theirs, ours = by_the_reference(few, rules), random_deals(300_000, 11, rules)
    for how, count in zip(HOWS[1:], ours.ends, strict=True):
        share = count / ours.deals
        found = sum(deal.outcome.how == how for deal in theirs)
        bound = SIGMAS * sqrt(few * share * (1 - share)) + 1
        assert abs(found - few * share) <= bound, f"{how}: {found} of {few}, expected {share}"
    columns = zip(*map(measures, theirs), strict=True)
    for values, mean in zip(columns, means(ours), strict=True):
        found = sum(values) / few
        spread = sqrt(sum((value - found) ** 2 for value in values) / few)
        assert abs(found - mean) <= SIGMAS * spread / sqrt(few), f"{found}, expected {mean}"


def orders(number, seed):
    """The orders dealt, without the deals being played again."""
    tables, to_go = room.all_tables(Rules()), room.to_go(Rules())
    place = room.np.empty(room.ROOM, dtype=room.np.int64)
    for which in range(number):
        *state, _ = room._write_down(tables, to_go, seed, which, place)
        yield room.order_of(tuple(state))


def assert_even(counts, cells, why):
    """Chi-square of counts that should be even, within its spread."""
    mean = counts.total() / cells
    chi = sum((count - mean) ** 2 for count in counts.values()) / mean
    chi += mean * (cells - len(counts))
    bound = SIGMAS * sqrt(2 * cells)
    assert abs(chi - cells) < bound, f"{why}: chi-square {chi:.0f} for {cells} cells"


def test_every_order_of_the_tiles_is_as_likely():
    dealt = list(orders(40_000, 3))
    for place in range(14, 28):
        assert_even(Counter(order[place] for order in dealt), 28, f"place {place}")
    for hand in (slice(0, 7), slice(7, 14)):
        assert_even(Counter(tile for order in dealt for tile in order[hand]), 28, hand)
    pairs = (26, 27), (14, 15), (15, 26), (14, 27)
    for one, two in pairs:
        met = Counter((order[one], order[two]) for order in dealt)
        assert_even(met, 28 * 27, f"places {one} and {two}")
    first = Counter((order[27], tile) for order in dealt for tile in order[:7])
    assert_even(first, 28 * 27, "turn-up and hand of ONE")


def test_deals_that_follow_each_other_have_nothing_in_common():
    dealt = list(orders(40_000, 5))
    for place in (14, 20, 27):
        met = Counter((one[place], two[place]) for one, two in pairwise(dealt))
        assert_even(met, 28 * 28, f"place {place}")
    other = orders(40_000, 6)
    assert_even(Counter((a[27], b[27]) for a, b in zip(dealt, other, strict=True)), 784, "seeds")


def test_each_legal_move_is_as_likely():
    for moves in (0b1, 0b1011, (1 << 39) - 1, 0x7F << 28 | 1 << 35 | 0b1001001):
        places = [move for move in range(39) if moves >> move & 1]
        assert [room.nth(moves, n) for n in range(len(places))] == places
        met, dice = Counter(), room.seeded(9, moves & MASK_63)
        for _ in range(4_000):
            dice = room.roll(dice)
            met[room.random_move(moves, dice)] += 1
        assert set(met) <= set(places)
        assert_even(met, len(places), f"{moves:b}")


def test_a_deal_of_a_seed_is_the_same_however_many_are_asked_for():
    whole = random_deals(700, 3)
    parts = [random_deals(300, 3), random_deals(1, 3, first=300), random_deals(399, 3, first=301)]
    assert whole.deals == sum(part.deals for part in parts)
    assert whole.plies == sum(part.plies for part in parts)
    for name in ("ends", "big_points", "points", "tricks", "closed"):
        columns = zip(*(getattr(part, name) for part in parts), strict=True)
        assert getattr(whole, name) == tuple(map(sum, columns)), name
    assert random_deals(700, 3) == whole != random_deals(700, 4)
    assert random_deals(0, 3) == RandomDeals(0, 0, Ends(*[0] * 6), *[BySeat(0, 0)] * 4)


def test_any_integer_is_a_seed_and_the_seats_lead_in_turn():
    for seed in (-1, 0, 2**63 - 1, 2**70 + 1):
        deals = [random_deal(which, seed) for which in range(4)]
        assert [deal.first_leader for deal in deals] == [Seat.ONE, Seat.TWO] * 2, seed
        assert random_deals(4, seed) == random_deals(4, seed % 2**63) == total(deals), seed


def test_the_sums_are_the_same_however_many_deals_are_played_in_one_call(monkeypatch):
    whole = random_deals(350, 3, first=17)
    monkeypatch.setattr(room, "AT_ONCE", 100)
    assert random_deals(350, 3, first=17) == whole


def test_a_number_that_counts_no_deals_is_refused():
    with pytest.raises(ValueError, match=r"number must be a .* from 0 to 2\*\*61, not -1"):
        random_deals(-1, 1)
    for wrong in (-2, 2**61 + 1, 2**63, -(2**63) - 1, 10**5000):
        with pytest.raises(ValueError, match=r"first must be a .* from 0 to 2\*\*61, not"):
            random_deals(1, 1, first=wrong)
        with pytest.raises(ValueError, match=r"which must be a .* from 0 to 2\*\*61, not"):
            random_deal(wrong, 1)
    for far in (2**61, np.int64(2**61)):
        assert random_deals(1, 1, first=far).deals == 1
        assert random_deal(far, 1).is_over


@pytest.mark.parametrize("wrong", [3.5, True, np.bool_(1), "3", None, float("nan"), [1], b"1"])
def test_what_is_no_whole_number_or_no_rules_is_refused_by_name(wrong):
    for name, ask in (
        ("number", lambda: random_deals(wrong, 1)),
        ("seed", lambda: random_deals(1, wrong)),
        ("first", lambda: random_deals(1, 1, first=wrong)),
        ("which", lambda: random_deal(wrong, 1)),
        ("seed", lambda: random_deal(1, wrong)),
    ):
        with pytest.raises(TypeError, match=f"{name} must be a whole number, not "):
            ask()
    if wrong is not None:
        for ask in (random_deals, random_deal):
            with pytest.raises(TypeError, match="rules must be of type Rules, not "):
                ask(1, 1, wrong)


def test_the_ends_have_the_words_of_the_outcome():
    assert Ends._fields == HOWS[1:]


def test_some_deals_have_the_rare_ends_too():
    hoyle = random_deals(200_000, 1, Rules.named("hoyle-1868"))
    assert min(hoyle.ends[:4]) > 0
    assert random_deals(50_000, 1, Rules(target=1)).ends.match > 0
    assert random_deals(2_000_000, 1, Rules(invincible="ends_deal")).ends.invincible > 0
