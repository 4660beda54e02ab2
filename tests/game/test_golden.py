"""The golden games in tests/playthroughs: one screen, one rule, read by people.

A file is a record, so loading it verifies all it says. Its head says in a sentence what is shown,
with the clauses in brackets. `# option: name=value` names an option whose value makes it come out
so: played again with the default, it must come out differently (test_golden_options.py). The
clauses that act in play, the options, the facts of RULES and the sample game of source 003 must
each have a golden game.
"""

import re

import pytest

from bingo.game import BINGO, Close, Deal, Exchange, Play, Record, Seat, Suit, Tile, View, options
from tests.game.goldens import (
    CLAIMS,
    EXAMPLES,
    FILES,
    answers,
    claimed,
    in_common,
    named,
    plain,
    plies,
    record_of,
    tricks,
)

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
