"""The command `bingo`: what it prints, how it refuses, with which exit code, in both languages."""

import contextlib
import io
import json
import os
import re
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

from bingo.cli import COMMANDS, main
from bingo.cli.parameters import rules_of
from bingo.game import RULESETS, Deal, Record, Rules, Seat, View, options
from bingo.game.perft import divide
from bingo.game.perft import perft as count
from bingo.i18n import LANGUAGES, Language
from bingo.players import PLAYERS, RandomPlayer
from bingo.rulebook import CLAUSES, clause, plain, section, text
from bingo.table import Dice, Table

FINE, WRONG, UNUSABLE = 0, 1, 2


@dataclass(frozen=True)
class Told:
    code: int
    out: str
    err: str


@pytest.fixture(autouse=True)
def _no_wishes(monkeypatch):
    """No language asked for by the machine, a terminal of 80 columns."""
    for name in ("BINGO_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "80")


@pytest.fixture
def bingo(capsys, monkeypatch):
    """Run the command in this process; `given` is what stands on its standard input."""

    def run(*words: object, given: str | bytes = "") -> Told:
        data = given.encode() if isinstance(given, str) else given
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        code = main([str(word) for word in words])
        return Told(code, *capsys.readouterr())

    return run


def played(seed: int, rules: str = "russian", moves: int = 10_000) -> Record:
    """A match of random moves by a seed, broken off after so many."""
    table = Table.open(Rules.parse(rules), ("Igor", "Сергей"), dice=Dice(seed), date="2026-11-30")
    player = RandomPlayer(seed)
    for _ in range(moves):
        if table.is_over:
            break
        if table.to_move is None:
            table.next_deal()
        table.play(table.to_move, player.choose(table.view(table.to_move), table.match))
    return table.record


MATCH = played(1)


@pytest.fixture
def match(tmp_path) -> Path:
    path = tmp_path / "match.bingo"
    path.write_text(MATCH.dumps(), "utf-8")
    return path


# --- help -----------------------------------------------------------------------------------------

# Names, notation, and words that are the same in every language.
LATIN = {
    *COMMANDS, *RULESETS, *PLAYERS, *options(), "bingo", "perft", "help", "version", "lang",
    "ru", "en", "JSON", "json", "text", "Enter", "Ctrl-C", "ruleset", "option", "opponent",
    "hot-seat", "target", "name", "seed", "resume", "new", "saves", "seat", "one", "two", "open",
    "to", "moves", "view", "depth", "divide", "yes", "rules", "russian", "stock", "leader",
}  # fmt: skip


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", ["", *COMMANDS])
def test_every_command_has_a_help_page_in_both_languages(bingo, name, code):
    words = [name] if name else []
    told = bingo(*words, "--help", "--lang", code)
    assert (told.code, told.err) == (FINE, "")
    assert told == bingo("--lang", code, *words, "-h") == bingo(f"--lang={code}", *words, "--help")
    first = told.out.splitlines()[0]
    assert first.startswith(f"{'Как писать' if code == 'ru' else 'Usage'}: bingo {name}")
    assert max(map(len, told.out.splitlines())) <= 80
    assert "cli." not in told.out
    assert "--lang ru|en" in told.out
    russian = re.findall("[а-яё]", told.out)
    if code == "en":
        assert not russian
    else:
        latin = set(re.findall(r"[A-Za-z][A-Za-z0-9_-]+", told.out))
        assert latin <= LATIN, latin - LATIN
        assert len(russian) > 100


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_first_page_lists_the_commands_and_the_exit_codes(bingo, code):
    told = bingo("--lang", code)
    assert told == bingo("--help", "--lang", code)
    for name in (*COMMANDS, "--version", "0 ", "1 ", "2 ", "130", "141"):
        assert f"\n  {name}" in told.out


def test_every_key_of_a_command_is_explained(bingo):
    keys = {
        "play": "opponent hot-seat ruleset option target name seed resume new saves",
        "replay": "deal seat open",
        "convert": "to",
        "rules": "ruleset",
        "deal": "seed ruleset option moves view",
        "perft": "depth divide seed ruleset option",
    }
    for name, words in keys.items():
        page = bingo(name, "--help").out
        assert [word for word in words.split() if f"--{word}" not in page] == []


def test_help_is_narrow_on_a_narrow_terminal(bingo, monkeypatch):
    monkeypatch.setenv("COLUMNS", "50")
    assert max(map(len, bingo("play", "--help").out.splitlines())) <= 50


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_version_is_told(bingo, code):
    told = bingo("--version", "--lang", code)
    assert told.code == FINE
    assert re.fullmatch(r"bingo \d+\.\d+\.\d+\n", told.out)


def test_help_does_not_load_what_only_commands_need():
    code = (
        "import sys; from bingo.cli import main; main(['--help']); "
        "heavy = {'bingo.terminal', 'bingo.table', 'bingo.engine', 'numba', 'numpy'};"
        "sys.exit(', '.join(heavy & set(sys.modules)) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == FINE, done.stderr


# --- the language ---------------------------------------------------------------------------------


def test_the_language_stands_before_or_after_the_command_or_in_the_environment(bingo, monkeypatch):
    russian = bingo("--lang", "ru", "rules", "6.4")
    assert russian.out.startswith("6.4 Такого нет — отвечайте ")
    assert russian == bingo("rules", "--lang", "ru", "6.4") == bingo("rules", "6.4", "--lang=ru")
    english = bingo("rules", "6.4")
    assert english.out.startswith("6.4 If you hold none, ")
    monkeypatch.setenv("LANG", "ru_RU.UTF-8")
    assert bingo("rules", "6.4") == russian
    assert bingo("rules", "6.4", "--lang", "en") == english
    assert bingo("--lang", "en", "rules", "6.4", "--lang", "ru") == russian


def test_an_unknown_language_is_refused_with_the_known_ones(bingo):
    for words in (["--lang", "tlh"], ["rules", "--lang=tlh"], ["verify", "x", "--lang"]):
        told = bingo(*words)
        assert told.code == UNUSABLE
        assert told.err.endswith("there are ru, en. [unknown-language]\n")


def test_after_two_dashes_everything_is_a_name(bingo, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("--lang").write_text(MATCH.dumps(), "utf-8")
    assert bingo("verify", "--", "--lang").out == "--lang: OK\n"


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
        ("perft --depth x", "whole number, not “x”.", "целое число, а не «x»."),
        ("perft --depth -1", "from 0, not -1.", "число от 0, а не -1."),
        ("perft --depth 0 --divide", "from 1, not 0.", "число от 1, а не 0."),
        ("perft --depth 1 --depth 2", "--depth is given twice.", "--depth указано дважды."),
        ("show a b - c", "too much: b - c.", "Лишнее: b - c."),
        ("deal --seed 1 --view 3", "one of one, two, not “3”.", "одно из: one, two, а не «3»."),
        ("deal --seed 1 --moves -1", "from 0, not -1.", "число от 0, а не -1."),
        ("deal --seed 1 --ruleset x", "no ruleset “x”; there", "Нет набора правил «x», есть"),
        ("deal --seed 1 --option x=1", "no option “x”; there", "нет настройки «x», есть"),
        ("deal --seed 1 --option target=0", "from 1, not “0”.", "от 1, а не «0»."),
        ("deal --seed 1 --option must_beat", "can be no, yes, not “”.", "no, yes, а не «»."),
        ("rules 6.9", "6.9; near it: 6.7, 6.6", "6.9, рядом: 6.7, 6.6"),
        ("rules 77", "near it: 9, 8, 7.", "рядом: 9, 8, 7."),
        ("rules --ruleset x", "no ruleset “x”", "Нет набора правил «x»"),
        ("play --opponent x", "no player “x”; there", "Нет игрока «x», есть"),
        ("play --target 0", "--target is a number from 1", "--target — число от 1"),
        ("play --name a --name b --name c", "too much: c.", "Лишнее: c."),
        ("play --hot-seat --opponent greedy", "Choose one of", "Выберите что-то одно"),
        ("replay x --seat one --open", "Choose one of", "Выберите что-то одно"),
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


@pytest.mark.parametrize("command", ["verify", "replay", "show", "perft --depth 1", "convert"])
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


# --- verify ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("rules", ["russian target=3", "hoyle-1868 target=2", "russian-003"])
def test_a_true_record_is_verified_and_converted_both_ways(bingo, tmp_path, rules, seed):
    record = played(seed, rules, moves=10_000 if seed % 2 else 30)
    path, other = tmp_path / "record", tmp_path / "other"
    path.write_text(record.dumps(), "utf-8")
    assert bingo("verify", path) == Told(FINE, f"{path}: OK\n", "")
    assert bingo("verify", path, "--lang", "ru").out == f"{path}: всё верно\n"
    as_json = bingo("convert", path, "--to", "json")
    assert as_json == Told(FINE, record.to_json() + "\n", "")
    other.write_text(as_json.out, "utf-8")
    assert bingo("verify", other) == Told(FINE, f"{other}: OK\n", "")
    assert bingo("convert", other, "--to", "text").out == record.dumps()
    assert bingo("convert", other, "--to", "json").out == as_json.out
    assert bingo("convert", "-", "--to", "text", given=as_json.out).out == record.dumps()
    assert bingo("verify", "-", given=record.dumps()).out == "stdin: OK\n"


LINES = MATCH.dumps().splitlines()


def line_with(pattern: str) -> int:
    return next(n for n, line in enumerate(LINES, 1) if re.search(pattern, line))


SPOILT_LINES = {
    "taker": (r"-> two", "-> two", "-> one"),
    "gain": (r"\[2\.5 \+\d+\]", "[2.5 +", "[2.5 +1"),
    "clause": (r"\[2\.5 \+\d+\]", "[2.5", "[2.4"),
    "points": (r"-> (one|two) .*\d+:\d+$", ":", ":1"),
    "leader": (r"^ 2\. ", " 2. ", " 2. one two "),
    "number": (r"^ 3\. ", " 3. ", " 4. "),
    "result": (r"Result", "Result \"", "Result \"1"),
    "first leader": (r"deal 2,", "leader ", "leader by "),
    "deal number": (r"deal 2,", "deal 2", "deal 3"),
    "how it ended": (r"^over ", "over ", "over and "),
    "count": (r"^over .*\+\d big", " big", "0 big"),
    "big points": (r"^over .*\d:\d$", ":", ":1"),
    "order": (r"^order ", " | ", " 6-6 | "),
    "move": (r"^ 1\. ", ". one ", ". one 7-7 "),
}  # fmt: skip


@pytest.mark.parametrize("fact", SPOILT_LINES)
def test_a_spoilt_record_names_line_and_fact(bingo, tmp_path, fact):
    pattern, old, new = SPOILT_LINES[fact]
    if fact == "move":
        old, new = ("one ", "one 7-7 ") if "one " in LINES[line_with(pattern) - 1] else (
            "two ", "two 7-7 ")  # fmt: skip
    number = line_with(pattern)
    lines = list(LINES)
    head, sign, tail = lines[number - 1].rpartition(old)
    assert sign
    lines[number - 1] = head + new + tail
    path = tmp_path / "spoilt"
    path.write_text("\n".join(lines) + "\n", "utf-8")
    for code, word in (("en", "line"), ("ru", "строка")):
        told = bingo("verify", path, "--lang", code)
        assert (told.code, told.out) == (WRONG, "")
        assert told.err.startswith(f"bingo: {path}: ")
        assert f"{word} {number}: " in told.err
        assert told.err.endswith("[invalid-record]\n")
        assert bingo("replay", path).code == bingo("convert", path, "--to", "json").code == WRONG


def test_a_spoilt_score_names_the_deal(bingo):
    spoilt = re.sub(r"^(deal 2, .*, score) .*$", r"\1 1:1", MATCH.dumps(), flags=re.MULTILINE)
    told = bingo("verify", "-", given=spoilt)
    assert told.code == WRONG
    assert "deal 2 begins at " in told.err


def places(value: object, *way: str | int):
    """Every single value in a JSON record, by its way."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(
        value, list) else ()  # fmt: skip
    for key, part in inside:
        yield from places(part, *way, key)
    if not isinstance(value, dict | list):
        yield way


DERIVED = {
    "result", "taker", "leader", "led", "announced", "answer", "strict", "seat", "clause",
    "points", "big_points", "closed_by", "how",
}  # fmt: skip


def test_every_derived_value_of_a_json_record_is_verified(bingo):
    whole = json.loads(MATCH.to_json())
    ways = [way for way in places(whole) if DERIVED & set(way) and way[:2] != ("deals", 1)][:150]
    assert {key for way in ways for key in way if key in DERIVED} == DERIVED
    for way in ways[::3]:
        spoilt = json.loads(MATCH.to_json())
        part = spoilt
        for key in way[:-1]:
            part = part[key]
        part[way[-1]] = "x" if part[way[-1]] is None else None
        told = bingo("verify", "-", given=json.dumps(spoilt))
        assert told.code == WRONG, way
        fact = next(str(key) for key in reversed(way) if isinstance(key, str))
        assert fact in told.err, way
        assert "the rules give" in told.err, way


def test_many_records_are_told_one_by_one_and_summed_up(bingo, tmp_path, match):
    bad = tmp_path / "bad"
    bad.write_text(MATCH.dumps().replace("-> two", "-> one", 1), "utf-8")
    told = bingo("verify", match, bad, match)
    assert told.code == WRONG
    assert told.out == f"{match}: OK\n{match}: OK\nRecords: 3, wrong: 1.\n"
    assert told.err.startswith(f"bingo: {bad}: The record does not hold, line ")
    told = bingo("verify", bad, tmp_path / "none", match, "--lang", "ru")
    assert told.code == UNUSABLE
    assert told.out.endswith("Записей: 3, из них с ошибкой: 2.\n")


# --- replay ---------------------------------------------------------------------------------------


def test_a_replay_tells_every_deal_trick_and_count(bingo, match):
    for code in LANGUAGES:
        told = bingo("replay", match, "--lang", code)
        assert (told.code, told.err) == (FINE, "")
        heads = re.findall(r"^(?:Deal|Кон) (\d+)\. ", told.out, re.MULTILINE)
        assert heads == [str(n) for n in range(1, len(MATCH.deals) + 1)]
        tricks = re.findall(r"^ ?\d+\. .*(?:takes the|берёт) ", told.out, re.MULTILINE)
        assert len(tricks) == sum(len(deal.played) for deal in MATCH.deals)
        assert told.out.count("[8.") == sum(len(d.outcome.gains) for d in MATCH.deals)
        assert "Igor" in told.out
        assert "Сергей" in told.out


def test_a_replay_may_be_of_one_deal(bingo, match):
    told = bingo("replay", match, "--deal", 2)
    assert re.findall(r"^Deal (\d+)", told.out, re.MULTILINE) == ["2"]
    last = bingo("replay", match, "--deal", len(MATCH.deals))
    assert "The match is over: " in last.out
    assert "The match is over: " not in told.out
    told = bingo("replay", match, "--deal", 99, "--lang", "ru")
    assert told.code == UNUSABLE
    assert "Кона 99 нет: в записи " in told.err


def test_a_replay_shows_both_hands_or_what_one_seat_saw(bingo, match):
    deal = MATCH.deals[0]
    one, two = (" ".join(map(str, deal.origin.hands[seat])) for seat in Seat)
    closed = bingo("replay", match, "--deal", 1)
    assert one not in closed.out
    assert two not in closed.out
    opened = bingo("replay", match, "--deal", 1, "--open")
    assert one in opened.out
    assert two in opened.out
    for seat, mine, other in ((Seat.ONE, one, two), (Seat.TWO, two, one)):
        told = bingo("replay", match, "--deal", 1, "--seat", seat)
        assert mine in told.out
        assert other not in told.out
        drawn = re.findall(r"\S+ draws (\d-\d)\.", told.out)
        assert drawn == [str(tile) for tile in deal.drawn[seat]]


def test_a_seat_that_kept_count_alone_is_told_no_points(bingo, tmp_path):
    record = played(5, "russian totals_visible=no", moves=9)
    path = tmp_path / "hidden"
    path.write_text(record.dumps(), "utf-8")
    told = bingo("replay", path, "--seat", "one")
    assert "points" not in told.out
    assert "+" not in told.out
    assert "The deal is not played to its end." in told.out
    assert "points" in bingo("replay", path).out


def test_a_replay_tells_a_match_given_up(bingo):
    table = Table.open(Rules(), ("Igor", "Sergei"), dice=Dice(1))
    table.resign(Seat.TWO)
    told = bingo("replay", "-", given=table.record.dumps())
    assert told.out.endswith("\nSergei resigns.\n")


def test_closing_exchange_claim_and_draw_are_told(bingo):
    rules = "russian trump_exchange=yes close_before_draw=yes deal_end=claim target=30"
    out = ""
    for seed in range(3):
        record = played(seed, rules, moves=400)
        out += bingo("replay", "-", given=record.dumps()).out
    for words in (
        " closes the stock. ",
        " for the turn-up ",
        " claims 70.",
        " draws: the stock stays",
    ):
        assert words in out


# --- rules ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_rules_are_printed_whole_by_section_and_by_clause(bingo, code):
    assert told_of(bingo("rules", "--lang", code)) == " ".join(plain(text(code))).split()
    for number in "0123456789":
        told = bingo("rules", number, "--lang", code)
        assert told_of(told) == " ".join(plain(section(number, code))).split()
    for number in CLAUSES:
        told = bingo("rules", number, "--lang", code)
        assert told_of(told) == " ".join(plain(clause(number, code))).split()


def told_of(told: Told) -> list[str]:
    """The words printed, which lie on lines that fit and have no marks."""
    assert all(len(line) <= 80 for line in told.out.split("\n"))
    assert not set(told.out) & set("*`|#")
    return told.out.split()


@pytest.mark.parametrize("code", LANGUAGES)
@pytest.mark.parametrize("name", RULESETS)
def test_the_rules_tell_what_a_ruleset_changes(bingo, name, code):
    told = bingo("rules", "--ruleset", name, "--lang", code)
    assert told.code == FINE
    changed = re.findall(r"^  (\d\.\d)  (\w+)=(\w+)$", told.out, re.MULTILINE)
    assert {option for _, option, _ in changed} == set(Rules.named(name).differences(Rules()))
    written = " ".join(f"{option}={value}" for _, option, value in changed)
    assert Rules.parse(f"russian {written}") == Rules.named(name)
    one = bingo("rules", "6.6", "--ruleset", name, "--lang", code).out
    assert ("must_beat=yes" in one) == (name == "hoyle-1868")
    assert "deal_end=" not in one


def test_rules_are_made_of_a_ruleset_and_options():
    english = Language.named("en")
    rules = rules_of(english, "hoyle-1868", ["target=9", "must_beat=no", "target=8"])
    assert rules == Rules.parse("hoyle-1868 target=8 must_beat=no")


# --- deal, show, perft ----------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [[], ["--ruleset", "hoyle-1868", "--option", "target=9"]])
def test_a_deal_is_the_same_for_the_same_seed_and_parses_back(bingo, rules):
    lines = [bingo("deal", "--seed", seed, "--moves", 5, *rules).out for seed in (1, 1, 2)]
    assert lines[0] == lines[1] != lines[2]
    deal = Deal.parse(lines[0])
    assert str(deal) + "\n" == lines[0]
    assert len(deal.history) == 5
    assert deal.rules == Rules.parse("hoyle-1868 target=9" if rules else "russian")
    start = bingo("deal", "--seed", 1, *rules).out
    assert Deal.parse(start) == deal.from_origin()
    for seat in Seat:
        view = bingo("deal", "--seed", 1, "--moves", 5, "--view", seat, *rules).out
        assert View.parse(view) == View.of(deal, seat)


def test_a_deal_that_ends_sooner_says_so(bingo):
    told = bingo("deal", "--seed", 3, "--moves", 99)
    deal = Deal.parse(told.out)
    assert deal.is_over
    assert told == Told(FINE, told.out, f"The deal is over; moves made: {len(deal.history)}.\n")


@pytest.mark.parametrize("seed", range(6))
def test_a_position_is_drawn_with_its_legal_moves(bingo, tmp_path, seed):
    line = bingo("deal", "--seed", seed, "--moves", 2 * seed + 1).out.strip()
    deal = Deal.parse(line)
    told = bingo("show", line)
    assert (told.code, told.err) == (FINE, "")
    path = tmp_path / "position"
    wrapped = line.replace("; ", ";\n", 2)
    path.write_text(f"# a position\n\n{wrapped}\n", "utf-8")
    assert told == bingo("show", path) == bingo("show", "-", given=line)
    for seat in Seat:
        assert " ".join(map(str, deal.hands[seat])) in told.out
    assert " ".join(map(str, deal.stock)) in told.out
    assert f"Turn-up: {deal.turn_up}" in told.out
    legal = " ".join(map(str, deal.legal_moves()))
    assert (f"Legal moves: {legal}\n" in told.out) == (not deal.is_over)
    russian = bingo("show", line, "--lang", "ru").out
    assert re.findall(r"[A-Za-z]{2,}", russian.replace("russian", "").replace("close", "")) == []


@pytest.mark.parametrize("code", LANGUAGES)
def test_what_a_seat_sees_is_drawn_with_the_number_of_worlds(bingo, code):
    line = bingo("deal", "--seed", 3, "--moves", 8, "--view", "one").out.strip()
    view = View.parse(line)
    out = bingo("show", line, "--lang", code).out
    number = f"{view.worlds_count():,}".replace(",", " ")
    assert out.endswith(f": {number}\n")
    assert " ".join(map(str, view.unseen)) in out
    assert all(str(tile) in out for tile in view.hand)


def test_every_fault_of_a_position_that_cannot_be_is_listed(bingo):
    line = "one 1-1 1-1 2-2; two 3-2; points 80 3; tricks 1 0"
    for code, sentence in (("en", "This position cannot be."), ("ru", "Такой позиции быть не")):
        told = bingo("show", line, "--lang", code)
        assert told.code == WRONG
        assert "1-1 1-1 2-2" in told.out
        head, *faults = told.err.splitlines()
        assert head.startswith(f"bingo: {sentence}")
        assert head.endswith("[invalid-setup]")
        assert len(faults) >= 5
        assert "  - 1-1 lies in 2 places" in faults
        assert bingo("perft", line, "--depth", 2, "--lang", code).err == told.err


@pytest.mark.parametrize(
    ("line", "code", "fact"),
    [
        ("rules russian; three 1-1", "invalid-notation", "'three'"),
        ("rules nobody; one 1-1", "invalid-rules", "'nobody'"),
        ("seat three; one 1-1", "invalid-notation", "three"),
        ("seat one; one 1-1", "invalid-setup", "turn-up is not told"),
        ("seat one; one 1-1 1-1; turn-up 5-2", "invalid-setup", "1-1 lies in 2 places"),
        ("{deal}; moves 7-7", "invalid-notation", "'7-7'"),
        ("{deal}; moves draw", "illegal-move", "draw"),
        ("{view}; moves draw", "illegal-move", "draw"),
    ],
)
def test_a_position_that_is_none_is_refused(bingo, line, code, fact):
    deal = bingo("deal", "--seed", 3).out.strip()
    view = bingo("deal", "--seed", 3, "--view", "one").out.strip()
    for language in LANGUAGES:
        told = bingo("show", line.format(deal=deal, view=view), "--lang", language)
        assert told.code == WRONG
        assert f"[{code}]" in told.err
        assert fact in told.err


def test_a_record_is_no_position(bingo, match):
    told = bingo("show", match)
    assert told.code == WRONG
    assert "bingo replay shows it" in told.err


def test_perft_counts_as_the_game_does(bingo):
    line = bingo("deal", "--seed", 4, "--moves", 6).out.strip()
    deal = Deal.parse(line)
    for depth in range(5):
        assert bingo("perft", line, "--depth", depth).out == f"{count(deal, depth)}\n"
    for depth in (1, 2, 3):
        rows = [f"{move}  {n}" for move, n in divide(deal, depth).items()]
        told = bingo("perft", line, "--depth", depth, "--divide")
        assert told.out.splitlines() == [*rows, "", str(count(deal, depth))]
    start = bingo("deal", "--seed", 4, "--ruleset", "hoyle-1868").out.strip()
    by_seed = bingo("perft", "--depth", 3, "--seed", 4, "--ruleset", "hoyle-1868")
    assert by_seed.out == bingo("perft", start, "--depth", 3).out


def test_moves_are_not_counted_from_one_seat(bingo):
    view = bingo("deal", "--seed", 4, "--view", "one").out.strip()
    told = bingo("perft", view, "--depth", 2)
    assert (told.code, told.out) == (WRONG, "")
    assert "every tile is known" in told.err


# --- play -----------------------------------------------------------------------------------------


def test_play_hands_its_choices_to_the_terminal(bingo, monkeypatch, tmp_path):
    given = []
    monkeypatch.setattr("bingo.terminal.run", lambda **choices: given.append(choices) or 75)
    assert bingo("play").code == 75
    words = "--lang ru --opponent random --ruleset hoyle-20c --option must_beat=yes --target 8"
    more = f"--name Igor --name Olga --seed 5 --new --saves {tmp_path}"
    assert bingo("play", *words.split(), *more.split()).code == 75
    bingo("play", "--hot-seat", "--resume", "--name", "Igor")
    monkeypatch.setenv("LANG", "ru_RU.UTF-8")
    bingo("play")
    monkeypatch.setenv("LANG", "C.UTF-8")
    bingo("play")
    nothing = {
        "language": None, "ruleset": None, "options": {}, "opponent": None, "target": None,
        "names": None, "seed": None, "hot_seat": None, "saves": None, "resume": None,
    }  # fmt: skip
    assert given == [
        nothing,
        {
            "language": "ru", "ruleset": "hoyle-20c", "options": {"must_beat": True},
            "opponent": "random", "target": 8, "names": ("Igor", "Olga"), "seed": 5,
            "hot_seat": None, "saves": tmp_path, "resume": False,
        },
        nothing | {"hot_seat": True, "resume": True, "names": ("Igor", "")},
        nothing | {"language": "ru"},
        nothing,
    ]  # fmt: skip


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
