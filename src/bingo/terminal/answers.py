"""Commands that only tell: help, rules, the last trick, the score, the hand, the record."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bingo import rulebook
from bingo.game import View
from bingo.i18n import Language
from bingo.players import GreedyPlayer, reason_text
from bingo.table import Table
from bingo.terminal.tell import (
    Names,
    gain_line,
    hand_lines,
    in_hand,
    is_trump,
    pair,
    points_line,
    score_line,
    trick_line,
)
from bingo.terminal.words import move_text

_MARKS = re.compile(r"[*`]")


@dataclass(frozen=True)
class Asked:
    """What a question is about: the table, and who asks (`view` is that seat's)."""

    language: Language
    names: Names
    table: Table
    view: View
    saved_at: Path | None

    def answer(self, command: str, rest: str) -> list[str]:
        """The answer to a command of ANSWERS."""
        return ANSWERS[command](self, rest)


def _help(asked: Asked, rest: str) -> list[str]:
    return asked.language.say("terminal.help").split("\n")


def _hint(asked: Asked, rest: str) -> list[str]:
    """The move that Greedy would choose from the same view, and why."""
    language, view = asked.language, asked.view
    if not view.legal_moves():
        return [language.say("terminal.no_hint")]
    move, reason = GreedyPlayer().explain(view, asked.table.match)
    told = move_text(move, language)
    return [language.say("terminal.hint", move=told, reason=reason_text(language, reason))]


def _rules(asked: Asked, rest: str) -> list[str]:
    """A clause, a section, or how to ask for them."""
    language = asked.language
    number = rest.strip(" .§")
    if not number:
        heads = re.findall(r"^## (\d .+)$", rulebook.text(language.code), re.MULTILINE)
        return [language.say("terminal.rules"), *(f"  {head}" for head in heads)]
    try:
        if "." in number:
            text = rulebook.clause(number, language.code)
        else:
            text = rulebook.section(number, language.code)
    except rulebook.UnknownClause as unknown:
        near = ", ".join(unknown.near)
        return [language.say("terminal.no_clause", near=near)]
    return [_MARKS.sub("", line).lstrip("# ") for line in _joined(text)]


def _last(asked: Asked, rest: str) -> list[str]:
    """The last trick and all that it brought."""
    language, names, view = asked.language, asked.names, asked.view
    if not view.played:
        return [language.say("terminal.no_trick")]
    trick = view.played[-1]
    told = trick_line(language, names, trick)
    gains = [f"  {gain_line(language, names, gain)}" for gain in trick.gains]
    return [language.say("terminal.last_trick", trick=told), *gains]


def _score(asked: Asked, rest: str) -> list[str]:
    """Points, tricks and big points; without the points where they are hidden. [9.5]"""
    language, names, view = asked.language, asked.names, asked.view
    return [points_line(language, names, view), score_line(language, names, view)]


def _hand(asked: Asked, rest: str) -> list[str]:
    """Each tile as players say it, and what it is worth."""
    language, view = asked.language, asked.view
    lines = []
    for place, tile in enumerate(in_hand(view), start=1):
        worth = language.count("count.points", view.board.tables.worth[tile.index])
        told = language.say("terminal.tile", n=place, tile=tile, spoken=language.tile(tile))
        trump = language.say("terminal.tile_trump") if is_trump(view, tile) else ""
        lines.append(f"{told}{trump}: {worth}")
    return lines or hand_lines(language, view)


def _record(asked: Asked, rest: str) -> list[str]:
    """The tricks of this deal and where the record lies; `record 1`: a deal that is over, in full.

    The record shows every tile, so of the deal on the table only what both have seen is told.
    """
    language, names, view, table = asked.language, asked.names, asked.view, asked.table
    over = table.deal_number - (not view.is_over)
    if rest:
        number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 6 else 0
        if not 1 <= number <= over:
            return [language.say("terminal.no_deal", n=over)]
        return table.record.dumps().strip().split("\n\n")[number].split("\n")
    lines = [language.say("terminal.deal", n=table.deal_number)]
    lines += [
        f"{n:2}. {trick_line(language, names, trick)}" for n, trick in enumerate(view.played, 1)
    ]
    if view.trick:
        lines.append(trick_line(language, names, view.trick))
    if over:
        lines.append(language.say("terminal.deals_over", n=over, score=_match_score(asked)))
    if asked.saved_at:
        lines.append(language.say("terminal.saved_at", path=asked.saved_at))
    return lines


def _match_score(asked: Asked) -> str:
    return pair(asked.language, asked.names, asked.table.match.big_points)


def _joined(text: str) -> list[str]:
    """The lines of Markdown with each paragraph and each item on one line."""
    lines: list[str] = []
    for line in text.split("\n"):
        begins = not line.strip() or line.startswith(("- ", "#", "|", "**"))
        if begins or not lines or not lines[-1].strip() or lines[-1].startswith(("#", "|")):
            lines.append(line)
        else:
            lines[-1] += " " + line.strip()
    return lines


ANSWERS: dict[str, Callable[[Asked, str], list[str]]] = {
    "help": _help,
    "hint": _hint,
    "rules": _rules,
    "last": _last,
    "score": _score,
    "hand": _hand,
    "record": _record,
}
"""What answers each command that changes nothing."""
