"""`bingo rules`: the rulebook, a clause of it, and what a ruleset changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated

from cyclopts import Parameter

from bingo.cli.errors import UNUSABLE, Refused, meta
from bingo.cli.parameters import Said, rules_of
from bingo.cli.screen import wrapped
from bingo.game.rules import Rules, Value, options, spell
from bingo.i18n import Language


def rules(
    clause: Annotated[str | None, Parameter(help="cli.rules.clause")] = None,
    /,
    *,
    ruleset: Annotated[
        str | None, Parameter(help="cli.rules.ruleset", metavar="cli.meta.name")
    ] = None,
    language: Said,
) -> None:
    """Print the rulebook, one clause or one section, or what a ruleset changes."""
    chosen = None if ruleset is None else rules_of(language, ruleset, None)
    if clause is not None or chosen is None:
        for line in _lines(language, clause):
            print(wrapped(line, hangs=not line[:1].isalpha()))
    if chosen is not None:
        print("\n".join(_changes(language, chosen, clause or "")))


def _lines(language: Language, number: str | None) -> list[str]:
    from bingo import rulebook

    if number is None:
        return rulebook.plain(rulebook.text(language.code).rstrip("\n"))
    try:
        number = number.strip(" .§")
        if not number:
            name = meta(language, "CLAUSE")
            sentence = language.say("cli.error.missing", name=name)
            raise Refused(sentence, "unknown-clause", UNUSABLE)
        ask = rulebook.clause if "." in number else rulebook.section
        return rulebook.plain(ask(number, language.code))
    except rulebook.UnknownClause as error:
        near = ", ".join(error.near)
        sentence = language.say("cli.error.clause", number=number, near=near)
        raise Refused(sentence, error.code, UNUSABLE) from None


def _changes(language: Language, chosen: Rules, clause: str) -> Iterator[str]:
    """The options in which the ruleset differs from `russian`, those of a clause or all."""
    name = chosen.name
    title = language.say(f"ruleset.{name}.name")  # catalogue: ruleset.*
    about = language.say(f"ruleset.{name}.about")  # catalogue: ruleset.*
    if not clause:
        yield wrapped(f"{name} — {title}. {about}.")
    changed = {
        option: value
        for option, value in chosen.differences(Rules()).items()
        if f"{options()[option].clause}.".startswith(f"{clause.rstrip('.')}." if clause else "")
    }
    if not changed:
        yield ("\n" if clause else "") + language.say("cli.rules.nothing", name=name)
        return
    yield "\n" + language.say("cli.rules.changes", name=name)
    for option, value in changed.items():
        told = language.say(f"option.{option}")  # catalogue: option.*
        choice = value_told(language, option, value)
        yield f"  {options()[option].clause}  {option}={spell(value)}\n" + wrapped(
            f"       {told}: {choice}"
        )


def value_told(language: Language, option: str, value: Value) -> str:
    """The short label of an option's value; any number may be the target. [9.1]"""
    if option == "target" and value not in (7, 8):
        return language.say("option.target.any", n=value)
    return language.say(f"option.{option}.{spell(value)}")  # catalogue: option.*
