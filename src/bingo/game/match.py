"""A match: deals until one seat has the big points it takes."""

from __future__ import annotations

from dataclasses import dataclass

from bingo.game.deal import Deal
from bingo.game.errors import InvalidSetup
from bingo.game.rules import Rules
from bingo.game.tiles import BySeat, Seat, Tile


@dataclass(frozen=True, slots=True)
class Match:
    """The score of a match between two deals. [9]

    rules        the rules it is played by
    big_points   by seat
    next_leader  who leads the first trick of the next deal; None if a lot is to be drawn for it
                 (`next_leader=lot`, from the second deal on) [9.3]
    winner       None while it goes on
    deals        deals played
    """

    rules: Rules
    big_points: BySeat[int]
    next_leader: Seat | None
    winner: Seat | None = None
    deals: int = 0

    @classmethod
    def start(cls, rules: Rules, first_leader: Seat) -> Match:
        """A match at 0:0; `first_leader` leads the first trick of the first deal. [1.3]"""
        return cls(rules, BySeat(0, 0), Seat(first_leader))

    @property
    def is_over(self) -> bool:
        """Whether somebody has won. [9.2]"""
        return self.winner is not None

    def after(self, deal: Deal) -> Match:
        """The match after this deal: its big points count, its points do not carry over. [9.4]

        Raises InvalidSetup if the deal is not the next one of this match.
        """
        faults = list(self._faults(deal))
        if faults:
            raise InvalidSetup(faults)
        one, two = (self.big_points[seat] + deal.big_points[seat] for seat in Seat)
        return Match(
            self.rules,
            BySeat(one, two),
            self._next_leader(deal),
            self._winner(BySeat(one, two), deal),
            self.deals + 1,
        )

    def _faults(self, deal: Deal) -> list[str]:
        checks = (
            (not deal.is_over, "the deal is not over"),
            (self.is_over, "the match is over [9.2]"),
            (deal.rules != self.rules, "the deal is played by other rules"),
            (
                deal.score != self.big_points,
                f"the deal began at {deal.score.one}:{deal.score.two}, "
                f"the match stands at {self.big_points.one}:{self.big_points.two}",
            ),
            (
                self.next_leader not in (None, deal.first_leader),
                f"seat {deal.first_leader} led first, it was the turn of {self.next_leader} [9.3]",
            ),
        )
        return [text for wrong, text in checks if wrong]

    def _next_leader(self, deal: Deal) -> Seat | None:
        """Who leads the next deal. [9.3]"""
        assert deal.outcome is not None
        winner = deal.outcome.winner
        if self.rules.next_leader == "lot":
            return None
        if self.rules.next_leader == "alternate" or winner is None:
            return deal.first_leader.other
        return winner if self.rules.next_leader == "winner" else winner.other

    def _winner(self, big_points: BySeat[int], deal: Deal) -> Seat | None:
        """Who has won; both at once: more big points, then the first to 70. [9.2]"""
        there = [seat for seat in Seat if big_points[seat] >= self.rules.target]
        if len(there) < 2:
            return there[0] if there else None
        one, two = big_points
        if one != two:
            return Seat.ONE if one > two else Seat.TWO
        return deal.board.first_to_70


def lowest_hand(hands: BySeat[tuple[Tile, ...]]) -> Seat | None:
    """The seat whose halves add up to less, blank counting 7; None if level, for a lot. [1.3]"""
    one, two = (sum(tile.sum for tile in hand) for hand in hands)
    return None if one == two else Seat.ONE if one < two else Seat.TWO
