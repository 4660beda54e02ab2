"""From a clause to its code and to its golden game, and back: both ends of the thread hold."""

import re
from pathlib import Path

import pytest

import bingo.game
from bingo.rulebook import CLAUSES

CODE = Path(bingo.game.__file__).parent
GOLDENS = Path(__file__).parent.parent / "playthroughs"
NO_MATTER_OF_PLAY = {"1.1", "1.2"}
"""What lies on the table before anybody plays: every golden game has it."""


def cited(folder: Path, pattern: str) -> dict[str, set[str]]:
    """The clauses named in square brackets, and in which files."""
    found: dict[str, set[str]] = {}
    for path in folder.glob(pattern):
        for bracket in re.findall(r"\[([^][\n]*)\]", path.read_text(encoding="utf-8")):
            for first, last in re.findall(r"(?<![\d.])(\d\.\d)(?:-(\d\.\d))?(?![\d.])", bracket):
                whole = CLAUSES if last else (first,)
                for clause in whole:
                    if not last or first <= clause <= last:
                        found.setdefault(clause, set()).add(path.name)
    return found


@pytest.mark.parametrize("clause", CLAUSES)
def test_the_code_names_the_clause(clause: str) -> None:
    assert clause in cited(CODE, "*.py"), f"no docstring of bingo.game ends with [{clause}]"


@pytest.mark.parametrize("clause", sorted(set(CLAUSES) - NO_MATTER_OF_PLAY))
def test_a_golden_game_shows_the_clause(clause: str) -> None:
    assert clause in cited(GOLDENS, "*.txt") or any(GOLDENS.glob(f"{clause}-*.txt"))


@pytest.mark.parametrize("folder", [CODE, GOLDENS], ids=["code", "golden games"])
def test_no_clause_is_named_that_is_not_there(folder: Path) -> None:
    named = cited(folder, "*.*")
    assert not set(named) - set(CLAUSES), named
