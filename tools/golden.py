"""Rewrite the golden games from their decisions: `make golden`; the git diff is the review.

    make golden                     renew what follows by the rules in tests/playthroughs/*.txt
    make golden ARGS="--check"      write nothing; exit 1 if a file would change

What was decided (tags, notes, orders, moves, moves tried and refused) is kept; takers, points,
clauses and results are told anew. A file whose moves are no longer legal, or whose refused ones
are, cannot be rewritten: that is told, and is for an author to settle.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path

from bingo.game import InvalidRecord
from bingo.game.record_text import loads

FOLDER = Path(__file__).resolve().parent.parent / "tests" / "playthroughs"


def renewed(text: str) -> str:
    """The record as the rules tell it now; raises InvalidRecord if its decisions do not stand."""
    return loads(text, verify=False).dumps()


def changes(old: str, new: str) -> Iterator[str]:
    """The lines that differ, before and after."""
    for line in unified_diff(old.splitlines(), new.splitlines(), lineterm="", n=0):
        if not line.startswith(("---", "+++", "@@")):
            yield f"    {line}"


def main(arguments: list[str] | None = None, folder: Path = FOLDER) -> int:
    """Renew every file; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--check", action="store_true", help="write nothing, exit 1 on a change")
    check = parser.parse_args(arguments).check
    files = sorted(folder.glob("*.txt"))
    changed = failed = 0
    for file in files:
        old = file.read_text(encoding="utf-8")
        try:
            new = renewed(old)
        except InvalidRecord as error:
            failed += 1
            print(f"{file.name}: cannot be rewritten: {error}")
            continue
        if new == old:
            continue
        changed += 1
        print(file.name, *changes(old, new), sep="\n")
        if not check:
            file.write_text(new, encoding="utf-8")
    would = "would change" if check else "changed"
    print(f"{len(files)} golden games: {changed} {would}, {failed} cannot be rewritten")
    return 1 if failed or (check and changed) else 0


if __name__ == "__main__":
    sys.exit(main())
