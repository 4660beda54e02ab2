"""How fast the engine solves: endings, whole deals; and how long PIMC takes over a move."""

from __future__ import annotations

from collections.abc import Sequence

from bingo.players.pimc import PimcPlayer
from tools.bench import positions
from tools.bench.beside import Beside, side_by_side
from tools.bench.positions import Packed, choices, packed, starts
from tools.bench.rivals import boards
from tools.bench.sizes import Sizes
from tools.bench.timing import times, told_times

SEED = 1


def solve_endings(endings: Sequence[Packed]) -> None:
    """The value of each ending, nothing remembered from one to the next."""
    raise ImportError("the solver is not there yet", name="bingo.engine.solver")


def endings(sizes: Sizes, runs: int) -> None:
    """Values of endings with seven tiles in each hand, beside bridge with seven cards."""
    packs = [packed(deal) for deal in positions.endings(sizes.endings)]

    def work() -> int:
        solve_endings(packs)
        return len(packs)

    other = Beside("DDS: tricks of seven cards each", boards, aim=5)
    side_by_side("endings of seven tiles: value", work, other, sizes, runs)


def whole_deals(sizes: Sizes, runs: int) -> None:
    """Deals from the first lead: the value, and the value of every move; each deal solved once."""
    from bingo.engine.solver import solve

    first = starts(sizes.whole_deals)
    told_times("whole deals: value", times("whole deals: value", solve, first))


def pimc(sizes: Sizes, runs: int) -> None:
    """A move of PimcPlayer with its usual worlds, where there is a choice; each made once."""
    player = PimcPlayer(SEED)
    asked = choices(sizes.pimc_views)
    player.choose(*asked[0])  # the kernels are loaded
    seconds = times("PIMC: a move", lambda seen: player.choose(*seen), asked)
    told_times("PIMC: a move", seconds, f"{player.worlds} worlds")
