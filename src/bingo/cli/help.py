"""Help pages in plain text, in the language asked for.

The texts in the code are keys of the catalogue. A page is for 80 columns or a narrower terminal.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from typing import Any

from cyclopts.help import HelpEntry, HelpPanel
from rich.console import Console, ConsoleOptions

from bingo.cli.errors import meta
from bingo.cli.screen import width
from bingo.game.rules import RULESETS
from bingo.i18n import Language

_COLUMN = 26
_OURS = {"--help", "--version"}


class Help:
    """Writes the parts of a help page as cyclopts hands them over."""

    def __init__(self, language: Language) -> None:
        self.language = language

    def render_usage(self, console: Console, options: ConsoleOptions, usage: Any) -> None:
        """The first line: how the command is written."""
        if usage:
            self._print(self._said(str(usage).strip()))

    def render_description(self, console: Console, options: ConsoleOptions, text: Any) -> None:
        """What the command does."""
        if key := _plain(text):
            self._print("\n" + self._said(key))

    def __call__(self, console: Console, options: ConsoleOptions, panel: HelpPanel) -> None:
        """One panel: the commands, the arguments or the options."""
        shown = [entry for entry in panel.entries if not _OURS & {*entry.positive_names}]
        rows = [self._row(entry, panel.format) for entry in shown]
        if not rows:
            return
        self._print(f"\n{self._said(str(panel.title))}:")
        for name, text in rows:
            self._print(_row(name, text))

    def close(self, *, root: bool) -> None:
        """The end of a page: what stands everywhere, and on the first page the exit codes."""
        say = self.language.say
        rows = [("--lang ru|en", "cli.help.lang"), ("--help, -h", "cli.help.help")]
        rows += [("--version", "cli.help.version")] if root else []
        self._print(f"\n{say('cli.help.everywhere')}:")
        for name, key in rows:
            self._print(_row(name, self._said(key)))
        if root:
            self._print("\n" + say("cli.epilogue"))

    def _row(self, entry: HelpEntry, kind: str) -> tuple[str, str]:
        name = ", ".join(entry.positive_names + entry.positive_shorts + entry.negative_names)
        if entry.positional_label:
            name = meta(self.language, entry.positional_label)
        elif entry.metavar:
            known = entry.choices and "|".join(entry.choices)
            name += f" {known or self._said(entry.metavar)}"
        text = self._said(_plain(entry.description))
        if kind == "command":
            text = text.partition("\n")[0]
        if entry.required and not entry.positional_label:
            text += f" ({self.language.say('cli.help.required')})"
        return name, text

    def _said(self, key: str) -> str:
        known = ", ".join(_known().get(key, ()))
        return self.language.say(key, known=known)  # catalogue: elsewhere

    def _print(self, text: str) -> None:
        for line in text.split("\n"):
            print("\n".join(_wrapped(line)))


def _known() -> dict[str, Iterable[str]]:
    """The names that some texts list."""
    from bingo.players import PLAYERS

    return {
        "cli.option.ruleset": RULESETS,
        "cli.rules.ruleset": RULESETS,
        "cli.play.opponent": PLAYERS,
    }


def _plain(text: Any) -> str:
    """The key in a text that cyclopts has dressed up."""
    return str(getattr(text, "primary_renderable", text) or "").strip()


def _wrapped(line: str) -> list[str]:
    """A line for the screen; what is indented hangs under its second column."""
    columns = re.match(r" +\S+ {2,}| *", line)
    indent = columns.end() if columns else 0
    return textwrap.wrap(line, width(), subsequent_indent=" " * indent, break_on_hyphens=False) or [
        ""
    ]


def _row(name: str, text: str) -> str:
    """A name and what it means, the meaning in its own column."""
    lines = textwrap.wrap(text, max(width() - _COLUMN, 20), break_on_hyphens=False) or [""]
    head = f"  {name}"
    first = [head] if len(head) > _COLUMN - 2 else [f"{head:{_COLUMN}}{lines.pop(0)}"]
    return "\n".join(first + [" " * _COLUMN + line for line in lines])
