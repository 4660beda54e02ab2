"""Greedy: looks one trick ahead, counts in points, and can say why.

Everything is weighed in points of the deal. A tile kept is worth something too: what it will
count when it is cashed, the tricks it will take, the announcement it belongs to. A lead is worth
what it wins times the chance to hold, less what it loses otherwise, less what keeping it was worth.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from bingo.game.match import Match
from bingo.game.moves import CLAIM, CLOSE, DRAW, EXCHANGE, Move, Play
from bingo.game.scoring import ENOUGH
from bingo.game.tiles import BINGO, Seat, Tile, tiles_of
from bingo.game.view import View
from bingo.players.player import choices
from bingo.players.sight import Sight

REASONS = (
    "announce",
    "bingo-bonus",
    "claim",
    "close-likely",
    "close-safe",
    "deny-70",
    "draw",
    "exchange",
    "forced",
    "keep-trumps",
    "lead-least",
    "lead-likely",
    "lead-sure",
    "lead-worthless",
    "throw-least",
    "throw-worthless",
    "win-70",
    "win-cash",
    "win-cheaply",
    "win-points",
)
"""Every reason Greedy gives; `reason.<key>` in the catalogues is its sentence."""

SURE = 0.999
"""The chance from which a lead is called sure."""


@dataclass(frozen=True)
class Weights:
    """What Greedy reckons with, in points of the deal; found by trial against itself.

    big_point     a big point
    seventy       bringing a seat to 70, or not
    mark          a first trick, and the points that spare one the dearer loss [8.2]
    cash_plain, cash_trump
                  the share of its worth a tile kept may still bring, plain or trump
    rank_plain, rank_trump
                  the power to take a trick of the best plain tile, of the best trump
    any_trump     what any trump has besides its rank
    announce      the share of an announcement that doubles kept may still bring
    catch         the share of a big point that bingo kept may still bring [4.4]
    kept_strict   the share of all this that is left once nobody draws any more
    answer_open, answer_strict
                  points of the tile that falls to a lead that holds
    close_margin  it closes when it may expect so many points above 70
    close_danger  so many more where failing would lose the match
    far_ahead     so many points ahead, one big point short of the match, it closes only if sure
    """

    big_point: float = 35.0
    seventy: float = 70.0
    mark: float = 4.0
    cash_plain: float = 0.6
    cash_trump: float = 0.85
    rank_plain: float = 4.0
    rank_trump: float = 12.0
    any_trump: float = 4.0
    announce: float = 0.5
    catch: float = 0.3
    kept_strict: float = 0.5
    answer_open: float = 1.0
    answer_strict: float = 4.5
    close_margin: float = 2.0
    close_danger: float = 6.0
    far_ahead: int = 30


class Choice(NamedTuple):
    """A tile that may be played, what it comes to in points, and why."""

    value: float
    move: Play
    reason: str


class GreedyPlayer:
    """Takes what pays, keeps what will pay more, closes when the points are there."""

    def __init__(self, weights: Weights | None = None) -> None:
        self.weights = weights or Weights()

    def choose(self, view: View, match: Match) -> Move:
        """The move, without the reason."""
        return self.explain(view, match)[0]

    def explain(self, view: View, match: Match) -> tuple[Move, str]:
        """The move and the key of its reason, one of REASONS."""
        legal = choices(view)
        if len(legal) == 1:
            return legal[0], "forced"
        sight = Sight.of(view)
        if CLAIM in legal and sight.mine >= ENOUGH:
            return CLAIM, "claim"
        if EXCHANGE in legal:
            return EXCHANGE, "exchange"
        plays = [move for move in legal if isinstance(move, Play)]
        if CLOSE in legal and not self._wins_now(sight, plays):
            reason = self._closes(sight, match)
            if reason:
                return CLOSE, reason
        if DRAW in legal:
            return DRAW, "draw"
        if view.trick is None:
            best = _best([self._lead(sight, move) for move in self._leads(sight, plays)])
        else:
            best = self._answer(sight, plays, view.trick.led)
        return best.move, best.reason

    def _wins_now(self, sight: Sight, plays: list[Play]) -> bool:
        """Whether some lead makes 70 whatever the answer: then there is no need to close."""
        if sight.rules.deal_end != "at_70":
            return False
        strict = sight.view.board.strict
        for move in plays:
            won = sight.worth(move.tile) + sight.announced(move.announce or 0, big_point=0)
            holds = sight.chance_to_hold(move.tile, strict=strict) >= SURE
            if holds and sight.mine + won >= ENOUGH:
                return True
        return False

    # --- closing ----------------------------------------------------------------------------------

    def _closes(self, sight: Sight, match: Match) -> str | None:
        """Why to close, or None. [7.1, 7.2]"""
        sure, likely = self.prospect(sight)
        if sure >= ENOUGH:
            return "close-safe"
        seat, target = sight.view.seat, match.rules.target
        needed = ENOUGH + self.weights.close_margin
        if match.big_points[seat.other] + 2 >= target:
            needed += self.weights.close_danger
        ahead = sight.mine - sight.his >= self.weights.far_ahead
        if likely < needed or (ahead and match.big_points[seat] + 1 >= target):
            return None
        return "close-likely"

    def prospect(self, sight: Sight) -> tuple[float, float]:
        """The points of the seat about to lead if the stock is closed: the sure, the expected.

        Sure are those made, and the tiles that nothing unseen can beat, led one after another. To
        be expected is every tile's worth, with what falls to it, times its chance to hold.
        """
        sure = likely = float(sight.mine)
        chances = {t: sight.chance_to_hold(t, strict=True) for t in tiles_of(sight.hand)}
        for tile, chance in chances.items():
            if sight.is_unbeatable(tile):
                sure += sight.worth(tile)
            likely += chance * (sight.worth(tile) + self.weights.answer_strict)
        said = sight.doubles_left
        if said:
            likely += max(chances[t] for t in said) * self._announced(sight, len(said))
        if any(map(sight.is_unbeatable, said)):
            sure += sight.announced(len(said), big_point=0)
        return sure, likely

    # --- leading ----------------------------------------------------------------------------------

    def _leads(self, sight: Sight, plays: list[Play]) -> list[Play]:
        """All leads; the unbeatable ones alone if they make 70 and nobody draws any more."""
        if not sight.view.board.strict or self.prospect(sight)[0] < ENOUGH:
            return plays
        return [move for move in plays if sight.is_unbeatable(move.tile)] or plays

    def _lead(self, sight: Sight, move: Play) -> Choice:
        """A lead: the chance to hold times what it wins, less the rest times what it loses."""
        weights, tile, seat = self.weights, move.tile, sight.view.seat
        strict = sight.view.board.strict
        chance = sight.chance_to_hold(tile, strict=strict)
        worth = sight.worth(tile)
        win = worth + (weights.answer_strict if strict else weights.answer_open)
        win += self._waiting(sight, seat)
        lose = worth + _cashed(sight, tile, strict=strict) + self._waiting(sight, seat.other)
        value = -self._kept(sight, tile)
        if move.announce:
            said = self._announced(sight, move.announce)
            at_once = sight.rules.announce_credit == "any_trick" and sight.view.tricks[seat]
            if at_once:
                value += said + self._goal(sight, seat, said)
            else:
                win += said
            if sight.rules.reannounce == "no":
                value -= weights.announce * said
        win += self._goal(sight, seat, win)
        lose += self._goal(sight, seat.other, lose)
        if sight.is_bonus(tile, BINGO):
            lose += weights.big_point
        if strict and sight.is_bonus(tile, sight.tables.trump_double):
            value += weights.big_point * sight.chance_to_force(tile, sight.tables.trump_double)
        value += chance * win - (1 - chance) * lose
        return Choice(value, move, "announce" if move.announce else _why_lead(chance, worth))

    # --- answering --------------------------------------------------------------------------------

    def _answer(self, sight: Sight, plays: list[Play], led: Tile) -> Choice:
        """The cheapest tile that takes the trick where it pays, else the one missed least."""
        strict = sight.view.board.strict
        takers = [m for m in plays if sight.tables.takes(m.tile, led, strict=strict)]
        taking = [self._take(sight, move, led) for move in takers]
        leaving = [self._leave(sight, move, led) for move in plays if move not in takers]
        best = _best([*taking, *leaving])
        if best in leaving and takers and all(sight.is_trump(move.tile) for move in takers):
            return best._replace(reason="keep-trumps")
        return best

    def _take(self, sight: Sight, move: Play, led: Tile) -> Choice:
        """Take the trick with this tile."""
        tile, seat = move.tile, sight.view.seat
        won = sight.worth(led) + sight.worth(tile) + self._waiting(sight, seat)
        lost = sight.worth(led) + self._waiting(sight, seat.other)
        value = won - self._kept(sight, tile) + self._goal(sight, seat, won)
        if tile is BINGO and sight.is_bonus(led, tile):
            return Choice(value + self.weights.big_point, move, "bingo-bonus")
        if sight.mine + won >= ENOUGH:
            reason = "win-70"
        elif sight.his + lost >= ENOUGH:
            reason = "deny-70"
        elif lost:
            reason = "win-points"
        else:
            reason = "win-cash" if sight.worth(tile) else "win-cheaply"
        return Choice(value, move, reason)

    def _leave(self, sight: Sight, move: Play, led: Tile) -> Choice:
        """Leave him the trick and throw this tile."""
        tile, other = move.tile, sight.view.seat.other
        lost = sight.worth(led) + sight.worth(tile) + self._waiting(sight, other)
        value = -lost - self._kept(sight, tile) - self._goal(sight, other, lost)
        if led is BINGO and sight.is_bonus(led, tile):
            value -= self.weights.big_point
        return Choice(value, move, "throw-least" if sight.worth(tile) else "throw-worthless")

    # --- what things are worth --------------------------------------------------------------------

    def _goal(self, sight: Sight, seat: Seat, won: float) -> float:
        """What it is worth besides that a seat takes a trick and wins these points. [8.1, 8.2]"""
        points = sight.mine if seat == sight.view.seat else sight.his
        short = points < ENOUGH or sight.rules.deal_end == "claim"
        value = self.weights.seventy if short and points + won >= ENOUGH else 0.0
        if not sight.view.tricks[seat]:
            value += self.weights.mark
        if points < sight.rules.low_threshold <= points + won:
            value += self.weights.mark
        return value

    def _announced(self, sight: Sight, number: int) -> float:
        return sight.announced(number, self.weights.big_point)

    def _waiting(self, sight: Sight, seat: Seat) -> float:
        """What an announcement that waits for a trick will give the seat that takes it. [5.4]"""
        return self._announced(sight, sight.view.board.waiting[seat])

    def _kept(self, sight: Sight, tile: Tile) -> float:
        """What a tile is worth as long as it is kept."""
        weights, worth = self.weights, sight.worth(tile)
        if sight.is_trump(tile):
            rank = weights.any_trump + weights.rank_trump * sight.rank(tile)
            value = weights.cash_trump * worth + rank
        else:
            value = weights.cash_plain * worth + weights.rank_plain * (tile.sum - 3) / 11
        if tile is BINGO and sight.is_bonus(sight.tables.trump_double, tile):
            chance = sight.chance_of_holding(sight.tables.trump_double)
            value += weights.catch * weights.big_point * chance
        if tile in sight.doubles_left:
            number = len(sight.doubles_left)
            less = self._announced(sight, number - 1)
            value += weights.announce * (self._announced(sight, number) - less)
        return value * (weights.kept_strict if sight.view.board.strict else 1)


def _best(choices: list[Choice]) -> Choice:
    """The first of the best."""
    return max(choices, key=lambda choice: choice.value)


def _why_lead(chance: float, worth: int) -> str:
    if chance >= SURE:
        return "lead-sure"
    if worth and chance >= 0.5:
        return "lead-likely"
    return "lead-least" if worth else "lead-worthless"


def _cashed(sight: Sight, led: Tile, *, strict: bool) -> float:
    """What the tile that takes this lead may bring him: the plain ones he would be glad to cash."""
    points = sum(
        chance * sight.worth(tile)
        for tile, chance in sight.beaters(led, strict=strict)
        if not sight.is_trump(tile)
    )
    return min(points, 12.0)
