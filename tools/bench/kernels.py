"""How fast the engine plays: random deals, steps of an environment, counts, worlds."""

from __future__ import annotations

import random

import numpy as np
from numpy.typing import NDArray

from bingo.engine.counting import perft
from bingo.engine.dealing import random_deals
from bingo.engine.environment import Environment
from bingo.engine.worlds import Worlds
from tools.bench.beside import Beside, side_by_side
from tools.bench.positions import RULES, choices, starts
from tools.bench.rivals import euchre, leduc
from tools.bench.sizes import Sizes
from tools.bench.timing import rates, times, told_rate, told_times

SEED = 1


def kernel_deals(sizes: Sizes, runs: int) -> None:
    """Random deals from the shuffle to the last count, beside games of euchre already dealt."""
    in_a_deal = random_deals(sizes.deals, SEED, RULES).plies / sizes.deals

    def work() -> int:
        return random_deals(sizes.deals, SEED, RULES).deals

    other = Beside("OpenSpiel: random games of euchre", euchre, aim=5)
    note = f"the shuffle counted; {in_a_deal:.1f} plies in a deal"
    deals = side_by_side("kernel: random deals", work, other, sizes, runs, note)
    told_rate("kernel: plies", [speed * in_a_deal for speed in deals])


def environment(sizes: Sizes, runs: int) -> None:
    """Steps of a batch of deals, moves chosen beforehand; a run also deals all of them anew."""
    line = _chosen(sizes)
    room = Environment(sizes.batch, RULES, SEED).room()

    def work() -> int:
        played = Environment(sizes.batch, RULES, SEED)
        played.reset(*room[:2])
        for actions in line:
            played.step(actions, *room)
        return sizes.batch * sizes.steps

    other = Beside("pgx: steps of Leduc hold'em", leduc)
    note = f"{sizes.batch:,} at once; observations of {room[0].shape[1]} numbers"
    side_by_side("environment: steps", work, other, sizes, runs, note)


def _chosen(sizes: Sizes) -> list[NDArray[np.int64]]:
    """The moves of every step, by lot among the legal ones, made by playing the deals once."""
    dice = random.Random(SEED)
    played = Environment(sizes.batch, RULES, SEED)
    room = played.room()
    played.reset(*room[:2])
    line = []
    for _ in range(sizes.steps):
        masks = room[1]
        lots = np.frombuffer(dice.randbytes(2 * masks.size), np.uint16).reshape(masks.shape)
        line.append(np.where(masks, lots | 1, 0).argmax(axis=1))
        played.step(line[-1], *room)
    return line


def counts(sizes: Sizes, runs: int) -> None:
    """Sequences of moves from the first lead of some deals, counted one move from the last."""
    deals, depth = starts(sizes.perft_deals), sizes.perft_depth

    def work() -> int:
        return sum(perft(deal, depth) for deal in deals)

    (speeds,) = rates("perft", [work], runs)
    told_rate("perft: nodes", speeds, f"depth {depth}, {len(deals)} deals, {work():,} nodes")


def worlds(sizes: Sizes, runs: int) -> None:
    """Worlds of views drawn by chance, and what they are drawn from made ready."""
    views = [view for view, _ in choices(sizes.views)]
    ready = [Worlds.of(view) for view in views]

    def work() -> int:
        for seed, known in enumerate(ready):
            known.sample(sizes.worlds, seed)
        return sizes.worlds * len(ready)

    (speeds,) = rates("worlds", [work], runs)
    told_rate("worlds: sampled", speeds, f"{sizes.worlds:,} of each of {len(ready)} views")
    told_times("worlds: a view made ready", times("worlds: a view", Worlds.of, views))
