"""Players: whoever chooses moves from a View alone.

`player("greedy", seed)` makes one; `PLAYERS` names them all; `GreedyPlayer` can also say why, and
`reason_text` puts its reason in words. `PimcPlayer` is the strongest; it loads the engine when it
is first asked, and `USE_ENGINE` names those that do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bingo.game.errors import BingoError
from bingo.i18n import Language
from bingo.players.greedy import REASONS, GreedyPlayer, Weights
from bingo.players.pimc import Advice, PimcPlayer, Weighed
from bingo.players.player import Player, RandomPlayer

__all__ = [
    "PLAYERS",
    "REASONS",
    "USE_ENGINE",
    "Advice",
    "GreedyPlayer",
    "PimcPlayer",
    "Player",
    "RandomPlayer",
    "UnknownPlayer",
    "Weighed",
    "Weights",
    "player",
    "player_about",
    "player_name",
    "reason_text",
]


class UnknownPlayer(BingoError, ValueError):
    """No player of this name: says which, and which there are."""

    code = "unknown-player"

    def __init__(self, name: str) -> None:
        self.name = name
        self.known = tuple(PLAYERS)
        super().__init__(f"no player {name!r}: there are {', '.join(self.known)}")


def _greedy(seed: int) -> GreedyPlayer:
    """Greedy draws no lots: any seed gives the same player."""
    return GreedyPlayer()


PLAYERS: Mapping[str, Callable[[int], Player]] = {
    "random": RandomPlayer,
    "greedy": _greedy,
    "pimc": PimcPlayer,
}
"""Every player by name: what makes one from a seed."""

USE_ENGINE = frozenset({"pimc"})
"""The players that load the engine, which is compiled when first loaded."""


def player(name: str, seed: int) -> Player:
    """The player of this name; raises UnknownPlayer."""
    if name not in PLAYERS:
        raise UnknownPlayer(name)
    return PLAYERS[name](seed)


def player_name(language: Language, name: str) -> str:
    """The player's name as people see it; raises UnknownPlayer."""
    if name not in PLAYERS:
        raise UnknownPlayer(name)
    return language.say(f"player.{name}")  # catalogue: player.*


def player_about(language: Language, name: str) -> str:
    """What kind of player it is, in one line; raises UnknownPlayer."""
    if name not in PLAYERS:
        raise UnknownPlayer(name)
    return language.say(f"player.{name}.about")  # catalogue: player.*


def reason_text(language: Language, key: str) -> str:
    """A reason of REASONS as a sentence for a player; KeyError for any other."""
    return language.say(f"reason.{key}")  # catalogue: reason.*
