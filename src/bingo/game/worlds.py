"""What a seat may infer: the worlds that give back its View, their number and their weights.

A past says which of the other seat's tiles lay in his hand at the origin and which he drew when.
Every past is equally likely, as every order of the 28 tiles is; the weight of a world is the number
of its pasts. Announcements say how many doubles were held at a lead, so they bear on the pasts;
what else is known (`bingo.game.facts`) bears on the hand alone.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations, permutations
from math import comb, factorial
from typing import TYPE_CHECKING, NamedTuple

from bingo.game.facts import NEVER, Facts
from bingo.game.setup import Places, Setup
from bingo.game.tiles import DOUBLES, Hand, Tile

if TYPE_CHECKING:
    from bingo.game.view import View

Arrivals = dict[Tile, int]
"""For tiles of the other seat: the moment each came to him."""


class World(NamedTuple):
    """What the seat cannot see: the other hand (by index), the undrawn tiles in their order.

    `weight` is the number of pasts that lead to it and are consistent with all that was seen.
    """

    hand: Hand
    stock: Hand
    weight: int


@dataclass(frozen=True)
class Worlds:
    """The worlds of one view."""

    facts: Facts
    _weights: dict[frozenset[Tile], int] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, view: View) -> Worlds:
        """The worlds that give back this view."""
        return cls(Facts.of(view))

    def hands(self) -> Iterator[tuple[Hand, int]]:
        """Every hand the other seat may hold, with its weight; lazily, in the order of tiles."""
        facts = self.facts
        for drawn in combinations(facts.candidates, facts.size - len(facts.held)):
            hand = tuple(sorted((*facts.held, *drawn)))
            if weight := self.weight(hand):
                yield hand, weight

    def hands_count(self) -> int:
        """How many hands there are, without going through them."""
        facts = self.facts
        wanted = facts.size - len(facts.held)
        doubles = [tile for tile in facts.candidates if tile.is_double]
        others = len(facts.candidates) - len(doubles)
        if not facts.said:
            return comb(len(facts.candidates), wanted)
        return sum(
            comb(others, wanted - number)
            for number in range(min(len(doubles), wanted) + 1)
            for held in combinations(doubles, number)
            if self.weight((*facts.held, *held))
        )

    def worlds(self) -> Iterator[World]:
        """Every world; lazily, in the order of the hands, then of the stock."""
        for hand, weight in self.hands():
            rest = [tile for tile in self.facts.unseen if tile not in hand]
            for order in permutations(rest):
                yield World(hand, (*order, *self.facts.turn_up_in_stock), weight)

    def count(self) -> int:
        """How many worlds there are, without going through them."""
        return self.hands_count() * factorial(self.facts.undrawn)

    def weight(self, hand: Sequence[Tile]) -> int:
        """The number of pasts of a hand; it depends on the doubles in it alone."""
        doubles = DOUBLES.intersection(hand)
        if doubles not in self._weights:
            self._weights[doubles] = sum(
                _ways(plain, draws) for _, plain, draws in self._pasts(doubles)
            )
        return self._weights[doubles]

    def origin(self, world: World) -> Setup:
        """The position at the origin in one past of this world."""
        facts, view = self.facts, self.facts.view
        doubles = DOUBLES.intersection(world.hand)
        arrivals, _, draws = next(past for past in self._pasts(doubles) if _ways(*past[1:]))
        came = {t: NEVER for t in world.hand if t not in facts.fixed} | dict(facts.until)
        plain = [tile for tile in came if tile not in arrivals]
        for moment in sorted(draws, reverse=True):
            tile = next(t for t in plain if came[t] >= moment and t not in arrivals)
            arrivals[tile] = moment
        dealt = [tile for tile in came if not arrivals.get(tile)]
        drawn = sorted((t for t in came if arrivals.get(t)), key=lambda t: arrivals[t])
        hidden = [*drawn, *world.stock[: facts.undrawn]]
        hands = view.origin.hands
        return replace(
            view.origin,
            hands=hands.put(facts.other, tuple(dealt)),
            stock=_filled(view.origin.stock, hidden),
        )

    def _pasts(
        self, doubles: frozenset[Tile]
    ) -> Iterator[tuple[Arrivals, list[int], tuple[int, ...]]]:
        """The ways the doubles may have come, for a hand with these doubles.

        With each go the moments by which the other tiles must have come, and the draws left for
        them. Where nothing was announced doubles are tiles like any other.
        """
        facts = self.facts
        came = {tile: NEVER for tile in doubles if tile not in facts.fixed} | dict(facts.until)
        total = len(facts.draws) + len(facts.view.origin.hands[facts.other])
        until = [moment for tile, moment in came.items() if not (facts.said and tile.is_double)]
        free = {tile: came[tile] for tile in came if facts.said and tile.is_double}
        plain = [*until, *[NEVER] * (total - len(until) - len(free))]
        agreed: dict[tuple[int, ...], bool] = {}
        for arrivals, draws in _arrivals(tuple(free.items()), facts.draws):
            alike = tuple(bisect_left(facts.heard, moment) for moment in arrivals.values())
            if alike not in agreed:
                agreed[alike] = facts.agrees(arrivals | dict(facts.fixed))
            if agreed[alike]:
                yield arrivals, plain, draws


def _arrivals(
    free: tuple[tuple[Tile, int], ...], draws: tuple[int, ...]
) -> Iterator[tuple[Arrivals, tuple[int, ...]]]:
    """Every way these tiles may have come: dealt (0) or drawn, each in its time; the draws left."""
    if not free:
        yield {}, draws
        return
    (tile, until), *rest = free
    for moment in (0, *(draw for draw in draws if draw <= until)):
        left = tuple(draw for draw in draws if draw != moment)
        for arrivals, remaining in _arrivals(tuple(rest), left):
            yield arrivals | {tile: moment}, remaining


def _ways(until: Sequence[int], draws: Sequence[int]) -> int:
    """In how many ways tiles that came by these moments can be put to these draws."""
    ways = 1
    for taken, draw in enumerate(sorted(draws, reverse=True)):
        ways *= sum(moment >= draw for moment in until) - taken
    return ways


def _filled(places: Places, tiles: Sequence[Tile]) -> Places:
    fill = iter(tiles)
    return tuple(next(fill) if place is None else place for place in places)
