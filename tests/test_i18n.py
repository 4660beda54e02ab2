"""What the program says: plurals, spoken tiles, both languages whole, and their checker."""

import json
import shutil
from pathlib import Path

import pytest

from bingo.game.rules import RULESETS, options, spell
from bingo.game.tiles import TILES, Suit, Tile
from bingo.i18n import LANGUAGES, Language, UnknownLanguage, detect, messages
from tools import catalogue

RU, EN = (Language.named(code) for code in LANGUAGES)


# --- plurals


@pytest.mark.parametrize(
    ("n", "points", "big_points", "tricks"),
    [
        (0, "0 очков", "0 больших очков", "0 взяток"),
        (1, "1 очко", "1 большое очко", "1 взятка"),
        (2, "2 очка", "2 больших очка", "2 взятки"),
        (5, "5 очков", "5 больших очков", "5 взяток"),
        (11, "11 очков", "11 больших очков", "11 взяток"),
        (21, "21 очко", "21 большое очко", "21 взятка"),
        (22, "22 очка", "22 больших очка", "22 взятки"),
        (111, "111 очков", "111 больших очков", "111 взяток"),
    ],
)
def test_russian_plurals(n, points, big_points, tricks):
    assert RU.count("count.points", n) == points
    assert RU.count("count.big_points", n) == big_points
    assert RU.count("count.tricks", n) == tricks


@pytest.mark.parametrize(
    ("key", "forms"),
    [
        ("count.tiles", ["1 камень", "2 камня", "5 камней"]),
        ("count.deals", ["1 кон", "2 кона", "5 конов"]),
    ],
)
def test_russian_nouns(key, forms):
    assert [RU.count(key, n) for n in (1, 2, 5)] == forms


@pytest.mark.parametrize("n", [0, 1, 2, 5, 11, 21, 22, 111])
def test_english_plurals(n):
    s = "" if n == 1 else "s"
    assert EN.count("count.points", n) == f"{n} point{s}"
    assert EN.count("count.big_points", n) == f"{n} big point{s}"


def test_a_negative_number_takes_the_form_of_its_size():
    assert RU.count("count.points", -1) == "-1 очко"
    assert RU.count("count.points", -2) == "-2 очка"
    assert EN.count("count.points", -1) == "-1 point"


# --- tiles and suits


@pytest.mark.parametrize(
    ("tile", "ru", "en"),
    [
        ("6-4", "шесть-четыре", "six-four"),
        ("4-6", "шесть-четыре", "six-four"),
        ("6-0", "шесть-мыло", "six-blank"),
        ("3-0", "три-мыло", "three-blank"),
        ("2-1", "два-один", "two-one"),
        ("5-5", "дубль пять", "double five"),
        ("0-0", "бинго", "bingo"),
    ],
)
def test_tiles_as_players_say_them(tile, ru, en):
    assert RU.tile(Tile.parse(tile)) == ru
    assert EN.tile(Tile.parse(tile)) == en


def test_trumps_as_players_name_them():
    assert [RU.suit(suit) for suit in Suit] == [
        *("мыло", "единицы", "двойки", "тройки", "четвёрки", "пятёрки", "шестёрки")
    ]
    assert [EN.suit(suit) for suit in Suit] == [
        *("blanks", "ones", "twos", "threes", "fours", "fives", "sixes")
    ]


@pytest.mark.parametrize("language", [RU, EN], ids=LANGUAGES)
def test_every_tile_has_its_own_name(language):
    assert len({language.tile(tile) for tile in TILES}) == len(TILES)


def test_announcements_by_name():
    assert [RU.say(f"announce.{n}") for n in (2, 5, 6, 7)] == [
        *("2 дубля", "король, 5 дублей", "император, 6 дублей", "непобедимый, 7 дублей")
    ]
    assert [EN.say(f"announce.{n}") for n in (4, 5, 6, 7)] == [
        *("4 doubles", "king, 5 doubles", "emperor, 6 doubles", "invincible, 7 doubles")
    ]


# --- the rules in words


@pytest.mark.parametrize("language", [RU, EN], ids=LANGUAGES)
def test_every_option_value_and_ruleset_is_told_and_nothing_else(language):
    told = {key for key in messages(language.code) if key.startswith(("option.", "ruleset."))}
    wanted = {f"ruleset.{name}.{part}" for name in RULESETS for part in ("name", "about")}
    for option in options().values():
        values = option.values or (7, 8, "any")
        wanted |= {f"option.{option.name}"}
        wanted |= {f"option.{option.name}.{spell(value)}" for value in values}
    assert told == wanted
    assert language.say("option.target.any", n=5).endswith("5")


# --- asking for a language


def test_languages_have_names_and_print_as_they_are_written():
    assert [RU.code, EN.code] == list(LANGUAGES)
    assert Language.named("ru") == RU != EN
    assert eval(repr(RU), {"Language": Language}) == RU


def test_an_unknown_language_is_refused_with_the_known_ones():
    for ask in (Language.named, Language, messages):
        with pytest.raises(UnknownLanguage, match="'tlh'; known: ru, en"):
            ask("tlh")


@pytest.mark.parametrize(
    ("environ", "code"),
    [
        ({}, "en"),
        ({"LANG": "ru_RU.UTF-8"}, "ru"),
        ({"LANG": "ru"}, "ru"),
        ({"LANG": "RU-ru"}, "ru"),
        ({"LANG": "uk_UA.UTF-8"}, "ru"),
        ({"LANG": "be_BY@latin"}, "ru"),
        ({"LANG": "kk.UTF-8"}, "ru"),
        ({"LANG": "C.UTF-8"}, "en"),
        ({"LANG": "rw_RW"}, "en"),
        ({"LANG": "de_DE.UTF-8"}, "en"),
        ({"LANG": "ru_RU.UTF-8", "LC_MESSAGES": "en_US"}, "en"),
        ({"LC_MESSAGES": "en_US", "LC_ALL": "ru_RU"}, "ru"),
        ({"LC_ALL": "C", "BINGO_LANG": "ru"}, "ru"),
        ({"BINGO_LANG": "en", "LANG": "ru_RU"}, "en"),
        ({"BINGO_LANG": "", "LANG": "ru_RU"}, "ru"),
    ],
)
def test_the_environment_asks_for_a_language(environ, code):
    assert detect(environ) == code


# --- what is not there is an error


@pytest.mark.parametrize("language", [RU, EN], ids=LANGUAGES)
def test_an_unknown_key_is_an_error_that_names_it(language):
    for key in ("tile.eleven", ""):  # the empty key is the catalogue's own header
        for ask in (language.say, lambda key: language.count(key, 1)):
            with pytest.raises(KeyError) as error:
                ask(key)
            assert error.value.args == (key,)


@pytest.mark.parametrize("language", [RU, EN], ids=LANGUAGES)
def test_a_field_without_a_value_is_an_error_that_names_both(language):
    with pytest.raises(KeyError, match=r"tile\.pair: no value for \{second\}"):
        language.say("tile.pair", first="six", third="four")


@pytest.mark.parametrize("language", [RU, EN], ids=LANGUAGES)
def test_say_and_count_do_not_stand_for_one_another(language):
    with pytest.raises(TypeError, match="use count"):
        language.say("count.points")
    with pytest.raises(TypeError, match="use say"):
        language.count("tile.bingo", 1)


# --- the whole catalogue


def test_the_whole_catalogue_is_ready_for_json():
    for code, forms in (("ru", 3), ("en", 2)):
        whole = messages(code)
        assert json.loads(json.dumps(whole)) == whole
        assert "" not in whole
        assert len(whole["count.points"]) == forms
        assert whole["tile.bingo"] == Language.named(code).say("tile.bingo")
        whole["count.points"].clear()
        assert len(messages(code)["count.points"]) == forms


def test_both_languages_say_the_same_things_in_their_own_words():
    ru, en = messages("ru"), messages("en")
    assert ru.keys() == en.keys()
    words = [key for key in ru if any("а" <= letter <= "я" for letter in str(ru[key]))]
    assert [key for key in words if ru[key] == en[key]] == []
    assert len(words) > len(ru) / 2


# --- the checker


def test_the_catalogues_are_whole():
    assert catalogue.check() == []


@pytest.fixture
def house(tmp_path):
    """A small copy: both catalogues, and the one source that says all their keys."""
    for code in LANGUAGES:
        part = Path("src/bingo/locale") / code / "LC_MESSAGES"
        shutil.copytree(catalogue.ROOT / part, tmp_path / part)
    write(tmp_path, "# catalogue: *.*\n")
    assert catalogue.check(tmp_path) == []
    return tmp_path


def write(house, text, name="room.py"):
    (house / "src/bingo" / name).write_text(text, "utf-8")


def spoil(house, code, old, new):
    po = house / f"src/bingo/locale/{code}/LC_MESSAGES/bingo.po"
    text = po.read_text("utf-8")
    assert old in text
    po.write_text(text.replace(old, new, 1), "utf-8")


def faults(house):
    return "\n".join(catalogue.check(house))


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('msgid "tile.bingo"', 'msgid "tile.bongo"', "en: tile.bongo is missing"),
        ('msgid "tile.bingo"', 'msgid "Bingo!"', "'Bingo!' is not a key"),
        ('msgid "tile.half.1"', 'msgid "tile.half.2"', "tile.half.2 stands twice"),
        ('msgid "tile.bingo"', '#, fuzzy\nmsgid "tile.bingo"', "tile.bingo is fuzzy"),
        ('msgid "tile.bingo"', '#~ msgid "b.b"\n#~ msgstr "b"\n\nmsgid "tile.bingo"', "obsolete"),
        ('msgstr "бинго"', 'msgstr ""', "tile.bingo: a text is missing or empty"),
        ('msgstr "бинго"', 'msgstr "{x}"', "tile.bingo: in one language only: {x}"),
        ('msgstr "бинго"', 'msgstr "{}"', "tile.bingo: fields have names"),
        ('msgstr "бинго"', 'msgstr "{"', "tile.bingo: Single '{' encountered"),
        ('msgstr "бинго"', 'msgstr "лото"', "ru: the .mo is not up to date"),
        ('msgstr[2] "{n} конов"\n', "", "count.deals: a text is missing or empty"),
        ('msgstr[2] "{n} конов"', 'msgstr[2] "x"\nmsgstr[3] "y"', "more translations"),
        ("{n} кона", "{k} кона", "count.deals: in one language only: {k}"),
        ('msgid_plural "count.deals"\nmsgstr[0]', "msgstr", "count.deals has plural forms in one"),
        ('# --- tile', 'msgid "announce.1"\nmsgstr "1"\n\n# --- tile', "out of order"),
        ("nplurals=3", "nplurals=2", "msg has more translations than num_plurals"),
        ("plural=(n%10", "plural=(0 0 n%10", "ru: Plural-Forms: "),
        ('msgid "tile.bingo"', 'msgctxt "x"\nmsgid "tile.bingo"', "tile.bingo has a msgctxt"),
    ],
)  # fmt: skip
def test_the_checker_sees_a_spoilt_catalogue(house, old, new, fault):
    spoil(house, "ru", old, new)
    assert fault in faults(house)


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ('say("tile.bingo")', ""),
        ('language.say("tile.pair", first=1, second=2)', ""),
        ('language.say("tile.pair", **halves)', ""),
        ('language.count("count.points", 5)', ""),
        ('language.say("tile.bingo" if bingo else "tile.half.0")', ""),
        ('language.say(f"tile.{x}")  # catalogue: tile.*', ""),
        ("language.say(key)  # catalogue: elsewhere", ""),
        ('"text".count("a", 1), tricks.count(seat, 5)', ""),
        ('language.say("tile.bongo")', "room.py:3: tile.bongo is in no catalogue"),
        ('language.say("tile.bingo" if x else "tile.x")', "tile.x is in no catalogue"),
        ('language.say("tile.pair", first=1)', "tile.pair: no value for {second}"),
        ('language.say("tile.bingo", x=1)', "tile.bingo: no field {x} in the message"),
        ('language.say("count.points")', "count.points is for count"),
        ('language.count("tile.bingo", 1)', "tile.bingo is for say"),
        ('language.say(f"tile.{x}")', "room.py:3: say with a key put together"),
        ('language.count(f"count.{x}", 1)', "room.py:3: count with a key put together"),
        ("language.say(key)  # catalogue: nowhere.*", "nowhere.* is declared and no catalogue"),
        ("language.say(", "room.py:3: cannot be read"),
    ],
)
def test_the_checker_reads_the_code(house, code, fault):
    write(house, f"# catalogue: *.*\n\n{code}\n")
    found = faults(house)
    assert fault in found
    assert bool(found) == bool(fault)


def test_the_checker_reads_scripts(house):
    write(house, 'label(say("tile.bingo"), say("tile.bongo")) // catalogue: gone.*\n', "page.js")
    assert "page.js:1: tile.bongo is in no catalogue" in faults(house)
    assert "page.js:1: gone.* is declared" in faults(house)
    assert "tile.bingo" not in faults(house)


def test_a_message_nobody_says_is_a_fault(house):
    rooms = {key.partition(".")[0] for key in messages("en")} - {"tile"}
    families = " ".join(f"{room}.*" for room in sorted(rooms))
    write(house, f"# catalogue: {families} tile.half.*\n")
    write(house, 'SAID = {1: "tile.pair", 2: "tile.double"}\n', "table.py")
    assert faults(house).startswith("tile.bingo is said nowhere")
    assert len(catalogue.check(house)) == 1


def test_a_catalogue_that_cannot_be_read_is_a_fault(house):
    spoil(house, "en", 'msgstr "bingo"', "")
    assert "cannot be read" in faults(house)


def test_sorting_puts_every_message_into_its_block_by_number():
    text = 'msgid ""\nmsgstr ""\n\n# --- why: reasons\n\n' + "\n".join(
        f'msgid "{key}"\nmsgstr "x"\n' for key in ("why.6.10", "tile.b", "why.6.9", "tile.a")
    )
    tidy = catalogue.tidied(text)
    assert [catalogue.key_of(part) for part in tidy.split("\n\n")[1:]] == [
        *("", "tile.a", "tile.b", "", "why.6.9", "why.6.10")
    ]
    assert "# --- tile ---" in tidy
    assert catalogue.tidied(tidy) == tidy
