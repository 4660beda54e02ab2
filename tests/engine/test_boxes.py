"""Answers of the search hold all over their boxes, and for all that they settle at once."""

import random
from collections import Counter

import pytest

from bingo.engine import Equity, Solver, pack
from bingo.engine.asking import reaches
from bingo.engine.bonus import bonus_open
from bingo.engine.boxes import GOAL, NO_LIMIT, YES, holds
from bingo.engine.layout import FIRST_70, POINTS, TRICKS
from bingo.engine.memory import AGE, AGES, net
from bingo.engine.minimax import minimax
from bingo.engine.search import search
from bingo.game import BINGO, Deal, Rules, Seat, Setup, Suit, Tile
from tests.game import strategies as some

SMALL, OPEN, AGAIN = 1_500, 200, 60
"""Positions in the quick run: of four tiles each at most; with two in the stock; asked anew."""
ENDS = (
    {"deal_end": "play_out_each"},
    {"deal_end": "play_out_first"},
    {"deal_end": "claim"},
    {"neither": "higher_wins_1"},
    {"deal_end": "at_70", "neither": "nobody"},
    {"deal_end": "at_70", "neither": "nobody", "announce_credit": "this_trick"},
)
TEN = 1023


def sought(rng, wanted):
    """A position, not over, for which `wanted` holds, under rules with one of the ends."""
    fixed = rng.choice(ENDS)
    if rng.randrange(8):  # the third value leaves the search without bounds
        fixed = fixed | {"failed_close_opp70": rng.choice(("add", "none"))}
    while True:
        plies = some.playthrough(rng, some.random_start(rng, some.random_rules(rng, **fixed)))
        kept = [deal for deal in plies if not deal.is_over and wanted(deal)]
        if kept:
            deal = rng.choice(kept)
            return Setup.of(deal).deal() if rng.randrange(4) == 0 else deal


def bingo_against_trump_double(deal):
    """Whether each seat holds one of the two tiles that win the bonus. [4.4]"""
    pair = {BINGO, Tile(deal.trump, deal.trump)}
    return deal.trump is not Suit.BLANK and all(len(pair & set(hand)) == 1 for hand in deal.hands)


def utility_of(rng, deal):
    """Big points, or now and then chances to win the match."""
    if rng.randrange(5):
        return net
    return Equity.of(deal.rules).utility(deal.score, deal.first_leader)


def points(s):
    return s[3] & TEN, s[3] >> 10 & TEN


def elsewhere(rng, deal, s):
    """The state with other points, such as could be; None where the lot gives none."""
    hands, stock, marks, score = s
    shift = rng.randint(-40, 40)
    one, two = rng.choice(
        (
            [rng.randrange(100), rng.randrange(100)],
            [own + rng.randint(-12, 12) for own in points(s)],
            [points(s)[0] + shift, points(s)[1] - shift],
            [points(s)[0], rng.randrange(100)],
            [rng.randrange(100), points(s)[1]],
        )
    )
    most = 69 if deal.rules.deal_end == "at_70" else TEN
    one = min(max(one, 0), most) if deal.tricks.one else 0
    two = min(max(two, 0), most) if deal.tricks.two else 0
    first = marks >> FIRST_70 & 3
    now = (one >= 70) + 2 * (two >= 70)
    if now == 3:
        now = first or rng.choice((1, 2))
    if deal.rules.deal_end == "play_out_first" and now != first:
        return None
    marks = marks & ~(3 << FIRST_70) | now << FIRST_70
    return hands, stock, marks, score >> TRICKS << TRICKS | one << POINTS | two << POINTS + 10


def settles(found):
    """The goal that an answer settles: a value of that or more, or of less."""
    return found >> GOAL & NO_LIMIT


def questions(rng, rank, ranks):
    return sorted({rank, rank + 1, rng.randrange(ranks)})


def compare(name, tiles):
    """One position both ways, its value and the boxes of its answers; what is remarkable in it."""
    rng = random.Random(name)
    bonus = rng.randrange(8) == 0
    deal = sought(
        rng,
        lambda deal: (
            deal.board.strict
            and max(map(len, deal.hands)) <= tiles
            and (not bonus or bingo_against_trump_double(deal))
        ),
    )
    solver, s = Solver(deal.rules, deal.trump, utility_of(rng, deal), bits=8), pack(deal)
    true = minimax(solver._m, *s)
    assert solver.rank(s) == true, f"{name}: {deal}"
    solver.begin()
    yield deal.rules.deal_end
    yield "closed" if deal.closed_by is not None else "exhausted"
    if bonus_open(solver._m, s[0], s[2], 0):
        yield "bonus"
    for goal in questions(rng, true, len(solver.values)):
        found = int(search(solver._m, *s, goal))
        yes, settled = found & YES != 0, settles(found)
        assert yes == (true >= goal) == (true >= settled), f"{name}, {goal}: {deal}"
        assert settled >= goal if yes else settled <= goal, f"{name}, {goal}: {deal}"
        assert holds(found, *points(s)), f"{name}, {goal}: {deal}"
        if settled != goal:
            yield "more than asked"
        for other in filter(None, (elsewhere(rng, deal, s) for _ in range(6))):
            if holds(found, *points(other)):
                yield "in a box"
                same = (minimax(solver._m, *other) >= settled) == yes
                assert same, f"{name}, {goal}, {points(other)}: {deal}"


def compare_open(name, left):
    """Both searches at one position of open play, and boxes at other points, each asked anew."""
    rng = random.Random(name)
    deal = sought(rng, lambda deal: 0 < deal.stock_left <= left and not deal.board.strict)
    worth, s = utility_of(rng, deal), pack(deal)
    solver = Solver(deal.rules, deal.trump, worth, bits=10)
    rank = solver.rank(s)
    for goal in (rank, rank + 1):
        solver.begin()
        found = int(search(solver._m, *s, goal))
        assert (found & YES != 0) == (rank >= goal), f"{name}, {goal}: {deal}"
        assert holds(found, *points(s)), f"{name}, {goal}: {deal}"
        assert (rank >= settles(found)) == (found & YES != 0), f"{name}, {goal}: {deal}"
        for other in filter(None, (elsewhere(rng, deal, s) for _ in range(2))):
            if holds(found, *points(other)):
                anew = Solver(deal.rules, deal.trump, worth, bits=10)
                same = reaches(anew._m, *other, settles(found)) == (found & YES != 0)
                assert same, f"{name}, {goal}, {points(other)}: {deal}"


def met(seeds, tiles, name):
    seen = Counter()
    for seed in seeds:
        seen.update(compare(f"{name} {seed}", tiles))
    return seen


def test_values_and_boxes_of_small_positions_are_those_of_going_through_everything():
    seen = met(range(SMALL), 4, "small")
    for what in ("closed", "exhausted", "at_70", *(e["deal_end"] for e in ENDS[:3])):
        assert seen[what] >= 100, what
    assert seen["in a box"] > 5 * SMALL
    assert min(seen["bonus"], seen["more than asked"]) >= 100


def test_both_searches_agree_in_open_play_and_on_every_point_of_a_box():
    for seed in range(OPEN):
        compare_open(f"open {seed}", 2)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(10))
def test_many_values_and_boxes_are_those_of_going_through_everything(part):
    assert met(range(SMALL + 10_000 * part, SMALL + 10_000 * (part + 1)), 4, "small")
    assert met(range(500 * part, 500 * (part + 1)), 6, "large")
    for seed in range(300 * part, 300 * (part + 1)):
        compare_open(f"many {seed}", 4)


@pytest.mark.parametrize("end", ENDS[:4], ids=lambda end: next(iter(end.values())))
def test_whole_deals_have_the_same_value_with_the_seats_changed_over(end):
    for seed in (1, 3, 4, 5):
        deal = some.random_start(random.Random(f"mirror {seed}"), Rules().replace(**end))
        origin = deal.origin
        order = (*origin.hands.two, *origin.hands.one, *origin.stock)
        turned = Deal.start(order, deal.first_leader.other, deal.rules, deal.score.mirrored)
        solver = Solver(deal.rules, deal.trump)
        worth = solver.values[solver.rank(pack(deal))]
        solver.begin()
        assert solver.values[solver.rank(pack(turned))] == -worth, f"{deal}"


ONCE_WRONG = (  # a seat that can take no trick any more is credited at the lead for an earlier one
    "rules hoyle-20c trump_in_plain_suit=yes bingo_suit=free last_draw=winner emperor=points_70 "
    "announce_credit=any_trick follow_lower=free must_beat=yes close_needs_trick=yes "
    "close_min_stock=4 trump_exchange=yes deal_end=play_out_each "
    "failed_close_3=closer_in_deal neither=higher_wins_1 last_trick_bonus=10 target=2; "
    "one 2-1 3-0 3-2 4-3 5-1 6-2 6-4; two 1-0 3-1 4-0 4-1 4-4 5-0 5-2; "
    "stock 0-0 6-5 4-2 5-5 6-3 6-6 2-0 2-2 5-4 3-3 6-0 6-1 5-3 1-1; leader one; moves 3-2 5-0 "
    "0-0+2 4-3 4-0 3-0 4-2 5-5 exchange 2-0 4-4 close 6-6+2 6-3 1-1 3-1 5-4 4-1 1-0"
)


def test_an_announcement_counts_though_the_other_seat_takes_every_trick():
    deal = Deal.parse(ONCE_WRONG)
    worth = Equity.of(deal.rules).utility(deal.score, Seat(deal.first_leader))
    solver = Solver(deal.rules, deal.trump, worth, bits=8)
    assert solver.rank(pack(deal)) == minimax(solver._m, *pack(deal))


def nearly(rng, s):
    """The state with one bit of the points of ONE changed."""
    hands, stock, marks, score = s
    return hands, stock, marks, score ^ 1 << rng.randrange(4)


def test_a_solver_keeps_nothing_of_another_question_from_one_solve_to_the_next():
    asked = 0
    for seed in range(AGAIN):
        rng = random.Random(f"again {seed}")
        deal = sought(rng, lambda deal: 0 < deal.stock_left <= 4 and bool(deal.tricks.one))
        s = pack(deal)
        used = Solver(deal.rules, deal.trump, bits=10)
        rank = used.rank(s)
        for goal in (rank, rank + 1):
            other = nearly(rng, s)
            if other[3] & TEN >= 70 > s[3] & TEN:
                continue
            anew = Solver(deal.rules, deal.trump, bits=10)
            for _ in range(2):  # ages that differ in one bit, as the points do and the goal
                used.begin()
                reaches(used._m, *s, goal)
                used.begin()
                got = reaches(used._m, *other, goal ^ 1)
                anew.begin()
                assert got == reaches(anew._m, *other, goal ^ 1), (
                    f"again {seed}, {goal ^ 1}: {deal}"
                )
                asked += 1
    assert asked > AGAIN


SIX_BY_EXCHANGE = (  # the turn-up, a double, comes on top of those that are drawn
    (
        "play_out_each",
        "points 75 72; tricks 2 2; announced 1 1; first two; first-70 two",
        +1,
    ),
    ("play_out_first", "points 25 72; tricks 2 2; announced 1 1; first two; first-70 two", 0),
    ("play_out_first", "points 66 1; tricks 2 2; announced 1 1; first two", 3),
    ("claim", "points 25 72; tricks 2 2; announced 1 1; first two; first-70 two", 2),
)


@pytest.mark.parametrize(("end", "rest", "worth"), SIX_BY_EXCHANGE)
def test_six_doubles_may_be_had_by_the_exchange(end, rest, worth):
    deal = Deal.parse(
        f"rules russian trump_exchange=yes deal_end={end}; one 1-1 2-2 3-3 6-2 6-4 6-5; "
        "two 2-1 3-1 3-2 4-1 4-2 5-1 5-2; stock 6-1 4-3 4-4 5-3 5-5 6-6; leader one; led 6-3; "
        + rest
    )
    solver = Solver(deal.rules, deal.trump)
    assert solver.values[solver.rank(pack(deal))] == worth


def test_an_equity_in_which_it_is_better_that_nobody_wins_the_deal_is_searched_without_bounds():
    chances = (158, 69, 41, 278, 0, 8, 354, 50, 42)
    results = {won: chance / 1000 for won, chance in zip(range(-4, 5), chances, strict=True)}
    deal = Deal.parse(
        "rules russian-003 discard_can_win=yes trump_exchange=yes deal_end=play_out_each target=5 "
        "next_leader=winner; one 2-2 3-2 4-2 6-5; two 3-1 3-3 4-0 6-4; leader two; turn-up 5-3; "
        "points 48 148; tricks 2 8; score 1 3; announced 1 1; first-70 two"
    )
    equity = Equity.of(deal.rules, results)
    for seat in Seat:
        solver = Solver(deal.rules, deal.trump, equity.utility(deal.score, seat), bits=8)
        assert solver.rank(pack(deal)) == minimax(solver._m, *pack(deal))


def test_nothing_is_left_of_a_deal_when_its_age_comes_round_again():
    first, second = (
        Deal.parse(
            "rules russian; one 3-0 3-2 4-2 5-3 5-5 6-3 6-6; two 1-0 2-1 2-2 5-2 6-0 6-2 6-4; "
            f"stock {stock} 6-5 3-3; leader two; points 0 35; tricks 0 4; score 6 4; first one"
        )
        for stock in ("6-1 5-0 5-1 5-4", "5-1 6-1 5-4 5-0")
    )
    solver = Solver(first.rules, first.trump)
    solver.begin()
    age = int(solver._m[AGE])
    assert solver.values[solver.rank(pack(first))] == -1
    solver._m[AGE] = AGES
    solver.begin()
    solver._m[AGE] = age - 1
    solver.begin()
    assert solver.values[solver.rank(pack(second))] == 0
