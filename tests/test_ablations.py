"""The tool that switches techniques of the solver off fits the solver as it stands."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tools.ablations.__main__ import TECHNIQUES, main, patch
from tools.ablations.copies import FEWER_KERNELS, Change, NotOnce, texts
from tools.ablations.copy_at_work import CopyAtWork, Died
from tools.ablations.measuring import WrongValue, endings
from tools.ablations.sets import DEALS, closed

CHEATS = Change("running.py", "        if need <= cash:\n", "        if need <= cash + 40:\n")


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> None:
    """Copies run as plain Python: to compile one takes half a minute."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


@pytest.fixture
def base(tmp_path: Path, plain: None) -> Iterator[CopyAtWork]:
    (tmp_path / "unchanged").mkdir()
    with CopyAtWork(tmp_path / "unchanged", "unchanged") as copy:
        yield copy


@pytest.mark.parametrize("name", TECHNIQUES)
def test_what_is_changed_stands_there_once(name: str) -> None:
    changed = texts(name, (*FEWER_KERNELS, *TECHNIQUES[name].changes))
    for file, text in changed.items():
        compile(text, file, "exec")
    assert patch(TECHNIQUES[name]).startswith("--- a/src/bingo/engine/")


def test_what_does_not_stand_there_is_told() -> None:
    with pytest.raises(
        NotOnce, match=r"mine: this stands 0 times in engine/running\.py, not once:"
    ):
        texts("mine", [Change("running.py", "no such line", "")])
    with pytest.raises(NotOnce, match="not once"):
        texts("mine", [Change("running.py", "need", "")])


def test_a_technique_is_measured(base: CopyAtWork, tmp_path: Path) -> None:
    (tmp_path / "changed").mkdir()
    told: list[str] = []
    changes = TECHNIQUES["order-answers"].changes
    with CopyAtWork(tmp_path / "changed", "order-answers", changes) as changed:
        for name in ("unclosed", "closed"):
            found = endings(name, base, changed, 3, 1, told.append)
            assert found.before > 3
            assert found.after not in {0, found.before}
            assert found.time > 0
    assert told


@pytest.mark.soak
@pytest.mark.parametrize("name", TECHNIQUES)
def test_every_technique_keeps_the_values(base: CopyAtWork, tmp_path: Path, name: str) -> None:
    (tmp_path / "changed").mkdir()
    with CopyAtWork(tmp_path / "changed", name, TECHNIQUES[name].changes) as changed:
        for ending in ("unclosed", "closed"):
            assert endings(ending, base, changed, 4, 1, str).after > 0


def test_a_wrong_value_is_noticed(base: CopyAtWork, tmp_path: Path) -> None:
    (tmp_path / "changed").mkdir()
    with (
        CopyAtWork(tmp_path / "changed", "cheats", [CHEATS]) as changed,
        pytest.raises(WrongValue, match="ranks differ"),
    ):
        endings("closed", base, changed, 8, 1, str)


def test_a_deal_that_takes_too_long_is_ended(base: CopyAtWork) -> None:
    hard = DEALS.index(8)
    with pytest.raises(Died):
        base.ask("deal", hard, 0.2)
    assert base.ask("endings", "closed", 1)["nodes"] > 0


def test_closed_endings_have_seven_tiles_each() -> None:
    for ending in closed(20):
        assert ending.board.strict, ending
        assert [len(hand) for hand in ending.hands] == [7, 7], ending


def test_the_names_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == len(TECHNIQUES)
