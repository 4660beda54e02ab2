"""The rules read by a stranger: results derived from the text by hand, then tried.

Most of these cross two clauses, where two referees might share one wrong reading.
"""

import pickle
from random import Random
from typing import Any

import pytest

from bingo.game import (
    TILES,
    Close,
    Deal,
    Draw,
    IllegalMove,
    InvalidRecord,
    InvalidSetup,
    Match,
    Play,
    Record,
    Rules,
    Seat,
    Setup,
    StaleMove,
    Suit,
    Tile,
    View,
    parse_move,
    parse_tiles,
    tables,
)
from bingo.game.tiles import mask, tiles_of
from tests.game.staging import legal, played, staged

ONE, TWO = Seat


# --- 3 and 6: duties and takers together ----------------------------------------------------------


@pytest.mark.parametrize(
    ("led", "hand", "allowed", "changes"),
    [
        # 3.6 blank: a blank for leads and answers, a trump for 6.5, the last of the trumps for 6.2
        ("6-0", "0-0 6-6", "0-0", {"bingo_suit": "blank"}),
        ("6-0", "0-0 5-0 6-6", "0-0 5-0", {"bingo_suit": "blank"}),
        ("6-2", "0-0 5-1", "0-0", {"bingo_suit": "blank", "must_trump": "must"}),
        ("4-4", "0-0 4-3 6-6", "4-3", {"bingo_suit": "blank", "must_beat": True}),
        ("6-0", "0-0 5-0", "0-0", {"bingo_suit": "blank", "must_beat": True}),
        ("0-0", "4-0 5-0", "5-0", {"bingo_suit": "blank"}),
        ("0-0", "4-4 5-1", "4-4 5-1", {"bingo_suit": "blank"}),
        ("0-0", "4-4 5-1", "4-4", {"bingo_suit": "blank", "must_trump": "must"}),
        # 3.6 free: beside what follows, and it beats everything
        ("6-2", "0-0 5-2 5-1", "0-0 5-2", {"bingo_suit": "free"}),
        ("6-5", "0-0 6-3", "0-0", {"bingo_suit": "free", "must_beat": True}),
        ("6-2", "0-0 6-3", "0-0 6-3", {"bingo_suit": "free", "must_beat": True}),
        ("6-2", "0-0 5-1", "0-0", {"bingo_suit": "free", "must_trump": "must"}),
        ("4-1", "0-0 6-6", "0-0", {"bingo_suit": "free"}),
        # 2.3: a trump answers for its half, but a trump led calls for trumps
        ("6-2", "6-4 5-2 3-3", "6-4", {"trump_in_plain_suit": True}),
        ("6-0", "0-0 6-6", "0-0", {"trump_in_plain_suit": True}),
        ("0-0", "5-0 4-3", "4-3", {"trump_in_plain_suit": True}),
        # 6.4 off makes void of the higher half alone
        ("5-3", "3-0 4-1", "4-1", {"follow_lower": "off", "must_trump": "must"}),
        # 6.6: among what may be played, so a void hand that may trump must; equal does not beat
        ("6-2", "4-1 5-1 3-3", "4-1", {"must_beat": True}),
        ("3-1", "2-2 4-1 5-5", "4-1 5-5", {"must_beat": True, "discard_can_win": True}),
        ("6-2", "5-3 6-1", "6-1", {"must_beat": True}),
        ("6-4", "4-1 4-3 2-2", "4-1 4-3", {"must_beat": True}),
        ("6-2", "6-1 6-3 5-2", "6-3", {"must_beat": True, "follow_lower": "free"}),
    ],
)
def test_what_may_answer_with_fours_trump(led, hand, allowed, changes):
    """2.3, 3.6, 6.2-6.6."""
    table = tables(Rules().replace(**changes), Suit.FOUR)
    answers = tiles_of(table.answers(Tile.parse(led), mask(parse_tiles(hand))))
    assert answers == tuple(sorted(parse_tiles(allowed)))


@pytest.mark.parametrize(
    ("led", "answer", "wins", "changes"),
    [
        # 3.5: both halves count as led, whatever follow_lower
        ("5-3", "3-0", True, {}),
        ("5-3", "3-0", True, {"follow_lower": "off"}),
        ("3-1", "6-6", False, {}),
        ("3-1", "6-6", True, {"discard_can_win": True}),
        # ... and acts under pip_sum only
        ("3-1", "6-6", False, {"discard_can_win": True, "plain_rank": "suit_led"}),
        ("3-1", "6-6", False, {"discard_can_win": True, "plain_rank": "either_half"}),
        # 3.3: the higher half of 6-0 is the blank; the double is on top
        ("6-0", "6-6", False, {"plain_rank": "suit_led"}),
        ("5-0", "6-0", True, {"plain_rank": "suit_led"}),
        ("6-5", "6-6", True, {"plain_rank": "suit_led"}),
        ("3-3", "3-0", False, {"plain_rank": "suit_led"}),
        ("3-3", "3-0", True, {}),
        ("5-3", "3-0", False, {"plain_rank": "suit_led"}),
        ("5-3", "3-0", True, {"plain_rank": "either_half"}),
        ("5-3", "3-3", True, {"plain_rank": "either_half"}),
        ("5-3", "3-3", False, {}),
    ],
)
def test_who_takes_in_strict_play_with_fours_trump(led, answer, wins, changes):
    """3.3, 3.5."""
    table = tables(Rules().replace(**changes), Suit.FOUR)
    assert table.takes(Tile.parse(answer), Tile.parse(led), strict=True) is wins


# --- 5.4: credit at once, or in a later trick -----------------------------------------------------


LOSES_FIRST = ("3-3 5-5 2-1 3-1 3-2 1-0 0-0", "6-6 6-5 6-3 5-1 5-3 4-4 2-0", "4-2", "6-2 5-2")
DOUBLES = ("1-1 2-2 3-3 4-4 5-5 6-5 6-6", "1-0 2-1 3-1 3-2 5-1 5-2 5-3", "4-2", "6-2 6-1 6-3 2-0")


def test_what_waits_is_counted_between_the_bingo_bonus_and_the_tiles():
    """5.4 any_trick, 8.8."""
    deal = played(staged(*LOSES_FIRST, announce_credit="any_trick"), "5-5+3 6-6 4-4 0-0")
    assert [gain.clause for gain in deal.played[-1].gains] == ["4.4", "5.2", "2.5"]
    assert deal.points == (40 + 28 + 14, 22) and deal.big_points == (1 + 1, 0)


def test_what_waits_is_not_counted_when_the_bonus_ends_the_match():
    """8.8, 9.2."""
    deal = staged(*LOSES_FIRST, announce_credit="any_trick", score=(6, 0))
    deal = played(deal, "5-5+3 6-6 4-4 0-0")
    assert (deal.points, deal.tricks, deal.big_points) == ((0, 22), (1, 1), (1, 0))
    assert Match(deal.rules, deal.score, ONE).after(deal).winner is ONE


def test_70_credited_at_the_lead_is_counted_before_the_answer():
    """5.4 any_trick: the led tile is nobody's, and who has seen no trick loses three."""
    deal = played(staged(*DOUBLES, announce_credit="any_trick"), "4-4 2-1 6-6+5")
    assert deal.is_over and deal.legal_moves() == () and deal.to_move is None
    assert (deal.points, deal.tricks, deal.big_points) == ((28 + 60, 0), (1, 0), (3, 0))
    record = Record(deal.rules, (deal,))
    assert Record.loads(record.dumps()) == record == Record.from_json(record.to_json())
    for seat in Seat:
        assert View.parse(str(View.of(deal, seat))) == View.of(deal, seat)


def test_70_credited_at_the_lead_is_claimed_at_the_next():
    """5.4, 8.1 claim."""
    deal = staged(*DOUBLES, announce_credit="any_trick", deal_end="claim")
    deal = played(deal, "4-4 2-1 6-6+5")
    assert deal.to_move is TWO and "claim" not in legal(deal)
    assert played(deal, "1-0 claim").big_points == (3, 0)


def test_70_credited_at_the_lead_fells_a_closer():
    """5.4, 8.4, 8.5: the opponent had no trick at the closing, and has 70."""
    deal = staged(*DOUBLES, announce_credit="any_trick", leader=TWO)
    deal = played(deal, "close 5-3 5-5 4-4 1-0 6-6+4")
    assert deal.outcome.how == "failed_close" and deal.big_points == (3 + 1, 0)


def test_invincible_at_the_lead_ends_the_deal_with_three_and_nothing_more():
    """5.3 ends_deal, 5.4, 5.7: bingo drawn makes seven."""
    deal = staged(
        *DOUBLES[:3],
        "0-0",
        announce_credit="any_trick",
        invincible="ends_deal",
        bingo_in_announce=10,
        next_leader="loser",
    )
    deal = played(deal, "6-5 2-1 6-6+7")
    assert deal.outcome.how == "invincible" and deal.points == (10, 0)
    assert deal.big_points == (3, 0) and deal.outcome.winner is ONE
    assert Match.start(deal.rules, ONE).after(deal).next_leader is TWO


def test_a_double_drawn_later_is_not_among_the_remaining():
    """5.5 remaining, 5.7: the number said, and bingo, are of the doubles announced before."""
    for value, number, points in (("remaining", 4, 50 + 10), ("yes", 5, 60 + 10 + 10)):
        deal = staged(
            "1-1 2-2 3-3 4-4 5-5 5-4 6-1",
            DOUBLES[1],
            "4-3",
            "0-0",
            reannounce=value,
            deal_end="play_out_each",
            bingo_in_announce=10,
        )
        deal = played(deal, "4-4+5 2-1")
        after = played(deal, f"5-5+{number} 3-1")
        assert after.points.one - deal.points.one == points, value
        assert ("0-0+5" in legal(deal)) is (value == "yes")


# --- 7: closing -----------------------------------------------------------------------------------


def closed_after(trick: int, before_draw: bool, **changes: Any) -> tuple[Deal, list[int]]:
    """A deal closed after so many tricks and played out; when there was a choice to draw."""
    order = list(TILES)
    random = Random(trick)
    random.shuffle(order)
    rules = Rules(deal_end="play_out_each", close_before_draw=True, last_trick_bonus=10)
    deal, choices = Deal.start(order, ONE, rules.replace(**changes)), []
    while not deal.is_over:
        moves, now = deal.legal_moves(), sum(deal.tricks) == trick
        if Draw() in moves:
            assert moves == (Close(), Draw())
            choices.append(sum(deal.tricks))
            deal = deal.play(Close() if now and before_draw else Draw())
        elif now and not before_draw and Close() in moves:
            deal = deal.play(Close())
        else:
            deal = deal.play(random.choice([m for m in moves if isinstance(m, Play)]))
    return deal, choices


@pytest.mark.parametrize("trick", range(1, 8))
def test_closed_before_the_draw_six_tricks_follow(trick):
    """7.1 close_before_draw, 8.7: after trick 7 too; the last of 13 tricks is not the 14th."""
    deal, _ = closed_after(trick, before_draw=True)
    assert (sum(deal.tricks), len(deal.stock)) == (trick + 6, 16 - 2 * trick)
    assert deal.closed_by is not None and deal.played[trick].strict
    assert not any(gain.clause == "8.7" for done in deal.played for gain in done.gains)


@pytest.mark.parametrize("trick", range(7))
def test_closed_after_the_draw_seven_tricks_follow(trick):
    """7.1: before any of tricks 1 to 7."""
    deal, _ = closed_after(trick, before_draw=False)
    assert (sum(deal.tricks), len(deal.stock)) == (trick + 7, 14 - 2 * trick)
    assert deal.closed_by is not None


@pytest.mark.parametrize(("least", "last"), [(2, 7), (4, 6)])
def test_the_choice_to_draw_is_there_while_enough_tiles_lie(least, last):
    """7.1 close_before_draw, close_min_stock."""
    deal, choices = closed_after(99, before_draw=True, close_min_stock=least)
    assert choices == list(range(1, last + 1)) and sum(deal.tricks) == 14


def test_exchange_close_and_claim_in_one_turn():
    """7.1, 7.4, 8.1: after the draw, the exchange before the close; a false claim costs two."""
    deal = staged(
        "4-1 6-6 5-5 3-3 6-5 4-3 6-2",
        "2-1 3-1 3-2 1-0 5-1 5-2 5-3",
        "4-2",
        deal_end="claim",
        trump_exchange=True,
        close_before_draw=True,
    )
    deal = played(deal, "6-5 2-1")
    assert legal(deal) == "close draw"
    assert legal(played(deal, "close")).endswith("6-6+3 claim")
    assert legal(played(deal, "draw")).endswith("close exchange claim")
    deal = played(deal, "draw exchange")
    assert deal.turn_up is Tile.parse("4-1") and deal.trump is Suit.FOUR
    assert legal(deal).endswith("close claim")
    assert played(deal, "close claim").big_points == (0, 2)


@pytest.mark.parametrize(
    ("trump", "lowest"),
    [(0, "1-0"), (1, "2-1"), (2, "2-1"), (3, "3-1"), (4, "4-1"), (5, "5-1"), (6, "6-1")],
)
def test_the_lowest_tile_of_the_trump_suit(trump, lowest):
    """7.4, 3.2: the trump double is the highest of the suit, with ones trump too."""
    assert tables(Rules(), Suit(trump)).lowest_trump is Tile.parse(lowest)


# --- 8: the last tricks in every way to end a deal ------------------------------------------------

LAST = "one 3-0 6-6; two 2-1 5-1; leader one"
"""With fours trump seat one takes both tricks: 12 and 10 points."""
BOTH = "6-6 2-1 3-0 5-1"


def unclosed(points: str, more: str = "") -> str:
    """Two tricks before the end of an unclosed deal: tiles worth 112 are gone."""
    return f"{LAST}; turn-up 4-2; tricks 6 6; points {points}{more}"


def closed(by: str, points: str, more: str = "", tricks: str = "5 6") -> str:
    """Two tricks before the end of a deal closed after six: tiles worth 106 are gone."""
    return f"{LAST}; stock 5-0 4-2; tricks {tricks}; points {points}; closed {by}{more}"


TWO_FIRST = "; announced 1 1; first-70 two"
EACH, FIRST, CLAIM = ({"deal_end": end} for end in ("play_out_each", "play_out_first", "claim"))
HIGHER, CLOSING = {"neither": "higher_wins_1"}, {"close_level_at": "closing"}


@pytest.mark.parametrize(
    ("position", "moves", "changes", "how", "big"),
    [
        # 8.1, 8.2: at once; each his own; the first alone; he who claims, or takes the last trick
        (unclosed("60 52"), "6-6 2-1", {}, "seventy", (1, 0)),
        (unclosed("55 77", TWO_FIRST), BOTH, EACH, "seventy", (1, 1)),
        (unclosed("55 77", TWO_FIRST), BOTH, FIRST, "seventy", (0, 1)),
        (unclosed("55 77", TWO_FIRST), BOTH, CLAIM, "seventy", (1, 0)),
        (unclosed("60 52"), "6-6 2-1 claim", CLAIM, "seventy", (1, 0)),
        # 8.6: 70 not claimed is no 70, though its points are the higher
        (unclosed("45 87", TWO_FIRST), BOTH, CLAIM, "neither", (0, 0)),
        (unclosed("45 87", TWO_FIRST), BOTH, CLAIM | HIGHER, "neither", (0, 1)),
        (unclosed("45 67"), BOTH, HIGHER, "neither", (0, 0)),
        # 8.7 brings it to 70
        (unclosed("47 65"), BOTH, {}, "neither", (0, 0)),
        (unclosed("47 65"), BOTH, {"last_trick_bonus": 10}, "seventy", (1, 0)),
        (closed("two 0 0 3 3", "47 59"), BOTH, {"last_trick_bonus": 10}, "failed_close", (2, 0)),
        # 8.1: a false claim, of one who has not closed, against 70 not claimed, of a closer
        (closed("two 0 0 3 3", "40 66"), "claim", CLAIM, "false_claim", (0, 2)),
        (closed("two 0 0 3 3", "30 76", TWO_FIRST), "claim", CLAIM, "false_claim", (0, 2)),
        (closed("one 0 0 6 0", "40 66", "", "6 5"), "claim", CLAIM, "false_claim", (0, 2)),
        # 8.4, 8.5: a closer whose 70 is not claimed has failed
        (closed("two 0 0 3 3", "80 76", TWO_FIRST), "claim", CLAIM, "failed_close", (3, 0)),
        (closed("two 0 0 0 6", "80 76", TWO_FIRST), "claim", CLAIM, "failed_close", (4, 0)),
        (closed("two 0 0 3 3", "40 76", TWO_FIRST), BOTH, CLAIM, "failed_close", (2, 0)),
        (closed("one 0 0 3 3", "80 76", TWO_FIRST), "claim", CLAIM, "seventy", (1, 0)),
        # 8.4: the opponent is there first
        (closed("two 0 0 3 3", "60 46"), "6-6 2-1", {}, "failed_close", (3, 0)),
        (closed("two 0 0 0 6", "60 46"), "6-6 2-1", {}, "failed_close", (4, 0)),
        # 8.5: in place of his own 8.2 where each scores; second to 70 is not failed
        (closed("one 0 0 6 0", "30 76", TWO_FIRST, "6 5"), BOTH, EACH, "failed_close", (0, 4)),
        (closed("one 0 0 5 1", "30 76", TWO_FIRST), BOTH, FIRST, "failed_close", (0, 3)),
        (closed("one 0 0 5 1", "60 76", TWO_FIRST), BOTH, FIRST, "seventy", (0, 1)),
        # 8.3: the opponent's state at the closing, for the closer's 70 alone
        (closed("one 0 0 6 0", "60 76", TWO_FIRST, "6 5"), BOTH, EACH | CLOSING, "seventy", (3, 1)),
        (closed("one 0 15 3 3", "60 46"), "6-6 2-1", CLOSING, "seventy", (2, 0)),
        (closed("one 0 15 3 3", "60 46"), "6-6 2-1", {}, "seventy", (1, 0)),
    ],
)
def test_the_end_of_a_deal(position, moves, changes, how, big):
    """8.1-8.7."""
    deal = played(Deal.parse(f"rules {Rules().replace(**changes)}; {position}"), moves)
    assert (deal.outcome.how, deal.big_points) == (how, big)


@pytest.mark.parametrize(
    ("value", "leader"), [("winner", ONE), ("loser", TWO), ("alternate", ONE), ("lot", None)]
)
def test_a_bonus_does_not_make_the_winner_of_a_deal(value, leader):
    """9.3: seat two has won four big points on the way, seat one the deal."""
    position = unclosed("60 52", "; big 0 4; announced 0 2; first two")
    deal = played(Deal.parse(f"rules russian next_leader={value}; {position}"), "6-6 2-1")
    assert deal.big_points == (1, 4)
    assert Match.start(deal.rules, TWO).after(deal).next_leader is leader


# --- found wrong ----------------------------------------------------------------------------------

OPEN = (
    "one 0-0 1-0 1-1 2-0 2-1 3-3 6-4; two 2-2 3-0 3-1 3-2 4-4 5-0 6-6; "
    "stock 4-0 4-1 4-3 5-1 5-2 5-3 5-4 5-5 6-0 4-2; tricks 1 1"
)
EARLY = (
    "one 0-0 3-3 6-4; two 4-4 5-0 6-6; tricks 2 2; "
    "stock 1-1 1-0 2-0 2-1 2-2 3-0 3-1 3-2 4-0 4-1 4-3 5-1 5-2 4-2"
)
WAITS = (
    "rules hoyle-1868; one 1-0 2-0 2-1 3-1 3-2 4-1 4-3; two 0-0 1-1 2-2 3-3 4-4 5-5 6-6; "
    "stock 6-5 6-4 6-3 6-2 6-1 6-0 5-4 5-3 5-2 5-1 5-0 4-2; leader two; first one; "
    "points 0 21; tricks 0 1; announced 1 0; "
)


@pytest.mark.parametrize(
    "position",
    [
        f"{OPEN}; announced 1 0; counted-one 0-0 1-1",  # 5.5: not under `reannounce=yes`
        f"{OPEN}; leader two; first one; closed one 0 0 1 1",  # 7.1: the closer leads next
        f"{OPEN}; announced 5 5",  # 5.1: more announcements than leads
        f"rules russian reannounce=no; {OPEN}; announced 2 0",  # 5.5: once a deal
        f"{WAITS}waiting-one 5-5 6-6",  # 5.1: both in the other hand
        f"{EARLY}; leader one; first one; points 10 9; closed two 0 0 0 0",  # 7.1: one led then
    ],
)
def test_a_position_that_cannot_come_about_is_told(position):
    """DESIGN: Setup.faults() lists every fault."""
    assert Setup.parse(position).faults()


@pytest.mark.parametrize(
    "error",
    [
        IllegalMove(parse_move("claim"), "8.1", (parse_move("6-4"),)),
        InvalidSetup(["first", "second"]),
        InvalidRecord(3, "a fact"),
        StaleMove(1, 2),
    ],
    ids=lambda error: error.code,
)
def test_errors_survive_pickling(error):
    """As they must to come back from another process."""
    again = pickle.loads(pickle.dumps(error))
    assert vars(again) == vars(error) and str(again) == str(error)
