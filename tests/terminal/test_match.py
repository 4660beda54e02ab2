"""A whole match through a terminal in either language, by a player who types what the hint says."""

import re
import sys

import pytest

from bingo.game import Record, Seat
from tests.terminal.driver import KNOWN, Screen, fits

HINT = {"ru": r"Подсказка: ([^ ]+)\. ", "en": r"Hint: ([^ ]+)\. "}
COUNT = {"ru": r"Кон (окончен|прерван)", "en": r"The deal is (over|cut)"}


def play_by_hints(screen: Screen, language: str, until: int = 10_000) -> int:
    """Type `hint` and what it says until the match is over; gives the moves typed."""
    typed = 0
    shown = screen.prompt()
    while typed < until:
        assert fits(shown), shown
        last = shown.rpartition("\n")[2]
        if last.startswith(("Ещё партию", "Another match")):
            break
        if last.startswith("Enter"):
            assert re.search(COUNT[language], shown), shown
            shown = screen.answer("")
            continue
        hint = screen.answer("hint" if typed % 2 else "подсказка")
        move = re.search(HINT[language], hint)
        assert move, hint
        shown = screen.answer(move[1])
        if move[1] in ("закрыть", "close"):
            shown = screen.answer("")
        typed += 1
    return typed


@pytest.mark.parametrize("language", ["ru", "en"])
def test_a_whole_match_is_played(tmp_path, language):
    with Screen(tmp_path, **KNOWN, language=language, seed=5) as screen:
        play_by_hints(screen, language)
        screen.type("нет" if language == "ru" else "no")
        assert screen.end() == 0
        assert "Traceback" not in screen.text
        assert "\x1b" not in screen.text
        lines = screen.text.split("\n")
        assert all(len(line) <= 80 or str(tmp_path) in line for line in lines)
    (file,) = (tmp_path / "matches").iterdir()
    assert str(file) in screen.text
    record = Record.loads(file.read_text("utf-8"))
    assert record.is_over
    assert record.winner is not None
    assert not (tmp_path / "match.bingo").exists()


@pytest.mark.parametrize(("language", "other"), [("ru", r"[a-z]{3,}"), ("en", r"[а-яё]{3,}")])
def test_nothing_is_said_in_the_other_language(tmp_path, language, other):
    with Screen(tmp_path, language=language, seed=3, names=("", "")) as screen:
        screen.prompt()
        for line in ["", "", "", "hint", "last", "score", "record", "hand", "rules", "64", "close"]:
            screen.answer(line)
        screen.answer("n")
        screen.answer("resign")
        screen.answer("y")
        shown = screen.text.replace(str(tmp_path), "")
    typed = {"hint", "last", "score", "record", "hand", "rules", "close", "resign"}
    known = {"enter", "xix", "bingo", "match", "matches"} | typed
    words = {word for word in re.findall(other, shown.lower()) if word not in known}
    assert not words - {"подсказка", "отмена", "закрыть", "выход"}, words


def test_hoyle_with_closing_before_the_draw_and_exchange_is_played(tmp_path):
    options = {"close_before_draw": True, "trump_exchange": True}
    asked = {**KNOWN, "ruleset": "hoyle-1868", "options": options, "target": 7}
    with Screen(tmp_path, **asked, language="en", seed=11) as screen:
        play_by_hints(screen, "en")
        assert "Close or draw?" in screen.text
        assert "Traceback" not in screen.text


def test_killed_again_and_again_it_is_the_same_match(tmp_path):
    """Killed and resumed after every few moves, the match is the one that was never killed."""
    asked = {**KNOWN, "language": "ru", "seed": 8}
    with Screen(tmp_path / "whole", **asked) as whole:
        play_by_hints(whole, "ru", until=20)
        steady = whole.record()
        whole.kill()
    for typed in (1, 3, 4, 5, 7):
        with Screen(tmp_path / "killed", **asked, resume=True) as screen:
            play_by_hints(screen, "ru", until=typed)
            table = screen.answer("стол")
            screen.kill()
        with Screen(tmp_path / "killed", **asked, resume=True) as screen:
            again = screen.prompt()
            screen.kill()
        assert _cards(table) == _cards(again)
    killed = screen.record()
    for one, other in zip(steady.deals, killed.deals, strict=True):
        assert one.origin == other.origin
        assert one.history == other.history


def _cards(shown: str) -> list[str]:
    """The lines of the table that tell the position."""
    heads = ("Козыри", "Очки", "Взятки", "Жадина заходит", "Ваши", "Прошлая")
    return [line for line in shown.split("\n") if line.startswith(heads)]


def test_played_by_the_command_line(tmp_path):
    argv = [sys.executable, "-m", "bingo", "play"]
    with Screen(tmp_path, argv) as screen:
        for _ in range(5):
            if "1)" in screen.prompt("") and "Ваш" in screen.text:
                break
            screen.type("")
        screen.type("quit")
        assert screen.end() == 0
        assert "Traceback" not in screen.text


def test_the_computers_seat_is_never_shown(tmp_path):
    with Screen(tmp_path, **KNOWN, language="en", seed=4) as screen:
        play_by_hints(screen, "en", until=4)
        deal = screen.record().deals[-1]
        screen.answer("record")
        screen.answer("last")
        screen.answer("score")
        shown = set(re.findall(r"\b[0-6]-[0-6]\b", screen.text))
        hidden = {str(tile) for tile in (*deal.hands[Seat.TWO], *deal.stock[:-1])}
        tips = {"6-4", "6-6"}
        assert not shown & hidden - tips
