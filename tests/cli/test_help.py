"""The command `bingo`: Help, and the language it speaks."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from bingo.cli import COMMANDS
from bingo.game import RULESETS, options
from bingo.i18n import LANGUAGES
from bingo.players import PLAYERS
from tests.cli.told import FINE, MATCH, UNUSABLE

# --- help -----------------------------------------------------------------------------------------

# Names, notation, and words that are the same in every language.
LATIN = {
    *COMMANDS, *RULESETS, *PLAYERS, *options(), "bingo", "perft", "help", "version", "lang",
    "ru", "en", "JSON", "json", "text", "Enter", "Ctrl-C", "ruleset", "option", "opponent",
    "hot-seat", "target", "name", "seed", "resume", "new", "saves", "seat", "one", "two", "open",
    "to", "moves", "view", "depth", "divide", "yes", "rules", "russian", "stock", "leader",
    "solve", "equity", "reference", "signature", "make",
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
        "replay": "deal seat open solve",
        "convert": "to",
        "rules": "ruleset",
        "deal": "seed ruleset option moves view",
        "solve": "equity",
        "perft": "depth divide reference seed ruleset option",
        "bench": "signature",
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
