"""The command, run in this process."""

import io
import sys
from pathlib import Path

import pytest

from bingo.cli import main
from tests.cli.told import MATCH, Told


@pytest.fixture(autouse=True, scope="session")
def _compiled() -> None:
    """The engine compiled, so that no command tells of it."""
    from bingo.engine import Solver, perft  # noqa: F401 - loaded for the sake of it


@pytest.fixture(autouse=True)
def _no_wishes(monkeypatch):
    """No language asked for by the machine, a terminal of 80 columns."""
    for name in ("BINGO_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def bingo(capsys, monkeypatch):
    """Run the command in this process; `given` is what stands on its standard input."""

    def run(*words: object, given: str | bytes = "") -> Told:
        data = given.encode() if isinstance(given, str) else given
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = main([str(word) for word in words])
        return Told(code, *capsys.readouterr())

    return run


@pytest.fixture
def match(tmp_path) -> Path:
    path = tmp_path / "match.bingo"
    path.write_text(MATCH.dumps(), "utf-8")
    return path
