"""The chance of winning the match from a score: what a deal is really played for. [9.1-9.3]

`Equity.of(rules)` works it out from how often the leader of a deal wins or loses how much, for two
players of equal strength.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from math import fsum, isnan
from numbers import Real

from bingo.engine.given import MOST, described, one_of, pair, whole
from bingo.engine.memory import Utility
from bingo.game.rules import Rules
from bingo.game.tiles import BySeat, Seat

_COUNTED = {-5: 3, -4: 38, -3: 720, -2: 778, -1: 521, 0: 42, 1: 537, 2: 661, 3: 663, 4: 36, 5: 1}
LEADER_WINS: Mapping[int, float] = {net: n / 4000 for net, n in _COUNTED.items()}
"""How often the leader of the first trick wins so many big points net: 4,000 deals of `russian`,
PimcPlayer with 100 worlds against itself (docs/lab/004).
"""

STEADY = 1e-12
"""Chances that change by less are settled, where a deal may leave the score as it was."""


MOST_TARGET = 300
"""The table has a chance for every score below it."""
MOST_LEVEL = 0.9
"""Of all deals: where nearly all end level, the chances settle too slowly."""


@dataclass(frozen=True)
class Equity:
    """Chances of winning the match under some rules.

    table   `table[own][other]`: the chance of the leader of the next deal, who has `own` big points
            against `other`
    """

    rules: Rules
    table: tuple[tuple[float, ...], ...]

    @classmethod
    def of(cls, rules: Rules, results: Mapping[int, float] | None = None) -> Equity:
        """The chances where the leader of a deal wins `results[net]` of all deals by so much.

        Raises ValueError if the shares are no distribution, more than 9 in 10 deals end level, or a
        match goes beyond 300;
        TypeError for what is no Rules, no mapping, no whole number of big points or no share.
        """
        rules = one_of("rules", rules, Rules)
        whole("rules.target", rules.target, 1, MOST_TARGET)
        results = LEADER_WINS if results is None else results
        if not isinstance(results, Mapping):
            raise TypeError(f"results must be a mapping, not {described(results)}")
        shares = {whole("results", net, -15, 15): _share(share) for net, share in results.items()}
        fair = min(shares.values(), default=-1) >= 0 and abs(sum(shares.values()) - 1) < 1e-9
        if not fair or shares.get(0, 0) > MOST_LEVEL:
            raise ValueError(
                f"results must be shares of all deals, 1 together, at most {MOST_LEVEL} of them "
                f"level: {described(dict(results))}"
            )
        return _worked_out(rules, tuple(sorted(shares.items())))

    @property
    def match(self) -> tuple[int, str]:
        """What of its rules the chances depend on. [9.1, 9.3]"""
        return self.match_of(self.rules)

    @staticmethod
    def match_of(rules: Rules) -> tuple[int, str]:
        """The target of a match, and who leads its next deal."""
        return rules.target, rules.next_leader

    def chance(self, score: BySeat[int], leader: Seat) -> float:
        """The chance of seat ONE to win the match; `leader` leads the next deal. [9.3]

        Raises ValueError for big points below 0, TypeError for what is no pair of whole numbers or
        no Seat.
        """
        score, leader = BySeat(*pair("score", score, MOST)), one_of("leader", leader, Seat)
        return self._chance(score, leader)

    def _chance(self, score: BySeat[int], leader: Seat) -> float:
        target = self.rules.target
        if max(score) >= target:
            return 0.5 if score.one == score.two else float(score.one > score.two)
        own, other = (score.two, score.one) if leader else score
        mine = self.table[own][other]
        return 1 - mine if leader else mine

    def utility(self, score: BySeat[int], leader: Seat) -> Utility:
        """What a result of the deal that `leader` led first is worth to ONE, from this score.

        Where both reach the target on one count with equal big points, half: first to 70 decides.
        Raises what `chance` does.
        """
        score, leader = BySeat(*pair("score", score, MOST)), one_of("leader", leader, Seat)
        rules, chance = self.rules, self._chance

        def worth(winner: int, one: int, two: int) -> float:
            after = BySeat(score.one + one, score.two + two)
            if rules.next_leader == "lot":
                return (chance(after, Seat.ONE) + chance(after, Seat.TWO)) / 2
            following = leader.other
            if winner and rules.next_leader != "alternate":
                won = Seat(winner - 1)
                following = won if rules.next_leader == "winner" else won.other
            return chance(after, following)

        return worth


def _share(given: object) -> float:
    """A share of all deals; raises TypeError for what is no number, ValueError for NaN."""
    if isinstance(given, bool) or not isinstance(given, Real):
        raise TypeError(f"results must be shares of all deals, not {described(given)}")
    if isnan(given):
        raise ValueError("results must be shares of all deals, not NaN")
    return float(given)


@lru_cache(maxsize=64)
def _worked_out(rules: Rules, results: tuple[tuple[int, float], ...]) -> Equity:
    """The table, from the highest scores down."""
    target = rules.target
    table = [[0.5] * target for _ in range(target)]
    for total in range(2 * target - 2, -1, -1):
        scores = [(own, total - own) for own in range(target) if 0 <= total - own < target]
        change = 1.0
        while change > STEADY:
            change = 0.0
            equity = Equity(rules, tuple(map(tuple, table)))
            for own, other in scores:
                worth = equity.utility(BySeat(own, other), Seat.ONE)
                chance = fsum(
                    share * worth(_winner(net), max(net, 0), max(-net, 0)) for net, share in results
                )
                change = max(change, abs(chance - table[own][other]))
                table[own][other] = chance
    return Equity(rules, tuple(map(tuple, table)))


def _winner(net: int) -> int:
    return 0 if net == 0 else 1 if net > 0 else 2
