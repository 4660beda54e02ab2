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
from bingo.game.tiles import BINGO, Seat, Suit, Tile, tiles_of
from bingo.game.view import View
from bingo.players.player import choices
from bingo.players.sight import Sight, announced_worth


@dataclass(frozen=True)
class Weights:
    """What Greedy reckons with, in points of the deal; found by trial against itself.

    big_point     a big point
    seventy       bringing a player to 70
    first_trick   a first trick, and the 20 points, that spare one a dearer loss [8.2]
    cash_plain, cash_trump
                  the share of its worth a tile kept may still bring, plain or trump
    rank_plain, rank_trump
                  the power to take a trick of the best plain tile, of the best trump
    any_trump     what any trump has besides its rank
    announce      the share of an announcement that doubles kept may still bring
    answer_open, answer_strict
                  points of the tile that falls to a lead that holds
    sure          how likely a lead is to hold to be called sure
    close_at      the points to be expected at which it closes
    close_lead    how much more is asked where a failure would lose the match
    """

    big_point: float = 35.0
    seventy: float = 70.0
    first_trick: float = 4.0
    cash_plain: float = 0.4
    cash_trump: float = 0.7
    rank_plain: float = 3.0
    rank_trump: float = 8.0
    any_trump: float = 4.0
    announce: float = 0.3
    answer_open: float = 1.0
    answer_strict: float = 3.0
    sure: float = 0.999
    close_at: float = 76.0
    close_lead: float = 6.0


class Choice(NamedTuple):
    """A tile that may be played, weighed."""

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
        if CLOSE in legal and (reason := self._closes(sight, match)):
            return CLOSE, reason
        if DRAW in legal:
            return DRAW, "draw"
        plays = [move for move in legal if isinstance(move, Play)]
        if view.trick is None:
            best = max(self._leads(sight, plays), key=lambda choice: choice.value)
        else:
            best = self._answer(sight, plays, view.trick.led)
        return best.move, best.reason

    # --- closing ----------------------------------------------------------------------------------

    def _closes(self, sight: Sight, match: Match) -> str | None:
        """Why to close, or None. [7.1, 7.2]"""
        sure, likely = self.prospect(sight)
        if sure >= ENOUGH:
            return "close-safe"
        weights, seat, target = self.weights, sight.view.seat, match.rules.target
        needed = weights.close_at
        if match.big_points[seat.other] + 2 >= target:
            needed += weights.close_lead
        return "close-likely" if likely >= needed else None

    def prospect(self, sight: Sight) -> tuple[float, float]:
        """Points at the end if the stock is closed now: the sure ones, and those to be expected.

        Sure are the points made and the tiles which nothing he may answer can beat. A trick in
        progress does not count: closing belongs to the lead.
        """
        weights = self.weights
        sure = likely = float(sight.mine)
        for tile in tiles_of(sight.hand):
            chance = sight.chance_to_win(tile, strict=True)
            if chance >= weights.sure:
                sure += sight.worth(tile)
            likely += chance * (sight.worth(tile) + weights.answer_strict)
        said = sight.doubles_left()
        best = max((sight.chance_to_win(tile, strict=True) for tile in said), default=0.0)
        announced = self._announced(sight, len(said))
        return sure + (announced if best >= weights.sure else 0), likely + best * announced

    # --- leading ----------------------------------------------------------------------------------

    def _leads(self, sight: Sight, plays: list[Play]) -> list[Choice]:
        return [self._lead(sight, move) for move in plays]

    def _lead(self, sight: Sight, move: Play) -> Choice:
        """A lead: chance to hold times what it wins. [4.1]"""
        weights, board, tile = self.weights, sight.view.board, move.tile
        strict = board.strict
        chance = sight.chance_to_win(tile, strict=strict)
        worth = sight.worth(tile)
        win = worth + (weights.answer_strict if strict else weights.answer_open)
        lose = worth + self._his_best(sight, tile, strict=strict)
        reason = self._lead_reason(chance, worth)
        value = -self._keep(sight, tile)
        if move.announce:
            at_once = board.rules.announce_credit == "any_trick" and sight.view.tricks[board.leader]
            said = self._announced(sight, move.announce)
            if at_once:
                value += said + self._goal(sight, sight.view.seat, said)
            win += said
            value += 0.1
            reason = "announce"
        win += self._goal(sight, sight.view.seat, win)
        lose += self._goal(sight, sight.view.seat.other, lose)
        value += chance * win - (1 - chance) * lose
        if tile is board.tables.trump_double and tile is not BINGO:
            value -= weights.big_point * sight.chance_of_holding(BINGO) * (1 if not strict else 0.3)
        return Choice(value, move, reason)

    def _lead_reason(self, chance: float, worth: int) -> str:
        if chance >= self.weights.sure:
            return "lead-sure"
        if worth == 0:
            return "lead-worthless"
        return "lead-likely" if chance >= 0.5 else "lead-least"

    def _his_best(self, sight: Sight, led: Tile, *, strict: bool) -> float:
        """What the tile that takes this lead may count for him: the plain ones he would cash."""
        expected = sum(
            chance * sight.worth(tile)
            for tile, chance in sight.beaters(led, strict=strict)
            if not sight.is_trump(tile)
        )
        return min(expected, 12.0)

    # --- answering --------------------------------------------------------------------------------

    def _answer(self, sight: Sight, plays: list[Play], led: Tile) -> Choice:
        """The cheapest tile that takes the trick where it is worth it, else the one missed least."""
        strict = sight.view.board.strict
        taking, leaving = [], []
        for move in plays:
            if sight.tables.takes(move.tile, led, strict=strict):
                taking.append(self._take(sight, move, led))
            else:
                leaving.append(self._leave(sight, move, led))
        return max([*taking, *leaving], key=lambda choice: choice.value)

    def _take(self, sight: Sight, move: Play, led: Tile) -> Choice:
        """Take the trick with this tile."""
        tile, weights = move.tile, self.weights
        won = sight.worth(led) + sight.worth(tile)
        value = won - self._keep(sight, tile)
        reason = "win-points" if sight.worth(led) else "win-cheaply"
        if tile is BINGO and led is sight.tables.trump_double:
            return Choice(value + weights.big_point, move, "bingo-bonus")
        goal = self._goal(sight, sight.view.seat, won)
        return Choice(value + goal, move, reason)

    def _leave(self, sight: Sight, move: Play, led: Tile) -> Choice:
        """Leave him the trick and throw this tile."""
        lost = sight.worth(led) + sight.worth(move.tile)
        value = -lost - self._keep(sight, move.tile) - self._goal(sight, sight.view.seat.other, lost)
        return Choice(value, move, "throw-worthless" if not sight.worth(move.tile) else "throw-least")

    # --- what things are worth --------------------------------------------------------------------

    def _goal(self, sight: Sight, seat: Seat, won: float) -> float:
        """What reaching a mark is worth to the seat that wins these points: 70, or a first trick
        and the points that spare it the dearer loss. [8.1, 8.2]
        """
        weights, rules = self.weights, sight.view.rules
        points = sight.mine if seat == sight.view.seat else sight.his
        value = 0.0
        if points < ENOUGH <= points + won:
            value += weights.seventy
        if not sight.view.tricks[seat]:
            value += weights.first_trick
        if points < rules.low_threshold <= points + won:
            value += weights.first_trick
        return value

    def _announced(self, sight: Sight, number: int) -> float:
        rules = sight.view.rules
        value = announced_worth(
            number,
            emperor_points=rules.emperor == "points_70",
            big_point=self.weights.big_point,
        )
        return value

    def _keep(self, sight: Sight, tile: Tile) -> float:
        """What a tile is worth as long as it is kept."""
        weights = self.weights
        worth = sight.worth(tile)
        unseen = sight.candidates | sight.held
        value = 0.0
        if sight.is_trump(tile):
            rivals = unseen & sight.tables.trumps
            beaten = rivals & sight.tables.beaten_by_strict[tile.index]
            rank = 1 - beaten.bit_count() / max(rivals.bit_count(), 1)
            value += weights.cash_trump * worth + weights.any_trump + weights.rank_trump * rank
        else:
            value += weights.cash_plain * worth + weights.rank_plain * (tile.sum - 3) / 11
        if tile is BINGO and sight.view.trump is not Suit.BLANK:
            value += 0.3 * weights.big_point * sight.chance_of_holding(sight.tables.trump_double)
        said = sight.doubles_left()
        if tile in said:
            step = self._announced(sight, len(said)) - self._announced(sight, len(said) - 1)
            value += weights.announce * step
        return value
