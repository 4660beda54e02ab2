"""What several commands take, and what is made of it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated, Literal

from cyclopts import Parameter, Token

from bingo.cli.errors import UNUSABLE, Refused
from bingo.game.rules import RULESETS, Rules, Value, options, spell
from bingo.i18n import Language


def _whole(_: type, tokens: Sequence[Token]) -> int:
    """A whole number and nothing else: 1.5 would be rounded otherwise."""
    if re.fullmatch(r"[+-]?[0-9]+", tokens[0].value) is None:
        raise ValueError
    return int(tokens[0].value)


def number(help_key: str) -> Parameter:
    """What a key takes that takes a whole number."""
    return Parameter(help=help_key, metavar="cli.meta.number", converter=_whole)


Said = Annotated[Language, Parameter(parse=False)]
Flag = Parameter(negative="")
Ruleset = Annotated[str, Parameter(help="cli.option.ruleset", metavar="cli.meta.name")]
Options = Annotated[
    list[str] | None,
    Parameter(
        name="--option", help="cli.option.option", metavar="cli.meta.setting", negative_iterable=""
    ),
]
Seed = Annotated[int | None, number("cli.option.seed")]
SeatName = Literal["one", "two"]


def rules_of(language: Language, ruleset: str, changes: list[str] | None) -> Rules:
    """The rules chosen by --ruleset and --option; Refused names what there is."""
    if ruleset not in RULESETS:
        sentence = language.say("cli.error.ruleset", name=ruleset, known=", ".join(RULESETS))
        raise Refused(sentence, "invalid-rules", UNUSABLE)
    return Rules.named(ruleset).replace(**changes_of(language, changes))


def changes_of(language: Language, changes: list[str] | None) -> dict[str, Value]:
    """The options changed by --option name=value; Refused names what there is."""
    chosen: dict[str, Value] = {}
    for change in changes or ():
        name, _, value = change.partition("=")
        option = options().get(name)
        if option is None:
            sentence = language.say("cli.error.rule", name=name, known=", ".join(options()))
            raise Refused(sentence, "invalid-rules", UNUSABLE)
        try:
            chosen[name] = option.parse(value)
        except ValueError:
            known = ", ".join(map(spell, option.values)) or language.say("cli.rules.from-1")
            sentence = language.say("cli.error.value", name=name, value=value, known=known)
            raise Refused(sentence, "invalid-rules", UNUSABLE) from None
    return chosen


def either(language: Language, one: str, other: str) -> Refused:
    """Two keys that do not go together."""
    return Refused(language.say("cli.error.either", one=one, other=other), "usage", UNUSABLE)


def at_least(language: Language, name: str, value: int, least: int) -> None:
    """Refuse a number that is too small."""
    if value < least:
        sentence = language.say("cli.error.least", name=name, value=value, least=least)
        raise Refused(sentence, "usage", UNUSABLE)
