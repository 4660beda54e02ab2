"""PIMC: what it advises, that it is blind and always the same, and that it is stronger."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import islice
from statistics import fmean

import pytest

from bingo.game import Close, Deal, Match, Rules, Seat, View, World
from bingo.players import REASONS, GreedyPlayer, PimcPlayer, player
from tests.game.strategies import random_deal
from tests.players.tables import any_order, duplicate, turns
from tests.players.test_greedy import ANNOUNCED, answering, leading

GREEDY = GreedyPlayer()


def match_of(view: View) -> Match:
    return Match(view.rules, view.score, view.board.first_leader)


def views(seed: int, number: int) -> list[View]:
    """What the seat to move sees in positions under any options, where there is a choice."""
    rng = random.Random(seed)
    found: list[View] = []
    while len(found) < number:
        deal = random_deal(rng)
        assert deal.to_move is not None
        view = View.of(deal, deal.to_move)
        if len(view.legal_moves()) > 1 and view.worlds_count():
            found.append(view)
    return found


# --- what it says ---------------------------------------------------------------------------------


def test_every_legal_move_is_weighed_and_the_best_is_chosen() -> None:
    pimc = PimcPlayer(1, worlds=20)
    for view in views(1, 150):
        weighed = pimc.weigh(view)
        assert tuple(move for move, _ in weighed) == view.legal_moves(), view
        means = dict(weighed)
        assert means[pimc.choose(view, match_of(view))] > max(means.values()) - 0.005, view


def test_a_reason_is_greedys_and_else_the_gain_is_told() -> None:
    pimc = PimcPlayer(1, worlds=40)
    alike = 0
    asked = views(2, 150)
    for view in asked:
        move, reason, other, gain = pimc.advise(view, match_of(view))
        greedys, why = GREEDY.explain(view, match_of(view))
        assert (move, other) == (pimc.choose(view, match_of(view)), greedys), view
        if move == greedys:
            assert (reason, gain) == (why, 0.0), view
            assert reason in REASONS
        else:
            assert reason == "", view
            assert gain >= 0.005, view
        alike += move == greedys
    assert 0.3 * len(asked) < alike < len(asked), alike


@pytest.mark.parametrize(
    ("text", "move"),
    [
        # Sure winners for 72 points, and the other has no trick yet.
        (leading("0-0 4-4 4-0 6-4 5-4 2-1 3-1"), "close"),
        # Bingo beats the trump double, a big point at once. [4.4]
        (answering("4-3 0-0 2-1 5-1 3-1 6-1 3-2", "4-4"), "0-0"),
        # The trick that makes 70, and the tile that Greedy would take it with.
        (answering("4-3 4-0 2-1 5-1 3-1 6-1 3-2", "6-6", ANNOUNCED), "4-3"),
    ],
)
def test_what_anybody_would_play(text: str, move: str) -> None:
    view = View.parse(text)
    assert str(PimcPlayer(0).choose(view, match_of(view))) == move


def test_no_worlds_are_too_few() -> None:
    with pytest.raises(ValueError, match="0 worlds are too few"):
        PimcPlayer(0, worlds=0)


# --- blind, and always the same -------------------------------------------------------------------


def test_what_is_weighed_depends_on_the_view_and_the_seed_alone() -> None:
    """The other hand and the stock dealt anew: the same numbers, and by another seed others."""
    rng = random.Random(3)
    pimc = PimcPlayer(5, worlds=15)
    others = 0
    asked = views(4, 120)
    for view in asked:
        hand, weight = rng.choice(list(islice(view.hands(), 200)))
        stock = [tile for tile in view.unseen if tile not in hand]
        rng.shuffle(stock)
        turn_up = [view.turn_up] if view.stock_left else []
        deal = view.imagine(World(hand, (*stock, *turn_up), weight))
        weighed = pimc.weigh(view)
        assert pimc.weigh(View.of(deal, view.seat)) == weighed, view
        assert PimcPlayer(5, worlds=15).weigh(View.parse(str(view))) == weighed, view
        others += PimcPlayer(6, worlds=15).weigh(view) != weighed
    assert others > 0.5 * len(asked), others


def test_the_players_are_there_at_once() -> None:
    """Neither the players nor the command load the engine, or what it is made with."""
    for what in ("bingo.players", "bingo.terminal", "bingo.cli"):
        look = f"import sys, {what}; print({{'numba', 'numpy', 'bingo.engine'}} & {{*sys.modules}})"
        run = subprocess.run(
            [sys.executable, "-c", look], capture_output=True, text=True, check=True
        )
        assert run.stdout == "set()\n", what


# --- strength -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ruleset", "pairs", "at_least"), [("russian", 120, 0.3), ("hoyle-1868", 100, 0.1)]
)
def test_it_beats_greedy(ruleset: str, pairs: int, at_least: float) -> None:
    """On duplicate deals; the figure itself is measured by hand and kept in docs/lab."""
    rules = Rules.named(ruleset)
    margins = duplicate(PimcPlayer(0, worlds=60), player("greedy", 0), pairs, 21, rules)
    assert fmean(margins) > at_least, margins


def test_its_closes_seldom_fail() -> None:
    """Closing is weighed by play-outs like any move, so it is not overrated."""
    rng = random.Random(9)
    pimc = PimcPlayer(0, worlds=40)
    closed = failed = 0
    for number in range(150):
        deal = Deal.start(any_order(rng), Seat(number % 2), Rules())
        for before, move in turns(deal, pimc, pimc):
            deal = before.play(move)
            closed += isinstance(move, Close)
        assert deal.outcome is not None
        failed += deal.outcome.how == "failed_close"
    assert closed > 60
    assert failed < 0.25 * closed, (failed, closed)
