"""The kernels and the reference, side by side at every ply: the same state, the same moves."""

import random
from collections import Counter

import pytest
from hypothesis import given

from bingo.engine import stepping
from bingo.engine.layout import HOWS
from bingo.engine.packing import code, move_of, moves_of, pack
from bingo.engine.tables import array
from bingo.game import RULESETS, Play, Rules, Setup, options
from tests.game import strategies as some

QUICK, SOAK, PARTS = 2_700, 1_000_000, 100
EACH = 6
"""Deals that begin alike: most of the time would else go into the tables of new rules."""


def starts(seed):
    """The dice of a seed and what its deals begin with: a first lead, and a place in mid-deal."""
    rng = random.Random(seed)
    start = some.random_start(rng)
    for _ in range(EACH - 2):
        yield rng, start
    plies = list(some.playthrough(rng, start))[:-1]
    for _ in range(2):
        yield rng, Setup.of(rng.choice(plies)).deal()


def compare(rng, start, why):
    """Play one deal in both; yields a word for everything remarkable in it."""
    t = array(start.rules, start.trump)
    s = pack(start)
    for deal in some.playthrough(rng, start):
        if deal.history:
            move = deal.history[-1]
            assert move_of(s, t, code(move)) == move, f"{why}: {move} is told otherwise at\n{deal}"
            s = stepping.play(t, *s, code(move))
        assert s == pack(deal), f"{why}: the states differ at\n{deal}\n{s}\n{pack(deal)}"
        legal = moves_of(s, t, stepping.legal(t, *s))
        assert legal == deal.legal_moves(), f"{why}: the moves differ at\n{deal}\n{legal}"
    yield f"ends {deal.outcome.how}"
    for move in deal.history:
        yield str(move) if not isinstance(move, Play) else f"said {move.announce}"
    yield f"trump {deal.trump}"
    yield f"tricks {sum(deal.tricks)}"
    yield "from the first lead" if len(start.stock) == 14 else "from mid-deal"
    for name in options():
        yield f"{name} {getattr(deal.rules, name)}"


def remarkable(seeds):
    """All that was met in the deals of these seeds, and how often."""
    seen = Counter()
    for seed in seeds:
        for rng, start in starts(seed):
            seen.update(compare(rng, start, f"seed {seed}"))
    return seen


def seeds_of(first, deals):
    """Seeds enough for so many deals, of those that follow the first so many."""
    return range(first // EACH, (first + deals) // EACH)


def wanted():
    """What the deals must have met for the comparison to mean something."""
    yield from (f"ends {how}" for how in HOWS if how)
    yield from (f"said {number}" for number in (None, 2, 3, 4, 5, 6, 7))
    yield from (f"trump {suit}" for suit in range(7))
    yield from ("close", "draw", "exchange", "claim", "tricks 14")
    yield from ("from the first lead", "from mid-deal")
    for name, option in options().items():
        yield from (f"{name} {value}" for value in option.values or some.TARGETS)


@given(some.seeds())
def test_any_deal_and_its_kernel_agree_at_every_ply(seed):
    assert remarkable([seed])


def test_kernel_and_reference_agree_at_every_ply_and_all_there_is_is_met():
    seen = remarkable(seeds_of(0, QUICK))
    assert not [what for what in wanted() if not seen[what]], f"never met in {QUICK} deals"


@pytest.mark.parametrize("name", RULESETS)
def test_kernel_and_reference_agree_under_each_ruleset(name):
    for seed in range(40):
        rng = random.Random(f"{name} {seed}")
        start = some.random_start(rng, Rules.named(name))
        assert list(compare(rng, start, f"{name}, seed {seed}"))


@pytest.mark.soak
@pytest.mark.parametrize("part", range(PARTS))
def test_kernel_and_reference_agree_in_a_million_deals(part):
    size = SOAK // PARTS
    seen = remarkable(seeds_of(QUICK + part * size, size))
    assert not [what for what in wanted() if not seen[what]], f"never met in {size} deals"
