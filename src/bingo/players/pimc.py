"""Perfect-information Monte Carlo: every move tried in many worlds, played out by Greedy.

M. L. Ginsberg, *GIB: Imperfect Information in a Computationally Challenging Game* (2001), with
play-outs in place of double-dummy values: those overrate closing, for they know what to lead.
"""

from __future__ import annotations

import random
from typing import NamedTuple

from bingo.game.match import Match
from bingo.game.moves import Move
from bingo.game.view import View
from bingo.players.greedy import GreedyPlayer
from bingo.players.player import choices

WORLDS = 300
"""Worlds a move is tried in, where nothing else is said."""

LEVEL = 200
"""Moves less than 1/200 of a big point apart are level; Greedy's is taken then."""


class Weighed(NamedTuple):
    """A move, and the big points by which its seat comes out ahead on the average."""

    move: Move
    mean: float


class Advice(NamedTuple):
    """A move and why.

    reason  Greedy's, one of REASONS, where Greedy would play the same; else ""
    other   the move that Greedy would play
    gain    the big points by which the move does better than that, on the average of the worlds
    """

    move: Move
    reason: str
    other: Move
    gain: float


class PimcPlayer:
    """Tries every move in worlds drawn by chance from the View, Greedy playing both seats.

    The budget is a number of worlds, not a time: the same View and seed give the same move on
    every machine. Its first move loads the engine, the very first one compiles it.
    """

    def __init__(self, seed: int, worlds: int = WORLDS) -> None:
        if worlds < 1:
            raise ValueError(f"{worlds} worlds are too few: at least 1 is tried")
        self.seed = seed
        self.worlds = worlds
        self._greedy = GreedyPlayer()

    def choose(self, view: View, match: Match) -> Move:
        """The move that comes out best."""
        legal = choices(view)
        return legal[0] if len(legal) == 1 else self.advise(view, match).move

    def advise(self, view: View, match: Match) -> Advice:
        """The move that comes out best, and why."""
        other, reason = self._greedy.explain(view, match)
        if len(choices(view)) == 1:
            return Advice(other, reason, other, 0.0)
        weighed = self.weigh(view)
        his = next(mean for move, mean in weighed if move == other)
        best = max(weighed, key=lambda one: one.mean)
        if best.mean - his < 1 / LEVEL:
            return Advice(other, reason, other, 0.0)
        return Advice(best.move, "", other, best.mean - his)

    def weigh(self, view: View) -> list[Weighed]:
        """Every legal move and what it brings; ValueError if it is not the seat's turn.

        Big points of this deal, those won before it included, less the other's; none is counted
        beyond what a seat needs to win the match. [9.2]
        """
        legal = choices(view)
        from bingo.engine.packing import code
        from bingo.engine.playing_out import playouts
        from bingo.engine.tables import array
        from bingo.engine.worlds import Worlds

        seed = random.Random(f"{self.seed} {view}").getrandbits(62)
        states = Worlds.of(view).sample(self.worlds, seed)
        codes = [code(move) for move in legal]
        moves = sum(1 << code for code in codes)
        totals = playouts(array(view.rules, view.trump), states, moves, seed)[0]
        return [
            Weighed(move, int(totals[code]) / self.worlds)
            for move, code in zip(legal, codes, strict=True)
        ]
