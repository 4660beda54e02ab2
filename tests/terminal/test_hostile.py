"""Files, names and disks that mean harm."""

import os
import re
import sys

import pytest

from bingo.game import Record
from bingo.i18n import Language
from bingo.terminal.faults import short, system_text
from tests.terminal.driver import KNOWN, Screen, piped

RU = {**KNOWN, "language": "ru", "seed": 3}
GO_ON = {**RU, "resume": True}
HOT = {"language": "ru", "hot_seat": True, "ruleset": "russian", "target": 7, "seed": 3}


def begun(folder):
    piped(folder, b"1\n", **RU)
    return folder / "match.bingo"


def changed(folder, pattern, instead):
    path = begun(folder)
    text = path.read_text("utf-8")
    new = re.sub(pattern, lambda _: instead, text, count=1)
    assert new != text
    path.write_text(new, "utf-8")
    return path


def shown(done):
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    return done.stdout.decode()


# --- saves changed by hand ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pattern", "instead"),
    [
        (r"\[Opponent .*\]", '[Undone "many"]\n[Opponent "deep"]'),
        (r"\[PlayerSeed .*\]", '[PlayerSeed "²"]'),
        (r"\[Human .*\]", '[Human "seven"]'),
        (r"\[Two .*\]", f'[One "{"Я" * 5000}"]'),
        ("^", "\ufeff"),
    ],
)
def test_what_can_be_understood_is_gone_on_with(tmp_path, pattern, instead):
    changed(tmp_path, pattern, instead)
    told = shown(piped(tmp_path, "отмена\n1\nсчёт\n".encode(), **GO_ON))
    assert "Ход отменён" in told
    assert "повреждён" not in told
    assert all(len(line) < 80 for line in told.split("\n"))
    Record.loads((tmp_path / "match.bingo").read_text("utf-8"))


@pytest.mark.parametrize(
    ("pattern", "instead"),
    [
        ("order", "ordre"),
        ("score 0:0", "score " + "9" * 5000 + ":0"),
        ("6-5, 6-6", "6-5, 6-5"),
        ("russian", "russian newest_option=yes"),
        (r"0:39", "0:40"),
    ],
)
def test_a_damaged_save_tells_no_tile_and_no_english(tmp_path, pattern, instead):
    changed(tmp_path, pattern, instead)
    told = shown(piped(tmp_path, b"", **GO_ON)).split("\n\n")[0]
    assert "повреждён, строка" in told
    assert "aside-1.bingo" in told
    told = re.sub(r"\S*/\S*", "", told).replace("bingo verify", "")
    assert not re.search(r"[A-Za-z]|\d-\d", told)


def test_a_date_in_a_save_is_no_path(tmp_path):
    folder = tmp_path / "saves"
    changed(folder, r"\[Date .*\]", '[Date "../../out"]')
    told = shown(piped(folder, "сдаюсь\nда\nнет\n".encode(), **GO_ON))
    assert str(folder / "matches" / "match-1.bingo") in told
    assert [path.name for path in tmp_path.iterdir()] == ["saves"]


# --- a match that is over is kept once ------------------------------------------------------------


def test_undo_after_the_end_takes_the_kept_match_back(tmp_path):
    asked = {**RU, "target": 1}
    given = "2\nотмена\n2\nсчёт\nзапись\nнет\n"
    told = shown(piped(tmp_path, b"1\n" + given.encode(), **asked))
    assert told.count("matches/") >= 2
    assert len(list(tmp_path.glob("matches/*"))) == 1
    assert not (tmp_path / "match.bingo").exists()


def test_after_the_end_another_match_leaves_the_kept_one(tmp_path):
    given = "сдаюсь\nда\nда\nсдаюсь\nда\nда\n1\n".encode()
    told = shown(piped(tmp_path, given, **RU))
    assert "matches/" in told
    assert len(list(tmp_path.glob("matches/*"))) == 2
    assert (tmp_path / "match.bingo").exists()


def test_the_output_closed_at_the_end_keeps_the_match_once(tmp_path):
    with Screen(tmp_path, **RU) as screen:
        screen.prompt()
        screen.answer("сдаюсь")
        screen.answer("да", "Ещё партию")
        screen.kill()
    assert not (tmp_path / "match.bingo").exists()
    assert len(list(tmp_path.glob("matches/*"))) == 1


def test_a_match_that_cannot_be_put_away_is_not_written_over(tmp_path):
    """It was, by the next one, in the same evening or at the next start."""
    (tmp_path / "matches").write_text("a file in the way")
    given = "сдаюсь\nда\nда\n1\n2\n".encode()
    told = " ".join(shown(piped(tmp_path, given, **RU)).split())
    assert "Играем без сохранения" in told
    over = Record.loads((tmp_path / "match.bingo").read_text("utf-8"))
    assert over.is_over
    told = " ".join(shown(piped(tmp_path, b"1\n2\n", **RU)).split())
    assert "Играем без сохранения" in told
    assert Record.loads((tmp_path / "match.bingo").read_text("utf-8")) == over
    (tmp_path / "matches").unlink()
    told = shown(piped(tmp_path, b"1\n", **RU))
    assert "matches/" in told
    (kept,) = (tmp_path / "matches").iterdir()
    assert Record.loads(kept.read_text("utf-8")) == over
    assert not Record.loads((tmp_path / "match.bingo").read_text("utf-8")).is_over


def test_nothing_to_go_on_with_is_told(tmp_path):
    assert shown(piped(tmp_path, b"", **GO_ON)).startswith("Неоконченной партии здесь нет")


# --- names ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "name",
    ["\x1b[31mAnn\x07", "\udcff\udcfe", "a\u202eb", "Ю" * 500, "a\nb", "👩‍👩‍👧", '[x]"\\', " "],
)
def test_any_name_is_borne(tmp_path, name):
    done = piped(tmp_path, "1\nсчёт\n".encode(), **RU, names=[name, ""])
    told = shown(done)
    assert "\x1b" not in told
    assert "\u202e" not in told
    assert "Ваш ответ" in told
    assert all(len(line) < 80 for line in told.split("\n"))
    record = Record.loads((tmp_path / "match.bingo").read_text("utf-8"))
    assert len(record.names.one) <= 20


def test_two_of_one_name_are_told_apart(tmp_path):
    told = shown(piped(tmp_path, b"\n", **HOT, names=["Аня", "Аня"]))
    assert "Аня (1) 0, Аня (2) 0" in told


# --- disks and screens ----------------------------------------------------------------------------


def test_what_was_not_kept_is_told_at_the_end(tmp_path):
    (tmp_path / "file").write_text("")
    told = shown(piped(tmp_path / "file", b"1\n", **RU))
    assert "на пути стоит файл, а не папка" in " ".join(told.split())
    assert told.endswith("Партия не сохранена. До встречи!\n")


def test_what_the_system_says_is_told_in_the_language():
    ru, en = map(Language.named, ("ru", "en"))
    for number in (1, 2, 13, 17, 20, 21, 27, 28, 30, 36):
        error = OSError(number, os.strerror(number))
        assert not re.search("[A-Za-z]", system_text(ru, error))
        assert re.search("[a-z]", system_text(en, error))
    assert "«Odd �»" in system_text(ru, OSError("Odd \x1b"))
    assert len(short("x" * 10**6)) < 1000


def test_a_screen_that_obeys_nothing_is_moved_up(tmp_path):
    argv = [sys.executable, "-m", "bingo", "play", "--hot-seat", "--lang", "ru"]
    argv += ["--ruleset", "russian", "--target", "7", "--seed", "3", "--saves", str(tmp_path)]
    with Screen(tmp_path, ["env", "TERM=dumb", *argv]) as screen:
        screen.prompt()
        screen.answer("")
        moved = screen.answer("1")
        assert "\x1b" not in screen.text
        assert moved.startswith("\n" * 24)


def test_a_terminal_that_hands_over_several_lines_at_once(tmp_path):
    argv = [sys.executable, "-m", "bingo", "play", "--opponent", "greedy", "--lang", "ru"]
    argv += ["--ruleset", "russian", "--target", "7", "--seed", "3", "--saves", str(tmp_path)]
    with Screen(tmp_path, ["sh", "-c", 'stty -icanon; exec "$@"', "sh", *argv]) as screen:
        screen.prompt("заход")
        screen.type("счёт\nвыход")
        assert screen.end() == 0
