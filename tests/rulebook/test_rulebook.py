"""The two rulebooks are one book: the same clauses, the same options, in the game's own words."""

import re

import pytest

from bingo import rulebook
from bingo.i18n import UnknownLanguage

LANGUAGES = ("ru", "en")

CLAUSES_IN_SECTION = {1: 5, 2: 6, 3: 6, 4: 4, 5: 7, 6: 7, 7: 4, 8: 8, 9: 5}
CLAUSES = tuple(f"{s}.{n}" for s, last in CLAUSES_IN_SECTION.items() for n in range(1, last + 1))

# Every option under its clause; the first value is the default.
OPTIONS = {
    "first_leader": ("1.3", "lot lowest_hand"),
    "trump_in_plain_suit": ("2.3", "no yes"),
    "plain_rank": ("3.3", "pip_sum suit_led either_half"),
    "discard_can_win": ("3.5", "no yes"),
    "bingo_suit": ("3.6", "trump blank free"),
    "last_draw": ("4.2", "loser winner"),
    "bingo_bonus": ("4.4", "either_order bingo_second"),
    "emperor": ("5.3", "big_point points_70"),
    "invincible": ("5.3", "play_on ends_deal"),
    "announce_credit": ("5.4", "this_trick any_trick"),
    "reannounce": ("5.5", "yes remaining no"),
    "announce_form": ("5.6", "number show"),
    "bingo_in_announce": ("5.7", "0 10"),
    "follow_lower": ("6.4", "second off free"),
    "must_trump": ("6.5", "may must"),
    "must_beat": ("6.6", "no yes"),
    "close_before_draw": ("7.1", "no yes"),
    "close_needs_trick": ("7.1", "no yes"),
    "close_min_stock": ("7.1", "2 4"),
    "trump_exchange": ("7.4", "no yes"),
    "deal_end": ("8.1", "at_70 play_out_each play_out_first claim"),
    "low_threshold": ("8.2", "20 30"),
    "close_level_at": ("8.3", "end closing"),
    "failed_close_3": ("8.4", "opponent_at_closing closer_at_closing closer_in_deal"),
    "failed_close_opp70": ("8.5", "add none replace"),
    "neither": ("8.6", "nobody higher_wins_1"),
    "last_trick_bonus": ("8.7", "0 10"),
    "target": ("9.1", "7 8"),
    "next_leader": ("9.3", "alternate winner loser lot"),
    "totals_visible": ("9.5", "yes no"),
}

HOYLE = (
    "plain_rank=suit_led bingo_suit=blank follow_lower=off must_trump=must must_beat=yes "
    "low_threshold=30 last_trick_bonus=10 deal_end=claim announce_credit=any_trick "
    "announce_form=show reannounce=no bingo_in_announce=10 emperor=points_70 "
    "invincible=ends_deal close_needs_trick=yes close_level_at=closing "
    "failed_close_opp70=none next_leader=winner"
)
RULESETS = {
    "russian-004": "failed_close_3=closer_at_closing",
    "russian-003": (
        "first_leader=lowest_hand follow_lower=free bingo_suit=free failed_close_3=closer_in_deal"
    ),
    "hoyle-1868": HOYLE,
    "hoyle-1868-soft": "must_beat=no low_threshold=20",  # against hoyle-1868
    "hoyle-20c": "must_trump=must discard_can_win=yes failed_close_opp70=none",
    "engel-2004": "plain_rank=either_half",
}

REFUSING = """
    1.2 3.6 4.1 4.2 5.1 5.5 6.1 6.2 6.3 6.4 6.5 6.6 7.1 7.4 8.1 9.2
"""
COUNTING = """
    2.5 4.4 5.2 5.3 5.4 5.7 8.2 8.3 8.4 8.5 8.6 8.7 8.8 9.1 9.3 9.4 9.5
"""

DEFAULT = {"ru": "по умолчанию", "en": "default"}

# Words that the Words table keeps out, with the traps it names.
NOT_USED = {
    "ru": (
        r"рук(?:а|и|у|е|ой)(?<!на руки)|базар\w*|кост(?:ь|и|ей|ью|ям|ями|ях)|костяшк\w+"
        r"|сдач\w+|розыгрыш\w*|раунд\w*|противник\w*|козырной камень|закры\w+ игру"
        r"|открыт\w+ игр\w+|игровы\w+ очк\w+"
    ),
    "en": (
        r"bones?|pieces?|boneyard|talon|doublets?|declar\w+|sets|rounds?|games|game points?"
        r"|(?:higher|lower|blank|empty|open|either|both) ends?|(?<!the )(?<!card )game"
        r"|(?:first|last|next|each|every|new|this) hands?|he|him|his|she|her"
    ),
}


def flat(text: str) -> str:
    return " ".join(text.split())


def not_used(text: str, language: str) -> list[str]:
    return re.findall(rf"\b(?:{NOT_USED[language]})\b", flat(text), re.IGNORECASE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_clause_of_the_rules_stands_in_order_and_once(language: str) -> None:
    numbers = re.findall(r"^\*\*(\d+\.\d+)\*\* ", rulebook.text(language), re.MULTILINE)
    assert tuple(numbers) == CLAUSES == rulebook.CLAUSES
    for number in CLAUSES:
        assert rulebook.clause(number, language).startswith(f"**{number}** ")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_clause_stands_in_its_section(language: str) -> None:
    for number, last in CLAUSES_IN_SECTION.items():
        section = rulebook.section(str(number), language)
        assert section.startswith(f"## {number} ")
        found = re.findall(r"^\*\*(\d\.\d)\*\* ", section, re.MULTILINE)
        assert found == [f"{number}.{n}" for n in range(1, last + 1)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", OPTIONS)
def test_an_option_stands_under_its_clause_with_all_values_and_the_default_first(
    name: str, language: str
) -> None:
    clause, values = OPTIONS[name][0], OPTIONS[name][1].split()
    options = re.split(r"\n- ", rulebook.clause(clause, language))[1:]
    (told,) = [flat(option) for option in options if option.startswith(f"`{name}`: ")]
    assert told.startswith(f"`{name}`: `{values[0]}` — {DEFAULT[language]}: ")
    assert told.count(DEFAULT[language]) == 1
    assert re.findall(r"(?:: |· )`(\w+)` — ", told) == values
    assert rulebook.text(language).count(f"- `{name}`: ") == 1


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_other_option_is_told(language: str) -> None:
    told = re.findall(r"^- `(\w+)`: ", rulebook.text(language), re.MULTILINE)
    assert told == list(OPTIONS)
    assert len(told) == 30


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_tells_what_each_ruleset_changes(language: str) -> None:
    found: dict[str, list[str]] = {}
    for first, field, value in re.findall(
        r"^\| (\S*) +\| (\S.*?) +\| (\S*) +\|$", rulebook.text(language), re.MULTILINE
    ):
        if first.startswith("`"):
            found[first.strip("`")] = []
        if value.startswith("`") and found:
            found[list(found)[-1]].append(f"{field.strip('`')}={value.strip('`')}")
    assert {name: " ".join(changes) for name, changes in found.items()} == RULESETS


def test_the_rulebook_tells_the_options_the_code_has() -> None:
    rules = pytest.importorskip("bingo.game.rules")
    assert list(rules.options()) == list(OPTIONS)
    for option in rules.options().values():
        clause, values = OPTIONS[option.name]
        assert option.clause == clause
        assert rules.spell(option.default) == values.split()[0]
        if option.values:
            assert [rules.spell(value) for value in option.values] == values.split()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("clause", (REFUSING + COUNTING).split())
def test_why_has_a_sentence_of_its_own(clause: str, language: str) -> None:
    sentence = rulebook.why(clause, language)
    first = flat(rulebook.clause(clause, language)).replace("*", "").replace("`", "")
    assert sentence not in first
    assert sentence[0].isupper()
    assert sentence.endswith(".")
    assert not re.search(r"[.!?] ", sentence)
    assert not_used(sentence, language) == []


def test_why_falls_back_to_the_first_sentence() -> None:
    assert rulebook.why("3.4", "ru") == "Камни равны — взятку берёт заходивший."
    assert rulebook.why("3.2", "en") == "A trump beats a plain tile."
    assert rulebook.why("4.3", "en") == "The taker of a trick leads to the next."
    for language in LANGUAGES:
        for number in CLAUSES:
            assert re.fullmatch(r"[^*`\n]+[.]", rulebook.why(number, language))


@pytest.mark.parametrize("ask", [rulebook.clause, rulebook.why])
@pytest.mark.parametrize(
    ("number", "near"), [("6.9", "6.7"), ("6.0", "6.1"), ("10.1", "9.1"), ("6", "6.1"), ("", "1.1")]
)
def test_an_unknown_clause_names_near_ones(ask, number: str, near: str) -> None:
    with pytest.raises(rulebook.UnknownClause, match="near it: ") as refused:
        ask(number, "en")
    assert near in refused.value.near
    assert isinstance(refused.value, LookupError)


def test_an_unknown_section_names_near_ones() -> None:
    with pytest.raises(rulebook.UnknownClause) as refused:
        rulebook.section("12", "ru")
    assert refused.value.near == ("9", "8", "7")


@pytest.mark.parametrize("ask", [rulebook.text, lambda code: rulebook.why("6.3", code)])
def test_an_unknown_language_is_refused(ask) -> None:
    with pytest.raises(UnknownLanguage):
        ask("eo")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_fits_a_terminal(language: str) -> None:
    lines = rulebook.text(language).splitlines()
    assert [line for line in lines if len(line) > 80 or line != line.rstrip()] == []
    assert "http" not in rulebook.text(language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_words_are_those_of_the_game(language: str) -> None:
    assert not_used(rulebook.text(language), language) == []


def test_both_texts_have_the_same_parts() -> None:
    def shape(language: str) -> list[str]:
        marks = re.findall(
            r"^(?:##+ \d?|\*\*\d\.\d\*\* |- `[\w-]+`|\d+\. |\|-)", rulebook.text(language), re.M
        )
        return [mark.strip() for mark in marks]

    assert shape("ru") == shape("en")
