"""The beginning: what is to be played, asked where it was not told, or gone on with."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import zlib
from collections.abc import Mapping
from dataclasses import replace
from datetime import date
from pathlib import Path

from bingo.game import InvalidRecord, Record, Rules
from bingo.i18n import Language, detect
from bingo.table import Saves, SavesBusy, Table
from bingo.terminal.ask import EndOfInput, Lines, OutputClosed
from bingo.terminal.company import Company
from bingo.terminal.faults import system_text
from bingo.terminal.keeper import Keeper
from bingo.terminal.questions import Choices, Questions
from bingo.terminal.session import Left, Session
from bingo.terminal.tell import pair

DONE = 0
"""The match is over or was left by `quit` or the end of input; it is kept."""
BUSY = 75
"""Another program plays on these saves: nothing was done."""
INTERRUPTED = 130
"""Left by Ctrl-C; the match is kept."""
CLOSED = 141
"""Nobody listens: the output was closed. The match is kept."""


def run(  # noqa: PLR0913 - one word for each choice of the command line
    *,
    language: str | None = None,
    ruleset: str | None = None,
    options: Mapping[str, object] | None = None,
    opponent: str | None = None,
    target: int | None = None,
    names: tuple[str, str] | None = None,
    seed: int | str | None = None,
    hot_seat: bool | None = None,
    saves: Path | None = None,
    resume: bool | None = None,
) -> int:
    """Play in the terminal, on standard input and output; gives the exit code.

    language   "ru" or "en"; the other choices as in `bingo.game` and `bingo.players`
    names      by seat; a person who plays against the computer has the first
    seed       of the deals and the computer: the same deals again
    hot_seat   two people at one screen
    saves      the folder of the saves, else that of `Saves.default`
    resume     go on with the match in progress (True), put it aside for a new one (False), or ask

    What is None is asked. Gives DONE, BUSY, INTERRUPTED or CLOSED; raises UnknownLanguage,
    InvalidRules or UnknownPlayer before anything is told.
    """
    choices = Choices(language, ruleset, options, opponent, target, names, seed, hot_seat, resume)
    choices.check()
    store = Saves(saves) if saves is not None else Saves.default(os.environ)
    evening = Evening(choices, store, Lines(sys.stdin, sys.stdout))
    try:
        return evening.go()
    except OutputClosed:
        evening.keep()
        _throw_away_output()
        return CLOSED


class Evening:
    """One start of the program: matches one after the other."""

    def __init__(self, choices: Choices, saves: Saves, lines: Lines) -> None:
        self.choices = choices
        self.saves = saves
        self.lines = lines
        likely = choices.language or detect(os.environ)
        self.language = Language.named(likely)
        self._ask = Questions(choices, lines, likely)
        self._session: Session | None = None

    def go(self) -> int:
        """Play until nobody wants to; gives the exit code. Raises OutputClosed."""
        try:
            self.language = self._ask.language()
            with contextlib.ExitStack() as stack:
                try:
                    stack.enter_context(self.saves.held())
                except SavesBusy:
                    self._say("terminal.busy", path=self.saves.folder)
                    return BUSY
                except OSError as error:
                    self._say(
                        "terminal.no_saves",
                        path=self.saves.folder,
                        error=system_text(self.language, error),
                    )
                    return self._matches(Keeper(None, self.lines))
                return self._matches(Keeper(self.saves, self.lines))
        except (Left, EndOfInput):
            self._goodbye()
            return DONE
        except KeyboardInterrupt:
            with contextlib.suppress(ValueError):  # not the main thread: no signals come here
                signal.signal(signal.SIGINT, signal.SIG_IGN)
            self.lines.tell("")
            self._goodbye()
            return INTERRUPTED

    def keep(self) -> bool:
        """Keep the match in progress; whether it lies in the saves."""
        return self._session is not None and self._session.keep()

    def _matches(self, keeper: Keeper) -> int:
        table = self._kept_match(keeper)
        if table is None:
            table = self._new_table()
            keeper.begin(self.language)
        while True:
            company = Company.of(table.record)
            self._session = Session(self.lines, self.language, table, company, keeper)
            again = self._session.play()
            self.language = self._session.language
            self._session = None
            keeper.begin(self.language)
            if not again:
                return DONE
            if company.deal_seed:
                company = replace(company, deal_seed=f"{company.deal_seed} next")
            table = self._open(table.rules, table.names, company)

    def _goodbye(self) -> None:
        session = self._session
        if session is not None and not session.table.is_over:
            self.language = session.language
            key = "terminal.goodbye_kept" if session.keep() else "terminal.goodbye_lost"
            self.lines.tell(self.language.say(key))  # catalogue: terminal.goodbye*
        else:
            self._say("terminal.goodbye")

    def _say(self, key: str, **values: object) -> None:
        self.lines.tell(self.language.say(key, **values))  # catalogue: terminal.*

    # --- the match in progress --------------------------------------------------------------------

    def _kept_match(self, keeper: Keeper) -> Table | None:
        """The match in progress, if there is one and it is to be gone on with."""
        if keeper.saves is None:
            return None
        try:
            record = keeper.saves.load()
        except InvalidRecord as error:
            key = "terminal.damaged_line" if error.line else "terminal.damaged"
            self._say(key, line=error.line)  # no more: the file shows every tile
            self._put_aside(keeper)
            self._say("terminal.damaged_see")
            return None
        except OSError as error:
            self._cannot_keep(keeper, error)
            return None
        if record is None:
            if self.choices.resume:
                self._say("terminal.nothing_kept")
            return None
        if record.is_over or not record.deals:
            if (path := keeper.finish(record, self.language)) is not None:
                self._say("terminal.was_over", path=path)
            return None
        if self._goes_on(record):
            keeper.knows(record)
            return Table.resume(record)
        self._put_aside(keeper)
        return None

    def _goes_on(self, record: Record) -> bool:
        """Whether the match in progress is to be gone on with."""
        if self.choices.resume is not None:
            return self.choices.resume
        names = Company.of(record).names(self.language, record.names)
        score = pair(self.language, names, record.match.big_points)
        rules = self.language.say(f"ruleset.{record.rules.name}.name")  # catalogue: ruleset.*
        self._say("terminal.unfinished", score=score, n=len(record.deals), rules=rules)
        return self._ask.goes_on()

    def _put_aside(self, keeper: Keeper) -> None:
        assert keeper.saves is not None
        try:
            self._say("terminal.set_aside", path=keeper.saves.set_aside())
        except OSError as error:
            self._cannot_keep(keeper, error)

    def _cannot_keep(self, keeper: Keeper, error: OSError) -> None:
        """Say that the saves cannot be used, and play without them."""
        why = system_text(self.language, error)
        self._say("terminal.no_saves", path=self.saves.current, error=why)
        keeper.saves = None

    # --- a new match ------------------------------------------------------------------------------

    def _new_table(self) -> Table:
        """Ask what was not told, and deal."""
        seed = self.choices.seed
        opponent = self._ask.opponent()
        rules = self._ask.rules()
        names = self._ask.names() if not opponent else self._ask.told_names()
        company = Company(opponent) if seed is None else Company(opponent, deal_seed=str(seed))
        if seed is not None:
            company = replace(company, seed=zlib.crc32(str(seed).encode()))
        return self._open(rules, names, company)

    def _open(self, rules: Rules, names: tuple[str, str], company: Company) -> Table:
        one, two = names
        if company.opponent:
            two = company.opponent
        today = date.today().isoformat()
        return Table.open(rules, (one, two), dice=company.dice(1), date=today, tags=company.tags)


def _throw_away_output() -> None:
    """Let the interpreter's last flush find an open door."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
