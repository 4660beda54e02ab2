"""Chance: the order of the tiles and the lots, drawn outside the rules."""

from __future__ import annotations

import random
from dataclasses import dataclass, field

from bingo.game import TILES, BySeat, Match, Rules, Seat, Tile, lowest_hand


@dataclass
class Dice:
    """Draws orders and lots; with a seed always the same ones, without it from the system."""

    seed: int | str | None = None
    _random: random.Random = field(init=False, repr=False)

    def __post_init__(self) -> None:
        self._random = random.SystemRandom() if self.seed is None else random.Random(self.seed)

    def order(self) -> tuple[Tile, ...]:
        """All 28 tiles, shuffled. [1.2]"""
        return tuple(self._random.sample(TILES, len(TILES)))

    def lot(self) -> Seat:
        """One of the two seats. [1.3]"""
        return self._random.choice(tuple(Seat))

    def first_leader(self, rules: Rules, order: tuple[Tile, ...]) -> Seat:
        """Who leads the first deal of a match, dealt in this order. [1.3]"""
        if rules.first_leader == "lowest_hand":
            lowest = lowest_hand(BySeat(order[:7], order[7:14]))
            if lowest is not None:
                return lowest
        return self.lot()

    def next_leader(self, match: Match) -> Seat:
        """Who leads the next deal of a match. [9.3]"""
        return self.lot() if match.next_leader is None else match.next_leader
