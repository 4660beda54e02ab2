"""How fast the engine plays: random deals, steps of an environment, counts, worlds."""

from __future__ import annotations

from statistics import median

import numpy as np

from bingo.engine.worlds import Worlds
from tools.bench.beside import Beside, side_by_side
from tools.bench.positions import RULES, choices, packed, start
from tools.bench.rivals import euchre, leduc
from tools.bench.sizes import Sizes
from tools.bench.timing import rates, told_rate, told_times, times

SEED = 1


def kernel_deals(sizes: Sizes, runs: int) -> None:
    """Random deals from the shuffle to the last count, beside dealt games of euchre."""
    from bingo.engine.random_deals import random_deals

    def work() -> int:
        random_deals(sizes.deals, SEED, RULES)
        return sizes.deals

    other = Beside("OpenSpiel: random games of euchre", euchre, aim=5)
    side_by_side("kernel: random deals", work, other, sizes, runs, "dealt too; 17.4 plies")


def worlds(sizes: Sizes, runs: int) -> None:
    """Worlds of views drawn by chance; what they are drawn from is made ready beforehand."""
    views = [view for view, _ in choices(sizes.views)]
    ready = [Worlds.of(view) for view in views]

    def work() -> int:
        for seed, known in enumerate(ready):
            known.sample(sizes.worlds, seed)
        return sizes.worlds * len(ready)

    (speeds,) = rates("worlds", [work], runs)
    told_rate("worlds: sampled", speeds, f"{sizes.worlds:,} of each of {len(ready)} views")
    seconds = times("worlds: a view", Worlds.of, views)
    told_times("worlds: a view made ready", seconds)
