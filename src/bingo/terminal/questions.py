"""The questions at the beginning: what is to be played, where it was not told."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from dataclasses import dataclass

from bingo.game import RULESETS, InvalidRules, Rules
from bingo.i18n import LANGUAGES, Language
from bingo.players import PLAYERS, UnknownPlayer, player_about, player_name
from bingo.terminal.answers import rules_lines
from bingo.terminal.ask import Lines
from bingo.terminal.company import OPPONENT, name_for_a_line
from bingo.terminal.session import Left
from bingo.terminal.words import is_no, is_yes, plain, understand


@dataclass(frozen=True)
class Choices:
    """What was chosen before the start; None where the player is to be asked."""

    language: str | None = None
    ruleset: str | None = None
    options: Mapping[str, object] | None = None
    opponent: str | None = None
    target: int | None = None
    names: tuple[str, str] | None = None
    seed: int | str | None = None
    hot_seat: bool | None = None
    resume: bool | None = None

    def check(self) -> None:
        """Raise UnknownLanguage, InvalidRules or UnknownPlayer for what cannot be."""
        if self.language is not None:
            Language.named(self.language)
        self.rules(self.ruleset or "russian", self.target)
        if self.opponent is not None and self.opponent not in PLAYERS:
            raise UnknownPlayer(self.opponent)

    def rules(self, ruleset: str, target: int | None) -> Rules:
        """The rules of a ruleset with these options; raises InvalidRules."""
        rules = Rules.named(ruleset).replace(**(self.options or {}))
        return rules if target is None else rules.replace(target=target)


class Questions:
    """Asks for what was not chosen; Enter takes the likely answer, `quit` raises Left."""

    def __init__(self, choices: Choices, lines: Lines, likely: str) -> None:
        self._choices = choices
        self._lines = lines
        self._language = Language.named(likely)

    def language(self) -> Language:
        """The language; it is the one of the questions from now on."""
        if self._choices.language is not None:
            self._language = Language.named(self._choices.language)
            return self._language
        likely = LANGUAGES.index(self._language.code) + 1
        told = ", ".join(
            f"{n}) {Language.named(code).say('terminal.language')}"
            for n, code in enumerate(LANGUAGES, start=1)
        )
        asked = self._language.say("terminal.ask.language", languages=told, n=likely)
        self._language = Language.named(LANGUAGES[self._choose(asked, LANGUAGES, likely)])
        return self._language

    def goes_on(self) -> bool:
        """Whether the match in progress is to be gone on with."""
        while True:
            line = self._line(self._language.say("terminal.ask.go_on"))
            if not line or is_yes(line):
                return True
            if is_no(line) or line in ("новая", "new"):
                return False

    def opponent(self) -> str:
        """The name of a computer's player, "" for two people."""
        choices = self._choices
        if choices.hot_seat:
            return ""
        if choices.opponent is not None:
            return choices.opponent
        known = list(PLAYERS) if choices.hot_seat is False else [*PLAYERS, ""]
        known.sort(key=lambda name: (name == "", name != OPPONENT))
        self._lines.tell("", self._language.say("terminal.opponents"))
        for n, name in enumerate(known, start=1):
            if name:
                about = player_about(self._language, name)
                self._lines.tell(f"  {n}) {player_name(self._language, name)}. {about}")
            else:
                self._lines.tell(f"  {n}) {self._language.say('terminal.hot_seat')}")
        return known[self._choose(self._language.say("terminal.ask.number"), known, 1)]

    def rules(self) -> Rules:
        """The ruleset and the target, with the options that were chosen."""
        choices = self._choices
        ruleset = choices.ruleset or self._ruleset()
        told = choices.target is not None or "target" in (choices.options or {})
        return choices.rules(ruleset, choices.target if told else self._target())

    def names(self) -> tuple[str, str]:
        """The names of two people at one screen."""
        if self._choices.names is not None:
            return self.told_names()
        one = self._lines.ask(self._language.say("terminal.ask.name_one"))
        two = self._lines.ask(self._language.say("terminal.ask.name_two"))
        return name_for_a_line(one), name_for_a_line(two)

    def told_names(self) -> tuple[str, str]:
        """The names that were told before the start."""
        one, two = self._choices.names or ("", "")
        return name_for_a_line(one), name_for_a_line(two)

    def _ruleset(self) -> str:
        known = list(RULESETS)
        say = self._language.say
        self._lines.tell("", say("terminal.tip_new"), "", say("terminal.rulesets"))
        for n, name in enumerate(known, start=1):
            told = self._language.say(f"ruleset.{name}.name")  # catalogue: ruleset.*
            about = self._language.say(f"ruleset.{name}.about")  # catalogue: ruleset.*
            self._lines.tell(f"  {n}) {told}. {about}.")
        return known[self._choose(self._language.say("terminal.ask.number"), known, 1)]

    def _target(self) -> int:
        likely = Rules().target
        while True:
            line = self._line(self._language.say("terminal.ask.target", n=likely))
            if not line:
                return likely
            if line.isascii() and line.isdigit() and len(line) < 4:
                with contextlib.suppress(InvalidRules):
                    return Rules().replace(target=int(line)).target

    def _choose(self, question: str, known: tuple[str, ...] | list[str], likely: int) -> int:
        """The place in a list, from 0: typed as its number or its name; Enter takes the likely."""
        while True:
            line = self._line(question)
            if not line:
                return likely - 1
            if line.isascii() and line.isdigit() and len(line) < 3 and 1 <= int(line) <= len(known):
                return int(line) - 1
            if line in known:
                return known.index(line)

    def _line(self, question: str) -> str:
        """A line in small letters; raises Left for `quit`. The rules are told at once."""
        while True:
            line = self._lines.ask(question)
            typed = understand(line)
            if typed and typed.command == "rules":
                self._lines.tell(*rules_lines(self._language, typed.rest))
                continue
            if typed and typed.command == "quit":
                raise Left
            return plain(line)
