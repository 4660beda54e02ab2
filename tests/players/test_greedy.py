"""Greedy's choices, each in a position small enough to judge by eye. Trumps are fours."""

import pytest

from bingo.game import TILES, BySeat, Match, Move, Tile, View
from bingo.players import GreedyPlayer, Weights
from bingo.players.sight import Sight

OTHER = "? ? ? ? ? ? ?"


def stock(left: int, turn_up: str = "4-1") -> str:
    return f"stock {'? ' * (left - 1)}{turn_up}"


STOCK = stock(14)
TWO_TRICKS = f"{stock(10)}; gone 0-0 6-6 5-5 6-4; points 20 26; tricks 1 1"
ANNOUNCED = f"{stock(10)}; gone 5-5 2-2 3-0 6-4; first two; points 20 54; tricks 1 1; announced 0 1"
"""Two led 5-5+3 to 2-2, then 3-0 to 6-4."""
THREE_TRICKS = f"{stock(8)}; gone 4-4 4-0 5-4 5-5 6-5 5-3; points 58 0; tricks 3 0"
CLOSED = (
    f"{stock(8)}; gone 4-4 1-1 5-0 5-2 5-5 6-4 6-6 4-0 4-3 6-5 6-3 6-2 2-1 3-2; "
    "points 60 20; tricks 6 1; closed one 30 20 2 1"
)
GOOD_HAND = "0-0 4-0 6-4 5-4 6-6 6-5 3-0"
GOOD_HAND_LATER = f"{stock(10)}; gone 3-3 2-2 1-1 6-2; points 32 0; tricks 2 0; announced 1 0"


def asked(text: str, score: tuple[int, int] = (0, 0)) -> tuple[Move, str]:
    view = View.parse(text)
    match = Match(view.rules, BySeat(*score), view.board.first_leader)
    return GreedyPlayer().explain(view, match)


def leading(hand: str, rest: str = STOCK, rules: str = "russian", other: str = OTHER) -> str:
    return f"seat one; rules {rules}; one {hand}; two {other}; {rest}"


def answering(hand: str, led: str, rest: str = STOCK, other: str = OTHER) -> str:
    return f"seat two; one {other}; two {hand}; {rest}; moves {led}"


def closed_late(*unseen: str) -> str:
    """Two tiles are left to each; of the unseen the other holds two, one is out of play."""
    gone = " ".join(str(t) for t in TILES if str(t) not in ("4-4", "5-1", "4-1", *unseen))
    return f"{stock(2)}; gone {gone}; tricks 8 3; closed one 10 30 4 2"


@pytest.mark.parametrize(
    ("text", "move", "reason"),
    [
        # The cheapest tile that takes the trick, and a ten-pointer home and dry where one can.
        (answering("6-3 5-2 4-3 2-1 6-2 3-1 5-4", "5-1"), "5-2", "win-cheaply"),
        (
            answering("6-5 3-0 2-1 5-1 3-1 6-1 3-2", "6-2", TWO_TRICKS),
            "3-0",
            "win-cash",
        ),
        (answering("6-4 4-3 2-1 5-1 3-1 6-1 3-2", "6-6"), "6-4", "win-points"),
        # A worthless trick is not worth a trump.
        (
            answering("4-3 4-0 2-1 5-1 3-1 6-1 3-2", "6-5", TWO_TRICKS),
            "2-1",
            "keep-trumps",
        ),
        # 70 is, whoever would have it.
        (
            answering("4-3 4-0 2-1 5-1 3-1 6-1 3-2", "6-6", ANNOUNCED),
            "4-3",
            "win-70",
        ),
        (
            answering("6-4 4-3 2-1 5-1 3-1 6-1 3-2", "6-6", THREE_TRICKS),
            "6-4",
            "deny-70",
        ),
        # Bingo waits for the trump double, and beats it. [4.4]
        (answering("4-3 0-0 2-1 5-1 3-1 6-1 3-2", "4-4"), "0-0", "bingo-bonus"),
        (answering("4-4 5-5 6-1 2-1 5-1 3-1 3-2", "0-0"), "2-1", "throw-worthless"),
        (answering("4-4 4-3 4-5 6-6 5-5 4-0 4-6", "0-0"), "5-5", "throw-least"),
        (
            answering("6-1 3-3 5-1", "5-3", CLOSED, "? ? ?"),
            "5-1",
            "forced",
        ),
    ],
)
def test_answers(text: str, move: str, reason: str) -> None:
    chosen, why = asked(text)
    assert (str(chosen), why) == (move, reason)


@pytest.mark.parametrize(
    ("text", "move", "reason"),
    [
        (leading("6-1 2-1 5-1 3-1 5-2 6-2 3-2"), "2-1", "lead-worthless"),
        # Nothing beats the trump double while bingo is in the same hand.
        (leading("0-0 4-4 5-1 6-1 3-1 2-1 3-2"), "4-4+2", "announce"),
        # The trump double fears bingo alone. [4.4]
        (
            leading(
                "4-4 5-1",
                f"{closed_late('6-1', '2-1', '3-1')}; points 38 63",
                other="? ?",
            ),
            "4-4",
            "lead-sure",
        ),
        (
            leading(
                "4-4 5-1",
                f"{closed_late('0-0', '3-2', '6-2')}; points 30 57",
                other="? ?",
            ),
            "5-1",
            "lead-worthless",
        ),
        # Sure winners: 14, 28, 11, 10 and 9 are 72.
        (leading("0-0 4-4 4-0 6-4 5-4 2-1 3-1"), "close", "close-safe"),
        # A king with bingo makes 70 at once: no need to close.
        (
            leading(
                "0-0 2-2 3-3 5-5 6-6 5-3 6-1",
                f"{stock(12)}; gone 1-1 4-2; points 8 0; tricks 1 0",
            ),
            "0-0+5",
            "announce",
        ),
        (
            leading(GOOD_HAND, GOOD_HAND_LATER),
            "close",
            "close-likely",
        ),
        (
            leading(
                "2-1 5-1 3-1 5-2 6-2 3-2",
                f"{STOCK}; gone 5-5 6-5; points 10 0; tricks 1 0; may-draw",
                "russian close_before_draw=yes",
                "? ? ? ? ? ?",
            ),
            "draw",
            "draw",
        ),
        (
            leading(
                "4-1 2-1 5-1 3-1 5-2 6-2 3-2",
                f"{stock(12, '4-3')}; gone 5-5 6-5; points 10 0; tricks 1 0",
                "russian trump_exchange=yes",
            ),
            "exchange",
            "exchange",
        ),
    ],
)
def test_leads(text: str, move: str, reason: str) -> None:
    chosen, why = asked(text)
    assert (str(chosen), why) == (move, reason)


@pytest.mark.parametrize(
    ("points", "gone"),
    [("70 0; first-70 one", "4-4 4-0 5-4 6-4 6-6 6-5"), ("69 0", "4-4 4-0 5-4 6-4 4-3 2-2")],
)
def test_it_claims_with_70_and_never_with_less(points: str, gone: str) -> None:
    text = leading(
        "6-1 2-1 5-1 3-1 5-2 6-2 3-2",
        f"{stock(8)}; gone {gone}; points {points}; tricks 3 0",
        "russian deal_end=claim",
    )
    assert (asked(text)[1] == "claim") is points.startswith("70 0")


def test_it_takes_no_risk_where_one_big_point_wins_and_it_is_far_ahead() -> None:
    text = leading(GOOD_HAND, GOOD_HAND_LATER)
    assert asked(text, (0, 0))[1] == "close-likely"
    assert asked(text, (6, 0))[1] != "close-likely"


def test_it_asks_for_more_where_a_failed_close_loses_the_match() -> None:
    text = leading(GOOD_HAND, GOOD_HAND_LATER)
    _, likely = GreedyPlayer().prospect(Sight.of(View.parse(text)))
    bold = GreedyPlayer(Weights(close_margin=likely - 70, close_danger=1))
    view = View.parse(text)
    for his, closes in ((4, True), (5, False)):
        match = Match(view.rules, BySeat(0, his), view.leader)
        assert (bold.explain(view, match)[1] == "close-likely") is closes


def test_the_chance_to_hold_counts_the_hands_that_beat() -> None:
    """Open play: none of what beats it among seven of twenty unseen tiles. Strict play: 6.2-6.5."""
    sight = Sight.of(View.parse(leading("4-4 6-6 5-1 3-1 2-1 3-2 5-2")))
    trump_double = Tile.parse("4-4")
    for strict in (False, True):
        assert sight.chance_to_hold(trump_double, strict=strict) == pytest.approx(13 / 20)


@pytest.mark.parametrize("strict", [False, True])
def test_the_chance_to_hold_is_that_of_going_through_the_hands(strict: bool) -> None:
    hand = "6-5 6-1 3-1"
    rest = f"{stock(8)}; gone 5-5 4-0 4-2 4-3 0-0 6-2 3-3 2-1 1-0 2-0 5-3 3-2 5-1 1-1"
    told = "points 26 30; tricks 4 3; closed two 0 20 1 2"
    text = leading(hand, f"{rest}; {told}", other="? ? ?")
    sight = Sight.of(View.parse(text))
    tables = sight.tables
    for led in sight.view.hand:
        held = total = 0
        for other, weight in sight.view.hands():
            answers = sum(tile.bit for tile in other)
            if strict:
                answers = tables.answers(led, answers)
            total += weight
            held += weight * (not answers & tables.beaten_by(led, strict=strict))
        assert sight.chance_to_hold(led, strict=strict) == pytest.approx(held / total), led
