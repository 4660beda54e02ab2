"""The golden games: options make the difference, facts of the rules, and `make golden`."""

import re
from dataclasses import replace
from math import comb

import pytest

from bingo.game import (
    Deal,
    InvalidRecord,
    Match,
    Record,
    Rules,
    Seat,
    Suit,
    View,
    lowest_hand,
    options,
    parse_tiles,
)
from bingo.game.rules import spell
from tests.game.goldens import EXAMPLES, FILES, OPTIONS, answers, plies, record_of, tricks
from tools import golden

# --- the options ----------------------------------------------------------------------------------


def values() -> list[tuple[str, str]]:
    """Every value that is not a default; of target, eight and a small number stand for all."""
    return [
        (name, spell(value))
        for name, option in options().items()
        for value in ((8, 3) if name == "target" else option.values)
        if value != option.default
    ]


@pytest.mark.parametrize(("option", "value"), values())
def test_every_value_that_is_no_default_has_one(option, value):
    shown = {(option, value) for _, option, value in OPTIONS}
    assert (option, value) in shown, f"no golden game says # option: {option}={value}"


@pytest.mark.parametrize(("name", "option", "value"), OPTIONS)
def test_it_comes_out_differently_under_the_default(name, option, value):
    record = record_of(name)
    assert spell(getattr(record.rules, option)) == value, f"{name} is not played by it"
    assert value != spell(options()[option].default), f"{option}={value} is the default"
    if option == "first_leader":
        return  # who may lead is no matter of play: the next test
    compared: list[str] = []
    rules = record.rules.replace(**{option: options()[option].default})
    assert difference(record, rules, compared), (
        f"{name} comes out the same with {option}={spell(options()[option].default)}; "
        f"compared at every ply: {', '.join(dict.fromkeys(compared))}"
    )


def test_the_lowest_hand_leads_and_no_other():
    (name,) = (name for name, option, _ in OPTIONS if option == "first_leader")
    (deal,) = record_of(name).deals
    assert deal.first_leader == lowest_hand(deal.origin.hands)
    order = [*deal.origin.hands.one, *deal.origin.hands.two, *deal.origin.stock]
    lot = deal.rules.replace(first_leader="lot")
    Record(lot, (Deal.start(order, deal.first_leader.other, lot),))
    with pytest.raises(InvalidRecord, match=re.escape("[1.3]")):
        Record(deal.rules, (Deal.start(order, deal.first_leader.other, deal.rules),))


def difference(record: Record, rules: Rules, compared: list[str]) -> str:
    """The first thing that differs when the same is decided under these rules; "" if nothing."""
    for number, deal in enumerate(record.deals, start=1):
        here, there = deal.from_origin(), replace(deal.origin, rules=rules).deal()
        for move in (*deal.history, None):
            mine, yours = told(here), told(there)
            compared += mine
            for what, value in mine.items():
                if value != yours[what]:
                    return f"deal {number} before {move}: {what} {value}, not {yours[what]}"
            if move is not None:
                here, there = here.play(move), there.play(move)
    return ""


def told(deal: Deal) -> dict[str, object]:
    """All that may come out differently."""
    last = deal.trick or (deal.played[-1] if deal.played else None)
    after = None
    if deal.is_over:
        match = Match(deal.rules, deal.score, deal.first_leader).after(deal)
        after = (match.is_over, match.winner, match.next_leader)
    return {
        "the taker": last and last.taker,
        "the gains": last and last.gains,
        "the doubles shown": last and last.shown,
        "points": deal.points,
        "big points": deal.big_points,
        "the outcome": deal.outcome,
        "the match and its next leader": after,
        "the points a view shows": [View.of(deal, seat).points for seat in Seat],
        "the hands": deal.hands,
        "the legal moves": deal.legal_moves(),
    }


# --- facts worth a test ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("trump", "led", "answer", "taker"),
    [
        (1, "4-2", "5-2", "follower"),
        (1, "6-0", "6-6", "leader"),
        (1, "6-6", "5-0", "leader"),
        (1, "6-4", "3-0", "leader"),
        (1, "6-5", "2-1", "follower"),
        (1, "1-1", "0-0", "follower, a big point"),
        (1, "0-0", "1-1", "leader, a big point"),
        (1, "1-0", "1-1", "follower"),
        (6, "6-0", "6-6", "follower"),
        (0, "6-0", "0-0", "follower"),
    ],
)
def test_the_tricks_of_the_facts(trump, led, answer, taker):
    shown = {
        ("leader" if trick.taker == trick.leader else "follower")
        + (", a big point" if any(gain.big_points for gain in trick.gains) else "")
        for name in FILES
        for deal, trick, _, _ in tricks(record_of(name))
        if record_of(name).rules == Rules()
        and (deal.trump, str(trick.led), str(trick.answer)) == (trump, led, answer)
    }
    assert shown == {taker}, f"trump {trump}, {led} -> {answer}: shown are {shown}"


@pytest.mark.parametrize(("lead_and_hand", "allowed"), EXAMPLES.items())
def test_the_examples_of_strict_play(lead_and_hand, allowed):
    """Each is played, and what is not allowed is tried and refused. [6.7]"""
    led, *hand = lead_and_hand
    played, tried = set(), set()
    for name in FILES:
        record = record_of(name)
        if record.rules != Rules():
            continue
        for deal, lead, answer, choice in answers(record, strict=True):
            holds = deal.hands[deal.leader.other] == parse_tiles(" ".join(hand))
            if (deal.trump, str(lead)) == (Suit.FOUR, led) and holds:
                assert sorted(choice) == sorted(parse_tiles(allowed))
                played.add(str(answer))
                tried |= {
                    str(refusal.move)
                    for refusal in record.refused
                    if refusal.ply == len(deal.history)
                }
    assert played == set(allowed.split())
    assert tried == set(hand) - played


def test_the_hands_a_leader_faces():
    """77,520, then fewer with every open trick. [4.1, 4.2]"""
    record = record_of("2.6-all-tiles-147")
    faced = [
        View.of(deal, deal.leader).hands_count()
        for deal, _ in plies(record)
        if deal.trick is None and deal.stock
    ]
    assert faced == [77_520, 31_824, 11_440, 3_432, 792, 120, 8]
    assert faced == [comb(20 - 2 * k, 7) for k in range(7)]


def test_six_and_seven_doubles_are_rare():
    assert comb(28, 7) == 1_184_040
    assert round(comb(7, 6) * 21 / comb(28, 7) * 10_000, 1) == 1.2


@pytest.mark.parametrize("rules", ["russian", "russian-003"])
def test_the_sample_game_of_003_as_far_as_it_is_legal(rules):
    """Igor leads; all three winners are those of the source; his announcement is refused. [5.1]"""
    games = [record_of(name) for name in FILES if record_of(name).names == ("Igor", "Sergei")]
    (game,) = [game for game in games if game.rules == Rules.named(rules)]
    (deal,) = game.deals
    assert deal.trump is Suit.ONE
    assert set(deal.origin.hands.one) == set(parse_tiles("2-2 5-3 5-5 2-1 4-2 4-4 6-4"))
    assert set(deal.origin.hands.two) == set(parse_tiles("5-2 3-2 4-0 6-1 5-1 6-6 1-0"))
    assert [str(drawn[0]) for drawn in deal.drawn] == ["3-3", "5-4"]
    assert [(str(t.led), str(t.answer), str(t.taker)) for t in deal.played] == [
        ("4-2", "5-2", "two"),
        ("3-2", "5-3", "one"),
        ("2-1", "5-1", "two"),
    ]
    assert [(str(refusal.move), refusal.clause) for refusal in game.refused] == [("5-3+4", "5.1")]


# --- make golden ----------------------------------------------------------------------------------

SPOILT = (
    ("over seventy [one 8.2 +1 big] 1:0", "over failed_close 0:3"),
    ("[2.5 +34] 92:42", "92:41"),
    ("score 1:0", "score 2:1"),
    ("!close(7.1)", "!close(6.1)"),
    ("-> two", "-> one"),
    ('[Result "7:3"]', '[Result "*"]'),
)


@pytest.mark.parametrize(("true", "wrong"), SPOILT)
def test_make_golden_renews_what_is_derived(true, wrong, tmp_path, capsys):
    spoilt = [file for file in FILES.values() if true in file.read_text(encoding="utf-8")]
    assert spoilt
    for file in spoilt:
        text = file.read_text(encoding="utf-8").replace(true, wrong)
        with pytest.raises(InvalidRecord):
            Record.loads(text)
        (tmp_path / file.name).write_text(text, encoding="utf-8")
    assert golden.main(["--check"], tmp_path) == 1
    told = capsys.readouterr().out.splitlines()
    assert [line for line in told if line.endswith(".txt")] == [file.name for file in spoilt]
    assert golden.main([], tmp_path) == 0
    assert golden.main(["--check"], tmp_path) == 0
    for file in spoilt:
        assert (tmp_path / file.name).read_bytes() == file.read_bytes()


def test_make_golden_leaves_what_cannot_be_played(tmp_path, capsys):
    name = "6.3-higher-half-answers"
    text = FILES[name].read_text(encoding="utf-8").replace("6-2(6.3) 5-1", "5-1(6.3) 6-2")
    (tmp_path / "x.txt").write_text(text, encoding="utf-8")
    assert golden.main([], tmp_path) == 1
    assert "x.txt: cannot be rewritten" in capsys.readouterr().out
    assert (tmp_path / "x.txt").read_text(encoding="utf-8") == text


def test_the_golden_games_are_as_make_golden_writes_them():
    assert golden.main(["--check"]) == 0
