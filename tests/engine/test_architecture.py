"""What docs/ARCHITECTURE.md and docs/ENGINE.md say of the engine is so, the picture above all."""

import doctest
import random
import re
from pathlib import Path

import pytest

from bingo.engine import layout, memory, pack
from bingo.engine.packing import code
from bingo.game.tiles import Seat, mask
from tests.game import strategies as some

ROOT = Path(__file__).parent.parent.parent
ENGINE = ROOT / "src" / "bingo" / "engine"
HOUSE = ROOT / "docs" / "ARCHITECTURE.md"
PAGE = ROOT / "docs" / "ENGINE.md"
SEATS = {"ONE": Seat.ONE, "TWO": Seat.TWO}
INTEGERS = ("hands", "stock", "marks", "score")


def section():
    """What ARCHITECTURE says of the engine."""
    found = re.search(r"\n## The engine\n(.*?)\n## ", HOUSE.read_text("utf-8"), re.DOTALL)
    assert found
    return found[1]


def picture():
    """The rows of the picture: their integer, the numbers over the bars, what lies between."""
    drawn = re.search(r"<!-- picture -->\n```\n(.*?)```", section(), re.DOTALL)
    assert drawn
    name = ""
    for block in drawn[1].strip("\n").split("\n\n"):
        numbers, fields = block.split("\n")
        name = fields.split("│")[0].strip() or name
        bars = [at for at, sign in enumerate(fields) if sign == "│"]
        over = [found.start() for found in re.finditer(r"\d+", numbers)]
        assert bars == over, f"numbers stand over the bars of {fields}"
        words = [word.strip() for word in fields.split("│")[1:-1]]
        yield name, [int(number) for number in numbers.split()], words


def fields():
    """By integer and by what the picture calls it: the lowest bit of a field, and its width."""
    found = {}
    for name, numbers, words in picture():
        for high, low, word in zip(numbers[:-1], numbers[1:], words, strict=True):
            found[name, word] = low, high - low
    return found


def told():
    """What layout.py tells of its parts: their bits by constant, seat by seat if both have them."""
    lines = (ENGINE / "layout.py").read_text("utf-8")
    for name, bits, seats in re.findall(r"^(\w+) = \d+  # (\d+) bits?( a seat)?", lines, re.M):
        low, width = getattr(layout, name), int(bits)
        if seats:
            yield f"{name} ONE", (low, width)
            yield f"{name} TWO", (low + width, width)
        else:
            yield name, (low, width)


def test_the_picture_shows_four_integers_below_2_to_the_60_without_a_gap():
    ends = {}
    for name, numbers, _ in picture():
        assert numbers == sorted(numbers, reverse=True)
        assert numbers[0] == ends.get(name, numbers[0]), f"the rows of {name} follow each other"
        assert numbers[0] <= 60
        ends[name] = numbers[-1]
    assert tuple(ends) == INTEGERS
    assert set(ends.values()) == {0}


def test_the_picture_has_every_part_where_layout_has_it():
    drawn = {word: place for (_, word), place in fields().items()}
    parts = dict(told())
    assert len(parts) > 20
    assert {word: drawn.get(word) for word in parts} == parts
    hands = {f"hand of {seat}": (28 * number, layout.TILES) for seat, number in SEATS.items()}
    stock = {"next tile drawn": 0, "2nd": 1, "3rd": 2, "12th": 11}
    places = {word: (layout.TILE * place, layout.TILE) for word, place in stock.items()}
    between = {"…": (layout.TILE * 3, layout.TILE * 8)}
    assert drawn == parts | hands | places | between


def test_states_read_by_the_picture_are_the_deals_they_were_made_from():
    places = fields()

    def read(s, name, word):
        low, width = places[name, word]
        return s[INTEGERS.index(name)] >> low & ((1 << width) - 1)

    for seed in range(60):
        rng = random.Random(seed)
        for deal in some.playthrough(rng, some.random_start(rng)):
            s, board = pack(deal), deal.board
            assert all(0 <= number < 1 << 60 for number in s)
            assert read(s, "hands", "STOCK_LEFT") == len(deal.stock), f"seed {seed}"
            assert read(s, "marks", "TURN_UP") == deal.turn_up.index, f"seed {seed}"
            assert read(s, "marks", "LEADER") == deal.leader, f"seed {seed}"
            led = deal.trick.led.index + 1 if deal.trick else 0
            assert read(s, "marks", "LED") == led, f"seed {seed}"
            if len(deal.stock) > 2:
                assert read(s, "stock", "next tile drawn") == deal.stock[0].index, f"seed {seed}"
                assert read(s, "marks", "ABOVE") == deal.stock[-2].index, f"seed {seed}"
            for word, seat in SEATS.items():
                assert read(s, "hands", f"hand of {word}") == mask(deal.hands[seat]), f"seed {seed}"
                assert read(s, "score", f"POINTS {word}") == board.points[seat], f"seed {seed}"
                assert read(s, "score", f"TRICKS {word}") == board.tricks[seat], f"seed {seed}"
                assert read(s, "score", f"BIG {word}") == board.big_points[seat], f"seed {seed}"
            assert all(0 <= code(move) < layout.MOVES for move in deal.legal_moves())


def test_every_file_of_the_engine_has_its_place_in_the_drawing():
    drawing = re.search(r"```\n(.*?)```", section(), re.DOTALL)
    assert drawing
    there = {file.stem for file in ENGINE.glob("*.py")} - {"__init__"}
    named = re.findall(r"^((?:\w+  )*\w+)   ", drawing[1], re.MULTILINE)
    assert sorted(" ".join(named).split()) == sorted(there)


def test_the_array_of_a_search_lies_as_drawn():
    drawn = re.search(r"^m   │(.*)│$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert drawn
    first, *names = [word.strip() for word in drawn[1].split("│")]
    places = [getattr(memory, name) for name in names]
    assert (first, places[0]) == ("t", memory.SIZE)
    assert places == sorted(set(places))


def test_the_example_comes_to_what_the_page_says():
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert result.failed == 0
    assert result.attempted > 5


@pytest.mark.parametrize("page", [HOUSE, PAGE], ids=lambda page: page.stem)
def test_the_names_told_are_in_the_code(page):
    text = section() if page == HOUSE else page.read_text("utf-8")
    code_of_all = "\n".join(f.read_text("utf-8") for f in (ROOT / "src" / "bingo").rglob("*.py"))
    plain = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    dotted = re.findall(r"`@?([A-Za-z_][\w.]*)", plain)
    names = {word for name in dotted for word in name.split(".")} - {"py", "src", "tests", "uint64"}
    assert len(names) > 15
    missing = [name for name in names if not re.search(rf"\b{name}\b", code_of_all)]
    assert not missing
