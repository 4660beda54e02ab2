"""The reference and the naive referee of tests/oracle.py, side by side at every ply."""

import random
from collections import Counter

import pytest
from hypothesis import given

from bingo.game import Close, Play, Seat, options
from tests import oracle
from tests.game import strategies as some

QUICK, SOAK = 2_000, 200_000
EVERY_KIND = {"seventy", "failed_close", "false_claim", "neither", "invincible", "match"}
EVERY_GAIN = {"2.5", "4.4", "5.2", "5.3", "5.7", "8.1", "8.2", "8.3", "8.4", "8.5", "8.6", "8.7"}


def twin_of(deal):
    """The naive referee at the start of the same deal."""
    order = [*deal.hands.one, *deal.hands.two, *deal.stock]
    chosen = {name: getattr(deal.rules, name) for name in options()}
    return oracle.Oracle(list(map(str, order)), int(deal.leader), chosen, deal.score)


def as_told(deal):
    """All a referee can be asked, in the words of the naive one."""
    closing, outcome = deal.board.closing, deal.outcome
    return {
        "legal": [str(move) for move in deal.legal_moves()],
        "hands": [set(map(str, hand)) for hand in deal.hands],
        "stock": [str(tile) for tile in deal.stock],
        "turn_up": str(deal.turn_up),
        "trump": int(deal.trump),
        "leader": deal.leader,
        "to_move": deal.to_move,
        "led": str(deal.trick.led) if deal.trick else None,
        "points": list(deal.points),
        "tricks": list(deal.tricks),
        "big_points": list(deal.big_points),
        "over": deal.is_over,
        "count": list(outcome.won) if outcome else [0, 0],
        "winner": outcome.winner if outcome else None,
        "first_to_70": deal.board.first_to_70,
        "closed_by": deal.closed_by,
        "points_at_closing": list(closing.points) if closing else None,
        "tricks_at_closing": list(closing.tricks) if closing else None,
    }


def told(twin, deal):
    answer = {name: getattr(twin, name) for name in as_told(deal) if name != "legal"}
    if deal.is_over and deal.trick:
        answer["led"] = str(deal.trick.led)  # led, but the deal ended before the answer [5.4]
    elif deal.is_over:
        answer["led"] = None
    return answer | {"legal": twin.legal()}


def compare(seed):
    """Play one deal in both; yields a word for everything remarkable in it."""
    rng = random.Random(seed)
    start = some.random_start(rng)
    twin = twin_of(start)
    for deal in some.playthrough(rng, start):
        if deal.history:
            twin.play(str(deal.history[-1]))
        mine, his = as_told(deal), told(twin, deal)
        differ = {name: (mine[name], his[name]) for name in mine if mine[name] != his[name]}
        assert not differ, f"seed {seed}: deal and oracle differ in {differ} at\n{deal}"
    yield f"ends {deal.outcome.how}"
    for trick in (*deal.played, *filter(None, [deal.trick])):
        yield from (f"gain {gain.clause}" for gain in trick.gains)
        yield f"said {trick.announce}"
    yield from (f"gain {gain.clause}" for gain in deal.outcome.gains)
    for move in deal.history:
        yield str(move) if not isinstance(move, Play) else "tile"
    yield f"trump {deal.trump}"
    yield f"tricks {sum(deal.tricks)}"
    if deal.history[0] == Close():
        yield "closed at the first lead"


def remarkable(seeds):
    seen = Counter()
    for seed in seeds:
        seen.update(compare(seed))
    return seen


@given(some.seeds())
def test_any_deal_and_its_oracle_agree_at_every_ply(seed):
    assert list(compare(seed))


def test_deal_and_oracle_agree_at_every_ply_and_every_rule_is_met():
    seen = remarkable(range(QUICK))
    wanted = {f"ends {how}" for how in EVERY_KIND} | {f"gain {clause}" for clause in EVERY_GAIN}
    wanted |= {f"said {number}" for number in (None, 2, 3, 4, 5, 6, 7)}
    wanted |= {f"trump {suit}" for suit in range(7)}
    wanted |= {"close", "draw", "exchange", "claim", "tricks 14", "closed at the first lead"}
    assert not {what for what in wanted if not seen[what]}, f"never met in {QUICK} deals"


@pytest.mark.soak
@pytest.mark.parametrize("part", range(100))
def test_deal_and_oracle_agree_in_200_000_deals(part):
    size = SOAK // 100
    seeds = range(QUICK + part * size, QUICK + (part + 1) * size)
    assert remarkable(seeds)


def test_each_option_value_is_met_in_the_quick_deals():
    met = {name: set() for name in options()}
    for seed in range(QUICK):
        rules = some.random_start(random.Random(seed)).rules
        for name, values in met.items():
            values.add(getattr(rules, name))
    for name, option in options().items():
        assert met[name] >= set(option.values), name


def test_the_oracle_knows_the_same_options_and_defaults():
    known = {name: list(option.values) for name, option in options().items() if option.values}
    assert known == {name: values for name, values in oracle.OPTIONS.items() if name != "target"}
    assert {n: option.default for n, option in options().items()} == oracle.DEFAULTS


def test_the_seats_are_the_oracles():
    assert list(map(int, Seat)) == [0, 1]
