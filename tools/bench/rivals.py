"""Other people's programs, doing what they do that is nearest to ours.

Each function makes ready and gives what does a run of work, with a note that says what it does. It
raises NotInstalled where the program is missing: `pip install .[bench]` brings all three.
"""

from __future__ import annotations

import os
import random
from importlib import import_module
from importlib.metadata import version
from typing import Any, NamedTuple

from tools.bench.sizes import Sizes
from tools.bench.timing import Work

SEED = 1


class NotInstalled(Exception):
    """A program that is not here; says how to get it."""

    def __init__(self, module: str) -> None:
        super().__init__(f"no {module} here: pip install .[bench]")


class Rival(NamedTuple):
    """What works, and a note on it."""

    work: Work
    note: str


def brought_in(module: str) -> Any:
    """The module; raises NotInstalled where it, or a part of it, is missing or does not load."""
    try:
        return import_module(module)
    except (ImportError, OSError, RuntimeError) as fault:
        raise NotInstalled(module.partition(".")[0]) from fault


# --- OpenSpiel ------------------------------------------------------------------------------------


def euchre(sizes: Sizes) -> Rival:
    """OpenSpiel's own random play-outs, in C++, of dealt games of euchre.

    Python reaches RandomRolloutEvaluator only through a search: a search of a single simulation
    evaluates its root, which is so many play-outs, and does nothing else. The root has to be past
    the deal (a root that is a chance node crashes), so their dealing costs them nothing.
    """
    spiel = brought_in("pyspiel")
    game = spiel.load_game("euchre")
    dealt = [_dealt(game, SEED + number) for number in range(sizes.euchre_deals)]
    evaluator = spiel.RandomRolloutEvaluator(sizes.euchre_playouts, SEED)
    search = spiel.MCTSBot(game, evaluator, 2.0, 1, 10, False, SEED, False)

    def work() -> int:
        for state in dealt:
            search.mcts_search(state)
        return sizes.euchre_playouts * len(dealt)

    plies = sum(map(_played_out, dealt)) / len(dealt)
    name = f"open_spiel {version('open_spiel')}"
    return Rival(work, f"{name}, C++; dealt beforehand; {plies:.1f} plies in a game")


def _dealt(game: Any, seed: int) -> Any:
    """A game of which all chance is resolved."""
    dice = random.Random(seed)
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(dice.choice([action for action, _ in state.chance_outcomes()]))
    return state


def _played_out(dealt: Any) -> int:
    """The number of plies of one random game from here."""
    dice = random.Random(SEED)
    state, plies = dealt.clone(), 0
    while not state.is_terminal():
        state.apply_action(dice.choice(state.legal_actions()))
        plies += 1
    return plies


# --- endplay --------------------------------------------------------------------------------------

RANKS = "23456789TJQKA"


def boards(sizes: Sizes) -> Rival:
    """DDS by way of endplay: the most tricks of 28 cards, seven in each hand, any trump or none.

    One call a board (`solve_all_boards` takes as long on one core), asked for one best card and
    its tricks, which is the least it can be asked for a value. The boards are made beforehand.
    """
    types, solve = brought_in("endplay.types"), brought_in("endplay.dds.solve")
    brought_in("endplay._dds").SetMaxThreads(1)
    dealt = [_board(types, SEED + number) for number in range(sizes.boards)]
    best = solve.SolveMode.OptimalOne

    def work() -> int:
        for board in dealt:
            solve.solve_board(board, best)
        return len(dealt)

    return Rival(work, f"endplay {version('endplay')}, C++; 7 cards in 4 hands; tricks of the best")


def _board(types: Any, seed: int) -> Any:
    """28 cards of 52 by lot, seven to each hand; a trump or none by lot; any hand leads."""
    dice = random.Random(seed)
    cards = dice.sample(range(52), 28)
    hands = (cards[7 * seat : 7 * seat + 7] for seat in range(4))
    text = "N:" + " ".join(map(_hand, hands))
    leader, trump = types.Player(dice.randrange(4)), types.Denom(dice.randrange(5))
    return types.Deal(text, first=leader, trump=trump)


def _hand(cards: list[int]) -> str:
    """A hand as bridge players write it: suits parted by dots."""
    suits = ([card % 13 for card in cards if card // 13 == suit] for suit in range(4))
    return ".".join("".join(RANKS[rank] for rank in suit) for suit in suits)


# --- pgx ------------------------------------------------------------------------------------------


def leduc(sizes: Sizes) -> Rival:
    """Steps of a batch of Leduc hold'em in pgx on JAX, compiled, a game that is over begun anew.

    Random legal actions and all keys are made beforehand by playing the same games once; a run is
    the steps alone, one compiled call each. XLA is told to keep to one thread: held to one core it
    is a third faster so. Leduc hold'em is the quickest card game that pgx has.
    """
    os.environ.setdefault("JAX_PLATFORMS", "cpu")
    os.environ.setdefault(
        "XLA_FLAGS", "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
    )
    jax, pgx = brought_in("jax"), brought_in("pgx")
    restart = brought_in("pgx.experimental.wrappers").auto_reset
    lot = jax.jit(brought_in("pgx.experimental.utils").act_randomly)
    game = pgx.make("leduc_holdem")
    step = jax.jit(jax.vmap(restart(game.step, game.init)))
    split = jax.random.split
    first = jax.jit(jax.vmap(game.init))(split(jax.random.key(SEED), sizes.batch))

    line, state, key = [], first, jax.random.key(SEED + 1)
    for _ in range(sizes.steps):
        key, for_lot, for_step = split(key, 3)
        line.append((lot(for_lot, state.legal_action_mask), split(for_step, sizes.batch)))
        state = step(state, *line[-1])
    jax.block_until_ready((line, state))

    def work() -> int:
        state = first
        for actions, keys in line:
            state = step(state, actions, keys)
        jax.block_until_ready(state)
        return sizes.batch * sizes.steps

    return Rival(
        work, f"pgx {version('pgx')}, jax {version('jax')}; {sizes.batch:,} at once; steps alone"
    )
