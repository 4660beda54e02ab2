"""What a player is, and the simplest one."""

from __future__ import annotations

import random
from typing import Protocol

from bingo.game.match import Match
from bingo.game.moves import Move
from bingo.game.view import View


class Player(Protocol):
    """Whoever chooses the moves of one seat.

    A player sees a View only: what its seat knows, never the other hand or the stock. The same
    View and seed give the same move, whatever was asked before.
    """

    def choose(self, view: View, match: Match) -> Move:
        """One of the legal moves of the view's seat; ValueError if it is not its turn.

        `match` is the match as it stood before this deal.
        """
        ...


def choices(view: View) -> tuple[Move, ...]:
    """The legal moves of the view's seat; ValueError if it is not its turn."""
    legal = view.legal_moves()
    if not legal:
        turn = "the deal is over" if view.is_over else f"seat {view.to_move} is to move"
        raise ValueError(f"seat {view.seat} has no move to choose: {turn}")
    return legal


class RandomPlayer:
    """Any legal move, each as likely as the others."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, view: View, match: Match) -> Move:
        """A legal move by lot; the seed and the view's text are the lot."""
        return random.Random(f"{self.seed} {view}").choice(choices(view))
