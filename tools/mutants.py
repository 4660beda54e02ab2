"""What became of the mutants that `make soak` made of the rules.

    python tools/mutants.py         figures by file; exit 1 if a file has too few killed, or a
                                    survivor is not listed in docs/lab/001-mutants.md
    python tools/mutants.py --rows  the rows of the table that are missing, to be given a reason

A survivor is known by its function and by the line as it was mutated: mutmut's numbers change
with every edit. mutmut counts each function's mutants from one and keeps the results in mutants/.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REPORT = ROOT / "docs" / "lab" / "001-mutants.md"
ENOUGH = 95.0
KILLED = ("killed", "timeout", "segfault")


def mutmut(*arguments: str) -> list[str]:
    """The lines that mutmut says."""
    program = Path(sys.executable).parent / "mutmut"
    said = subprocess.run(
        [program, *arguments], cwd=ROOT, check=True, capture_output=True, text=True
    )
    return said.stdout.splitlines()


def results() -> dict[str, str]:
    """What became of each mutant."""
    pairs = (line.strip().rpartition(": ") for line in mutmut("results", "--all", "true"))
    return {name: fate for name, _, fate in pairs if "__mutmut_" in name}


def file_of(mutant: str) -> str:
    """The file of a mutant: `trick` for `bingo.game.trick.x_takes__mutmut_1`."""
    return mutant.split(".")[-2]


def function_of(mutant: str) -> str:
    """Where it is: `trick.takes`, `board.Board.after`."""
    name = mutant.rpartition(".")[2].partition("__mutmut_")[0]
    parts = name.removeprefix("x").removeprefix("_").strip("ǁ").split("ǁ")
    return ".".join([file_of(mutant), *parts])


def row_of(mutant: str) -> str:
    """The beginning of its row in the table."""
    lines = [line for line in mutmut("show", mutant) if not line.startswith(("---", "+++"))]
    new = " ".join(line[1:].strip() for line in lines if line.startswith("+"))
    old = " ".join(line[1:].strip() for line in lines if line.startswith("-"))
    changed = new or f"without {old}"
    return f"| `{function_of(mutant)}` | `{changed.replace('|', chr(92) + '|')}` |"


def main(arguments: list[str] | None = None) -> int:
    """Figures, and what is missing; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--rows", action="store_true", help="print the missing rows and no more")
    only_rows = parser.parse_args(arguments).rows
    fates = results()
    table = REPORT.read_text(encoding="utf-8") if REPORT.exists() else ""
    survivors = [name for name, fate in fates.items() if fate not in KILLED]
    missing = [row for row in map(row_of, survivors) if row not in table]
    if only_rows:
        print(*missing, sep="\n")
        return 0
    wrong = not fates
    print(f"{'file':10}{'mutants':>9}{'killed':>9}{'by time':>9}{'survive':>9}{'rate':>9}")
    for file in sorted({file_of(name) for name in fates}):
        count = Counter(fate for name, fate in fates.items() if file_of(name) == file)
        total, by_time = count.total(), count["timeout"]
        killed = sum(count[fate] for fate in KILLED)
        rate = 100 * killed / total
        wrong |= rate < ENOUGH
        print(f"{file:10}{total:9}{killed:9}{by_time:9}{total - killed:9}{rate:8.1f}%")
    for row in missing:
        wrong = True
        print(f"not listed in {REPORT.relative_to(ROOT)}: {row}")
    if wrong:
        print(f"wanted: {ENOUGH:.0f} % of every file killed, and a reason for each survivor")
    return int(wrong)


if __name__ == "__main__":
    sys.exit(main())
