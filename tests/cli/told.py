"""What the tests of the command share: what it told, and matches to tell it of."""

from dataclasses import dataclass

from bingo.game import Record, Rules
from bingo.players import RandomPlayer
from bingo.table import Dice, Table

FINE, WRONG, UNUSABLE = 0, 1, 2


@dataclass(frozen=True)
class Told:
    code: int
    out: str
    err: str


def played(seed: int, rules: str = "russian", moves: int = 10_000) -> Record:
    """A match of random moves by a seed, broken off after so many."""
    table = Table.open(Rules.parse(rules), ("Igor", "Сергей"), dice=Dice(seed), date="2026-11-30")
    player = RandomPlayer(seed)
    for _ in range(moves):
        if table.is_over:
            break
        if table.to_move is None:
            table.next_deal()
        table.play(table.to_move, player.choose(table.view(table.to_move), table.match))
    return table.record


MATCH = played(1)
