"""The engine: the rules at the speed of machine code, and whole deals solved exactly.

The door to it. Kernels are compiled when they are first needed and kept on disk, so importing this
module costs nothing; each name below is imported when it is first asked for.

    solve, value, Solution, Solver    a deal with all tiles known
    Equity                            chances to win the match, to solve for
    perft, divide                     counts of move sequences
    Worlds                            what a seat cannot see, counted and sampled
    random_deals, random_deal         deals of random moves
    Environment, OBSERVATION, PARTS   many deals at once, for learning
    IllegalAction                     an action of the environment that may not be played
    playouts                          deals played to their end by Greedy
    pack, code, moves_of, array       a Deal, a Move, legal moves, a Rules as the kernels hold them
    legal, play                       one step of a packed state
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bingo.engine.counting import divide, perft
    from bingo.engine.dealing import RandomDeals, random_deal, random_deals
    from bingo.engine.environment import Environment, IllegalAction
    from bingo.engine.equity import Equity
    from bingo.engine.observation import OBSERVATION, PARTS
    from bingo.engine.packing import code, moves_of, pack
    from bingo.engine.playing_out import playouts
    from bingo.engine.solver import Solution, Solver, solve, value
    from bingo.engine.stepping import legal, play
    from bingo.engine.tables import array
    from bingo.engine.worlds import Worlds

_HOME = {
    "Environment": "environment",
    "IllegalAction": "environment",
    "Equity": "equity",
    "OBSERVATION": "observation",
    "PARTS": "observation",
    "code": "packing",
    "moves_of": "packing",
    "pack": "packing",
    "divide": "counting",
    "perft": "counting",
    "playouts": "playing_out",
    "RandomDeals": "dealing",
    "random_deal": "dealing",
    "random_deals": "dealing",
    "Solution": "solver",
    "Solver": "solver",
    "solve": "solver",
    "value": "solver",
    "legal": "stepping",
    "play": "stepping",
    "array": "tables",
    "Worlds": "worlds",
}

__all__ = [
    "OBSERVATION",
    "PARTS",
    "Environment",
    "Equity",
    "IllegalAction",
    "RandomDeals",
    "Solution",
    "Solver",
    "Worlds",
    "array",
    "code",
    "divide",
    "legal",
    "moves_of",
    "pack",
    "perft",
    "play",
    "playouts",
    "random_deal",
    "random_deals",
    "solve",
    "value",
]


def __getattr__(name: str) -> Any:
    if name not in _HOME:
        raise AttributeError(f"bingo.engine has no {name!r}: there are {', '.join(__all__)}")
    found = getattr(import_module(f"bingo.engine.{_HOME[name]}"), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted([*globals(), *__all__])
