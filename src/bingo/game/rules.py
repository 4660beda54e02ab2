"""Every disputed point of the rules as a named option, and the named rulesets."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from functools import cache
from typing import Any, Literal, cast

from bingo.game.errors import InvalidRules

Value = bool | int | str
LONGEST_NUMBER = 9
"""Digits of a number in a text; no game needs more."""


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its field of Rules, the clause it belongs to, the values it takes.

    The first value is the default. `values` is empty for `target`, which takes any number from 1.
    """

    name: str
    clause: str
    values: tuple[Value, ...]
    default: Value

    def check(self, value: object) -> Value:
        """The value as Rules keeps it; raises InvalidRules. "yes" and "no" stand for booleans."""
        if self.name == "target":
            if type(value) is int and value >= 1:
                return value
            raise InvalidRules(f"target must be a whole number from 1, not {value!r} [9.1]")
        spelt = {True: "yes", False: "no"}.get(value) if isinstance(value, bool) else value
        for allowed in self.values:
            if type(allowed) is bool:
                if spelt == ("yes" if allowed else "no"):
                    return allowed
            elif type(spelt) is type(allowed) and spelt == allowed:
                return allowed
        choice = ", ".join(map(spell, self.values))
        raise InvalidRules(f"{self.name} must be one of {choice}, not {value!r} [{self.clause}]")

    def parse(self, text: str) -> Value:
        """Read the value as RULES spells it; raises InvalidRules."""
        number = text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER
        return self.check(int(text) if number else text)


def spell(value: Value) -> str:
    """A value as the rules spell it: yes and no for booleans."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _option(clause: str, *values: Value) -> Any:
    return field(default=values[0], metadata={"clause": clause, "values": values})


@dataclass(frozen=True, slots=True, repr=False)
class Rules:
    """One reading of the rules: a field for each option. `Rules()` is the ruleset `russian`.

    Raises InvalidRules for a value the option does not take. Options spelt yes and no are
    booleans here ("yes" and "no" are taken too); `reannounce`, which has a third value, is a word.
    """

    first_leader: Literal["lot", "lowest_hand"] = _option("1.3", "lot", "lowest_hand")
    trump_in_plain_suit: bool = _option("2.3", False, True)
    plain_rank: Literal["pip_sum", "suit_led", "either_half"] = _option(
        "3.3", "pip_sum", "suit_led", "either_half"
    )
    discard_can_win: bool = _option("3.5", False, True)
    bingo_suit: Literal["trump", "blank", "free"] = _option("3.6", "trump", "blank", "free")
    last_draw: Literal["loser", "winner"] = _option("4.2", "loser", "winner")
    bingo_bonus: Literal["either_order", "bingo_second"] = _option(
        "4.4", "either_order", "bingo_second"
    )
    emperor: Literal["big_point", "points_70"] = _option("5.3", "big_point", "points_70")
    invincible: Literal["play_on", "ends_deal"] = _option("5.3", "play_on", "ends_deal")
    announce_credit: Literal["this_trick", "any_trick"] = _option("5.4", "this_trick", "any_trick")
    reannounce: Literal["yes", "remaining", "no"] = _option("5.5", "yes", "remaining", "no")
    announce_form: Literal["number", "show"] = _option("5.6", "number", "show")
    bingo_in_announce: Literal[0, 10] = _option("5.7", 0, 10)
    follow_lower: Literal["second", "off", "free"] = _option("6.4", "second", "off", "free")
    must_trump: Literal["may", "must"] = _option("6.5", "may", "must")
    must_beat: bool = _option("6.6", False, True)
    close_before_draw: bool = _option("7.1", False, True)
    close_needs_trick: bool = _option("7.1", False, True)
    close_min_stock: Literal[2, 4] = _option("7.1", 2, 4)
    trump_exchange: bool = _option("7.4", False, True)
    deal_end: Literal["at_70", "play_out_each", "play_out_first", "claim"] = _option(
        "8.1", "at_70", "play_out_each", "play_out_first", "claim"
    )
    low_threshold: Literal[20, 30] = _option("8.2", 20, 30)
    close_level_at: Literal["end", "closing"] = _option("8.3", "end", "closing")
    failed_close_3: Literal["opponent_at_closing", "closer_at_closing", "closer_in_deal"] = _option(
        "8.4", "opponent_at_closing", "closer_at_closing", "closer_in_deal"
    )
    failed_close_opp70: Literal["add", "none", "replace"] = _option("8.5", "add", "none", "replace")
    neither: Literal["nobody", "higher_wins_1"] = _option("8.6", "nobody", "higher_wins_1")
    last_trick_bonus: Literal[0, 10] = _option("8.7", 0, 10)
    target: int = _option("9.1", 7)
    next_leader: Literal["alternate", "winner", "loser", "lot"] = _option(
        "9.3", "alternate", "winner", "loser", "lot"
    )
    totals_visible: bool = _option("9.5", True, False)

    def __post_init__(self) -> None:
        for option in options().values():
            given = getattr(self, option.name)
            object.__setattr__(self, option.name, option.check(given))

    @classmethod
    def named(cls, name: str) -> Rules:
        """The ruleset of this name; raises InvalidRules with the names there are."""
        if name not in RULESETS:
            raise InvalidRules(f"no ruleset {name!r}: there are {', '.join(RULESETS)}")
        return _named(name)

    def replace(self, **changes: object) -> Rules:
        """The same rules with some options changed; raises InvalidRules."""
        known = options()
        for name in changes:
            if name not in known:
                raise InvalidRules(f"no option {name!r}: there are {', '.join(known)}")
        values: dict[str, Any] = {name: getattr(self, name) for name in known} | changes
        return Rules(**values)

    def differences(self, base: Rules) -> dict[str, Value]:
        """The options in which these rules differ from `base`, in the order of the clauses."""
        return {
            name: getattr(self, name)
            for name in options()
            if getattr(self, name) != getattr(base, name)
        }

    @property
    def name(self) -> str:
        """The named ruleset with the fewest options changed."""
        return min(RULESETS, key=lambda name: len(self.differences(Rules.named(name))))

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read "russian", or "russian target=8 must_beat=yes"; raises InvalidRules."""
        name, *words = text.split() or [""]
        changes: dict[str, Value] = {}
        for word in words:
            option, sign, value = word.partition("=")
            if not sign or option not in options() or option in changes:
                known = ", ".join(options())
                raise InvalidRules(f"{word!r} is not option=value, once each, of: {known}")
            changes[option] = options()[option].parse(value)
        return cls.named(name).replace(**changes)

    def __str__(self) -> str:
        changed = self.differences(Rules.named(self.name))
        return " ".join([self.name, *(f"{name}={spell(v)}" for name, v in changed.items())])

    def __repr__(self) -> str:
        return f"Rules.parse({str(self)!r})"


@cache
def options() -> Mapping[str, Option]:
    """Every option by name, in the order of the clauses."""
    return {
        f.name: Option(
            f.name,
            f.metadata["clause"],
            () if f.name == "target" else f.metadata["values"],
            f.metadata["values"][0],
        )
        for f in fields(Rules)
    }


@cache
def _named(name: str) -> Rules:
    return Rules(**cast("dict[str, Any]", RULESETS[name]))


_HOYLE_1868: dict[str, Value] = {
    "plain_rank": "suit_led",
    "bingo_suit": "blank",
    "follow_lower": "off",
    "must_trump": "must",
    "must_beat": True,
    "low_threshold": 30,
    "last_trick_bonus": 10,
    "deal_end": "claim",
    "announce_credit": "any_trick",
    "announce_form": "show",
    "reannounce": "no",
    "bingo_in_announce": 10,
    "emperor": "points_70",
    "invincible": "ends_deal",
    "close_needs_trick": True,
    "close_level_at": "closing",
    "failed_close_opp70": "none",
    "next_leader": "winner",
}

RULESETS: Mapping[str, Mapping[str, Value]] = {
    "russian": {},
    "russian-004": {"failed_close_3": "closer_at_closing"},
    "russian-003": {
        "first_leader": "lowest_hand",
        "follow_lower": "free",
        "bingo_suit": "free",
        "failed_close_3": "closer_in_deal",
    },
    "hoyle-1868": _HOYLE_1868,
    "hoyle-1868-soft": _HOYLE_1868 | {"must_beat": False, "low_threshold": 20},
    "hoyle-20c": {"must_trump": "must", "discard_can_win": True, "failed_close_opp70": "none"},
    "engel-2004": {"plain_rank": "either_half"},
}
"""The named rulesets: what each changes against `russian`."""
