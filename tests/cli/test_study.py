"""The command `bingo`: rules, deal, show, perft, and what play is told."""

import re

import pytest

from bingo.cli.parameters import rules_of
from bingo.game import RULESETS, Deal, Rules, Seat, Setup, View
from bingo.game.perft import divide
from bingo.game.perft import perft as count
from bingo.i18n import LANGUAGES, Language
from bingo.rulebook import CLAUSES, clause, plain, section, text
from bingo.terminal.faults import setup_fault_text
from tests.cli.told import FINE, WRONG, Told

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
        language = Language.named(code)
        told_so = [setup_fault_text(language, fault) for fault in Setup.parse(line).faults()]
        assert faults == [f"  - {fault}" for fault in told_so]
        assert any("1-1" in fault for fault in faults)
        assert bingo("perft", line, "--depth", 2, "--lang", code).err == told.err


@pytest.mark.parametrize(
    ("line", "code", "fact"),
    [
        ("rules russian; three 1-1", "invalid-notation", "'three'"),
        ("rules nobody; one 1-1", "invalid-rules", "'nobody'"),
        ("seat three; one 1-1", "invalid-notation", "three"),
        ("seat one; one 1-1", "invalid-setup", "[1.4]"),
        ("seat one; one 1-1 1-1; turn-up 5-2", "invalid-setup", " 1-1 "),
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


@pytest.mark.parametrize("rules", RULESETS)
def test_perft_by_the_reference_prints_the_same(bingo, rules):
    for seed in range(3):
        start = bingo("deal", "--seed", seed, "--moves", 3 * seed, "--ruleset", rules).out.strip()
        for depth in (0, 2, 3):
            words = ["perft", start, "--depth", depth, *(["--divide"] if depth else [])]
            told = bingo(*words)
            assert (told.code, told.err) == (FINE, "")
            assert bingo(*words, "--reference") == told, f"seed {seed}"


def test_perft_counts_longer_than_any_deal(bingo):
    line = bingo("deal", "--seed", 4, "--moves", 18).out.strip()
    words = ["perft", line, "--divide", "--depth", 10**18]
    assert bingo(*words) == bingo(*words, "--reference")


@pytest.mark.parametrize("command", [["perft", "--depth", 2], ["solve"]])
def test_a_position_seen_from_one_seat_is_refused_and_what_to_do_is_told(bingo, command):
    view = bingo("deal", "--seed", 4, "--view", "one").out.strip()
    told = bingo(*command, view)
    assert (told.code, told.out) == (WRONG, "")
    assert "every tile is known" in told.err
    assert "write a tile for every ?" in told.err
    russian = bingo(*command, view, "--lang", "ru")
    assert (russian.code, russian.out) == (WRONG, "")
    assert "напишите камень вместо каждого ?" in russian.err


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
