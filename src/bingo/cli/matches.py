"""`bingo play`, `replay`, `verify` and `convert`: matches and their records."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from bingo.cli.errors import UNUSABLE, Refused
from bingo.cli.parameters import (
    Flag,
    Options,
    Said,
    SeatName,
    Seed,
    at_least,
    changes_of,
    either,
    number,
    rules_of,
)
from bingo.cli.screen import tell
from bingo.i18n import Language

QUIT = ("q", "quit", "й")
"""й lies on the key of q."""


def play(  # noqa: PLR0913 - each is a key of the command
    *,
    opponent: Annotated[
        str | None, Parameter(help="cli.play.opponent", metavar="cli.meta.name")
    ] = None,
    hot_seat: Annotated[bool, Flag, Parameter(help="cli.play.hot-seat")] = False,
    ruleset: Annotated[
        str | None, Parameter(help="cli.option.ruleset", metavar="cli.meta.name")
    ] = None,
    option: Options = None,
    target: Annotated[int | None, number("cli.play.target")] = None,
    name: Annotated[
        list[str] | None,
        Parameter(help="cli.play.name", metavar="cli.meta.name", negative_iterable=""),
    ] = None,
    seed: Seed = None,
    resume: Annotated[bool | None, Parameter(help="cli.play.resume", negative="--new")] = None,
    saves: Annotated[
        Path | None, Parameter(help="cli.play.saves", metavar="cli.meta.folder")
    ] = None,
    language: Said,
    language_is_told: Annotated[bool, Parameter(parse=False)],
) -> int:
    """Play a match in the terminal; what is not told is asked there."""
    from bingo.players import PLAYERS
    from bingo.terminal import run

    if hot_seat and opponent is not None:
        raise either(language, "--hot-seat", "--opponent")
    if opponent is not None and opponent not in PLAYERS:
        known = ", ".join(PLAYERS)
        sentence = language.say("cli.error.player", name=opponent, known=known)
        raise Refused(sentence, "unknown-player", UNUSABLE)
    if target is not None:
        at_least(language, "--target", target, 1)
    rules_of(language, ruleset or "russian", option)
    names = name or []
    if len(names) > 2:
        raise Refused(language.say("cli.error.unused", words=names[2]), "usage", UNUSABLE)
    one, two = [*names, "", ""][:2]
    return run(
        language=language.code if language_is_told else None,
        ruleset=ruleset,
        options=changes_of(language, option),
        opponent=opponent,
        target=target,
        names=(one, two) if names else None,
        seed=seed,
        hot_seat=hot_seat or None,
        saves=saves,
        resume=resume,
    )


def replay(
    file: Annotated[str, Parameter(help="cli.replay.file")],
    /,
    *,
    deal: Annotated[int | None, number("cli.replay.deal")] = None,
    seat: Annotated[SeatName | None, Parameter(help="cli.replay.seat")] = None,
    open_: Annotated[bool, Flag, Parameter(name="--open", help="cli.replay.open")] = False,
    solve: Annotated[bool, Flag, Parameter(help="cli.replay.solve")] = False,
    language: Said,
) -> None:
    """Show a recorded match trick by trick; on a terminal wait for Enter after each."""
    from bingo.cli.reading import read_record
    from bingo.cli.retell import steps
    from bingo.game import Seat

    for chosen, key in ((open_, "--open"), (solve, "--solve")):
        if seat and chosen:
            raise either(language, "--seat", key)
    if deal is not None:
        at_least(language, "--deal", deal, 1)
    record = read_record(language, file)
    if deal is not None and deal > len(record.deals):
        known = language.count("count.deals", len(record.deals))
        raise Refused(language.say("cli.error.deal", n=deal, known=known), "usage", UNUSABLE)
    viewer = Seat.parse(seat) if seat else None
    stops = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    numbers = range(len(record.deals)) if deal is None else [deal - 1]
    for step in steps(language, record, numbers, viewer, opened=open_ or solve, solved=solve):
        tell(step)
        if stops and _quits(language):
            return


def _quits(language: Language) -> bool:
    """Wait for Enter; whether the reader has had enough."""
    print(language.say("cli.replay.wait"), end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        print()
    return not line or line.strip().lower() in QUIT


def verify(
    file: Annotated[str, Parameter(help="cli.verify.file")],
    /,
    *more: Annotated[str, Parameter(show=False)],
    language: Said,
) -> int:
    """Play records by the rules and compare all they say."""
    from bingo.cli.progress import progress
    from bingo.cli.reading import called, read_record

    files = (file, *more)
    worst = wrong = 0
    with progress(language.say("cli.verify.verifying"), len(files)) as bar:
        for name in files:
            try:
                read_record(language, name)
                bar.tell(language.say("cli.verify.ok", name=called(name)))
            except Refused as error:
                bar.tell(f"bingo: {error}", to=sys.stderr)
                wrong += 1
                worst = max(worst, error.exit_code)
            bar.step()
    if len(files) > 1:
        print(language.say("cli.verify.sum", n=len(files), wrong=wrong))
    return worst


def convert(
    file: Annotated[str, Parameter(help="cli.convert.file")],
    /,
    *,
    to: Annotated[Literal["json", "text"], Parameter(help="cli.convert.to")],
    language: Said,
) -> None:
    """Print a record, verified, in the other form."""
    from bingo.cli.reading import read_record

    record = read_record(language, file)
    print(record.to_json() if to == "json" else record.dumps().rstrip("\n"))
