"""What each technique of the solver is worth.

    python -m tools.ablations                        every technique, half an hour or more
    python -m tools.ablations --only hash boxes      some, by name
    python -m tools.ablations --list                 their names
    python -m tools.ablations --patch NAME           the changes of one, as a patch

Each is switched off (or on, where the code has it not) in a copy of the package among the temporary
files, by itself. Positions searched are exact, the same on every machine; time is the median of
the ratios to an unchanged copy, in turn, by processor time. Values must stay the same.
"""

from __future__ import annotations

import argparse
import difflib
import platform
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from tools.ablations.added import ADDED
from tools.ablations.copies import PACKAGE, Technique, texts
from tools.ablations.copy_at_work import CopyAtWork, Died
from tools.ablations.measuring import Found, WrongValue, every_set
from tools.ablations.switched_off import SWITCHED_OFF
from tools.bench.timing import one_core

TECHNIQUES = {technique.name: technique for technique in (*SWITCHED_OFF, *ADDED)}


def patch(technique: Technique) -> str:
    """The changes of a technique as a unified diff, from the root of the repository."""
    lines: list[str] = []
    for file, text in texts(technique.name, technique.changes).items():
        old = (PACKAGE / "engine" / file).read_text(encoding="utf-8")
        name = f"src/bingo/engine/{file}"
        lines += difflib.unified_diff(
            old.splitlines(keepends=True), text.splitlines(keepends=True), f"a/{name}", f"b/{name}"
        )
    return "".join(lines)


def cell(found: Found) -> str:
    """The figures of one set."""
    if not found.before:
        return "none ended"
    ratio = found.after / found.before
    one = f" ({found.by_one:.3g} a deal)" if found.name == "deals" else ""
    killed = f", {found.killed} killed" if found.killed else ""
    return f"{ratio:.3g}{one} · {found.time:.2f}{killed}"


@contextmanager
def folders() -> Iterator[tuple[Path, Path]]:
    """Two among the temporary files, for the unchanged copy and the changed one."""
    with tempfile.TemporaryDirectory(prefix="bingo-ablations-") as folder:
        found = Path(folder, "unchanged"), Path(folder, "changed")
        for one in found:
            one.mkdir()
        yield found


def progress(text: str) -> None:
    """Show on stderr what is being done."""
    print(f"\r{text:<70}\r", end="", file=sys.stderr, flush=True)


def measure(names: Sequence[str], number: int, runs: int, limit: float) -> int:
    """Measure and print; how many gave wrong values."""
    wrong = 0
    with one_core() as held, folders() as (here, there), CopyAtWork(here, "unchanged") as base:
        print(f"Python {platform.python_version()}, {held}")
        print("technique | unclosed | closed | deals: positions · time, to the unchanged code")
        for place, name in enumerate(names, 1):
            technique = TECHNIQUES[name]

            def told(text: str, about: str = f"{place} of {len(names)}, {name}") -> None:
                progress(f"{about}: {text}")

            told("compiling")
            with CopyAtWork(there, name, technique.changes) as changed:
                try:
                    found = every_set(base, changed, number, runs, limit, told)
                except (WrongValue, Died) as error:
                    wrong += 1
                    print(f"{name} | WRONG: {error}", flush=True)
                    continue
            progress("")
            print(f"{name} | {' | '.join(map(cell, found))}", flush=True)
            if place == 1:
                counts = ", ".join(f"{one.name} {one.before:,}" for one in found)
                progress("")
                print(f"(positions of the unchanged code: {counts})", flush=True)
    return wrong


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what is asked; the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.ablations",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--only", nargs="+", choices=TECHNIQUES, metavar="NAME")
    parser.add_argument("--list", action="store_true", help="tell the names and no more")
    parser.add_argument("--patch", choices=TECHNIQUES, metavar="NAME", help="print its changes")
    parser.add_argument("--endings", type=int, default=300, help="of each kind")
    parser.add_argument("--runs", type=int, default=5, help="runs of which the median is taken")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds after which a deal ends")
    given = parser.parse_args(arguments)
    if given.list:
        for technique in TECHNIQUES.values():
            print(f"{technique.name:20}{'+' if technique.added else '-'} {technique.told}")
        return 0
    if given.patch:
        print(patch(TECHNIQUES[given.patch]), end="")
        return 0
    return int(measure(given.only or list(TECHNIQUES), given.endings, given.runs, given.limit) > 0)


if __name__ == "__main__":
    sys.exit(main())
