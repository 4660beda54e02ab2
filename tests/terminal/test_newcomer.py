"""What whoever plays for the first time needs: rules at hand, whole sentences, no dead ends."""

import re
import subprocess
import sys

import pytest

from bingo import rulebook
from bingo.game import TILES, BySeat, Deal, Play, Record, Rules, Seat, View, parse_move
from bingo.i18n import LANGUAGES, Language, messages
from bingo.table import Dice, Saves, Table
from bingo.terminal import tell
from bingo.terminal.company import names_shown
from bingo.terminal.news import Seen, news_lines
from tests.terminal.driver import CLEAR, KNOWN, Screen, environ, piped

RU, EN = (Language.named(code) for code in LANGUAGES)
HOT_SEAT = {"ruleset": "russian", "target": 7, "hot_seat": True, "names": ["Igor", "Sergei"]}


def a_deal_played(*, tags: bool = True) -> Record:
    """A match whose first deal is over, kept as the terminal keeps it."""
    told = (("Opponent", "greedy"), ("Human", "one")) if tags else ()
    table = Table.open(Rules(), ("", "greedy"), dice=Dice(2), tags=told)
    while table.to_move is not None:
        moves = [m for m in table.view(table.to_move).legal_moves() if isinstance(m, Play)]
        table.play(table.to_move, moves[-1])
    return table.record


def dealt(rules: str, moves: str) -> Deal:
    """A deal of the tiles in order, ONE to lead, after these moves."""
    deal = Deal.start(TILES, Seat.ONE, Rules.parse(rules))
    for move in moves.split():
        deal = deal.play(parse_move(move))
    return deal


# --- the game in two minutes ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "word", "head"),
    [("ru", "правила", "0 Игра за две минуты"), ("en", "rules", "0 The game in two minutes")],
)
def test_the_game_can_be_learned_inside_the_game(tmp_path, code, word, head):
    assert rulebook.section("0", code).startswith(f"## {head}\n")
    assert rulebook.sections(code)[0] == head
    tip = Language.named(code).say("terminal.tip_new")
    assert f"{word} 0" in tip
    with Screen(tmp_path, language=code, opponent="greedy") as screen:
        before_rulesets = screen.prompt()
        assert tip in before_rulesets
        assert head in screen.answer(f"{word} 0")
        screen.answer("")
        first = screen.answer("")
        assert tip in first
        assert f"  {head}\n" in screen.answer(word)
        told = screen.answer(f"{word} 0").rpartition("\n")[0]
        assert " ".join(rulebook.plain(rulebook.section("0", code))).split() == told.split()
        assert tip not in screen.answer("1")


# --- a finished deal, read ------------------------------------------------------------------------


@pytest.mark.parametrize(("code", "other"), [("ru", "[A-Za-z]{3,}"), ("en", "[а-яё]{3,}")])
def test_a_finished_deal_is_shown_in_words(tmp_path, code, other):
    record = a_deal_played()
    Saves(tmp_path).save(record)
    with Screen(tmp_path, language=code, resume=True) as screen:
        screen.prompt()
        shown = screen.answer("record 1")
    assert str(tmp_path / "match.bingo") in shown
    shown = shown.replace(str(tmp_path / "match.bingo"), "").rpartition("\n")[0]
    assert not re.findall(other, shown)
    (deal,) = record.deals
    words = " ".join(shown.split())
    for tiles in (*deal.origin.hands, deal.origin.stock):
        assert all(str(tile) in words for tile in tiles)
    for number in range(1, len(deal.played) + 1):
        assert f" {number}. " in words
    assert all(f"[{gain.clause}]" in words for gain in deal.outcome.gains)


# --- who is who -----------------------------------------------------------------------------------


def test_a_replay_names_the_players_as_the_game_did(tmp_path):
    path = tmp_path / "match"
    path.write_text(a_deal_played().dumps(), "utf-8")
    for code, you, greedy in (("ru", "вы", "Жадина"), ("en", "you", "Greedy")):
        argv = [sys.executable, "-m", "bingo", "replay", str(path), "--lang", code]
        told = subprocess.run(argv, capture_output=True, env=environ(), check=True).stdout.decode()
        assert f"{you} 0, {greedy} 0." in told
        assert "greedy" not in told
        assert Language.named(code).say("terminal.seat.one") not in told
    assert names_shown(RU, a_deal_played(tags=False)) == ("", "greedy")


@pytest.mark.parametrize("language", [RU, EN], ids=LANGUAGES)
def test_whoever_is_addressed_and_whoever_is_named(language):
    names = BySeat(language.say("terminal.you"), "Igor")
    lines = [
        tell.trick_line(language, names, t) for t in dealt("russian", "2-2+3 3-1 1-1 4-3").played
    ]
    told = {
        RU: [
            "Вы заходите с 2-2 и объявляете: 3 дубля. Igor отвечает 3-1. "
            "Вы берёте взятку, +44 очка.",
            "Вы заходите с 1-1, Igor отвечает 4-3 и берёт взятку, +2 очка.",
        ],
        EN: [
            "You lead 2-2 and announce 3 doubles. Igor answers 3-1. "
            "You take the trick, +44 points.",
            "You lead 1-1, Igor answers 4-3 and takes the trick, +2 points.",
        ],
    }
    assert lines == told[language]


@pytest.mark.parametrize("code", LANGUAGES)
def test_every_sentence_about_a_player_has_both_forms(code):
    said = messages(code)
    rooms = ("terminal.", "gain.", "outcome.", "cli.replay.")
    forms = {
        key.rpartition(".")[0]
        for key in said
        if key.startswith(rooms) and key.endswith((".you", ".name"))
    } - {"terminal"}
    assert len(forms) > 15
    for key in forms:
        assert "{name}" in said[f"{key}.name"]
        assert "{name}" not in said[f"{key}.you"]


# --- an announcement that brings nothing ----------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "moves", "key"),
    [
        ("russian", "1-1+3 4-3", "terminal.announcement_lost"),
        ("russian", "1-1 4-3", None),
        ("russian", "2-2+3 3-1", None),
        ("russian announce_credit=any_trick", "1-1+3 4-3", "terminal.announcement_waits"),
        ("russian announce_credit=any_trick", "2-2+3 3-1", None),
        ("russian announce_credit=any_trick deal_end=play_out_each", "2-2+3 3-1 1-1+3 4-3", None),
    ],
)
def test_an_announcement_that_is_not_credited_is_told_once(rules, moves, key):
    deal = dealt(rules, moves)
    for language in (RU, EN):
        for seat in Seat:
            view = View.of(deal, seat)
            lines = news_lines(language, BySeat("", ""), view, Seen())
            told = [line.strip() for line in lines if "[5.4]" in line]
            assert told == ([language.say(key)] if key else [])
            assert news_lines(language, BySeat("", ""), view, Seen.all_of(view)) == []


# --- no dead ends ---------------------------------------------------------------------------------


def test_undo_is_offered_only_where_it_works(tmp_path):
    shown = piped(tmp_path / "1", b"resign\ny\nwhat\nundo\n", **KNOWN, language="en", seed=1)
    told = shown.stdout.decode()
    assert "yes, no, last, record." in told
    assert "is not taken back" in told
    shown = piped(tmp_path / "2", "\nсдаюсь\nда\nчто\n".encode(), **HOT_SEAT, language="ru", seed=1)
    assert "да, нет, взятка, запись." in shown.stdout.decode()
    Saves(tmp_path / "3").save(a_deal_played())
    shown = piped(tmp_path / "3", b"what\nundo\n", language="en", resume=True)
    assert "last, score, record, undo, quit." in shown.stdout.decode()
    assert "Taken back" in shown.stdout.decode()


def test_only_enter_hands_the_tiles_over(tmp_path):
    with Screen(tmp_path, **HOT_SEAT, language="ru", seed=3) as screen:
        screen.prompt("Очередь")
        for typed in ("1", "да", "камни", "hint", "запись", "стол", "x", "язык"):
            shown = screen.answer(typed, "Очередь")
            assert RU.say("terminal.hand_over_only") in " ".join(shown.split())
        assert "подсказка —" in screen.answer("помощь", "Очередь")
        assert "6.4 " in screen.answer("правила 6.4", "Очередь")
        on_screen = screen.text.rpartition(CLEAR)[2]
        assert "Ваши" not in on_screen
        assert "Ваши" in screen.answer("", "Ваш")
        screen.kill()
    done = piped(tmp_path, b"x\nquit\n", language="ru", resume=True)
    assert done.returncode == 0
    assert "Ваши" not in done.stdout.decode()


# --- the rulebook without marks -------------------------------------------------------------------


@pytest.mark.parametrize("code", LANGUAGES)
def test_the_rulebook_is_told_without_marks(code):
    lines = rulebook.plain(rulebook.text(code))
    assert not set("".join(lines)) & set("*`|#")
    assert len([line for line in lines if re.match(r"\d\.\d ", line)]) == len(rulebook.CLAUSES)
    worth = {"ru": "- козырной дубль: 28", "en": "- trump double: 28"}
    assert worth[code] in lines
    told = " ".join(" ".join(lines).split())
    for number in rulebook.CLAUSES:
        assert " ".join(" ".join(rulebook.plain(rulebook.clause(number, code))).split()) in told
