"""How fast the engine solves: endings, whole deals; and how long PIMC takes over a move."""

from __future__ import annotations

from collections.abc import Sequence
from statistics import median

from bingo.engine.layout import State
from bingo.engine.packing import pack
from bingo.engine.solver import Solver, solve, value
from bingo.game import Suit
from bingo.players.pimc import PimcPlayer
from tools.bench import positions
from tools.bench.beside import Beside, side_by_side
from tools.bench.positions import RULES, choices, starts
from tools.bench.rivals import boards
from tools.bench.sizes import Sizes
from tools.bench.timing import short, times, told, told_times

SEED = 1


def solve_endings(solvers: dict[Suit, Solver], packed: Sequence[tuple[Suit, State]]) -> None:
    """The value of each ending, nothing remembered from one to the next."""
    for trump, state in packed:
        solver = solvers[trump]
        solver.begin(strict=True)
        solver.rank(state)


def endings(sizes: Sizes, runs: int) -> None:
    """Values of endings with seven tiles in each hand, beside bridge with seven cards."""
    packed = [(deal.trump, pack(deal)) for deal in positions.endings(sizes.endings)]
    solvers = {trump: Solver(RULES, trump) for trump in Suit}

    def work() -> int:
        solve_endings(solvers, packed)
        return len(packed)

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
