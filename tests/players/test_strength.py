"""Strength, on duplicate deals. The figure itself is measured by hand and kept in docs/lab."""

from statistics import fmean

import pytest

from bingo.game import RULESETS, Rules
from bingo.players import player
from tests.players.tables import duplicate


@pytest.mark.parametrize(("ruleset", "pairs"), [("russian", 150), ("hoyle-1868", 40)])
def test_greedy_beats_random(ruleset: str, pairs: int) -> None:
    assert ruleset in RULESETS
    margins = duplicate(player("greedy", 0), player("random", 0), pairs, 20, Rules.named(ruleset))
    assert fmean(margins) > 0.8, margins
