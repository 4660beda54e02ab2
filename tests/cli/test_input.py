"""The command `bingo`: What cannot be understood, files, streams and signals."""

import contextlib
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.told import FINE, MATCH, UNUSABLE, WRONG

# --- a command that cannot be understood ----------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "en", "ru"),
    [
        ("fly", "There is no command fly; there are play, ", "Нет команды fly, есть: play, "),
        ("shwo x", "Did you mean show?", "Может быть, show?"),
        ("--fly", "There is no option --fly here.", "Ключа --fly здесь нет."),
        ("perft --dept 3", "Did you mean --depth?", "Может быть, --depth?"),
        ("perft", "--depth is missing.", "Не указано: --depth."),
        ("show", "POSITION is missing.", "Не указано: ПОЗИЦИЯ."),
        ("verify", "FILE is missing.", "Не указано: ФАЙЛ."),
        ("convert x", "--to is missing.", "Не указано: --to."),
        ("perft --depth", "--depth needs a value.", "После --depth нужно значение."),
        ("perft x --depth 1 --seed 2", "one of POSITION and --seed.", "ПОЗИЦИЯ или --seed."),
        (
            "perft x --depth 1 --ruleset engel-2004",
            "one of POSITION and --ruleset.",
            "ПОЗИЦИЯ или --ruleset.",
        ),
        ("perft --depth x", "whole number, not \"x\".", "целое число, а не «x»."),
        ("perft --depth -1", "from 0, not -1.", "число от 0, а не -1."),
        ("perft --depth 0 --divide", "from 1, not 0.", "число от 1, а не 0."),
        ("perft --depth 1 --depth 2", "--depth is given twice.", "--depth указано дважды."),
        ("show a b - c", "Unexpected: b - c.", "Лишнее: b - c."),
        ("deal --seed 1 --view 3", "one of one, two, not \"3\".", "одно из: one, two, а не «3»."),
        ("deal --seed 1 --moves -1", "from 0, not -1.", "число от 0, а не -1."),
        ("deal --seed 1 --ruleset x", "no ruleset \"x\"; there", "Нет набора правил «x», есть"),
        ("deal --seed 1 --option x=1", "no option \"x\"; there", "нет настройки «x», есть"),
        ("deal --seed 1 --option target=0", "from 1, not \"0\".", "от 1, а не «0»."),
        ("deal --seed 1 --option must_beat", "can be no, yes, not \"\".", "no, yes, а не «»."),
        ("rules 6.9", "6.9; near it: 6.7, 6.6", "6.9, рядом: 6.7, 6.6"),
        ("rules 77", "near it: 9, 8, 7.", "рядом: 9, 8, 7."),
        ("rules --ruleset x", "no ruleset \"x\"", "Нет набора правил «x»"),
        ("play --opponent x", "no player \"x\"; there", "Нет игрока «x», есть"),
        ("play --target 0", "--target is a number from 1", "--target — число от 1"),
        ("play --name a --name b --name c", "Unexpected: c.", "Лишнее: c."),
        ("play --hot-seat --opponent greedy", "Choose one of", "Выберите что-то одно"),
        ("replay x --seat one --open", "Choose one of", "Выберите что-то одно"),
        ("replay x --seat two --solve", "one of --seat and --solve.", "одно: --seat или --solve."),
        ("solve", "POSITION is missing.", "Не указано: ПОЗИЦИЯ."),
        ("solve x --chance", "no option --chance here", "Ключа --chance здесь нет."),
        ("replay x --deal 0", "--deal is a number from 1", "--deal — число от 1"),
    ],
)  # fmt: skip
def test_a_command_that_cannot_be_carried_out_is_one_sentence_and_code_2(bingo, words, en, ru):
    for code, sentence in (("en", en), ("ru", ru)):
        told = bingo(*words.split(" "), "--lang", code)
        assert (told.code, told.out) == (UNUSABLE, "")
        assert sentence in told.err
        assert re.fullmatch(r"bingo: .+ \[[a-z-]+\]\n", told.err)


# --- files ----------------------------------------------------------------------------------------


def spoilt_files(tmp_path: Path) -> dict[str, tuple[bytes | None, int, str]]:
    """Files by name: the content (None for a folder), the exit code, the sentence."""
    return {
        "none": (None, UNUSABLE, "There is no file {}. [unreadable]"),
        "folder/": (None, UNUSABLE, "{} is a folder, not a file. [unreadable]"),
        "image": (bytes(range(256)), UNUSABLE, "{} is not text in UTF-8. [unreadable]"),
        "zeros": (bytes(99), UNUSABLE, "{} is not text in UTF-8. [unreadable]"),
        "huge": (b"#" * (2**24 + 1), UNUSABLE, "{} is larger than 16 MB: not a record."),
        "empty": (b"", WRONG, "{} is empty. [empty]"),
        "blank": (b"\xef\xbb\xbf \n\n", WRONG, "{} is empty. [empty]"),
    }


@pytest.mark.parametrize(
    "command", ["verify", "replay", "show", "solve", "perft --depth 1", "convert"]
)
@pytest.mark.parametrize("name", [*spoilt_files(Path())])
def test_a_file_that_cannot_be_read_is_told(bingo, tmp_path, name, command):
    content, code, sentence = spoilt_files(tmp_path)[name]
    path = tmp_path / name.rstrip("/")
    if content is not None:
        path.write_bytes(content)
    elif name.endswith("/"):
        path.mkdir()
    more = ["--to", "json"] if command == "convert" else []
    told = bingo(*command.split(), path, *more)
    assert (told.code, told.out) == (code, "")
    assert told.err.startswith("bingo: " + sentence.format(path))
    russian = bingo(*command.split(), path, *more, "--lang", "ru")
    assert (russian.code, russian.out) == (code, "")
    assert re.search("[а-яё]{4}", russian.err)


def test_a_file_that_may_not_be_read_is_told(bingo, tmp_path, monkeypatch):
    def refuse(*_: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)
    told = bingo("verify", tmp_path / "x")
    assert told.code == UNUSABLE
    assert told.err.endswith("x cannot be read: permission denied. [unreadable]\n")


def test_a_record_too_deep_to_read_is_no_crash(bingo, tmp_path, match):
    deep = tmp_path / "deep"
    deep.write_text('{"a":' * 100_000, "utf-8")
    told = bingo("verify", deep, match)
    assert told.code == WRONG
    assert told.err.startswith(f"bingo: {deep}: ")
    assert len(told.err) < 1000
    assert f"{match}: OK\n" in told.out


def test_a_long_line_is_not_told_in_full(bingo):
    assert len(bingo("verify", "-", given="x" * 100_000).err) < 1000
    assert len(bingo("show", "-", given="x" * 100_000).err) < 1000


def test_what_a_terminal_would_obey_is_not_printed(bingo, tmp_path):
    path = tmp_path / "red\x1b[31m.bingo"
    path.write_text(MATCH.dumps().replace("Igor", "I\x1b[2Jgor"), "utf-8")
    for words in (["verify"], ["replay", "--deal", "1"]):
        told = bingo(words[0], path, *words[1:])
        assert told.code == WRONG
        assert "cannot be printed" in told.err
        assert "\x1b" not in told.out + told.err


# --- streams and signals --------------------------------------------------------------------------


def start(*words: object, unbuffered: bool = False, **streams: object) -> subprocess.Popen[bytes]:
    environ = os.environ | {"LANG": "C", "PYTHONUNBUFFERED": "1" if unbuffered else ""}
    command = [sys.executable, "-m", "bingo", *map(str, words)]
    return subprocess.Popen(command, env=environ, stderr=subprocess.PIPE, **streams)


@pytest.mark.parametrize("words", [["rules"], ["--help"], ["perft", "--depth", "2", "--divide"]])
def test_a_reader_that_goes_away_is_no_error(words):
    reader, writer = os.pipe()
    os.close(reader)
    process = start(*words, stdout=writer)
    os.close(writer)
    assert process.communicate()[1] == b""
    assert process.returncode == 141


def test_an_output_that_takes_nothing_is_told():
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full on this system")
    with Path("/dev/full").open("wb") as full:
        process = start("rules", stdout=full)
        told = process.communicate()[1].decode()
    assert process.returncode == UNUSABLE
    assert re.fullmatch(r"bingo: The system does not allow it: .+\. \[system\]\n", told)


def test_interrupted_it_leaves_quietly(match):
    process = start(
        *("verify", match, "-"), unbuffered=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    assert process.stdout.readline().endswith(b"match.bingo: OK\n")
    process.send_signal(signal.SIGINT)  # it waits for its standard input now
    out, err = process.communicate()
    assert process.returncode == 130
    assert (out, err.strip()) == (b"", b"")


def test_on_a_terminal_a_replay_waits_for_enter_and_q_quits(match):
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    process = start("replay", match, "--lang", "en", stdin=slave, stdout=slave)
    os.close(slave)
    os.write(master, b"\n\nq\n")
    told = b""
    with contextlib.suppress(OSError):  # a terminal that nobody holds any more
        while part := os.read(master, 4096):
            told += part
    os.close(master)
    assert process.communicate()[1] == b""
    assert process.returncode == FINE
    assert told.count(b"[Enter: next, q: quit]") == 3
    assert b" 2. " in told
    assert b" 3. " not in told


def test_a_bar_is_seen_only_on_a_terminal_and_only_in_long_work(bingo, monkeypatch, match):
    def bar() -> str:
        return bingo("perft", "--depth", 3).err + bingo("verify", match, match).err

    assert bar() == ""
    monkeypatch.setattr("bingo.cli.progress._seen", lambda: True)
    monkeypatch.setattr("bingo.cli.progress.PATIENCE", 1000)
    assert bar() == ""
    monkeypatch.setattr("bingo.cli.progress.PATIENCE", -1)
    monkeypatch.setenv("TTY_COMPATIBLE", "1")
    assert "Counting" in bar()
    assert bingo("verify", match, match).out.endswith("Records: 2, wrong: 0.\n")


def test_output_that_cannot_say_russian_is_no_crash():
    environ = os.environ | {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    done = subprocess.run(
        [sys.executable, "-m", "bingo", "--lang", "ru", "rules", "6.4"],
        env=environ,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (FINE, b"")
    assert done.stdout.startswith(b"6.4 ")
