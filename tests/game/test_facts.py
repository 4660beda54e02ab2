"""The facts, examples and tables that the rules tell, clause by clause."""

from math import comb

import pytest

from bingo.game import (
    BINGO,
    DOUBLES,
    TILES,
    BySeat,
    Closing,
    Deal,
    InvalidSetup,
    Rules,
    Seat,
    Suit,
    Tile,
    parse_tiles,
    tables,
)
from bingo.game.scoring import Gain, count, false_claim
from bingo.game.tiles import mask, tiles_of
from tests.game.staging import played, staged

ONE, TWO = Seat


def answers(led, hand, trump=4, **changes):
    """What may answer a lead in strict play."""
    table = tables(Rules().replace(**changes), Suit(trump))
    return " ".join(map(str, tiles_of(table.answers(Tile.parse(led), mask(parse_tiles(hand))))))


def takes(led, answer, trump=1, strict=False, **changes):
    table = tables(Rules().replace(**changes), Suit(trump))
    return table.takes(Tile.parse(answer), Tile.parse(led), strict=strict)


# --- 1, 2: the set --------------------------------------------------------------------------------


def test_28_tiles_seven_each_fourteen_in_the_stock():
    deal = staged(turn_up="6-0")
    assert len(TILES) == len(set(TILES)) == 28
    assert [len(deal.hands.one), len(deal.hands.two), len(deal.stock)] == [7, 7, 14]
    assert deal.turn_up is deal.stock[-1] is Tile.parse("6-0")
    assert deal.trump is Suit.BLANK  # the higher half of 6-0 is the blank [1.5, 2.1]
    assert " ".join(map(str, TILES[:4])) == "0-0 1-0 1-1 2-0"


def test_the_order_of_halves():
    assert sorted(Suit, key=lambda suit: -suit.spots) == [0, 6, 5, 4, 3, 2, 1]
    assert [suit.spots for suit in Suit] == [7, 1, 2, 3, 4, 5, 6]
    assert (Tile.parse("6-0").higher, Tile.parse("6-0").lower) == (Suit.BLANK, Suit.SIX)
    assert (Tile.parse("6-0").sum, BINGO.sum, Tile.parse("1-0").sum) == (13, 14, 8)


@pytest.mark.parametrize("turn_up", TILES, ids=str)
def test_any_tile_may_be_turned_up_and_names_its_higher_half(turn_up):
    assert staged(turn_up=str(turn_up)).trump is turn_up.higher


def test_an_order_that_is_not_the_set_is_refused():
    for order in (TILES[:27], [*TILES[:27], TILES[0]], [*TILES, TILES[0]]):
        with pytest.raises(InvalidSetup, match="28"):
            Deal.start(order, ONE)
    for score in ((7, 0), (0, 7), (-1, 0)):
        with pytest.raises(InvalidSetup, match=f"score {score[0]}:{score[1]} is not below 7"):
            Deal.start(TILES, ONE, Rules(), score)


WORTH = [(0, 143, 14), (1, 135, 15), (2, 138, 15), (3, 131, 14), (4, 134, 14), (5, 147, 15)]
WORTH += [(6, 140, 14)]


@pytest.mark.parametrize(("trump", "total", "scoring"), WORTH)
def test_2_6_all_tiles_together_are_worth(trump, total, scoring):
    worth = tables(Rules(), Suit(trump)).worth
    assert sum(worth) == total
    assert sum(points > 0 for points in worth) == scoring


def test_2_5_worth():
    worth = tables(Rules(), Suit.FOUR).worth
    told = {"4-4": 28, "0-0": 14, "4-0": 11, "6-4": 10, "5-5": 10, "3-0": 10, "6-5": 0, "1-0": 0}
    assert {text: worth[Tile.parse(text).index] for text in told} == told
    assert tables(Rules(), Suit.BLANK).worth[BINGO.index] == 28


# --- 3: who takes, and the bonus ------------------------------------------------------------------

FACTS = [
    (1, "4-2", "5-2", TWO, 0),
    (1, "6-0", "6-6", ONE, 0),
    (1, "6-6", "5-0", ONE, 0),
    (1, "6-4", "3-0", ONE, 0),
    (1, "6-5", "2-1", TWO, 0),
    (1, "1-1", "0-0", TWO, 1),
    (1, "0-0", "1-1", ONE, 1),
    (1, "1-0", "1-1", TWO, 0),
    (6, "6-0", "6-6", TWO, 0),
    (0, "6-0", "0-0", TWO, 0),
    (1, "3-2", "5-3", TWO, 0),  # the sample game of 003
    (1, "2-1", "5-1", TWO, 0),
]


@pytest.mark.parametrize(("trump", "led", "answer", "taker", "bonus"), FACTS)
def test_facts_worth_a_test(trump, led, answer, taker, bonus):
    assert takes(led, answer, trump) is (taker is TWO)
    named = parse_tiles(f"{led} {answer}")
    fitting = [tile for tile in TILES if tile.higher == trump and tile not in named]
    if not fitting:  # ones are trump under 1-1 alone, which is played here
        return
    deal = played(staged(led, answer, str(fitting[0])), f"{led} {answer}")
    assert deal.played[0].taker is deal.leader is taker
    assert deal.big_points == BySeat(0, 0).put(taker, bonus)


def test_bingo_and_the_trump_double_win_a_big_point_in_either_phase():
    for moves in ("3-3 0-0", "close 3-3 0-0"):
        assert played(staged("3-3", "0-0", "3-2"), moves).big_points == (0, 1)
    for moves in ("0-0 3-3", "close 0-0 3-3"):
        assert played(staged("0-0", "3-3", "3-2"), moves).big_points == (1, 0)
    two, one = {"bingo_bonus": "bingo_second"}, {"bingo_bonus": "either_order"}
    assert played(staged("0-0", "3-3", "3-2", **two), "0-0 3-3").big_points == (0, 0)
    assert played(staged("3-3", "0-0", "3-2", **two), "3-3 0-0").big_points == (0, 1)
    assert played(staged("0-0", "3-3", "3-2", **one), "0-0 3-3").big_points == (1, 0)


def test_bingo_and_the_trump_double_always_win_the_trick():
    for trump in range(1, 7):
        for tile in TILES[1:]:
            for strict in (False, True):
                assert takes(str(tile), "0-0", trump, strict)
                assert not takes("0-0", str(tile), trump, strict)


# --- 6.7: following -------------------------------------------------------------------------------

FOLLOWING = [
    ("6-2", "6-4 5-2 3-3", "5-2", {}),
    ("6-2", "6-4 3-3", "3-3 6-4", {}),
    ("6-0", "6-3 2-0", "2-0", {}),
    ("4-1", "0-0 6-6", "0-0", {}),
    ("0-0", "4-4 5-0", "4-4", {}),
    ("6-0", "0-0 6-6", "6-6", {}),
    ("6-2", "6-1 5-2 3-3", "6-1", {}),
    ("6-2", "6-1 5-2 3-3", "5-2 6-1", {"follow_lower": "free"}),
    ("6-2", "5-2 3-3", "3-3 5-2", {"follow_lower": "off"}),
    ("6-2", "6-4 5-2 3-3", "6-4", {"trump_in_plain_suit": True}),
    ("6-0", "0-0 5-3", "0-0", {"trump_in_plain_suit": True}),
    ("6-2", "4-1 5-3 0-0", "0-0 4-1 5-3", {}),
    ("6-2", "4-1 5-3 0-0", "0-0 4-1", {"must_trump": "must"}),
    ("6-2", "6-1 6-3 5-1", "6-1 6-3", {}),
    ("6-2", "6-1 6-3 5-1", "6-3", {"must_beat": True}),
    ("6-3", "6-1 6-2 5-1", "6-1 6-2", {"must_beat": True}),
    ("4-1", "0-0 4-2 5-3", "4-2", {"bingo_suit": "blank"}),
    ("4-1", "0-0 5-3", "0-0", {"bingo_suit": "blank"}),
    ("6-0", "0-0 6-6", "0-0", {"bingo_suit": "blank"}),
    ("0-0", "4-4 5-0", "5-0", {"bingo_suit": "blank"}),
    ("0-0", "4-4 5-1", "4-4 5-1", {"bingo_suit": "blank"}),
    ("0-0", "4-4 5-1", "4-4", {"bingo_suit": "blank", "must_trump": "must"}),
    ("0-0", "4-0 5-1", "4-0 5-1", {"bingo_suit": "blank"}),  # 4-0 is a trump, no blank
    ("6-2", "0-0 6-1 5-3", "6-1", {}),
    ("6-2", "0-0 6-1 5-3", "0-0 6-1", {"bingo_suit": "free"}),
    ("6-2", "0-0 6-1 5-3", "0-0", {"bingo_suit": "free", "must_beat": True}),
]


@pytest.mark.parametrize(("led", "hand", "allowed", "changes"), FOLLOWING)
def test_what_may_answer(led, hand, allowed, changes):
    assert answers(led, hand, **changes) == allowed


def test_no_tile_no_answer():
    assert answers("6-2", "") == ""


def test_bingo_that_is_free_shows_no_void():
    for changes in ({"bingo_suit": "free"}, {"bingo_suit": "free", "must_beat": True}):
        table = tables(Rules().replace(**changes), Suit.FOUR)
        assert [table.excluded(led, BINGO) for led in TILES[1:]] == [0] * 27


def test_3_3_who_takes_among_plain_tiles():
    assert takes("4-2", "6-5") and not takes("4-2", "6-5", strict=True)  # 3.5
    assert takes("4-2", "6-5", strict=True, discard_can_win=True)
    assert takes("4-2", "5-2", strict=True)  # both halves of the led tile count as led
    assert takes("4-2", "5-2", strict=True, follow_lower="off")
    assert not takes("4-2", "5-2", plain_rank="suit_led")
    assert takes("5-4", "5-5", plain_rank="suit_led")
    assert takes("6-3", "6-6", plain_rank="suit_led")
    assert not takes("5-5", "6-5", plain_rank="suit_led")
    assert takes("4-2", "5-2", strict=True, plain_rank="either_half")
    assert not takes("4-2", "5-2", plain_rank="either_half")


# --- 8: the count ---------------------------------------------------------------------------------


def ended(points, tricks, made=(), closing=None, **changes):
    """The outcome of a deal that ended so; `closing` as (seat, points, tricks)."""
    board = staged(turn_up="4-1", **changes).board._replace(
        points=BySeat(*points),
        tricks=BySeat(*tricks),
        closing=closing and Closing(closing[0], BySeat(*closing[1]), BySeat(*closing[2])),
    )
    return count(board, made)


def won(*args, **changes):
    """The big points of it."""
    outcome = ended(*args, **changes)
    assert all(gain.points == 0 for gain in outcome.gains)
    return tuple(outcome.won)


@pytest.mark.parametrize(
    ("points", "tricks", "low", "big"),
    [(20, 1, 20, 1), (19, 1, 20, 2), (0, 1, 20, 2), (0, 0, 20, 3), (29, 1, 30, 2), (30, 1, 30, 1)],
)
def test_8_2_one_two_or_three_by_what_the_opponent_has(points, tricks, low, big):
    assert won((70, points), (5, tricks), [ONE], low_threshold=low) == (big, 0)
    assert won((points, 70), (tricks, 5), [TWO], low_threshold=low) == (0, big)
    closing = (ONE, (10, points), (1, tricks))
    assert won((70, points), (5, tricks), [ONE], closing, low_threshold=low) == (big, 0)


@pytest.mark.parametrize(("at", "big"), [("end", 1), ("closing", 2)])
def test_8_3_the_opponents_state_at_the_end_or_at_the_closing(at, big):
    closing = (ONE, (30, 12), (3, 1))
    assert won((75, 25), (6, 3), [ONE], closing, close_level_at=at) == (big, 0)
    trickless = (ONE, (30, 0), (3, 0))
    assert won((75, 25), (6, 3), [ONE], trickless, close_level_at=at) == (1 if big == 1 else 3, 0)
    # It speaks of the closer alone: nobody closed, or the opponent made it.
    assert won((75, 25), (6, 3), [ONE], close_level_at=at) == (1, 0)
    options = {"close_level_at": at, "deal_end": "play_out_each"}
    assert won((75, 75), (6, 3), [ONE, TWO], closing, **options) == (big, 1)
    clauses = [
        gain.clause for gain in ended((75, 75), (6, 3), [ONE, TWO], closing, **options).gains
    ]
    assert clauses == ["8.3" if at == "closing" else "8.2", "8.2"]


@pytest.mark.parametrize(
    ("value", "closing_tricks", "end_tricks", "big"),
    [
        ("opponent_at_closing", (2, 0), (2, 5), 3),
        ("opponent_at_closing", (0, 2), (0, 5), 2),
        ("closer_at_closing", (0, 2), (3, 5), 3),
        ("closer_at_closing", (2, 0), (2, 5), 2),
        ("closer_in_deal", (0, 2), (0, 5), 3),
        ("closer_in_deal", (0, 2), (1, 5), 2),
    ],
)
def test_8_4_a_failed_closer_pays_two_or_three(value, closing_tricks, end_tricks, big):
    closing = (ONE, (0, 0), closing_tricks)
    assert won((40, 60), end_tricks, [], closing, failed_close_3=value) == (0, big)


@pytest.mark.parametrize(
    ("value", "two", "three"), [("add", 3, 4), ("none", 2, 3), ("replace", 1, 1)]
)
def test_8_5_the_opponent_of_a_failed_closer_has_70_himself(value, two, three):
    for tricks, big in (((1, 1), two), ((1, 0), three)):
        closing = (ONE, (0, 0), tricks)
        assert won((40, 72), (3, 5), [TWO], closing, failed_close_opp70=value) == (0, big)


def test_8_6_nobody_at_70():
    assert won((66, 68), (7, 7)) == (0, 0)
    assert won((66, 68), (7, 7), neither="higher_wins_1") == (0, 1)
    assert won((68, 66), (7, 7), neither="higher_wins_1") == (1, 0)
    assert won((67, 67), (7, 7), neither="higher_wins_1") == (0, 0)


def test_8_1_each_or_only_the_first_scores_where_all_tiles_are_played():
    each = {"deal_end": "play_out_each"}
    assert won((75, 79), (7, 7), [ONE, TWO], **each) == (1, 1)
    closing = (ONE, (0, 0), (1, 1))
    assert won((75, 79), (7, 7), [ONE, TWO], closing, **each) == (1, 1)
    assert won((65, 79), (7, 7), [TWO], closing, **each) == (0, 3)
    first = {"deal_end": "play_out_first"}
    assert won((75, 79), (7, 7), [TWO], closing, **first) == (0, 1)  # he has not failed
    assert won((65, 79), (7, 7), [TWO], closing, **first) == (0, 3)
    assert won((69, 79), (7, 7), [TWO], closing, **first) == (0, 3)
    assert won((70, 79), (7, 7), [TWO], closing, **first) == (0, 1)


@pytest.mark.parametrize(
    ("end", "points", "first", "taker", "made"),
    [
        ("play_out_each", (70, 69), ONE, TWO, [ONE]),
        ("play_out_each", (71, 70), TWO, TWO, [ONE, TWO]),
        ("play_out_first", (71, 70), TWO, ONE, [TWO]),
        ("play_out_first", (69, 60), None, ONE, []),
        ("claim", (70, 80), TWO, ONE, [ONE]),  # for the taker it is claimed, and for no other
        ("claim", (69, 80), TWO, ONE, []),
        ("at_70", (69, 69), None, ONE, []),
    ],
)
def test_8_1_whose_70_stands_when_all_tiles_are_played(end, points, first, taker, made):
    board = staged(turn_up="4-1", deal_end=end).board
    board = board._replace(points=BySeat(*points), first_to_70=first)
    assert board._made(taker) == made


def test_8_1_a_false_claim_costs_two_whoever_closed():
    assert false_claim(ONE).gains == (Gain(TWO, "8.1", 0, 2),)
    assert tuple(false_claim(TWO).won) == (2, 0)


def test_six_and_seven_doubles_are_rare():
    assert comb(28, 7) == 1_184_040
    assert len(DOUBLES) == 7
    assert round(10_000 * 7 * 21 / comb(28, 7), 1) == 1.2
