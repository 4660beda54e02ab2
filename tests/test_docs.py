"""What the documents show is true: their examples are read back and played."""

import doctest
import os
import re
import shlex
import subprocess
import sys
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


# --- the READMEs ----------------------------------------------------------------------------------

READMES = {"en": ROOT / "README.md", "ru": ROOT / "README.ru.md"}


def bingo_says(*words: str, typed: str = "", home: Path | None = None) -> str:
    """What the command prints, run as anybody would."""
    environ = os.environ | {"BINGO_HOME": str(home or ""), "PYTHONIOENCODING": "utf-8"}
    run = subprocess.run(
        [sys.executable, "-m", "bingo", *words],
        input=typed,
        env=environ,
        capture_output=True,
        encoding="utf-8",
        check=True,
        timeout=60,
    )
    return run.stdout


@pytest.mark.parametrize("language", READMES)
def test_the_short_match_is_played_like_that(language: str, tmp_path: Path) -> None:
    text = READMES[language].read_text(encoding="utf-8")
    shown = re.findall(r"<!-- typed: (.*?) -->\n```text\n(.*?)```", text, re.DOTALL)
    assert shown
    choices = ["--seed", "23", "--ruleset", "russian", "--opponent", "greedy", "--target", "3"]
    for typed, session in shown:
        lines = "".join(f"{line.strip()}\n" for line in typed.split("|"))
        said = bingo_says("play", "--lang", language, *choices, typed=lines, home=tmp_path)
        assert session.strip() in said


@pytest.mark.parametrize("language", READMES)
def test_the_commands_print_that(language: str) -> None:
    text = READMES[language].read_text(encoding="utf-8")
    blocks = re.findall(r"```console\n(.*?)```", text, re.DOTALL)
    assert blocks
    for block in blocks:
        for command in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            line, _, printed = command.partition("\n")
            name, *words = shlex.split(line)
            assert name == "bingo"
            assert bingo_says(*words, "--lang", language).strip() == printed.strip()


@pytest.mark.parametrize("language", READMES)
def test_the_library_answers_that(language: str) -> None:
    result = doctest.testfile(str(READMES[language]), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    assert result.attempted > 5


def test_both_readmes_show_the_same() -> None:
    def shape(text: str) -> list[str]:
        return re.findall(r"^(?:#+|```\w*|\$ .*|>>> .*)", text, re.MULTILINE)

    english, russian = (READMES[code].read_text(encoding="utf-8") for code in ("en", "ru"))
    assert shape(english) == shape(russian)
    assert re.findall(r"`make \w+`", english) == re.findall(r"`make \w+`", russian)


def test_the_places_named_are_there() -> None:
    for readme in READMES.values():
        for place in re.findall(
            r"^\| `([^`]+/)`", readme.read_text(encoding="utf-8"), re.MULTILINE
        ):
            assert (ROOT / place).is_dir(), place
