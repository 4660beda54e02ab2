"""How fast the reference is: random deals, plies and views per second, on one core.

    make bench                      every figure, the median of five runs
    make bench ARGS="--runs 9 --deals 600"

The deals are random legal play under `russian` with `random.Random(seed)`, the same in every run.
Figures are told, never asserted: machines differ.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable
from statistics import median

from bingo.game import TILES, Deal, Move, Rules, Seat, View

AIM = 1_500
"""Random deals a second that the reference is to reach on one core."""

Line = tuple[Deal, list[Move]]


def start(seed: int, rules: Rules) -> tuple[Deal, random.Random]:
    """The first position of a random deal, and the dice to go on with."""
    dice = random.Random(seed)
    order = list(TILES)
    dice.shuffle(order)
    return Deal.start(order, Seat(seed % 2), rules), dice


def random_deals(count: int) -> int:
    """Play so many deals to the end; the number of plies."""
    rules, plies = Rules(), 0
    for seed in range(count):
        deal, dice = start(seed, rules)
        while moves := deal.legal_moves():
            deal = deal.play(dice.choice(moves))
        plies += len(deal.history)
    return plies


def positions(count: int) -> list[Deal]:
    """Every position of so many deals."""
    found: list[Deal] = []
    for seed in range(count):
        deal, dice = start(seed, Rules())
        while moves := deal.legal_moves():
            found.append(deal)
            deal = deal.play(dice.choice(moves))
    return found


def views(deals: list[Deal]) -> int:
    """Make the view of each seat at every position; the number made."""
    for deal in deals:
        for seat in Seat:
            View.of(deal, seat)
    return len(deals) * len(Seat)


def rate(work: Callable[[], int], runs: int, name: str) -> tuple[float, float]:
    """The median time of a run, and what was done in a second of it."""
    times, done = [], 0
    for run in range(1, runs + 1):
        print(f"\r{name}: run {run} of {runs}   ", end="", file=sys.stderr, flush=True)
        before = time.perf_counter()
        done = work()
        times.append(time.perf_counter() - before)
    print("\r" + " " * 40 + "\r", end="", file=sys.stderr, flush=True)
    return median(times), done / median(times)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=5, help="runs of which the median is taken")
    parser.add_argument("--deals", type=int, default=400, help="deals in a run")
    given = parser.parse_args()

    random_deals(50)  # the tables of every trump are made
    took, plies = rate(lambda: random_deals(given.deals), given.runs, "deals")
    deals = given.deals / took
    seen = positions(max(1, given.deals // 8))
    _, made = rate(lambda: views(seen), given.runs, "views")

    print(f"random deals, russian   {deals:10,.0f} a second   {deals / AIM:.2f} of the aim")
    print(f"plies                   {plies:10,.0f} a second   {plies / deals:.1f} in a deal")
    print(f"views                   {made:10,.0f} a second   {made / plies:.2f} of a ply")


if __name__ == "__main__":
    main()
