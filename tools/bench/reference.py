"""How fast the readable referee is: random deals, plies and views."""

from __future__ import annotations

from statistics import median

from bingo.game import Seat, View
from tools.bench.positions import every_position, start
from tools.bench.sizes import Sizes
from tools.bench.timing import rates, told_rate

AIM = 1_500
"""Random deals a second that the reference is to reach on one core."""


def random_deals(number: int) -> int:
    """Play so many deals to the end; the number of plies."""
    plies = 0
    for seed in range(number):
        deal, dice = start(seed)
        while moves := deal.legal_moves():
            deal = deal.play(dice.choice(moves))
        plies += len(deal.history)
    return plies


def reference(sizes: Sizes, runs: int) -> None:
    """Three lines."""
    number = sizes.reference_deals
    (plies,) = rates("reference: deals", [lambda: random_deals(number)], runs)
    in_a_deal = random_deals(number) / number
    deals = [speed / in_a_deal for speed in plies]
    told_rate("reference: random deals", deals, f"{median(deals) / AIM:.2f} of the aim, {AIM:,}")
    told_rate("reference: plies", plies, f"{in_a_deal:.1f} in a deal")

    seen = every_position(max(1, number // 8))

    def views() -> int:
        for deal in seen:
            for seat in Seat:
                View.of(deal, seat)
        return len(seen) * len(Seat)

    (made,) = rates("reference: views", [views], runs)
    told_rate("reference: views", made, f"{median(made) / median(plies):.2f} of a ply")
