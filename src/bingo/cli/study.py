"""`bingo solve` and `bingo bench`: a position solved, and how much the search goes through."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from bingo.cli.errors import UNUSABLE, WRONG, Refused
from bingo.cli.parameters import Flag, Said
from bingo.cli.screen import tell
from bingo.i18n import Language

if TYPE_CHECKING:
    from bingo.engine import Solution
    from bingo.game import Deal, Seat

LONGEST_MATCH = 30
"""Big points to which chances are told: the work grows with the square."""


def solve(
    position: Annotated[str, Parameter(help="cli.solve.position")],
    /,
    *,
    equity: Annotated[bool, Flag, Parameter(help="cli.solve.equity")] = False,
    language: Said,
) -> None:
    """Tell what a position is worth, what every move is worth, and how it goes on."""
    from bingo.cli.reading import read_deal

    deal = read_deal(language, position)
    if deal.is_over:
        raise Refused(language.say("cli.error.over"), "deal-over", WRONG)
    if equity and deal.rules.target > LONGEST_MATCH:
        told = {"most": LONGEST_MATCH, "target": deal.rules.target}
        raise Refused(language.say("cli.error.equity", **told), "too-much", UNUSABLE)
    tell(_lines(language, deal, _solved(language, deal, equity=equity), equity=equity))


def _solved(language: Language, deal: Deal, *, equity: bool) -> Solution:
    from bingo.cli.engine import at_work, make_ready

    make_ready(language)

    def work() -> Solution:
        from bingo.engine import Equity
        from bingo.engine import solve as solved

        return solved(deal, Equity.of(deal.rules) if equity else None)

    return at_work(language.say("cli.solve.solving"), work)


def _lines(language: Language, deal: Deal, solution: Solution, *, equity: bool) -> list[str]:
    """The value, every move, the best line."""
    from bingo.cli.retell import line_lines
    from bingo.terminal.show import NOBODY, grouped
    from bingo.terminal.tell import name_of

    assert deal.to_move is not None
    mover = name_of(language, NOBODY, deal.to_move)
    return [
        language.say("cli.show.to-move", name=mover),
        _value_text(language, deal.to_move, solution.value, equity=equity),
        "",
        language.say("cli.solve.moves"),
        *_table(language, solution, equity=equity),
        "",
        language.say("cli.solve.line"),
        *line_lines(language, deal, solution.line),
        "",
        language.say("cli.solve.nodes", n=grouped(solution.nodes)),
    ]


def _value_text(language: Language, seat: Seat, value: float, *, equity: bool) -> str:
    """The value of a position, and in words what it means."""
    from bingo.terminal.show import NOBODY
    from bingo.terminal.tell import name_of

    told = _told(language, value, equity=equity)
    if equity:
        return language.say("cli.solve.chance", value=told, name=name_of(language, NOBODY, seat))
    if not value:
        return language.say("cli.solve.level", value=told)
    ahead = name_of(language, NOBODY, seat if value > 0 else seat.other)
    lead = language.count("count.big_points", int(abs(value)))
    return language.say("cli.solve.ahead", value=told, name=ahead, lead=lead)


def _table(language: Language, solution: Solution, *, equity: bool) -> Iterator[str]:
    """Every move with its value, the best first and marked."""
    from bingo.terminal.words import move_text

    rows = sorted(solution.values.items(), key=lambda row: -row[1])
    moves = [move_text(move, language) for move, _ in rows]
    values = [_told(language, value, equity=equity) for _, value in rows]
    wide, high = (max(map(len, texts)) for texts in (moves, values))
    for (move, _), text, value in zip(rows, moves, values, strict=True):
        mark = f"  {language.say('cli.solve.best')}" if move in solution.best else ""
        yield f"  {text:{wide}}  {value:>{high}}{mark}"


def _told(language: Language, value: float, *, equity: bool) -> str:
    """Big points with their sign, or a chance in per cent."""
    from bingo.cli.judge import signed

    if not equity:
        return signed(value)
    whole, _, part = f"{100 * value:.1f}".partition(".")
    number = language.say("count.decimal", whole=whole, part=part)
    return language.say("cli.solve.percent", n=number)


def bench(
    *,
    signature: Annotated[bool, Flag, Parameter(help="cli.bench.signature")] = False,
    language: Said,
) -> None:
    """Print how many positions the search goes through in deals that are always the same."""
    if not signature:
        tell([language.say("cli.bench.speeds")])
        return
    from bingo.cli.engine import at_work, make_ready
    from bingo.cli.signature import signature as lines

    make_ready(language)
    print("\n".join(at_work(language.say("cli.solve.solving"), lambda: list(lines()))))
