"""`bingo show`, `bingo deal` and `bingo perft`: positions drawn, made and counted."""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from bingo.cli.errors import refused
from bingo.cli.parameters import (
    Flag,
    Options,
    Ruleset,
    Said,
    SeatName,
    Seed,
    at_least,
    either,
    number,
    rules_of,
)
from bingo.cli.screen import tell
from bingo.i18n import Language

if TYPE_CHECKING:
    from collections.abc import Callable

    from bingo.game import Deal, Move, Rules


def show(
    position: Annotated[str, Parameter(help="cli.show.position")],
    /,
    *,
    language: Said,
) -> None:
    """Draw a position readably; list every fault of one that cannot be."""
    from bingo.cli.reading import position_text, read_position
    from bingo.game import InvalidSetup, Setup, View
    from bingo.terminal.show import position_lines, seen_lines

    stands, faults = read_position(language, position_text(language, position))
    if isinstance(stands, View):
        lines = seen_lines(language, stands)
    elif isinstance(stands, Setup):
        lines = position_lines(language, stands)
    else:
        legal = stands.legal_moves()
        lines = position_lines(language, Setup.of(stands), stands.board, legal)
    tell(lines)
    if faults:
        raise refused(language, InvalidSetup(faults))


def deal(
    *,
    seed: Annotated[int, number("cli.deal.seed")],
    ruleset: Ruleset = "russian",
    option: Options = None,
    moves: Annotated[int, number("cli.deal.moves")] = 0,
    view: Annotated[SeatName | None, Parameter(help="cli.deal.view")] = None,
    language: Said,
) -> None:
    """Print a deal as one line of text: dealt from a seed, so many random moves played."""
    from bingo.game import Seat, View

    at_least(language, "--moves", moves, 0)
    made = dealt(seed, rules_of(language, ruleset, option))
    lots = random.Random(f"{seed} moves")
    while len(made.history) < moves and not made.is_over:
        made = made.play(lots.choice(made.legal_moves()))
    print(made if view is None else View.of(made, Seat.parse(view)))
    if len(made.history) < moves:
        print(language.say("cli.deal.over", n=len(made.history)), file=sys.stderr)


def perft(  # noqa: PLR0913 - each is a key of the command
    position: Annotated[str | None, Parameter(help="cli.perft.position")] = None,
    /,
    *,
    depth: Annotated[int, number("cli.perft.depth")],
    divide: Annotated[bool, Flag, Parameter(help="cli.perft.divide")] = False,
    reference: Annotated[bool, Flag, Parameter(help="cli.perft.reference")] = False,
    seed: Seed = None,
    ruleset: Ruleset | None = None,
    option: Options = None,
    language: Said,
) -> None:
    """Count the sequences of legal moves of a length from a position."""
    from bingo.cli.reading import read_deal

    at_least(language, "--depth", depth, 1 if divide else 0)
    if position is None:
        rules = rules_of(language, ruleset or "russian", option)
        start = dealt(1 if seed is None else seed, rules)
    else:
        for key, given in (("--seed", seed), ("--ruleset", ruleset), ("--option", option)):
            if given is not None:
                raise either(language, language.say("cli.meta.position"), key)
        start = read_deal(language, position)
    count = _reference if reference else _kernel(language)
    counts = _counts(language, start, depth, count)
    if divide:
        for move, n in counts.items():
            print(f"{move}  {n}")
        print()
    print(sum(counts.values()) if depth else 1)


def dealt(seed: int, rules: Rules, score: tuple[int, int] = (0, 0)) -> Deal:
    """The deal that `bingo deal` and `bingo perft` make of a seed."""
    from bingo.game import Deal
    from bingo.table import Dice

    dice = Dice(seed)
    order = dice.order()
    return Deal.start(order, dice.first_leader(rules, order), rules, score)


def _reference(deal: Deal, depth: int) -> int:
    """Count by the game itself."""
    from bingo.game.perft import perft as count

    return count(deal, depth)


def _kernel(language: Language) -> Callable[[Deal, int], int]:
    """Count by the engine."""
    from bingo.cli.engine import at_work, make_ready

    make_ready(language)

    def count(deal: Deal, depth: int) -> int:
        def work() -> int:
            from bingo.engine import perft

            return perft(deal, depth)

        return at_work("", work)

    return count


def _counts(
    language: Language, start: Deal, depth: int, count: Callable[[Deal, int], int]
) -> dict[Move, int]:
    """The counts by first move, with a bar that steps at every second one."""
    from bingo.cli.progress import progress

    counts = dict.fromkeys(start.legal_moves(), 0)
    if depth < 3:
        return {first: count(start.play(first), depth - 1) for first in counts} if depth else {}
    parts = [
        (first, after, second)
        for first in counts
        for after in [start.play(first)]
        for second in after.legal_moves()
    ]
    with progress(language.say("cli.perft.counting"), len(parts)) as bar:
        for first, after, second in parts:
            counts[first] += count(after.play(second), depth - 2)
            bar.step()
    return counts
