"""What is typed and what comes of it."""

import re

import pytest

from bingo.game import Close, Play, Rules, Seat, Tile
from bingo.i18n import LANGUAGES, Language
from bingo.table import Dice, Table
from bingo.terminal import tell
from bingo.terminal.words import COMMANDS, move_meant, move_text, plain, taught, understand
from tests.terminal.driver import KNOWN, Screen, piped

RU = {**KNOWN, "language": "ru", "seed": 1}
EN = {**KNOWN, "language": "en", "seed": 1}
HAND = tuple(map(Tile.parse, ["5-5", "6-4", "1-1"]))
LEGAL = (Play(HAND[0]), Play(HAND[0], 2), Play(HAND[1]), Play(HAND[2]), Close())


@pytest.mark.parametrize(
    ("line", "move"),
    [
        ("6-4", "6-4"),
        ("64", "6-4"),
        ("46", "6-4"),
        (" 6–4 ", "6-4"),
        ("6:4", "6-4"),
        ("2", "6-4"),
        ("11", "1-1"),
        ("1", "5-5"),
        ("шесть-четыре", "6-4"),
        ("Шесть четыре", "6-4"),
        ("double one", "1-1"),
        ("5-5+", "5-5+2"),
        ("55 +", "5-5+2"),
        ("1+", "5-5+2"),
        ("5-5+2", "5-5+2"),
        ("5-5+3", "5-5+3"),
        ("5-5 объявить", "5-5+2"),
        ("5-5 announce", "5-5+2"),
        ("закрыть", "close"),
        ("Close.", "close"),
        ("обмен", "exchange"),
        ("70", "claim"),
        ("заявить", "claim"),
        ("добор", "draw"),
        ("draw", "draw"),
        ("\x1b[A6-4", "6-4"),
    ],
)
def test_moves_as_they_are_typed(line, move):
    assert str(move_meant(understand(line), HAND, LEGAL)) == move


@pytest.mark.parametrize("line", ["", " ", "0", "8", "6-7", "7-7", "666", "close it now", "+", "-"])
def test_what_means_nothing(line):
    assert understand(line) is None


def test_a_place_that_is_not_there():
    assert move_meant(understand("7"), HAND, LEGAL) is None


def test_a_clause_by_its_number():
    assert understand("6.4").command == "rules"
    assert understand("правила 6.4").rest == "6.4"


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_word_taught_is_understood(code):
    language = Language.named(code)
    for command in COMMANDS:
        assert understand(taught(command, language)).command == command
    told = language.say("terminal.help")
    for command in COMMANDS:
        assert taught(command, language) in told or command in ("help", "claim"), command
    assert all(len(line) < 80 for line in told.split("\n"))
    assert told.count("\n") < 22
    assert understand(move_text(Close(), language)).command == "close"


def test_no_word_stands_for_two_commands():
    words = [word for words in COMMANDS.values() for word in words]
    assert len(words) == len(set(words))


def test_plain_leaves_no_control_character():
    assert plain("\x1b[31m\x00 ПрИвет\u202e\t x") == "привет x"


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_count_adds_up(code):
    """Every deal's count names points that add up to the totals, and every clause."""
    language, names = Language.named(code), tell.Names("Игорь", "Sergei")
    for seed in range(12):
        table = Table.open(Rules(), dice=Dice(seed))
        while (seat := table.to_move) is not None:
            table.play(seat, table.view(seat).legal_moves()[(seed * 7) % 2 - 1])
        view = table.view(Seat.ONE)
        lines = tell.outcome_lines(language, names, view)
        assert lines == tell.outcome_lines(language, names, view.board)
        added = [int(n) for line in lines if line[0] == " " for n in re.findall(r": \+(\d+)", line)]
        assert sum(added) == sum(view.points)
        for gain in view.outcome.gains:
            assert any(f"[{gain.clause}]" in line for line in lines)
        assert tell.trick_line(language, names, view.played[0])


def test_a_refusal_names_clause_and_reason(tmp_path):
    with Screen(tmp_path, **RU) as screen:
        screen.prompt()
        shown = screen.answer("6-6")
        assert "Так нельзя [1.2]. Этого камня у вас на руках нет" in shown
        assert "«правила 1.2»" in shown
        assert "1.2" in screen.answer("правила 1.2")
        assert "[7.4]" in screen.answer("exchange")


def test_closing_is_one_word_and_one_key(tmp_path):
    with Screen(tmp_path, **EN) as screen:
        screen.prompt()
        assert "70" in screen.answer("close")
        assert "never mind" in screen.answer("n")
        screen.answer("close")
        assert "You close the stock." in screen.answer("")
        assert screen.record().deals[0].closed_by is Seat.ONE
        screen.answer("undo")
        assert screen.record().deals[0].closed_by is None


def test_undo_takes_back_to_before_the_last_move(tmp_path):
    with Screen(tmp_path, **RU) as screen:
        screen.prompt()
        table = screen.answer("стол")
        assert "нечего" in screen.answer("отмена")
        before = screen.record()
        screen.answer("1")
        shown = screen.answer("отмена")
        assert "Ход отменён: 6-0" in shown
        assert table.split("\n")[-3] == shown.split("\n")[-3]
        after = screen.record()
        assert after.deals == before.deals
        assert dict(after.tags)["Undone"] == "1"


def test_undo_after_the_end_of_a_deal_and_of_the_match(tmp_path):
    asked = {**EN, "target": 1}
    with Screen(tmp_path, **asked) as screen:
        shown = screen.prompt()
        while not shown.rpartition("\n")[2].startswith(("Enter for", "Another")):
            hint = screen.answer("hint")
            shown = screen.answer(re.search(r"Hint: ([^ ]+)\. ", hint)[1])
            if "Close" in shown:
                shown = screen.answer("")
        shown = screen.answer("undo")
        assert "Taken back" in shown
        assert "Your" in shown.rpartition("\n")[2]
        assert not screen.record().is_over


def test_hidden_totals_are_not_told(tmp_path):
    asked = {**EN, "options": {"totals_visible": False}}
    done = piped(tmp_path, b"1\n1\nscore\nlast\nrecord\n1\nscore\n", **asked)
    shown = done.stdout.decode()
    assert "[9.5]" in shown
    assert "Points: you" not in shown
    assert not re.search(r"\+\d", shown)


def test_the_language_can_be_changed(tmp_path):
    with Screen(tmp_path, **EN) as screen:
        screen.prompt()
        assert "Ваши простые" in screen.answer("language")
        assert "Your plain" in screen.answer("язык")


def test_enter_takes_the_likely_answer_everywhere(tmp_path):
    done = piped(tmp_path, b"\n\n\n\n\n")
    assert "first in this deal" in done.stdout.decode()
    (one, *_) = (tmp_path / "match.bingo").read_text("utf-8").split("\n")
    assert one == '[Rules "russian"]'


def test_a_wrong_choice_is_refused_before_anything_is_told(tmp_path):
    done = piped(tmp_path, b"", ruleset="nothing")
    assert done.stdout == b""
    assert b"InvalidRules" in done.stderr


def test_names_are_shown_and_kept(tmp_path):
    asked = {"language": "ru", "hot_seat": True, "ruleset": "russian", "target": 7}
    done = piped(tmp_path, "Игорь\n\x1b[31mСергей\x00\n\n".encode(), **asked)
    assert "Игорь 0" in done.stdout.decode()
    assert '[One "Игорь"]' in (tmp_path / "match.bingo").read_text("utf-8")
    assert "\x1b" not in done.stdout.decode()
