"""The hint and the stronger opponent: what they say, and that the engine's first use is told."""

import io
import re

import pytest

from bingo.engine import compiled
from bingo.game import Rules, View
from bingo.i18n import LANGUAGES, Language
from bingo.players import PLAYERS, GreedyPlayer, PimcPlayer, player_name, reason_text
from bingo.table import Dice, Table
from bingo.terminal import company
from bingo.terminal.answers import Asked
from bingo.terminal.ask import Lines
from bingo.terminal.engine import make_ready
from bingo.terminal.words import move_text, understand
from tests.terminal.driver import KNOWN, Screen, piped

RU, EN = (Language.named(code) for code in LANGUAGES)
GAIN = {
    RU: r"Подсказка: (\S+)\. .* на \d,\d\d большого очка лучше, чем «(.+)»\.",
    EN: r'Hint: (\S+)\. .* does \d\.\d\d big points better than "(.+)" on average\.',
}


def tables(number: int) -> list[Table]:
    """Tables at the first lead, and at the answer to it."""
    found = []
    for seed in range(number):
        table = Table.open(Rules(), ("", ""), dice=Dice(seed))
        found.append(table)
        later = Table.open(Rules(), ("", ""), dice=Dice(seed))
        later.play(later.to_move, later.view(later.to_move).legal_moves()[0])
        found.append(later)
    return found


def hint(language: Language, table: Table, view: View) -> str:
    (told,) = Asked(
        language, company.Company().names(language, table.names), table, view, None
    ).answer("hint", "")
    return told


def test_the_hint_is_the_strong_move_with_greedys_reason_or_with_the_gain() -> None:
    ways = set()
    for table in tables(12):
        view = table.view(table.to_move)
        move = PimcPlayer(0).choose(view, table.match)
        greedys, reason = GreedyPlayer().explain(view, table.match)
        ways.add(move == greedys)
        for language in (RU, EN):
            told = hint(language, table, view)
            if move == greedys:
                why = reason_text(language, reason)
                assert told == f"{told.split('. ')[0]}. {why}"
                continue
            found = re.fullmatch(GAIN[language], told)
            assert found, told
            assert found[2] == move_text(greedys, language)
            assert understand(found[1]) is not None
    assert ways == {True, False}


@pytest.mark.parametrize("language", [RU, EN], ids=LANGUAGES)
def test_the_first_use_of_the_engine_is_told_once(language, monkeypatch) -> None:
    monkeypatch.setattr(compiled, "notice", compiled.Notice())
    told = io.StringIO()
    make_ready(Lines(None, told), language)
    for _ in range(3):
        compiled.notice.give()
    assert " ".join(told.getvalue().split()) == language.say("engine.compiling")


def test_the_strong_opponent_comes_after_the_others_and_plays(tmp_path) -> None:
    with Screen(tmp_path / "list", language="ru", ruleset="russian", target=1, seed=4) as screen:
        names = re.findall(r"^  \d\) ([А-Я]\w+)\. ", screen.prompt(), re.MULTILINE)
        assert names[: len(PLAYERS)] == [player_name(RU, n) for n in ("greedy", "random", "pimc")]
        screen.answer("3", "Ваш")
        assert player_name(RU, "pimc") in screen.answer("счёт")
        screen.kill()
    asked = {**KNOWN, "opponent": "pimc", "language": "en", "seed": 6}
    told = piped(tmp_path / "plays", b"1\n1\n1\n", **asked)
    assert told.returncode == 0
    assert b"Reckoner" in told.stdout
    assert b"Traceback" not in told.stderr
