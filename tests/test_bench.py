"""`make bench` runs to its end and tells every line; its figures are nobody's promise."""

import re
import sys

import pytest

from bingo.engine.compiled import COMPILED
from tools.bench.__main__ import PARTS, main

OURS = (
    "reference: random deals",
    "reference: plies",
    "reference: views",
    "kernel: random deals",
    "environment: steps",
    "kernel: plies",
    "endings of seven tiles: value",
    "endings of seven tiles: each",
    "perft: nodes",
    "whole deals: value",
    "whole deals: every move",
    "worlds: sampled",
    "worlds: a view made ready",
    "PIMC: a move",
)
THEIRS = {
    "pyspiel": "OpenSpiel: random games of euchre",
    "endplay": "DDS: tricks of seven cards each",
    "pgx": "pgx: steps of Leduc hold'em",
}
PARTS_OF_THEIRS = ("pyspiel", "endplay", "endplay.types", "endplay._dds", "jax", "pgx")


def lines(said: str) -> dict[str, str]:
    """What stands after the name of each line."""
    pairs = (re.split(r"  +", line.strip(), maxsplit=1) for line in said.splitlines()[1:])
    return {pair[0]: pair[1] for pair in pairs}


@pytest.mark.skipif(not COMPILED, reason="a whole deal takes minutes to solve in plain Python")
def test_every_speed_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--small", "--runs", "1"])
    told = lines(capsys.readouterr().out)
    for name in OURS:
        assert re.match(r"[\d,.]+ ?\S* (a second|median|mean)", told[name]), (name, told[name])
    for name in THEIRS.values():
        assert "a second" in told[name] or "pip install .[bench]" in told[name], (name, told)


def test_without_the_others_it_says_how_to_get_them(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in PARTS_OF_THEIRS:
        monkeypatch.setitem(sys.modules, module, None)
    main(["--small", "--runs", "1", "--only", "deals", "environment", "endings"])
    told = lines(capsys.readouterr().out)
    for name in THEIRS.values():
        assert told[name].endswith("pip install .[bench]"), (name, told[name])
    assert "a second" in told["kernel: random deals"]


def test_one_part_alone_can_be_measured(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--small", "--runs", "1", "--only", "worlds"])
    assert list(lines(capsys.readouterr().out)) == ["worlds: sampled", "worlds: a view made ready"]
    assert "worlds" in PARTS


def test_the_work_is_the_same_in_every_run() -> None:
    from tools.bench import positions

    assert positions.endings(5) == positions.endings(5)
    assert positions.choices(3) == positions.choices(3)
    for ending in positions.endings(5):
        assert [len(hand) for hand in ending.hands] == [7, 7], ending
        assert ending.trick is None, ending
        assert not ending.stock, ending
