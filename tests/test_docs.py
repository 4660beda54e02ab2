"""What the documents show is true: their examples are read back and played."""

import doctest
import re
from pathlib import Path

import pytest

import bingo
from bingo import Deal, Record, Setup, View

ROOT = Path(__file__).parent.parent
NOTATION = (ROOT / "docs" / "NOTATION.md").read_text(encoding="utf-8")


def examples(kind: str) -> list[str]:
    """The examples of one kind in docs/NOTATION.md."""
    found = re.findall(rf"```{kind}\n(.*?)```", NOTATION, re.DOTALL)
    assert found, f"docs/NOTATION.md shows no {kind}"
    return found


@pytest.mark.parametrize("text", examples("position"))
def test_positions_can_be_played(text: str) -> None:
    setup = Setup.parse(text.strip())
    assert setup.faults() == ()
    assert str(setup) == text.strip()


@pytest.mark.parametrize("text", examples("deal"))
def test_deals_read_back(text: str) -> None:
    assert str(Deal.parse(text.strip())) == text.strip()


@pytest.mark.parametrize("text", examples("view"))
def test_views_read_back(text: str) -> None:
    assert str(View.parse(text.strip())) == text.strip()


@pytest.mark.parametrize("text", examples("record"))
def test_records_hold_and_are_written_alike(text: str) -> None:
    assert Record.loads(text).dumps() == text


def test_every_word_of_a_position_is_told() -> None:
    from bingo.game.setup import READERS

    missing = [word for word in READERS if f'"{word}"' not in NOTATION]
    assert not missing


def test_the_public_names() -> None:
    assert len(set(bingo.__all__)) == len(bingo.__all__)
    assert all(hasattr(bingo, name) for name in bingo.__all__)
    assert doctest.testmod(bingo).failed == 0
