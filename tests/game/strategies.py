"""Random rules, orders, deals and views: for Hypothesis, and from a `random.Random` by hand.

Each strategy draws a few integers and builds the rest with `random.Random`, so that an example
costs little; the value itself, printed by Hypothesis, is one line that pastes back.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

from hypothesis import strategies as st
from hypothesis.vendor.pretty import for_type_by_name

from bingo.game import (
    BINGO,
    DOUBLES,
    RULESETS,
    TILES,
    Claim,
    Close,
    Deal,
    Exchange,
    Move,
    Play,
    Rules,
    Seat,
    Setup,
    Tile,
    View,
    options,
)

TARGETS = (1, 2, 3, 7, 7, 8)
MOVES = 60
"""More than a deal can take: 28 tiles, 7 draws, a close, an exchange or two, a claim."""

for value in (Deal, Rules, Setup, View):  # shown as the one line that pastes back
    for_type_by_name(
        value.__module__, value.__name__, lambda shown, printer, _: printer.text(repr(shown))
    )


class Temper(NamedTuple):
    """How a random player is inclined: the chance of each choice where it is to be had."""

    announce: float
    close: float
    exchange: float
    claim: float
    """Of a true claim; of a false one a tenth of it."""


# --- from a random.Random -------------------------------------------------------------------------


def random_rules(rng: random.Random, **fixed: Any) -> Rules:
    """A named ruleset with none, a few, or all of its options changed."""
    rules = Rules.named(rng.choice(list(RULESETS)))
    names = list(options())
    changed = rng.sample(names, rng.choice((0, 1, 3, 6, len(names))))
    changes = {
        name: rng.choice(TARGETS if name == "target" else options()[name].values)
        for name in changed
    }
    return rules.replace(**(changes | fixed))


def random_order(rng: random.Random) -> tuple[Tile, ...]:
    """28 tiles shuffled; every second time with the doubles, bingo or ones pushed somewhere."""
    order = list(TILES)
    rng.shuffle(order)
    skew = rng.randrange(8)
    if skew <= 2:  # 2 to 7 doubles in one hand, so that every number is announced
        _gather(rng, order, rng.sample(sorted(DOUBLES), rng.randint(2, 7)))
    elif skew == 3:  # ones trump: the turn-up can only be 1-1
        _swap(order, 27, Tile(1, 1))
    elif skew == 4:
        _gather(rng, order, [BINGO, Tile(order[27].higher, order[27].higher)])
    return tuple(order)


def _gather(rng: random.Random, order: list[Tile], tiles: list[Tile]) -> None:
    start = 7 * rng.randrange(2)
    for place, tile in enumerate(tiles, start):
        _swap(order, place, tile)


def _swap(order: list[Tile], place: int, tile: Tile) -> None:
    other = order.index(tile)
    order[place], order[other] = order[other], order[place]


def random_start(rng: random.Random, rules: Rules | None = None, **fixed: Any) -> Deal:
    """A deal not begun, under the rules given or any."""
    rules = rules or random_rules(rng, **fixed)
    score = (0, 0)
    if rng.randrange(2):
        score = (rng.randrange(rules.target), rng.randrange(rules.target))
    return Deal.start(random_order(rng), Seat(rng.randrange(2)), rules, score)


def random_temper(rng: random.Random) -> Temper:
    """Some inclination; calm ones are common, so that deals last."""
    return Temper(
        announce=rng.choice((0.0, 0.5, 0.9)),
        close=rng.choice((0.0, 0.0, 0.02, 0.1, 0.4)),
        exchange=rng.choice((0.0, 0.3, 1.0)),
        claim=rng.choice((0.0, 0.2, 0.8)),
    )


def choose(rng: random.Random, deal: Deal, temper: Temper) -> Move:
    """A legal move by the player's inclination."""
    legal = deal.legal_moves()
    for move in legal:
        if isinstance(move, Close) and rng.random() < temper.close:
            return move
        if isinstance(move, Exchange) and rng.random() < temper.exchange:
            return move
        if isinstance(move, Claim):
            true = deal.points[deal.leader] >= 70
            if rng.random() < (temper.claim if true else temper.claim / 10):
                return move
    said = [move for move in legal if isinstance(move, Play) and move.announce]
    if said and rng.random() < temper.announce:
        return rng.choice(said)
    calm = [move for move in legal if not isinstance(move, Close | Exchange | Claim)]
    return rng.choice(calm or legal)


def playthrough(rng: random.Random, deal: Deal) -> Iterator[Deal]:
    """The deal at every ply from here to its end, this one and the last included."""
    tempers = [random_temper(rng) for _ in Seat]
    yield deal
    for _ in range(MOVES):
        if deal.to_move is None:
            return
        deal = deal.play(choose(rng, deal, tempers[deal.to_move]))
        yield deal
    raise AssertionError(f"no end after {MOVES} moves: {deal}")


def random_finish(rng: random.Random, deal: Deal) -> Deal:
    """The deal played to its end at random."""
    return list(playthrough(rng, deal))[-1]


def random_deal(rng: random.Random, start: Deal | None = None) -> Deal:
    """A deal at any ply, not yet over; every third from a position instead of the first deal."""
    plies = list(playthrough(rng, start or random_start(rng)))[:-1]
    if start is None and rng.randrange(3) == 0:
        rest = playthrough(rng, Setup.of(rng.choice(plies)).deal())
        plies = list(rest)[:-1]
    return rng.choice(plies)


def random_view(rng: random.Random) -> View:
    """What either seat sees of such a deal."""
    return View.of(random_deal(rng), Seat(rng.randrange(2)))


# --- for Hypothesis -------------------------------------------------------------------------------


def seeds() -> st.SearchStrategy[int]:
    """A seed for `random.Random`; shown with the failing example."""
    return st.integers(0, 2**32 - 1)


@st.composite
def _of(draw: Any, make: Any, **fixed: Any) -> Any:
    return make(random.Random(draw(seeds())), **fixed)  # composite: the value itself is shown


def rules(**fixed: Any) -> st.SearchStrategy[Rules]:
    """Any rules: every ruleset, every option, small targets too."""
    return _of(random_rules, **fixed)


def orders() -> st.SearchStrategy[tuple[Tile, ...]]:
    """Any order of 28 tiles, the remarkable ones often."""
    return _of(random_order)


def starts(**fixed: Any) -> st.SearchStrategy[Deal]:
    """Deals not begun, some options fixed."""
    return _of(random_start, **fixed)


def deals() -> st.SearchStrategy[Deal]:
    """Deals in progress at any ply, some of them from a position written down."""
    return _of(random_deal)


def finished(**fixed: Any) -> st.SearchStrategy[Deal]:
    """Deals that are over."""
    return _of(lambda rng: random_finish(rng, random_start(rng, **fixed)))


def views() -> st.SearchStrategy[View]:
    """What a seat sees of a deal in progress."""
    return _of(random_view)
