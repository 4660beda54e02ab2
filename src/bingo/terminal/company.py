"""Who sits at the table, as the tags of a record keep it from one start to the next."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field

from bingo.game import BySeat, Record, Seat
from bingo.i18n import Language
from bingo.players import PLAYERS, Player, player, player_name
from bingo.table import Dice

OPPONENT = "greedy"
"""The opponent of whoever does not choose one."""


def name_for_a_line(text: str) -> str:
    """A name without control characters, short enough for a line."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:20].strip()


def names_shown(language: Language, record: Record) -> BySeat[str]:
    """The names a match was played under, as its tags tell: "you" and Greedy.

    Without the tags, or with a player no longer known, the names that were recorded.
    """
    if dict(record.tags).get("Opponent") in ("", *PLAYERS):
        return Company.of(record).names(language, record.names)
    return record.names


@dataclass(frozen=True)
class Company:
    """The two players.

    opponent   the computer's player by name; "" when two people share the screen
    human      the seat of the person who plays against the computer
    seed       of the computer's player: the same view gets the same move after any stop
    deal_seed  of the deals, "" for real chance
    """

    opponent: str = OPPONENT
    human: Seat = Seat.ONE
    seed: int = field(default_factory=lambda: secrets.randbelow(1 << 32))
    deal_seed: str = ""

    @classmethod
    def of(cls, record: Record) -> Company:
        """The players of a record; a tag that is missing or unknown gives way to the default."""
        tags: Mapping[str, str] = dict(record.tags)
        opponent = tags.get("Opponent", OPPONENT)
        seed = tags.get("PlayerSeed", "")
        return cls(
            opponent=opponent if opponent in ("", *PLAYERS) else OPPONENT,
            human=Seat.TWO if tags.get("Human") == "two" else Seat.ONE,
            seed=int(seed) if seed.isascii() and seed.isdigit() and len(seed) < 20 else 0,
            deal_seed=tags.get("DealSeed", ""),
        )

    @property
    def tags(self) -> tuple[tuple[str, str], ...]:
        """What a record keeps of it."""
        deals = (("DealSeed", self.deal_seed),) if self.deal_seed else ()
        if self.hot_seat:
            return (("Opponent", ""), *deals)
        return (
            ("Opponent", self.opponent),
            ("Human", str(self.human)),
            ("PlayerSeed", str(self.seed)),
            *deals,
        )

    @property
    def hot_seat(self) -> bool:
        """Whether two people share the screen."""
        return not self.opponent

    @property
    def computer(self) -> Player | None:
        """The computer's player."""
        return player(self.opponent, self.seed) if self.opponent else None

    @property
    def computers_seat(self) -> Seat | None:
        """Where the computer sits."""
        return None if self.hot_seat else self.human.other

    def dice(self, deal_number: int) -> Dice:
        """The dice for one deal: after a stop the next deal is still the same."""
        return Dice(f"{self.deal_seed} {deal_number}" if self.deal_seed else None)

    def names(self, language: Language, recorded: BySeat[str]) -> BySeat[str]:
        """The names to be shown; whoever has told none is "you", or the first and second player.

        A record written by hand may hold any text; two players of one name are numbered.
        """
        if self.hot_seat:
            one = name_for_a_line(recorded.one) or language.say("terminal.player.one")
            two = name_for_a_line(recorded.two) or language.say("terminal.player.two")
            return BySeat(one, two) if one != two else BySeat(f"{one} (1)", f"{two} (2)")
        person = name_for_a_line(recorded[self.human]) or language.say("terminal.you")
        names = BySeat(person, person)
        return names.put(self.human.other, player_name(language, self.opponent))
