"""The positions measured, under `russian`, from seeds: endings of seven tiles, and whole deals."""

from __future__ import annotations

from itertools import count, islice

from bingo.game import Deal
from bingo.game.moves import CLOSE
from tools.bench import positions
from tools.bench.positions import start

DEALS = (0, 1, 2, 4, 5, 8, 9, 16, 17, 18, 20, 21, 22, 24, 27, 29, 30, 32, 37, 39)
"""Seeds of the deals. Of 0 to 39 these took 600 to 300,000 positions each (commit 7ab6951); the
four harder ones are left out, and the easiest.
"""
ENDINGS = ("unclosed", "closed")


def deals() -> list[Deal]:
    """Whole deals, from the first lead."""
    return [start(seed)[0] for seed in DEALS]


def unclosed(number: int) -> list[Deal]:
    """Endings in which the stock has just gone."""
    return positions.endings(number)


def closed(number: int) -> list[Deal]:
    """Positions in which the leader has just closed; each seat holds seven tiles."""
    return list(islice(filter(None, map(_closed, count())), number))


def _closed(seed: int) -> Deal | None:
    deal, dice = start(seed)
    while moves := deal.legal_moves():
        if CLOSE in moves and dice.random() < 0.3:
            deal = deal.play(CLOSE)
            return deal if all(len(hand) == 7 for hand in deal.hands) else None
        deal = deal.play(dice.choice([move for move in moves if move != CLOSE]))
    return None


def named(name: str, number: int) -> list[Deal]:
    """The endings of this name."""
    return unclosed(number) if name == "unclosed" else closed(number)
