"""Commands that only tell: help, rules, the last trick, the score, the hand, the record."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from bingo import rulebook
from bingo.game import View
from bingo.i18n import Language
from bingo.players import PimcPlayer, reason_text
from bingo.table import Table
from bingo.terminal.news import story_lines
from bingo.terminal.show import deal_lines
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
    unpaid_lines,
)
from bingo.terminal.words import move_text


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
    """The strongest player's move from the same view, and why: the same whenever it is asked."""
    language, view = asked.language, asked.view
    if not view.legal_moves():
        return [language.say("terminal.no_hint")]
    advice = PimcPlayer(seed=0).advise(view, asked.table.match)
    if advice.reason:
        reason = reason_text(language, advice.reason)
    else:
        gain, other = _decimal(language, advice.gain), move_text(advice.other, language)
        reason = language.say("terminal.hint_gain", gain=gain, other=other)
    return [language.say("terminal.hint", move=move_text(advice.move, language), reason=reason)]


def _decimal(language: Language, number: float) -> str:
    """A number with two decimals: 0.35, or 0,35."""
    whole, part = f"{number:.2f}".split(".")
    return language.say("count.decimal", whole=whole, part=part)


def rules_lines(language: Language, rest: str) -> list[str]:
    """A clause, a section, or how to ask for them."""
    number = rest.strip(" .§")
    if not number:
        heads = rulebook.sections(language.code)
        return [language.say("terminal.rules"), *(f"  {head}" for head in heads)]
    try:
        ask = rulebook.clause if "." in number else rulebook.section
        return rulebook.plain(ask(number, language.code))
    except rulebook.UnknownClause as unknown:
        near = ", ".join(unknown.near)
        return [language.say("terminal.no_clause", near=near)]


def _rules(asked: Asked, rest: str) -> list[str]:
    return rules_lines(asked.language, rest)


def _last(asked: Asked, rest: str) -> list[str]:
    """The last trick and all that it brought."""
    language, names, view = asked.language, asked.names, asked.view
    if not view.played:
        return [language.say("terminal.no_trick")]
    trick = view.played[-1]
    told = trick_line(language, names, trick)
    gains = [f"  {gain_line(language, names, gain, trick=trick)}" for gain in trick.gains]
    unpaid = [f"  {line}" for line in unpaid_lines(language, view.board, trick)]
    return [language.say("terminal.last_trick", trick=told), *gains, *unpaid]


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
    """The tricks of this deal; `record 1`: a deal that is over, in full; where the record lies.

    The record shows every tile, so of the deal on the table only what both have seen is told.
    """
    language, names, view, table = asked.language, asked.names, asked.view, asked.table
    over = table.deal_number - (not view.is_over)
    if rest:
        number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 6 else 0
        if not 1 <= number <= over:
            return [language.say("terminal.no_deal", n=over)]
        lines = deal_lines(language, names, table.record, number)
    else:
        lines = [language.say("terminal.deal", n=table.deal_number)]
        lines += story_lines(language, names, view)
        if over:
            lines.append(language.say("terminal.deals_over", n=over, score=_match_score(asked)))
    if asked.saved_at:
        lines.append(language.say("terminal.saved_at", path=asked.saved_at))
    return lines


def _match_score(asked: Asked) -> str:
    return pair(asked.language, asked.names, asked.table.match.big_points)


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
