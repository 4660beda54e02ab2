"""The signature of the search: the nodes it needs for deals that are always the same."""

from pathlib import Path

import pytest

from bingo.cli import main
from bingo.engine.compiled import COMPILED

WRITTEN = Path(__file__).parent / "signature.txt"


def test_the_search_goes_through_as_many_positions_as_written(capsys, monkeypatch):
    if not COMPILED:
        pytest.skip("too long without kernels")
    monkeypatch.setenv("BINGO_LANG", "ru")  # no word of it is translated
    assert main(["bench", "--signature"]) == 0
    told = capsys.readouterr().out
    assert told == WRITTEN.read_text("utf-8"), (
        f"the search has changed:\n{told}If that is meant, run\n"
        "    bingo bench --signature > tests/engine/signature.txt\n"
        "and say in the commit what the new total buys."
    )
