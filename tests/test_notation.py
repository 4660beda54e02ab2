"""The grammars of docs/NOTATION.md describe exactly what is written and read.

They are made into regular expressions, and whatever the writers write must match.
"""

import random
import re
from functools import cache
from pathlib import Path

import pytest

from bingo import RULESETS, TILES, BySeat, Deal, InvalidRecord, Match, Record, Seat, Setup, View
from bingo.game import lowest_hand, options, parse_move
from bingo.game.record import refusal_at
from tests.game.strategies import playthrough, random_deal, random_order, random_rules, random_view

ROOT = Path(__file__).parent.parent
NOTATION = ROOT / "docs" / "NOTATION.md"
GOLDEN = ROOT / "tests" / "playthroughs"
GIVEN = {
    "digit": "[0-6]",
    "n": "[0-9]{1,9}",
    "_": " ",
    "¶": "\n",
    "text": "[^\n]*",
    "name": r"\w+",
    "ruleset": "|".join(RULESETS),
    "option": "|".join(options()),
    "value": r"\w+",
}
"""What the grammars take as known."""
TOKEN = re.compile(r"\"[^\"]*\"|'[^']*'|[\w-]+|[{}\[\]()|¶]")
SIGNS = {"{": "(?:", "}": ")*", "[": "(?:", "]": ")?", "(": "(?:", ")": ")", "|": "|"}
TRIED = (*map(str, TILES), "6-6+2", "0-0+3", "close", "exchange", "claim", "draw")


@cache
def grammar() -> dict[str, str]:
    """Every name that is defined, with what it stands for."""
    rules: dict[str, str] = {}
    name = ""
    for block in re.findall(r"```ebnf\n(.*?)```", NOTATION.read_text("utf-8"), re.DOTALL):
        for line in block.splitlines():
            if begins := re.match(r"(\w+) += ", line):
                name = begins[1]
                assert name not in rules, f"{name} is defined twice"
                rules[name] = ""
            told = line[begins.end() :] if begins else line.strip()
            rules[name] += re.split(r" {3,}", told)[0] + " "
    return rules


@cache
def pattern(name: str) -> str:
    """What a name stands for, as a regular expression."""
    if name in GIVEN:
        return f"(?:{GIVEN[name]})"
    parts = [
        re.escape(token[1:-1]) if token[0] in "\"'" else SIGNS.get(token) or pattern(token)
        for token in TOKEN.findall(grammar()[name])
    ]
    return f"(?:{''.join(parts)})"


def is_a(name: str, text: str) -> bool:
    return re.fullmatch(pattern(name), text) is not None


def bare(record: str) -> str:
    """A record without what counts for nothing in it."""
    return "".join(f"{line.strip()}\n" for line in record.splitlines() if line.strip())


def random_record(rng: random.Random) -> Record:
    """A match of up to three deals, with moves that were tried and refused."""
    rules = random_rules(rng)
    match, deals, refused = Match.start(rules, Seat.ONE), [], []
    while not match.is_over and len(deals) < 3:
        order = random_order(rng)
        leader = match.next_leader or Seat.ONE
        if not deals and rules.first_leader == "lowest_hand":
            leader = lowest_hand(BySeat(order[:7], order[7:14])) or Seat.ONE
            match = Match.start(rules, leader)
        plies = list(playthrough(rng, Deal.start(order, leader, rules, match.big_points)))
        if rng.randrange(4) == 0:
            plies = plies[: rng.randrange(len(plies)) + 1]
        for deal in plies:
            tried = [parse_move(word) for word in rng.sample(TRIED, rng.choice((0, 0, 0, 2)))]
            legal = deal.legal_moves()
            refused += [refusal_at(deal, len(deals), move) for move in tried if move not in legal]
        deals.append(plies[-1])
        if not plies[-1].is_over:
            break
        match = match.after(plies[-1])
    given_up = rng.choice((None, None, Seat.TWO)) if not match.is_over else None
    names, tags = BySeat('Вера "В" \\', ""), (("Event", "any words"),)
    return Record(
        rules, tuple(deals), names, "2026-11-30", given_up, tuple(refused), ("", "a note"), tags
    )


@pytest.mark.parametrize("seed", range(60))
def test_what_is_written_is_in_the_grammar(seed: int) -> None:
    rng = random.Random(seed)
    deal = random_deal(rng)
    record = random_record(rng)
    written = [
        ("deal", str(deal)),
        ("rules", str(deal.rules)),
        ("position", str(Setup.of(deal))),
        ("view", str(random_view(rng))),
        ("record", bare(record.dumps())),
        *(("move", str(move)) for move in deal.legal_moves()),
    ]
    wrong = [text for name, text in written if not is_a(name, text)]
    assert not wrong
    assert Record.loads(record.dumps()) == record


@pytest.mark.parametrize("file", sorted(GOLDEN.glob("*.txt")), ids=lambda file: file.stem)
def test_golden_games_are_in_the_grammar(file: Path) -> None:
    assert is_a("record", bare(file.read_text("utf-8")))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("move", "6-4+"),
        ("rules", "russian must_beat"),
        ("position", "one 6-4; ; two 5-5"),
        ("deal", "one 6-4 moves 6-4"),
        ("view", "one 6-4; two ?"),
        ("trick", "1. one 6-4, -> one 0:0"),
        ("trick", "1. 6-4, 5-4 -> one 0:0"),
        ("gain", "[2.5 12]"),
    ],
)
def test_what_is_not_notation_is_not_in_the_grammar(name: str, text: str) -> None:
    assert not is_a(name, text)


def test_every_part_of_the_grammar_is_written_somewhere() -> None:
    """Lines of every kind: a rule that nothing follows would be no rule."""
    rng = random.Random(0)
    records = [random_record(rng).dumps() for _ in range(150)]
    texts = [*records, *(str(Setup.of(random_deal(rng))) for _ in range(600))]
    texts += [str(random_view(rng)) for _ in range(150)]
    told = " ".join(texts)
    words = re.findall(r"\"([a-z][\w-]+)", " ".join(grammar().values()))
    assert len(words) > 30
    missing = [word for word in words if not re.search(rf"(?<![\w-]){word}(?![\w-])", told)]
    assert set(missing) <= {"position"}  # a record that begins in mid-match: a golden game does


@pytest.mark.parametrize("seed", range(5))
def test_spaces_may_be_several(seed: int) -> None:
    rng = random.Random(seed)
    deal, view, record = random_deal(rng), random_view(rng), random_record(rng)
    wide = str(deal).replace(" ", "  ").replace(";  moves", "; moves")
    assert Deal.parse(wide) == deal
    wide = str(view).replace(" ", "  ").replace(";  moves", "; moves")
    assert View.parse(wide) == view
    head, *deals = record.dumps().split("\n\n")
    assert Record.loads("\n\n\n".join([head, *(d.replace(" ", "   ") for d in deals)])) == record


def test_notes_are_kept_at_the_head_alone() -> None:
    text = '# kept\n[Rules "russian"]\n# not kept\n[Result "*"]\n'
    assert Record.loads(text).notes == ("kept",)


@pytest.mark.parametrize("missing", ["Rules", "Result"])
def test_two_tags_must_be_there(missing: str) -> None:
    lines = Record(random_rules(random.Random(1))).dumps().splitlines()
    with pytest.raises(InvalidRecord):
        Record.loads("\n".join(line for line in lines if not line.startswith(f"[{missing}")))
