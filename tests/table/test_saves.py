"""The files of matches: whole at any moment, one program at a time, nothing lost."""

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bingo.game import InvalidRecord, Record, Rules, Seat
from bingo.table import Dice, Saves, SavesBusy, Table


@pytest.fixture
def saves(tmp_path):
    return Saves(tmp_path / "saves")


def match(seed=1, date="2026-11-30"):
    return Table.open(Rules(), ("Вера", "Oleg"), dice=Dice(seed), date=date)


def over(**how):
    table = match(**how)
    table.resign(Seat.ONE)
    return table.record


# --- where ----------------------------------------------------------------------------------------


def test_where_the_users_own_lie(monkeypatch):
    home = Path.home() / ".local" / "share" / "bingo"
    assert Saves.default({"BINGO_HOME": "/b", "XDG_DATA_HOME": "/x"}).folder == Path("/b")
    assert Saves.default({"XDG_DATA_HOME": "/x"}).folder == Path("/x/bingo")
    assert Saves.default({"BINGO_HOME": "", "XDG_DATA_HOME": ""}).folder == home

    def homeless():
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    assert Saves.default({}).folder == Path("bingo")


# --- the match in progress ------------------------------------------------------------------------


def test_what_is_saved_is_loaded(saves):
    assert saves.load() is None
    record = match().record
    saves.save(record)
    assert saves.load() == record


def test_a_file_from_another_editor_is_loaded(saves):
    record = match().record
    saves.save(record)
    text = saves.current.read_text("utf-8")
    saves.current.write_bytes(b"\xef\xbb\xbf" + text.replace("\n", "\r\n").encode())
    assert saves.load() == record


@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"\0" * 9, b"[Rules", b"deal " + b"9" * 5000]
)
def test_a_damaged_file_is_told_and_kept(saves, content):
    saves.save(match().record)
    saves.current.write_bytes(content)
    with pytest.raises(InvalidRecord):
        saves.load()
    aside = saves.set_aside()
    assert aside.read_bytes() == content
    assert saves.load() is None


def test_what_is_no_file_or_too_large_is_not_read(saves):
    saves.folder.mkdir()
    saves.current.mkdir()
    with pytest.raises(InvalidRecord):
        saves.load()
    saves.set_aside()
    os.mkfifo(saves.current)  # reading would wait for ever
    with pytest.raises(InvalidRecord):
        saves.load()
    saves.set_aside()
    with saves.current.open("wb") as file:
        file.truncate(1 << 34)
    with pytest.raises(InvalidRecord):
        saves.load()


def test_a_write_that_fails_leaves_the_old_file(saves, monkeypatch):
    record = match(1).record
    saves.save(record)

    def full(_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="space"):
        saves.save(match(2).record)
    with pytest.raises(OSError, match="space"):
        saves.finish(over(seed=1))
    monkeypatch.undo()
    assert saves.load() == record


def test_a_link_stays_a_link(saves, tmp_path):
    true = tmp_path / "elsewhere" / "my.bingo"
    true.parent.mkdir()
    saves.folder.mkdir()
    saves.current.symlink_to(true)
    record = match().record
    saves.save(record)
    assert saves.current.is_symlink()
    assert Saves(saves.folder).load() == record
    assert Record.loads(true.read_text("utf-8")) == record
    path = saves.finish(over())
    assert Record.loads(path.read_text("utf-8")) == over()
    assert saves.load() is None


def test_a_folder_that_was_removed_is_made_again(saves):
    saves.save(match().record)
    saves.current.unlink()
    saves.folder.rmdir()
    saves.save(match().record)
    assert saves.load() == match().record


# --- matches that are over ------------------------------------------------------------------------


def test_a_match_that_is_over_is_put_away(saves):
    saves.save(match().record)
    first, second = saves.finish(over()), saves.finish(over(seed=2))
    assert [path.name for path in (first, second)] == ["2026-11-30-1.bingo", "2026-11-30-2.bingo"]
    assert Record.loads(first.read_text("utf-8")) == over()
    assert saves.load() is None


@pytest.mark.parametrize("date", ["", "../../x", "/etc/x", "a" * 300, "30/11", "."])
def test_a_date_is_no_path(saves, date):
    path = saves.finish(over(date=date))
    assert path == saves.folder / "matches" / "match-1.bingo"
    assert Record.loads(path.read_text("utf-8")).date == date


def test_stopped_while_it_is_put_away_a_match_is_kept_once(saves, monkeypatch):
    def killed(self, target):
        raise KeyboardInterrupt

    saves.save(match().record)
    monkeypatch.setattr(Path, "rename", killed)
    with pytest.raises(KeyboardInterrupt):
        saves.finish(over())
    monkeypatch.undo()
    assert saves.load() == over()
    assert not list(saves.folder.glob("matches/*"))


def test_a_match_that_was_over_may_go_on(saves):
    path = saves.finish(over())
    saves.reopen(path)
    assert saves.load() == over()
    assert not path.exists()


def test_nothing_is_written_over(saves):
    kept = [saves.finish(replace(over(), names=replace_one(n))) for n in range(3)]
    for n in range(3):
        saves.save(match(n).record)
        kept.append(saves.set_aside())
    assert len({path.read_text("utf-8") for path in kept}) == 6


def replace_one(n):
    return match().record.names.put(Seat.ONE, f"Вера {n}")


# --- one program at a time ------------------------------------------------------------------------

HOLD = """
import sys
from pathlib import Path
from bingo.table import Saves
with Saves(Path(sys.argv[1])).held():
    print("held", flush=True)
    sys.stdin.read()
"""


def test_one_program_at_a_time(saves):
    argv = [sys.executable, "-c", HOLD, str(saves.folder)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen(argv, **pipes) as other:
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(SavesBusy) as busy, saves.held():
            pass
        assert busy.value.code == "saves-busy"
        other.kill()
    with saves.held():  # whatever stopped the other
        pass
    with saves.held():
        pass


def test_holding_harms_no_file(saves, tmp_path):
    letter = tmp_path / "letter"
    letter.write_text("dear Oleg")
    saves.folder.mkdir()
    (saves.folder / "lock").symlink_to(letter)
    with saves.held():
        pass
    assert letter.read_text() == "dear Oleg"


def test_a_folder_that_cannot_be_is_told(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(OSError), Saves(tmp_path / "file").held():
        pass
