"""What a command says when it cannot go on: one sentence, a stable code, an exit code."""

from __future__ import annotations

import difflib
from typing import get_args

from cyclopts import (
    ArgumentOrderError,
    CoercionError,
    CycloptsError,
    MissingArgumentError,
    RepeatArgumentError,
    UnknownCommandError,
    UnknownOptionError,
    UnusedCliTokensError,
)
from cyclopts.argument import Argument

from bingo.game.errors import BingoError, IllegalMove, InvalidRecord, InvalidSetup
from bingo.i18n import Language

WRONG, UNUSABLE = 1, 2
STDIN = "\0-"
"""What a bare `-` is to cyclopts, which would take it for a key."""
LONGEST = 1500
"""Characters of a sentence that are told: what was given may have millions."""
_TOLD = ("invalid-notation", "invalid-rules")


class Refused(Exception):
    """Why a command stops: a sentence for the user, a code for programs, the exit code.

    `facts` are told below the sentence, a line each.
    """

    def __init__(
        self, sentence: str, code: str, exit_code: int, facts: tuple[str, ...] = ()
    ) -> None:
        told = [f"{printable(_short(sentence))} [{code}]"]
        super().__init__("\n  - ".join([*told, *map(printable, map(_short, facts))]))
        self.exit_code = exit_code


def refused(language: Language, error: BingoError, where: str = "") -> Refused:
    """An error of the game as a sentence: what was asked about is wrong.

    `where` is the file it was read from.
    """
    from bingo.terminal.faults import fault_text, setup_fault_text, short

    place = f"{where}: " if where else ""
    match error:
        case InvalidRecord():
            fact = fault_text(language, error)
            if error.line:
                sentence = language.say("cli.error.line", line=error.line, fact=fact)
            else:
                sentence = language.say("cli.error.invalid-record", fact=fact)
        case InvalidSetup():
            sentence = place + language.say("cli.error.setup")
            told = tuple(setup_fault_text(language, fault) for fault in error.faults)
            return Refused(sentence, error.code, WRONG, told)
        case IllegalMove():
            from bingo.rulebook import why

            reason = why(error.clause, language.code)
            sentence = language.say(
                "cli.error.illegal", move=error.move, clause=error.clause, reason=reason
            )
        case _:
            key = error.code if error.code in _TOLD else "other"
            # catalogue: cli.error.invalid-notation cli.error.invalid-rules cli.error.other
            sentence = language.say(f"cli.error.{key}", fact=short(str(error)))
    return Refused(place + sentence, error.code, WRONG)


def printable(text: str) -> str:
    """A text of foreign origin without what a terminal would obey."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


def _short(fact: str) -> str:
    return fact if len(fact) <= LONGEST else f"{fact[:LONGEST]}…"


def usage_error(language: Language, error: CycloptsError) -> Refused:
    """A command line that cannot be understood, as a sentence."""
    command = " ".join(["bingo", *(error.command_chain or ()), "--help"])
    see = language.say("cli.error.see", command=command)
    sentence = f"{_usage(language, error)} {see}"
    return Refused(sentence.replace(STDIN, "-"), "usage", UNUSABLE)


def _usage(language: Language, error: CycloptsError) -> str:
    match error:
        case UnknownCommandError():
            word = (error.unused_tokens or [""])[0]
            if word.startswith("-"):
                return language.say("cli.error.option", word=word)
            known = [name for name in error.app or () if not name.startswith("-")]
            near = _near(language, word, known)
            told = language.say("cli.error.command", word=word, known=", ".join(known))
            return told + near
        case UnknownOptionError():
            word = error.token.keyword or error.token.value
            known = [name for argument in error.argument_collection for name in argument.names]
            return language.say("cli.error.option", word=word) + _near(language, word, known)
        case CoercionError():
            return _coercion(language, error)
        case MissingArgumentError() if error.argument:
            given = error.keyword is not None or bool(error.argument.tokens)
            name = error.keyword or label(language, error.argument)
            if given:
                return language.say("cli.error.no-value", name=name)
            return language.say("cli.error.missing", name=name)
        case RepeatArgumentError():
            return language.say("cli.error.repeated", name=error.token.keyword or error.token.value)
        case UnusedCliTokensError():
            words = " ".join(error.unused_tokens or ())
            return language.say("cli.error.unused", words=words)
        case ArgumentOrderError():
            return language.say("cli.error.unused", words=error.token)
        case _:
            return language.say("cli.error.usage")


def _coercion(language: Language, error: CoercionError) -> str:
    name = label(language, error.argument) if error.argument else ""
    value = ""
    if error.token:
        name, value = error.token.keyword or name, error.token.value
    if error.target_type in (int, int | None):
        return language.say("cli.error.number", name=name, value=value)
    if choices := [str(choice) for choice in get_args(error.target_type)]:
        known = ", ".join(choices)
        return language.say("cli.error.choice", name=name, value=value, known=known)
    return language.say("cli.error.usage")


def _near(language: Language, word: str, known: list[str]) -> str:
    near = difflib.get_close_matches(word, known, n=1)
    return " " + language.say("cli.error.near", word=near[0]) if near else ""


def label(language: Language, argument: Argument) -> str:
    """What an argument is called on the command line: `--depth`, or FILE in the language."""
    name = argument.name
    return name if name.startswith("-") else meta(language, name)


def meta(language: Language, name: str) -> str:
    """The word that stands for a value in help: FILE, NUMBER."""
    return language.say(f"cli.meta.{name.lower()}")  # catalogue: cli.meta.*
