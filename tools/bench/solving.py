"""How fast the engine solves: endings, whole deals; and how long PIMC takes over a move."""

from __future__ import annotations

from statistics import median

import numpy as np

from bingo.engine.packing import pack
from bingo.engine.solver import Solver, solve, value
from bingo.players.pimc import PimcPlayer
from tools.bench import positions
from tools.bench.beside import Beside, side_by_side
from tools.bench.positions import RULES, choices, starts
from tools.bench.rivals import boards
from tools.bench.sizes import Sizes
from tools.bench.timing import short, times, told, told_times

SEED = 1


def endings(sizes: Sizes, runs: int) -> None:
    """Values of endings with seven tiles in each hand, beside bridge with seven cards.

    Nothing is remembered from one ending to the next.
    """
    deals = positions.endings(sizes.endings)
    solvers = {trump: Solver(RULES, trump) for trump in {deal.trump for deal in deals}}
    packed = {
        trump: np.array([pack(deal) for deal in deals if deal.trump == trump]) for trump in solvers
    }

    def work() -> int:
        for trump, states in packed.items():
            solvers[trump].ranks(states)
        return len(deals)

    other = Beside("DDS: tricks of seven cards each", boards, aim=5)
    name = "endings of seven tiles: value"
    speeds = side_by_side(name, work, other, sizes, runs)
    told("endings of seven tiles: each", f"{short(1 / median(speeds))} mean")


def whole_deals(sizes: Sizes, runs: int) -> None:
    """Deals from the first lead, each once: the value, then that of every move and a best line."""
    first = starts(sizes.whole_deals)
    value(first[0])  # the kernels are loaded
    for name, work in (("whole deals: value", value), ("whole deals: every move", solve)):
        told_times(name, times(name, work, first))


def pimc(sizes: Sizes, runs: int) -> None:
    """A move of PimcPlayer with its usual worlds, where there is a choice; each made once."""
    player = PimcPlayer(SEED)
    asked = choices(sizes.pimc_views)
    player.choose(*asked[0])  # the kernels are loaded
    seconds = times("PIMC: a move", lambda seen: player.choose(*seen), asked)
    told_times("PIMC: a move", seconds, f"{player.worlds} worlds")
