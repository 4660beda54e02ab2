"""A position that cannot be tells everything that is wrong with it."""

import ast
import inspect
import pickle
import re
from dataclasses import replace

import pytest

import bingo.game.faults as source
from bingo.game import (
    BySeat,
    Closing,
    Deal,
    InvalidNotation,
    InvalidSetup,
    Play,
    Rules,
    Seat,
    Setup,
    Tile,
)
from bingo.i18n import LANGUAGES, Language
from bingo.terminal.faults import setup_fault_text
from tests.game.staging import played, staged

ONE, TWO = Seat
FIRST = staged("6-6 5-5 4-2", "1-1 2-0", "4-1").origin
SECOND = Setup.of(played(staged("6-6 5-5 4-2", "1-1 2-0", "4-1"), "6-6 2-0"))
LED = Setup.of(played(staged("6-6 5-5 4-2", "1-1 2-0", "4-1"), "6-6+2"))
CLOSED = Setup.of(played(staged("6-6 5-5 4-2", "1-1 2-0", "4-1"), "close"))
CHOICE = Setup.of(played(staged("6-6", "2-0", "4-1", close_before_draw=True), "6-6 2-0"))
BEFORE_DRAW = Rules(close_before_draw=True)
T = Tile.parse


def pair(one, two):
    return BySeat(one, two)


def hands(setup, one=None, two=None):
    return pair(setup.hands.one if one is None else one, setup.hands.two if two is None else two)


FAULTY = {
    "are not known": replace(FIRST, hands=hands(FIRST, two=(None,) * 7)),
    "6-6 lies in 2 places": replace(
        FIRST, hands=hands(FIRST, two=(T("6-6"), *FIRST.hands.two[1:]))
    ),
    "1-1 is nowhere": replace(FIRST, hands=hands(FIRST, two=(T("6-6"), *FIRST.hands.two[1:]))),
    "turn-up is not told": Setup.parse("rules russian; one 6-6; two 5-5"),
    "is not the last tile of the stock": replace(FIRST, turn_up=T("4-2")),
    "the turn-up 4-1 makes 4 trump, not 6": replace(FIRST, trump=T("6-6").higher),
    "hands do not match: 6 and 7": replace(FIRST, hands=hands(FIRST, one=FIRST.hands.one[:6])),
    "the stock has 13 tiles": replace(FIRST, stock=FIRST.stock[1:]),
    "tricks at the closing do not fit": replace(
        CLOSED, closing=Closing(ONE, pair(0, 0), pair(1, 1)), tricks=pair(1, 1)
    ),
    "3 tricks do not fit 14 tiles": replace(FIRST, tricks=pair(2, 1)),
    "7 tiles in each hand do not fit": replace(
        CLOSED, tricks=pair(1, 0), closing=Closing(ONE, pair(0, 0), pair(0, 0))
    ),
    "not known counted, instead of 28": replace(
        SECOND, hands=pair(SECOND.hands.one, (None,) * 7), gone=()
    ),
    "has won the match already": replace(FIRST, score=pair(7, 0)),
    "has points but no trick": replace(SECOND, points=pair(12, 10)),
    "has 70: the deal is over": replace(SECOND, points=pair(72, 0)),
    "leads but has taken no trick": replace(SECOND, leader=TWO),
    "who leads first": replace(FIRST, first_leader=TWO),
    "had not 70 first": replace(SECOND, first_to_70=ONE),
    "who had 70 first is not told": replace(SECOND, points=pair(72, 0)),
    "nobody can choose to draw": replace(SECOND, may_draw=True),
    "too small to choose": replace(
        CHOICE, stock=CHOICE.stock[-2:], rules=BEFORE_DRAW.replace(close_min_stock=4)
    ),
    "cannot be less than nothing": replace(SECOND, points=pair(-1, 0)),
    "seat two closed but did not lead then": replace(
        SECOND, closing=Closing(TWO, pair(12, 0), pair(1, 0))
    ),
    "cannot have been closed": replace(CLOSED, stock=()),
    "closed without a trick": replace(CLOSED, rules=Rules(close_needs_trick=True)),
    "had more at the closing than now": replace(
        CLOSED, closing=Closing(ONE, pair(9, 0), pair(0, 0))
    ),
    "no announcement of seat one can be waiting": replace(
        SECOND, waiting=pair(frozenset({T("6-6"), T("5-5")}), frozenset())
    ),
    "is not one of doubles": replace(
        SECOND, waiting=pair(frozenset({T("4-2"), T("5-5")}), frozenset())
    ),
    "has announced nothing": replace(SECOND, counted=pair(frozenset({T("5-5")}), None)),
    "doubles counted for seat one are not in that hand": replace(
        SECOND, counted=pair(frozenset({T("1-1")}), None), announced=pair(1, 0)
    ),
    "has won a big point but no trick": replace(FIRST, big_points=pair(1, 0)),
    "has announced more often than it has led": replace(SECOND, announced=pair(5, 0)),
    "has announced twice": replace(SECOND, announced=pair(2, 0), rules=Rules(reannounce="no")),
    "have no meaning here": replace(
        SECOND, counted=pair(frozenset({T("5-5")}), None), announced=pair(1, 0)
    ),
    "were never in that hand": replace(
        SECOND, waiting=pair(frozenset({T("1-1"), T("4-4")}), frozenset())
    ),
    "not the true number": replace(LED, led=Play(T("6-6"), 4)),
    "not among the announcements": replace(LED, announced=pair(0, 0)),
    "points do not come of tiles": replace(SECOND, points=pair(11, 0)),
    "can have won a big point": replace(SECOND, big_points=pair(1, 0)),
}


@pytest.mark.parametrize("setup", [FIRST, SECOND, LED, CLOSED, CHOICE])
def test_a_position_that_can_be_has_no_fault(setup):
    assert setup.faults() == ()
    assert isinstance(setup.deal(), Deal)


@pytest.mark.parametrize("leader", Seat)
def test_a_position_keeps_the_doubles_announced(leader):
    """5.5 remaining: those of the lead in progress, and those credited."""
    hands = ("6-6 5-5 4-2", "1-0 2-0")
    one, two = hands if leader is ONE else reversed(hands)
    start = staged(one, two, "4-1", leader=leader, reannounce="remaining")
    for moves, said in (("6-6+2", {T("6-6"), T("5-5")}), ("6-6+2 2-0", frozenset())):
        deal = played(start, moves)
        again = Setup.of(deal).deal()
        assert again.said[leader] == said and not again.said[leader.other]
        assert again.counted[leader] == (None if said else {T("5-5")})
        assert again.counted[leader.other] is None


@pytest.mark.parametrize("fault", FAULTY)
def test_each_fault_is_told(fault):
    setup = FAULTY[fault]
    assert any(fault in told for told in setup.faults()), setup.faults()
    with pytest.raises(InvalidSetup) as refused:
        setup.deal()
    assert refused.value.faults == setup.faults()
    assert refused.value.code == "invalid-setup"
    assert fault in str(refused.value)
    with pytest.raises((InvalidSetup, InvalidNotation)):
        Deal.parse(str(setup))


def test_there_is_no_fault_beside_these():
    """Every text that the checks can yield is one of those above."""
    told = [fault for setup in FAULTY.values() for fault in setup.faults()]
    told += source.faults(FAULTY["are not known"], TWO)  # as that seat would see it
    texts = []
    for node in ast.walk(ast.parse(inspect.getsource(source))):
        if isinstance(node, ast.FunctionDef):
            texts += [n.value for n in ast.walk(node) if isinstance(n, ast.Yield)]
    assert len(texts) >= 20
    for call in texts:
        text = call.args[0]
        parts = text.values if isinstance(text, ast.JoinedStr) else [text]
        pattern = "".join(
            re.escape(part.value) if isinstance(part, ast.Constant) else ".*" for part in parts
        )
        assert any(re.fullmatch(pattern, fault) for fault in told), pattern


def test_all_faults_are_listed_at_once():
    setup = replace(SECOND, score=pair(7, 9), points=pair(11, 3), may_draw=True, leader=TWO)
    told = " ".join(setup.faults())
    for part in ("seat one has won", "seat two has won", "no trick", "draw here", "leads but"):
        assert part in told
    assert len(setup.faults()) >= 6


def test_a_position_not_told_in_full_can_be_written_and_read():
    text = "rules russian; one ? ?; two 6-6 ?; stock ? 4-1; leader two"
    setup = Setup.parse(text)
    assert setup.hands.two == (T("6-6"), None) and setup.turn_up is T("4-1")
    assert str(setup) == text and setup.faults()


@pytest.mark.parametrize("fault", FAULTY)
@pytest.mark.parametrize("code", LANGUAGES)
def test_each_fault_is_told_in_both_languages(code, fault):
    language = Language.named(code)
    for one in FAULTY[fault].faults():
        said = setup_fault_text(language, one)
        assert re.findall(r"\[.*\]", said) == re.findall(r"\[.*\]", one)
        assert bool(re.search("[а-яё]", said)) == (code == "ru")


def test_a_fault_comes_back_from_another_process():
    fault = FAULTY["cannot be less than nothing"].faults()[0]
    again = pickle.loads(pickle.dumps(fault))
    assert (again, again.kind, again.told) == (fault, fault.kind, fault.told)
