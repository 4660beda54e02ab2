"""The command `bingo`: verify, convert and replay."""

import json
import re

import pytest

from bingo.game import Rules, Seat
from bingo.i18n import LANGUAGES
from bingo.table import Dice, Table
from tests.cli.told import FINE, MATCH, UNUSABLE, WRONG, Told, played

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
