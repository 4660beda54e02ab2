"""How many pasts a hand has, for all sets of doubles at once.

The fast twin of `bingo.game.worlds.Worlds.weight`. What an announcement was said of depends on
which doubles had come by then, not on the very draw: so this goes through the *stages* (the times
between announcements) in which each double may have come, cuts off what no longer agrees with the
numbers said, and counts the draws within the stages by their number. [5.1, 5.5]
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from functools import cache
from math import comb
from typing import NamedTuple

from bingo.engine.layout import DOUBLES
from bingo.game.facts import NEVER, Facts
from bingo.game.tiles import Tile, mask

Came = tuple[int, int]
"""Of a double: the stage it came in, the moment by which it had come."""


class Kind(NamedTuple):
    """Hands of the other seat alike in weight: its known tiles, `doubles`, and `many` of `pool`.

    doubles  the unseen doubles in the hand, a 28-bit set
    pool     the tiles any of which may fill it up, a 28-bit set
    many     how many of them it takes
    weight   the number of pasts of each such hand
    """

    doubles: int
    pool: int
    many: int
    weight: int

    @property
    def hands(self) -> int:
        """How many hands are of this kind."""
        return comb(self.pool.bit_count(), self.many)


def kinds(facts: Facts) -> list[Kind]:
    """Every kind of hand the other seat may hold, each with at least one hand.

    Where nothing was announced there is one: any of the candidates, doubles or not.
    """
    candidates = mask(facts.candidates)
    wanted = facts.size - len(facts.held)
    if not facts.said:
        weight = _Draws(facts).ways(())
        found = [Kind(0, candidates, wanted, weight)]
    else:
        plain = candidates & ~DOUBLES
        found = [
            Kind(doubles, plain, wanted - doubles.bit_count(), weight)
            for doubles, weight in sorted(weights(facts).items())
        ]
    return [kind for kind in found if kind.many >= 0 and kind.hands and kind.weight]


def weights(facts: Facts) -> dict[int, int]:
    """By set of candidate doubles (28 bits): the pasts of a hand with these and no other of them.

    Sets with no past are left out. For views in which something was announced.
    """
    draws = _Draws(facts)
    rules = facts.view.rules
    doubtful = (
        rules.announce_form == "show" or rules.bingo_in_announce or rules.reannounce == "remaining"
    )
    found: dict[int, int] = {}
    for stages in _Stages(facts, draws).all():
        key = sorted((stage, facts.until.get(tile, NEVER)) for tile, stage in stages.items())
        ways = draws.ways(tuple(key))
        if ways and doubtful:
            arrivals = {tile: draws.first[stage] for tile, stage in stages.items()}
            ways *= facts.agrees(arrivals | dict(facts.fixed))
        if ways:
            doubles = mask(tile for tile in stages if tile not in facts.until)
            found[doubles] = found.get(doubles, 0) + ways
    return found


class _Draws:
    """The draws of the other seat, and in how many ways tiles can be put to them."""

    def __init__(self, facts: Facts) -> None:
        self.heard = facts.heard
        self.latest_first = sorted(facts.draws, reverse=True)
        self.total = len(facts.draws) + len(facts.view.origin.hands[facts.other])
        self.plain = [
            moment for tile, moment in facts.until.items() if not (facts.said and tile.is_double)
        ]
        self.first: dict[int, int] = {}  # by stage: the first moment of it
        for moment in (0, *facts.draws):
            self.first.setdefault(self.stage(moment), moment)
        self._known: dict[tuple[Came, ...], int] = {}

    def stage(self, moment: int) -> int:
        """How many announcements came before this moment."""
        return bisect_left(self.heard, moment)

    def ways(self, doubles: tuple[Came, ...]) -> int:
        """The number of pasts in which these doubles came so, the other tiles in their time."""
        if doubles not in self._known:
            self._known[doubles] = self._count(doubles)
        return self._known[doubles]

    def _count(self, doubles: tuple[Came, ...]) -> int:
        rest = self.total - len(self.plain) - len(doubles)
        until = [*self.plain, *[NEVER] * rest]

        @cache
        def from_draw(place: int, left: tuple[Came, ...]) -> int:
            """The ways from this draw backward, with these doubles not yet put to a draw."""
            if place == len(self.latest_first):
                return int(all(stage == 0 for stage, _ in left))  # those were dealt
            draw = self.latest_first[place]
            taken = place - (len(doubles) - len(left))
            ways = 0
            free = sum(moment >= draw for moment in until) - taken
            if free > 0:
                ways = free * from_draw(place + 1, left)
            for number, (stage, moment) in enumerate(left):
                if stage == self.stage(draw) and moment >= draw:
                    ways += from_draw(place + 1, left[:number] + left[number + 1 :])
            return ways

        return from_draw(0, doubles)


# Numbers of doubles held at each announcement are added up in one integer, four bits for each.
_WIDTH = 4
_OVER = 8


class _Stages:
    """The stages in which the doubles may have come, as far as the numbers said allow."""

    def __init__(self, facts: Facts, draws: _Draws) -> None:
        self.facts = facts
        self.played = {trick.by[facts.other]: n for n, trick in enumerate(facts.tricks)}
        self.said = self._each(said.number for said in facts.said)
        self.over = self._each(_OVER for _ in facts.said)
        self.exact = facts.view.rules.reannounce != "remaining"  # else fewer may have counted
        self.room = [0] * (len(facts.said) + 1)
        for draw in facts.draws:
            self.room[draws.stage(draw)] += 1
        unknown = [tile for tile in facts.candidates if tile.is_double]
        self.doubles = [*(tile for tile in facts.until if tile.is_double), *unknown]
        self.choices = [self._choices(tile, draws.first) for tile in self.doubles]
        self.most = [0]  # at this place and after: what all of them count for if they were dealt
        for tile in reversed(self.doubles):
            self.most.insert(0, self.most[0] + self._counted(tile, 0))

    def all(self) -> Iterator[dict[Tile, int]]:
        """Each way: for the doubles that came to him unseen, the stage; others lie in the stock."""
        fixed = [(tile, moment) for tile, moment in self.facts.fixed.items() if tile.is_double]
        start = sum(self._counted(tile, moment) for tile, moment in fixed)
        return self._from(0, start, {})

    def _from(self, place: int, counted: int, stages: dict[Tile, int]) -> Iterator[dict[Tile, int]]:
        """Go on with the double at this place, so many counted at each announcement."""
        if not self._possible(counted, counted + self.most[place]):
            return
        if place == len(self.doubles):
            yield stages
            return
        tile = self.doubles[place]
        for stage, more in self.choices[place]:
            if stage < 0:
                yield from self._from(place + 1, counted, stages)
            elif stage == 0:
                yield from self._from(place + 1, counted + more, stages | {tile: stage})
            elif self.room[stage]:
                self.room[stage] -= 1
                yield from self._from(place + 1, counted + more, stages | {tile: stage})
                self.room[stage] += 1

    def _possible(self, least: int, most: int) -> bool:
        """Whether the numbers said lie between these, announcement by announcement."""
        over = self.over
        if (most | over) - self.said & over != over:
            return False
        return not self.exact or (self.said | over) - least & over == over

    def _choices(self, tile: Tile, first: dict[int, int]) -> list[tuple[int, int]]:
        """The stages this double may have come in, -1 for never, with what it counts for then."""
        until = self.facts.until.get(tile)
        choices = [] if until is not None else [(-1, 0)]
        for stage, moment in first.items():
            if until is None or moment <= until:
                choices.append((stage, self._counted(tile, moment)))
        return choices

    def _counted(self, tile: Tile, moment: int) -> int:
        """At which announcements he held a double that came at this moment."""
        played = self.played.get(tile, NEVER)
        return self._each(
            int(moment <= heard and said.trick <= played)
            for said, heard in zip(self.facts.said, self.facts.heard, strict=True)
        )

    @staticmethod
    def _each(numbers: Iterator[int]) -> int:
        return sum(number << _WIDTH * place for place, number in enumerate(numbers))
