"""The golden games in tests/playthroughs: one screen, one rule, read by people.

A file is a record, so loading it verifies all it says. Its head says in a sentence what is shown,
with the clauses in brackets. `# option: name=value` names an option whose value makes it come out
so: played again with the default, it must come out differently. The clauses that act in play, the
options, the facts of RULES and the sample game of source 003 must each have a golden game.
"""

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from math import comb

import pytest

from bingo.game import (
    BINGO,
    Close,
    Deal,
    Exchange,
    InvalidRecord,
    Match,
    Move,
    Play,
    Record,
    Rules,
    Seat,
    Suit,
    Tile,
    View,
    lowest_hand,
    options,
    parse_tiles,
    tables,
)
from bingo.game.rules import spell
from tools import golden

FILES = {file.stem: file for file in sorted(golden.FOLDER.glob("*.txt"))}
LINES, WIDTH = 24, 100

CLAUSES = [
    f"{section}.{number}"
    for section, numbers in {
        1: (3, 4, 5),
        2: range(1, 7),
        3: range(1, 7),
        4: range(1, 5),
        5: range(1, 8),
        6: range(1, 8),
        7: range(1, 5),
        8: range(1, 9),
        9: range(1, 6),
    }.items()
    for number in numbers
]
"""The clauses that act in play; 1.1 and 1.2 are the set and the hands."""

ALL_TILES_ARE_WORTH = {0: 143, 1: 135, 2: 138, 3: 131, 4: 134, 5: 147, 6: 140}


@cache
def record_of(name: str) -> Record:
    return Record.loads(FILES[name].read_text(encoding="utf-8"))


def notes(record: Record) -> str:
    """The head, without the options it names."""
    return " ".join(note for note in record.notes if not note.startswith("option:"))


def claimed(record: Record) -> list[str]:
    """The clauses the head says are shown."""
    return re.findall(r"\[(\d\.\d)\]", notes(record))


def named(record: Record) -> list[tuple[str, str]]:
    """The options, with their values, that the head says make the difference."""
    words = [note.partition("option:")[2] for note in record.notes if note.startswith("option:")]
    return [(option.strip(), value) for option, _, value in (w.partition("=") for w in words)]


CLAIMS = [(name, clause) for name in FILES for clause in claimed(record_of(name))]
OPTIONS = [(name, *words) for name in FILES for words in named(record_of(name))]


# --- the files ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", FILES)
def test_a_golden_game_is_one_screen_named_by_its_clause(name):
    text = FILES[name].read_text(encoding="utf-8")
    record = record_of(name)
    assert record.dumps() == text, f"{name} is not written as records are: make golden"
    assert re.fullmatch(r"\d\.\d-[a-z0-9-]+", name), "the name is the clause, then words"
    assert name[:3] in claimed(record), f"the head must say what is shown, and [{name[:3]}]"
    lines = text.splitlines()
    assert len(lines) <= LINES
    long = [line for line in lines if len(line) > WIDTH]
    assert all(line.startswith(("order ", "position ")) for line in long), long


@pytest.mark.parametrize("clause", CLAUSES)
def test_every_clause_that_acts_in_play_has_one(clause):
    assert clause in {shown for _, shown in CLAIMS}, f"no golden game shows [{clause}]"


@pytest.mark.parametrize(("name", "clause"), CLAIMS)
def test_a_clause_that_is_claimed_acts(name, clause):
    record = record_of(name)
    by_option = any(options()[option].clause == clause for option, _ in named(record))
    assert by_option or ACTS[clause](record), f"{name} does not show [{clause}]"


# --- what acts ------------------------------------------------------------------------------------


def plies(record: Record) -> Iterator[tuple[Deal, Move | None]]:
    """Every stand of every deal, with the move made there; None at its end."""
    for deal in record.deals:
        stand = deal.from_origin()
        for move in deal.history:
            yield stand, move
            stand = stand.play(move)
        yield stand, None


def answers(record: Record, *, strict: bool) -> Iterator[tuple[Deal, Tile, Tile, set[Tile]]]:
    """Every answer: the stand, the led tile, the answer, the tiles that were legal."""
    for deal, move in plies(record):
        if deal.trick and deal.trick.strict is strict and isinstance(move, Play):
            legal = {choice.tile for choice in deal.legal_moves() if isinstance(choice, Play)}
            yield deal, deal.trick.led, move.tile, legal


def tricks(record: Record):
    """Every trick played: the deal, the trick, the tile that took it, the other."""
    for deal in record.deals:
        for trick in deal.played:
            pair = (trick.led, trick.answer)
            yield deal, trick, *(pair if trick.taker == trick.leader else pair[::-1])


def plain(deal: Deal, *tiles: Tile) -> bool:
    trumps = tables(deal.rules, deal.trump).trumps
    return not any(tile.bit & trumps for tile in tiles)


def in_common(led: Tile, answer: Tile) -> bool:
    return answer.has(led.higher) or answer.has(led.lower)


def gained(clause: str):
    """In a trick, or in the count."""

    def acts(record: Record) -> bool:
        gains = [gain for _, trick, _, _ in tricks(record) for gain in trick.gains]
        for deal in record.deals:
            gains += [*(deal.trick.gains if deal.trick else ())]
            gains += [*(deal.outcome.gains if deal.outcome else ())]
        return clause in {gain.clause for gain in gains}

    return acts


def refused(clause: str):
    return lambda record: clause in {refusal.clause for refusal in record.refused}


def counts_blanks_as_seven(record: Record) -> bool:
    """A trick of plain tiles that would go the other way if blanks counted nothing."""

    def without(tile: Tile) -> int:
        return tile.sum - 7 * ((tile.higher is Suit.BLANK) + (tile.lower is Suit.BLANK))

    return any(
        plain(deal, won, lost) and won.sum > lost.sum and without(won) < without(lost)
        for deal, _, won, lost in tricks(record)
    )


def a_trump_is_no_plain_tile(record: Record) -> bool:
    return any(
        plain(deal, led) and not plain(deal, tile) and tile.has(led.higher) and tile not in legal
        for deal, led, _, legal in answers(record, strict=True)
        for tile in deal.hands[deal.leader.other]
    )


def all_tiles_are_counted(record: Record) -> bool:
    return any(
        len(deal.played) == 14
        and sum(gain.points for trick in deal.played for gain in trick.gains)
        == sum(deal.points)
        == ALL_TILES_ARE_WORTH[deal.trump]
        for deal in record.deals
    )


def lost_announcement(record: Record) -> bool:
    return any(trick.announce and trick.taker != trick.leader for _, trick, _, _ in tricks(record))


def throws_though_he_might_trump(record: Record) -> bool:
    return any(
        plain(deal, led, answer)
        and not in_common(led, answer)
        and any(not plain(deal, tile) for tile in legal)
        for deal, led, answer, legal in answers(record, strict=True)
    )


def spares_a_tile_that_beats(record: Record) -> bool:
    return any(
        not deal.board.tables.takes(answer, led, strict=True)
        and any(deal.board.tables.takes(tile, led, strict=True) for tile in legal)
        for deal, led, answer, legal in answers(record, strict=True)
    )


def announced_twice(record: Record) -> bool:
    said = [
        (number, trick.leader)
        for number, deal in enumerate(record.deals)
        for trick in deal.played
        if trick.announce
    ]
    return len(said) > len(set(said))


def several_gains_in_order(record: Record) -> bool:
    order = ("4.4", "5.7", "5.2", "5.3", "2.5", "8.7")
    for deal, trick, _, _ in tricks(record):
        places = [order.index(gain.clause) for gain in trick.gains]
        if places == sorted(places) and (len(places) >= 3 or ended_the_match(deal)):
            return True
    return False


ACTS = {
    "1.3": lambda r: len(r.deals[0].origin.stock) == 14 and r.deals[0].score == (0, 0),
    "1.4": lambda r: any(d.turn_up in d.drawn.one + d.drawn.two for d in r.deals),
    "1.5": lambda r: any(d.trump is d.turn_up.higher is Suit.BLANK for d in r.deals),
    "2.1": counts_blanks_as_seven,
    "2.2": lambda r: any(
        BINGO in (won, lost) and d.trump is not Suit.BLANK for d, _, won, lost in tricks(r)
    ),
    "2.3": a_trump_is_no_plain_tile,
    "2.4": lambda r: any(BINGO is won and d.trump is Suit.BLANK for d, _, won, _ in tricks(r)),
    "2.5": gained("2.5"),
    "2.6": all_tiles_are_counted,
    "3.1": lambda r: any(won is BINGO for *_, won, _ in tricks(r)),
    "3.2": lambda r: any(not plain(d, won) and won is not BINGO for d, _, won, _ in tricks(r)),
    "3.3": lambda r: any(plain(d, a, b) and not in_common(a, b) for d, _, a, b in tricks(r)),
    "3.4": lambda r: any(
        plain(d, won, lost) and won.sum == lost.sum and t.taker == t.leader
        for d, t, won, lost in tricks(r)
    ),
    "3.5": lambda r: any(
        t.strict and plain(d, won, lost) and lost.sum > won.sum for d, t, won, lost in tricks(r)
    ),
    "3.6": lambda r: False,  # shown by its options
    "4.1": lambda r: any(
        not in_common(led, answer) and any(in_common(led, tile) for tile in legal)
        for _, led, answer, legal in answers(r, strict=False)
    ),
    "4.2": lambda r: any(d.drawn.one for d in r.deals),
    "4.3": lambda r: any(
        one.taker != one.leader and two.leader == one.taker
        for d in r.deals
        for one, two in zip(d.played, d.played[1:], strict=False)
    ),
    "4.4": gained("4.4"),
    "5.1": lambda r: (
        refused("5.1")(r)
        or any(isinstance(m, Play) and m.announce for d, _ in plies(r) for m in d.legal_moves())
    ),
    "5.2": gained("5.2"),
    "5.3": gained("5.3"),
    "5.4": lost_announcement,
    "5.5": announced_twice,
    "5.6": lambda r: any(t.announce and not t.shown for _, t, *_ in tricks(r)),
    "5.7": lambda r: any(
        isinstance(m, Play) and m.announce and BINGO in d.hands[d.leader] for d, m in plies(r)
    ),
    "6.1": lambda r: any(t.strict and not plain(d, t.led) for d, t, *_ in tricks(r)),
    "6.2": refused("6.2"),
    "6.3": refused("6.3"),
    "6.4": refused("6.4"),
    "6.5": throws_though_he_might_trump,
    "6.6": spares_a_tile_that_beats,
    "6.7": lambda r: any(
        (str(led), *map(str, deal.hands[deal.leader.other])) in EXAMPLES and deal.trump is Suit.FOUR
        for deal, led, *_ in answers(r, strict=True)
    ),
    "7.1": lambda r: refused("7.1")(r) or any(isinstance(m, Close) for _, m in plies(r)),
    "7.2": lambda r: any(d.closed_by is not None and d.is_over for d in r.deals),
    "7.3": lambda r: any(d.closed_by is not None and d.is_over and d.stock for d in r.deals),
    "7.4": lambda r: refused("7.4")(r) or any(isinstance(m, Exchange) for _, m in plies(r)),
    "8.1": lambda r: any(d.outcome and d.outcome.how == "seventy" and d.hands.one for d in r.deals),
    "8.2": gained("8.2"),
    "8.3": lambda r: any(
        d.outcome and d.outcome.winner == d.closed_by is not None for d in r.deals
    ),
    "8.4": gained("8.4"),
    "8.5": gained("8.5"),
    "8.6": lambda r: any(d.outcome and d.outcome.how == "neither" for d in r.deals),
    "8.7": gained("8.7"),
    "8.8": several_gains_in_order,
    "9.1": lambda r: r.match.is_over,
    "9.2": lambda r: r.match.is_over and (ended_the_match(r.deals[-1]) or first_to_70_has_won(r)),
    "9.3": lambda r: len(r.deals) > 1,
    "9.4": lambda r: len(r.deals) > 1 and any(r.deals[0].points) and r.deals[1].points == (4, 0),
    "9.5": lambda r: all(any(View.of(r.deals[-1], seat).points) for seat in Seat),
}


def ended_the_match(deal: Deal) -> bool:
    return deal.outcome is not None and deal.outcome.how == "match"


def first_to_70_has_won(record: Record) -> bool:
    one, two = record.match.big_points
    return one == two >= record.rules.target and record.winner is record.deals[-1].board.first_to_70


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


EXAMPLES = {
    ("6-2", "3-3", "5-2", "6-4"): "5-2",
    ("6-2", "3-3", "6-4"): "3-3 6-4",
    ("6-0", "2-0", "6-3"): "2-0",
    ("4-1", "0-0", "6-6"): "0-0",
    ("0-0", "4-4", "5-0"): "4-4",
    ("6-0", "0-0", "6-6"): "6-6",
}


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
