"""However it ends, it ends cleanly: Ctrl-C, end of input, closed pipes, signals, garbage."""

import random
import signal
import subprocess

import pytest

from bingo.game import Play, Record, Rules, Seat
from bingo.table import Dice, Saves, Table
from bingo.terminal import BUSY, CLOSED, DONE, INTERRUPTED
from tests.terminal.driver import KNOWN, TIMEOUT, Screen, command, environ, piped

RU = {**KNOWN, "language": "ru", "seed": 5}
BEFORE_DRAW = {**RU, "seed": 1, "options": {"close_before_draw": True}}
HOT_SEAT = {**RU, "opponent": None, "hot_seat": True, "names": ["", ""]}


def keep_the_end_of_a_deal(folder) -> None:
    """Put into the saves a match between its first deal and its second."""
    table = Table.open(Rules(), ("", "greedy"), dice=Dice(2))
    while table.to_move is not None:
        moves = [m for m in table.view(table.to_move).legal_moves() if isinstance(m, Play)]
        table.play(table.to_move, moves[-1])
    Saves(folder).save(table.record)


# What to type to come to each prompt, and what is asked there.
PROMPTS = {
    "language": ({}, [], "Язык"),
    "opponent": ({"language": "ru"}, [], "Номер"),
    "ruleset": ({"language": "ru", "opponent": "greedy"}, [], "Номер"),
    "target": ({"language": "ru", "opponent": "greedy", "ruleset": "russian"}, [], "До скольких"),
    "name one": ({**HOT_SEAT, "names": None}, [], "первого"),
    "name two": ({**HOT_SEAT, "names": None}, ["Игорь"], "второго"),
    "lead": (RU, [], "Ваш"),
    "close": ({**RU, "seed": 1}, ["закрыть"], "нет"),
    "resign": (RU, ["сдаюсь"], "нет"),
    "hand over": (HOT_SEAT, [], "Очередь"),
    "second turn": (HOT_SEAT, ["", "1"], "Очередь"),
    "close or draw": (BEFORE_DRAW, ["1"], "Закрыть или добрать"),
    "again": (RU, ["сдаюсь", "да"], "Ещё"),
}


@pytest.mark.parametrize("name", PROMPTS)
@pytest.mark.parametrize(("key", "code"), [(b"\x03", INTERRUPTED), (b"\x04", DONE)])
def test_ctrl_c_and_end_of_input_at_every_prompt(tmp_path, name, key, code):
    asked, typed, wanted = PROMPTS[name]
    with Screen(tmp_path, **asked) as screen:
        screen.prompt()
        for line in typed:
            screen.answer(line)
        assert wanted in screen.text.rpartition("\n")[2], screen.text
        screen.key(key)
        assert screen.end() == code
        assert "Traceback" not in screen.text
        assert "До встречи!" in screen.text or "See you!" in screen.text


@pytest.mark.parametrize(("key", "code"), [(b"\x03", INTERRUPTED), (b"\x04", DONE)])
def test_ctrl_c_and_end_of_input_between_deals(tmp_path, key, code):
    keep_the_end_of_a_deal(tmp_path)
    before = (tmp_path / "match.bingo").read_bytes()
    for asked in ({"resume": None}, {"resume": True}):
        with Screen(tmp_path, language="ru", **asked) as screen:
            shown = screen.prompt()
            assert "Продолжить" in shown or "Enter — следующий кон" in shown
            screen.key(key)
            assert screen.end() == code
            assert "Traceback" not in screen.text
        assert (tmp_path / "match.bingo").read_bytes() == before


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_loses_nothing(tmp_path, how):
    with Screen(tmp_path, **RU) as screen:
        screen.prompt()
        for line in ("1", "1", "1"):
            table = screen.answer(line)
        before = screen.record()
        assert screen.kill(how) == -how
        assert "Traceback" not in screen.text
    with Screen(tmp_path, language="ru", resume=True) as screen:
        again = screen.prompt()
        assert screen.record() == before
    told = [line for line in table.split("\n") if line.startswith(("Козыри", "Очки", "Ваши"))]
    assert [line for line in again.split("\n") if line in told] == told


def test_killed_at_any_moment_the_file_is_whole(tmp_path):
    """Lines are typed without waiting and the program is killed somewhere among them."""
    chance = random.Random(4)
    with Screen(tmp_path, **RU) as screen:
        screen.prompt()
        before = screen.record()
        screen.kill()
    for _ in range(8):
        with Screen(tmp_path, language="ru", resume=True) as screen:
            screen.prompt()
            for _ in range(chance.randrange(1, 6)):
                screen.type("1\n")
            screen.read(chance.randrange(0, 400))
            screen.kill()
        after = screen.record()
        for old, new in zip(before.deals, after.deals, strict=False):
            assert old.origin == new.origin
            assert new.history[: len(old.history)] == old.history
        assert len(after.deals) >= len(before.deals)
        before = after


def test_a_closed_pipe_is_no_traceback(tmp_path):
    process = subprocess.Popen(
        command(tmp_path, **RU),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=environ(),
    )
    process.stdout.readline()
    process.stdout.close()
    process.stdin.write(b"1\n" * 50)
    process.stdin.close()
    assert process.wait(TIMEOUT) == CLOSED
    assert process.stderr.read() == b""
    process.stderr.close()
    assert Saves(tmp_path).load() is not None


@pytest.mark.parametrize("closed", ["<&-", ">&-", "<&- >&-", "< /dev/zero", "> /dev/full"])
def test_streams_that_are_not_there(tmp_path, closed):
    script = 'exec "$0" "$@" ' + closed
    done = subprocess.run(
        ["sh", "-c", script, *command(tmp_path, **RU)],
        input=b"1\n",
        capture_output=True,
        env=environ(),
        timeout=TIMEOUT,
        check=False,
    )
    assert done.returncode in (DONE, CLOSED)
    assert b"Traceback" not in done.stderr


def test_garbage_is_answered_and_changes_nothing(tmp_path):
    chance = random.Random(9)
    lines = [chance.randbytes(chance.randrange(1, 60)).replace(b"\n", b"") for _ in range(150)]
    lines += [b"6" * 100_000, "я".encode() * 50_000, b"\x00\x01\x1b[31m", b"\xff\xfe", b"6-9", b"+"]
    lines += [b"rules " + b"9" * 5000, b"record " + b"1" * 5000, "record ²".encode(), b"6-6+" * 99]
    lines += [("правила " + "\u202e٣").encode(), b"1" * 5000 + b".2", b"rules .", b"rules 1.."]
    with Screen(tmp_path, **RU) as screen:
        screen.prompt()
        screen.kill()
    before = screen.record()
    done = piped(tmp_path, b"\n".join(lines), language="ru", resume=True)
    assert done.returncode == DONE
    assert b"Traceback" not in done.stderr
    assert b"\x1b" not in done.stdout
    assert b"\x00" not in done.stdout
    after = Saves(tmp_path).load()
    assert after.deals[0].origin == before.deals[0].origin


def test_garbage_at_the_first_questions(tmp_path):
    lines = [
        b"\xff",
        b"99",
        b"0",
        b"-1",
        b"\x00",
        b"2",
        b"xyz",
        b"1",
        b"8",
        b"1",
        b"0",
        b"-5",
        b"7",
    ]
    done = piped(tmp_path, b"\n".join(lines) + b"\n")
    assert done.returncode == DONE
    assert done.stderr == b""
    assert b"first in this deal" in done.stdout


def test_saves_in_use_are_told(tmp_path):
    with Saves(tmp_path).held():
        done = piped(tmp_path, b"", **RU)
    assert done.returncode == BUSY
    assert str(tmp_path).encode() in done.stdout
    assert done.stderr == b""


def test_without_a_folder_it_is_played_without_saving(tmp_path):
    (tmp_path / "file").write_text("not a folder")
    done = piped(tmp_path / "file", b"1\n1\nlast\nrecord\n", **RU)
    assert done.returncode == DONE
    assert "Играем без сохранения" in done.stdout.decode()
    assert "Прошлая взятка" in done.stdout.decode()
    assert "Партия сохранена" not in done.stdout.decode()
    assert done.stderr == b""


def test_a_disk_that_fails_is_told_and_the_match_goes_on(tmp_path):
    (tmp_path / "match.new").mkdir(parents=True)
    done = piped(tmp_path, b"1\n1\nlast\n", **RU)
    assert done.returncode == DONE
    assert done.stdout.decode().count("Сохранить партию не удалось") == 1
    assert "Прошлая взятка" in done.stdout.decode()
    assert done.stderr == b""


@pytest.mark.parametrize("content", [b"nonsense\n", b"\xff\xfe\x00", b"", b'[Rules "russian"]\n'])
def test_a_damaged_match_is_put_aside_and_told(tmp_path, content):
    (tmp_path / "match.bingo").write_bytes(content)
    done = piped(tmp_path, b"1\n", **RU)
    assert done.returncode == DONE
    assert done.stderr == b""
    (aside,) = (tmp_path / "matches").iterdir()
    assert str(aside) in done.stdout.decode()
    assert Saves(tmp_path).load() is not None
    if content and b"russian" not in content:
        assert "повреждён" in done.stdout.decode()
        assert aside.read_bytes() == content


def test_a_changed_line_is_told_by_its_number(tmp_path):
    piped(tmp_path, b"1\n1\n1\n", **RU)
    file = tmp_path / "match.bingo"
    text = file.read_text("utf-8")
    number, line = next((n, s) for n, s in enumerate(text.split("\n"), 1) if "-> " in s)
    other = "-> two" if "-> one" in line else "-> one"
    text = text.replace(line, line.replace("-> one", other).replace("-> two", other))
    file.write_text(text, "utf-8")
    done = piped(tmp_path, b"", **RU)
    assert f"повреждён, строка {number}." in " ".join(done.stdout.decode().split())
    assert (tmp_path / "matches" / "aside-1.bingo").read_text("utf-8") == text


def test_a_match_that_was_over_is_put_away(tmp_path):
    table = Table.open(Rules(), ("", "greedy"), dice=Dice(1), date="2026-01-02")
    table.resign(Seat.ONE)
    Saves(tmp_path).save(table.record)
    done = piped(tmp_path, b"", **RU)
    assert "matches/2026-01-02-1.bingo" in done.stdout.decode()
    kept = Record.loads((tmp_path / "matches" / "2026-01-02-1.bingo").read_text("utf-8"))
    assert kept == table.record


def test_a_new_match_puts_the_old_one_aside(tmp_path):
    piped(tmp_path, b"1\n", **RU)
    old = (tmp_path / "match.bingo").read_text("utf-8")
    done = piped(tmp_path, "новая\n1\n".encode(), **RU)
    assert "отложена" in done.stdout.decode()
    assert (tmp_path / "matches" / "aside-1.bingo").read_text("utf-8") == old
