"""The command given what means harm: every answer is a sentence and a documented exit code."""

import contextlib
import io
import json
import os
import pty
import random
import re
import subprocess
import sys
from dataclasses import replace

import pytest

from bingo.cli import main
from bingo.cli.reading import read_position
from bingo.cli.screen import tell, wrapped
from bingo.game import Deal, InvalidRecord, Record, Rules, Seat, View
from bingo.i18n import Language
from bingo.players import RandomPlayer
from bingo.table import Dice, Table
from tests.cli.told import Told

LONG = "9" * 5000
"""More digits than int() takes."""


@pytest.fixture
def bingo(capsys, monkeypatch):
    """Run the command in this process, in Russian."""
    monkeypatch.setenv("BINGO_LANG", "ru")
    monkeypatch.setenv("COLUMNS", "80")

    def run(*words: object, given: bytes = b"") -> Told:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        code = main([str(word) for word in words])
        return Told(code, *capsys.readouterr())

    return run


def played(seed=1, **options) -> Record:
    table = Table.open(Rules().replace(**options), ("Igor", "Сергей"), dice=Dice(seed))
    player = RandomPlayer(seed)
    while not table.is_over:
        if table.to_move is None:
            table.next_deal()
        table.play(table.to_move, player.choose(table.view(table.to_move), table.match))
    return table.record


MATCH = played(target=2)
TEXT = MATCH.dumps()


# --- numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "position",
    [
        f"score {LONG} 0; one 6-4; two 6-6",
        f"rules russian target={LONG}; one 6-4; two 6-6",
        f"points 1 {LONG}; one 6-4; two 6-6",
        f"closed one 1 2 3 {LONG}; one 6-4; two 6-6",
        "one 6-4; two 6-6; trump ７",
        "seat one; moves",
        ";;;; ",
    ],
)
@pytest.mark.parametrize("command", [["show"], ["solve"], ["perft", "--depth", "1"]])
def test_no_position_is_a_traceback(bingo, command, position):
    told = bingo(*command, position)
    assert told.code == 1
    assert told.err.startswith("bingo: ")
    assert len(told.err) < 2000


@pytest.mark.parametrize(
    "record",
    [
        f"deal {LONG}, leader one, score 0:0",
        f'[Rules "russian"]\ndeal 1, leader one, score {LONG}:0',
        f'[Rules "russian target={LONG}"]\n[Result "*"]',
        f'{{"bingo": {LONG}}}',
        "[" * 100_000,
        '{"a":' * 100_000,
        '[Rules "russian"]\n[Result "*"]\n1. one 6-6+' + LONG,
    ],
)
def test_no_record_is_a_traceback(bingo, record):
    told = bingo("verify", "-", given=record.encode())
    assert told.code in (1, 2)
    assert told.err.startswith("bingo: ")
    assert len(told.err) < 2000


@pytest.mark.parametrize(
    "words",
    [
        ["play", "--seed", "1.5"],
        ["play", "--target", "7.9"],
        ["play", "--target", "0x7"],
        ["play", "--target", LONG],
        ["replay", "x", "--deal", "1.0"],
        ["deal", "--seed", "1e3"],
        ["perft", "--depth", "²"],
    ],
)
def test_a_number_is_a_whole_number(bingo, words):
    """1.5 was rounded, and another match was dealt than the one asked for."""
    told = bingo(*words)
    assert told.code == 2
    assert "целое число, а не «" in told.err


def test_whole_numbers_are_taken(bingo):
    assert bingo("deal", "--seed", "-7") == bingo("deal", "--seed=-7")
    assert bingo("deal", "--seed", "+7").out == bingo("deal", "--seed", "7").out


# --- words ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "words",
    [
        ["\x1b[31m"],
        ["play", "--opponent", "\x1b[2J"],
        ["play", "--ruleset", "\x07" * 5000],
        ["play", "--option", "target=\x1b[2J"],
        ["rules", "\x1b[31m6"],
        ["rules", "x" * 10**5],
        ["show", "one \x1b[31m; two"],
        ["verify", "\x1b[31m"],
        ["--lang", "\x1b[31m", "rules"],
    ],
)
def test_what_was_typed_is_no_order_to_the_terminal(bingo, words):
    told = bingo(*words)
    assert told.code in (1, 2)
    assert told.err.rstrip("\n").replace("\n", "").isprintable()
    assert len(told.err) < 2000


@pytest.mark.parametrize("words", [["show", ""], ["verify", ""], ["rules", ""], ["rules", " . "]])
def test_nothing_is_told_as_missing(bingo, words):
    told = bingo(*words)
    assert told.code == 2
    assert told.err.startswith("bingo: Не указано: ")


def test_a_clause_may_be_written_with_its_sign(bingo):
    assert bingo("rules", "§6.4.") == bingo("rules", "6.4")


# --- what is wrong with a record, in the reader's language ----------------------------------------


@pytest.mark.parametrize(
    ("pattern", "instead", "told"),
    [
        (r"-> one", "-> two", "а по правилам"),
        (r'\[Result "[^"]*"\]', '[Result "9:9"]', "исход записан как «9:9»"),
        (r"^over ", "ovre ", "такой строки быть не может"),
        (r"^deal 1, leader", "deal 1, loader", "ждали начало кона"),
        (r"^\[One ", "[One", "не сведения о партии"),
        (r"^\[Rules .*\n", "", "нет строки с правилами"),
        (r"^deal 2, leader (\w+), score \d+:\d+", r"deal 2, leader \1, score 3:3", "начинается"),
        (r"\nover [^\n]*\n\Z", "\n", "обрывается"),
        (r"\Z", "over\n", "лишняя строка: «over»"),
        (r"^ 1. (one|two) \d-\d", r" 1. \1 9-9", "по-английски: «"),
        (r'"Igor"', '"Ig\x1bor"', "непечатаемые знаки"),
    ],
)
def test_the_fault_is_told_in_russian(bingo, pattern, instead, told):
    text, n = re.subn(pattern, instead, played(3, target=4).dumps(), count=1, flags=re.MULTILINE)
    assert n == 1
    said = bingo("verify", "-", given=text.encode())
    assert said.code == 1
    assert told in said.err
    quoted = re.sub(r"«[^»]*»|\[[^]]*\]|deal \d, leader one или two, score N:N", "", said.err)
    assert not re.search(r"[a-z]{3,}", quoted.replace("bingo: stdin", ""))


def test_a_newer_format_is_told(bingo):
    said = bingo("verify", "-", given=MATCH.to_json().replace('"bingo": 1', '"bingo": 2').encode())
    assert (said.code, "формат новее" in said.err) == (1, True)


@pytest.mark.parametrize("name", ["Rules", "Result", "One", "a b", "", 'x"]\n[y'])
def test_a_tag_that_could_not_be_read_back_is_refused(name):
    given = json.loads(MATCH.to_json())
    given["tags"] = {name: "x"}
    with pytest.raises(InvalidRecord):
        Record.from_json(json.dumps(given))


def test_the_faulty_deal_among_many_is_found_soon():
    """Every deal before it was checked again and again: minutes for a long file."""
    record = played(2, target=150)
    number = len(record.deals)
    header = re.search(rf"^deal {number}, .*$", record.dumps(), re.MULTILINE)[0]
    other = re.sub(r"score.*", "score 7:7", header)
    with pytest.raises(InvalidRecord) as refused:
        Record.loads(record.dumps().replace(header, other))
    assert record.dumps().split("\n")[refused.value.line - 1] == header


# --- a little damage anywhere ---------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
def test_a_little_damage_anywhere_is_refused_or_harmless(seed):
    lots = random.Random(seed)
    texts = [TEXT, played(seed, target=1, announce_form="show", close_before_draw=True).dumps()]
    for _ in range(60):
        text = lots.choice(texts)
        for _ in range(lots.choice([1, 2, 5])):
            place = lots.randrange(len(text))
            mark = lots.choice('0123456789-:+!(),[]"\\ \n\0\x85\u2028٣²one|->')
            text = text[:place] + mark + text[place + lots.randrange(2) :]
        with contextlib.suppress(InvalidRecord):
            assert Record.loads(Record.loads(text).dumps()) == Record.loads(text)


@pytest.mark.parametrize("seed", range(4))
def test_a_little_damage_to_a_position_is_a_sentence(seed):
    from bingo.cli.errors import Refused

    lots, language = random.Random(seed), Language.named("ru")
    for _ in range(60):
        deal = lots.choice(MATCH.deals)
        line = str(deal if lots.random() < 0.5 else View.of(deal, lots.choice(list(Seat))))
        for _ in range(lots.choice([1, 2, 5])):
            place = lots.randrange(len(line))
            line = line[:place] + lots.choice("0123456789-:;? +²one") + line[place + 1 :]
        with contextlib.suppress(Refused):
            read_position(language, line)


# --- retold by a seat, nothing is seen that it did not see ----------------------------------------


@pytest.mark.parametrize("seed", range(8))
def test_replay_by_a_seat_shows_no_tile_it_never_saw(bingo, tmp_path, seed):
    record = played(seed, target=1, totals_visible=False, announce_form="show")
    (tmp_path / "match").write_text(record.dumps(), "utf-8")
    for seat in Seat:
        told = bingo("replay", tmp_path / "match", "--seat", seat, "--deal", "1")
        assert told.code == 0
        view = View.of(record.deals[0], seat)
        shown = {tile for trick in view.board.all_tricks for tile in trick.shown}
        for tile in set(view.unseen) - shown:
            assert not re.search(rf"(?<![0-9.]){tile}(?![0-9])", told.out)
        assert "очки" not in told.out.partition("Кон окончен")[0]


# --- streams --------------------------------------------------------------------------------------


def shell(line, **more):
    asked = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
    asked |= {"LANG": "C.UTF-8", "BINGO_LANG": "ru"}
    bingo = f"{sys.executable} -m bingo"
    return subprocess.run(
        ["/bin/sh", "-c", line.replace("bingo", bingo, 1)],
        env=asked,
        capture_output=True,
        check=False,
        **more,
    )


def test_a_closed_error_stream_is_not_the_output():
    """print() would take standard output instead."""
    done = shell("bingo nothing 2>&-")
    assert (done.returncode, done.stdout) == (2, b"")


def test_a_replay_into_nothing_at_a_terminal(tmp_path):
    (tmp_path / "match").write_text(TEXT, "utf-8")
    mine, inner = pty.openpty()
    done = shell(f"bingo replay {tmp_path / 'match'} >&-", stdin=inner)
    os.close(inner)
    os.close(mine)
    assert (done.returncode, done.stderr) == (0, b"")


def test_a_screen_has_eighty_columns(monkeypatch, capsys):
    monkeypatch.setenv("COLUMNS", "200")
    line = "  " + "взятка " * 30
    assert all(len(part) <= 80 for part in wrapped(line).split("\n"))
    tell([line, ""])
    assert capsys.readouterr().out == f"{line}\n\n"
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    tell([line, ""])
    assert capsys.readouterr().out == f"{wrapped(line)}\n\n"


def test_rules_that_are_changed_fit_eighty_columns(bingo):
    from bingo.game import RULESETS

    for name in RULESETS:
        told = bingo("rules", "--ruleset", name)
        assert max(map(len, told.out.split("\n"))) <= 80


def test_a_deal_and_its_views_are_shown(bingo):
    for seed in range(6):
        deal = Deal.start(Dice(seed).order(), Seat.ONE, replace(Rules(), bingo_suit="blank"))
        for _ in range(seed * 4):
            if not deal.is_over:
                deal = deal.play(deal.legal_moves()[-1])
        for line in (deal, View.of(deal, Seat.ONE), View.of(deal, Seat.TWO)):
            assert bingo("show", line).code == 0
