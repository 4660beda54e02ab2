"""What each option of the flow of a deal does, shown in a few moves. [4, 5, 7, 8]

Worth, taking and following are in test_facts.py, the match in test_match.py.
"""

import random

import pytest

from bingo.game import (
    TILES,
    BySeat,
    Closing,
    Deal,
    Rules,
    Seat,
    Suit,
    Tile,
    View,
    lowest_hand,
    parse_tiles,
)
from bingo.game.scoring import Gain
from tests.game.staging import legal, played, position, staged

ONE, TWO = Seat


def played_out(deal):
    """The deal with the first legal move made again and again, nobody closing."""
    while not deal.is_over:
        deal = deal.play(deal.legal_moves()[0])
    return deal


# --- 1, 4 -----------------------------------------------------------------------------------------


def test_first_leader_lowest_hand():
    """1.3: the smaller sum of halves, blank = 7."""
    small, large = parse_tiles("1-1 2-1"), parse_tiles("1-0 1-1")
    assert lowest_hand(BySeat(small, large)) is ONE
    assert lowest_hand(BySeat(large, small)) is TWO
    assert lowest_hand(BySeat(parse_tiles("6-1"), parse_tiles("5-2"))) is None  # for a lot


def test_the_taker_draws_first_and_leads():
    """4.2, 4.3."""
    deal = played(staged("3-2", "5-2", "4-1", "6-6 5-5"), "3-2 5-2")
    assert deal.leader is deal.to_move is TWO
    assert Tile.parse("6-6") in deal.hands.two and Tile.parse("5-5") in deal.hands.one


@pytest.mark.parametrize(("last_draw", "taker_gets_it"), [("loser", False), ("winner", True)])
def test_last_draw(last_draw, taker_gets_it):
    """4.2: who gets the turn-up."""
    deal = staged(turn_up="4-1", deal_end="play_out_each", last_draw=last_draw)
    while deal.stock:
        deal = deal.play(deal.legal_moves()[0])
    gets = deal.leader if taker_gets_it else deal.leader.other
    assert deal.turn_up in deal.hands[gets]
    assert [len(hand) for hand in deal.hands] == [7, 7]


# --- 5: announcing --------------------------------------------------------------------------------

DOUBLES = "6-6 5-5 4-4 3-3 2-2 1-1 0-0"


@pytest.mark.parametrize(("number", "points"), [(2, 20), (3, 40), (4, 50), (5, 60)])
def test_the_points_of_an_announcement(number, points):
    """5.2, credited with the trick [5.4]."""
    hand = " ".join(DOUBLES.split()[:number])
    deal = played(staged(hand, "2-1", "5-4"), f"6-6+{number} 2-1")
    assert deal.points == (points + 12, 0) and deal.board.announced == (1, 0)
    quiet = played(staged(hand, "2-1", "5-4"), "6-6 2-1")
    assert quiet.points == (12, 0)  # announcing is a choice [5.1]
    lost = played(staged(hand, "2-1 5-3", "5-4"), f"6-6+{number} 5-3")
    assert lost.points == (0, 20) and lost.board.waiting == (0, 0)


def test_the_number_is_the_true_one_and_belongs_to_a_led_double():
    """5.1."""
    deal = staged("6-6 5-5 4-4 6-5", "2-1", "4-1")
    said = [move for move in legal(deal).split() if "+" in move]
    assert said == ["4-4+3", "5-5+3", "6-6+3"]
    assert "+" not in legal(staged("6-6 6-5", "2-1", "4-1"))  # one double is nothing
    assert "+" not in legal(played(staged("2-1", "6-6 5-5", "4-1"), "2-1"))


@pytest.mark.parametrize(
    ("emperor", "points", "big"), [("big_point", 12, (1, 0)), ("points_70", 82, (1, 0))]
)
def test_emperor(emperor, points, big):
    """5.3: a big point, or 70 points (which here end the deal: 3 for a trickless opponent)."""
    hand = "6-6 4-4 3-3 2-2 1-1 0-0"
    deal = played(staged(hand, "2-1", "5-4", emperor=emperor), "6-6+6 2-1")
    assert deal.points.one == points
    gain = Gain(ONE, "5.3", 0, 1) if emperor == "big_point" else Gain(ONE, "5.3", 70, 0)
    assert deal.played[0].gains[0] == gain
    assert deal.is_over is (emperor == "points_70")
    assert deal.big_points == (big if emperor == "big_point" else (3, 0))


def test_invincible():
    """5.3: three big points; the deal goes on, or they are the whole result."""
    deal = played(staged(DOUBLES, "6-4", "5-2"), "0-0+7 6-4")
    assert deal.big_points == (3, 0) and not deal.is_over
    assert deal.points == (14 + 10, 0)
    assert deal.played[0].gains == (Gain(ONE, "5.3", 0, 3), Gain(ONE, "2.5", 24, 0))
    ended = played(staged(DOUBLES, "6-4", "5-2", invincible="ends_deal"), "0-0+7 6-4")
    assert ended.is_over and ended.outcome.how == "invincible"
    assert ended.outcome.won == ended.big_points == (3, 0) and ended.outcome.winner is ONE
    assert ended.outcome.gains == (Gain(ONE, "5.3", 0, 3),)
    assert ended.points == (0, 0) and ended.tricks == (1, 0)  # 8.8: later items do not count


def test_announce_credit_any_trick_waits_for_a_trick():
    """5.4."""
    staging, moves = ("2-2 3-3 6-5", "6-4 2-1", "4-0"), "3-3+2 6-4 2-1 6-5"
    waiting = played(staged(*staging, announce_credit="any_trick"), "3-3+2 6-4")
    assert waiting.points == (0, 16) and waiting.board.waiting == (2, 0)
    credited = played(staged(*staging, announce_credit="any_trick"), moves)
    assert credited.points == (20, 16)
    assert (credited.board.waiting, credited.board.credited) == ((0, 0), (1, 0))
    assert played(staged(*staging), moves).points == (0, 16)


def test_announce_credit_any_trick_can_end_the_deal_at_the_lead():
    """5.4: the led tile is then nobody's; under claim he claims at his next lead."""
    staging = ("6-6 5-5 4-4 3-3 2-2 6-4", "2-1 4-1 6-5", "4-0")
    deal = played(staged(*staging, announce_credit="any_trick"), "6-4 2-1 6-6+5")
    assert deal.is_over and deal.points == (70, 0) and deal.big_points == (3, 0)
    deal = played(staged(*staging, announce_credit="any_trick", deal_end="claim"), "6-4 2-1 6-6+5")
    assert not deal.is_over and deal.points == (70, 0)
    assert played(deal, "6-5 claim").big_points == (3, 0)


def test_reannounce():
    """5.5."""
    staging = ("6-6 5-5 4-4 6-4", "2-1 4-1 3-2", "4-0", "3-3")
    for value, said in (
        ("yes", "3-3+3 4-4+3 6-6+3"),
        ("remaining", "4-4+2 6-6+2"),  # 3-3 came later
        ("no", ""),
    ):
        deal = played(staged(*staging, reannounce=value), "5-5+3 3-2")
        assert Tile.parse("3-3") in deal.hands.one and deal.points == (50, 0)
        assert " ".join(move for move in legal(deal).split() if "+" in move) == said
        assert View.of(deal, ONE).legal_moves() == deal.legal_moves()


def test_reannounce_remaining_leaves_fewer_each_time():
    """5.5: 3-3 came after the first of them and never counts."""
    options = {"reannounce": "remaining", "deal_end": "play_out_each"}
    deal = staged("6-6 5-5 4-4 6-4", "2-1 4-1 3-2", "4-0", "3-3", **options)
    deal = played(deal, "5-5+3 3-2 4-4+2 2-1")
    assert deal.counted.one == deal.said.one == set(parse_tiles("6-6 4-4"))
    assert "+" not in legal(deal)


def test_reannounce_remaining_is_free_while_nothing_is_credited():
    """5.5: only a credited announcement binds."""
    deal = staged("6-6 5-5 4-4", "6-5 2-1", "3-2", "1-0 1-1", reannounce="remaining")
    deal = played(deal, "5-5+3 6-5")
    assert deal.board.credited == (0, 0) and deal.counted == (None, None)
    assert Tile.parse("1-1") in deal.hands.one
    deal = played(deal, "2-1 3-1")
    assert "4-4+3" in legal(deal)  # 1-1, drawn since, counts


def test_announce_form_show():
    """5.6: the other doubles are shown to the opponent."""
    staging, moves = ("6-6 5-5 3-3", "2-1", "4-1"), "6-6+3 2-1"
    assert played(staged(*staging), moves).played[0].shown == ()
    shown = played(staged(*staging, announce_form="show"), moves).played[0].shown
    assert shown == parse_tiles("3-3 5-5")


@pytest.mark.parametrize(("extra", "points"), [(0, 32), (10, 42)])
def test_bingo_in_announce(extra, points):
    """5.7: with bingo among the doubles, and not without it."""
    with_it = staged("6-6 0-0", "2-1", "4-3", bingo_in_announce=extra)
    assert played(with_it, "6-6+2 2-1").points == (points, 0)
    without = staged("6-6 5-5", "2-1", "4-3", bingo_in_announce=extra)
    assert played(without, "6-6+2 2-1").points == (32, 0)
    six = staged("6-6 5-5 3-3 2-2 1-1 0-0", "2-1", "4-3", bingo_in_announce=extra)
    assert played(six, "6-6+6 2-1").points == (12 + extra, 0)


# --- 7: closing -----------------------------------------------------------------------------------


def test_closing_begins_strict_play_with_this_lead():
    """7.1, 7.3."""
    deal = staged("6-2", "6-1 5-2 3-3", "4-1")
    assert "close" in legal(deal)
    deal = played(deal, "close")
    assert deal.closed_by is ONE and deal.to_move is ONE and "close" not in legal(deal)
    deal = played(deal, "6-2")
    assert all(move.tile.has(Suit.SIX) for move in deal.legal_moves())
    deal = played(deal, "6-1")
    assert [len(hand) for hand in deal.hands] == [6, 6] and len(deal.stock) == 14


def test_close_needs_trick():
    """7.1."""
    deal = staged("6-6", "2-1", "3-0", close_needs_trick=True)
    assert "close" not in legal(deal)
    assert "close" in legal(played(deal, "6-6 2-1"))


@pytest.mark.parametrize(("least", "last"), [(2, 2), (4, 4)])
def test_close_min_stock(least, last):
    """7.1."""
    deal = staged(turn_up="4-1", deal_end="play_out_each", close_min_stock=least)
    allowed = set()
    while not deal.is_over:
        if "close" in legal(deal):
            allowed.add(len(deal.stock))
        deal = deal.play(deal.legal_moves()[0])
    assert allowed == set(range(last, 15, 2))


def test_close_before_draw():
    """7.1: a choice of close or draw and nothing else; closing after the draw remains."""
    deal = staged("6-6", "3-1", "2-2", close_before_draw=True)
    deal = played(deal, "6-6 3-1")
    assert legal(deal) == "close draw"
    closed = played(deal, "close")
    assert [len(hand) for hand in closed.hands] == [6, 6] and closed.to_move is ONE
    drawn = played(deal, "draw")
    assert [len(hand) for hand in drawn.hands] == [7, 7] and "close" in legal(drawn)
    assert legal(played(staged("6-6", "3-1", "2-2"), "6-6 3-1")) != "close draw"


def test_close_before_the_last_draw_too():
    """7.1: after trick 7 while two tiles lie."""
    deal = staged(turn_up="4-1", deal_end="play_out_each", close_before_draw=True)
    seen = []
    while deal.stock:
        if legal(deal) == "close draw":
            seen.append(len(deal.stock))
            deal = played(deal, "draw")
        else:
            deal = deal.play(deal.legal_moves()[0])
    assert seen == [14, 12, 10, 8, 6, 4, 2]


def test_trump_exchange_needs_more_than_two_tiles():
    """7.4: in deals where nobody exchanges, nor plays the tile for it."""
    rules = Rules().replace(trump_exchange=True, deal_end="play_out_each")
    seen = {}
    for seed in range(30):
        rng = random.Random(seed)
        deal = Deal.start(rng.sample(TILES, 28), ONE, rules)
        lowest = deal.board.tables.lowest_trump
        while deal.stock:
            if (
                deal.trick is None
                and lowest in deal.hands[deal.leader]
                and deal.tricks[deal.leader]
            ):
                seen.setdefault(len(deal.stock), set()).add("exchange" in legal(deal))
            plays = [m for m in deal.legal_moves() if getattr(m, "tile", lowest) is not lowest]
            deal = deal.play(rng.choice(plays))
    assert seen == {2: {False}} | {left: {True} for left in (4, 6, 8, 10, 12)}


@pytest.mark.parametrize("leader", Seat)
def test_who_exchanges_gets_the_turn_up(leader):
    """7.4."""
    hands = ("6-6 2-1", "3-1") if leader is ONE else ("3-1", "6-6 2-1")
    deal = staged(*hands, "2-2", leader=leader, trump_exchange=True)
    after = played(deal, "6-6 3-1 exchange")
    assert Tile.parse("2-2") in after.hands[leader] and len(after.hands[leader]) == 7
    assert Tile.parse("2-1") not in after.hands[leader]
    assert after.hands[leader.other] == played(deal, "6-6 3-1").hands[leader.other]


def test_trump_exchange():
    """7.4: a leader with a trick, the lowest tile of the trump suit, more than two tiles lying."""
    deal = staged("6-6 2-1", "3-1", "2-2", trump_exchange=True)
    assert "exchange" not in legal(deal)
    deal = played(deal, "6-6 3-1")
    assert "exchange" in legal(deal)
    after = played(deal, "exchange")
    assert after.turn_up is after.stock[-1] is Tile.parse("2-1")
    assert Tile.parse("2-2") in after.hands.one and after.trump is Suit.TWO
    assert "exchange" not in legal(after) and "close" in legal(after)
    assert "exchange" not in legal(played(deal, "close"))
    assert "exchange" not in legal(played(staged("6-6 2-1", "3-1", "2-2"), "6-6 3-1"))


# --- 8: how a deal ends ---------------------------------------------------------------------------


def test_deal_end_at_70():
    """8.1: at once."""
    deal = staged("6-6 5-5 4-4 3-3 2-2", "2-1", "4-0")
    deal = played(deal, "6-6+5 2-1")
    assert deal.points == (72, 0) and deal.is_over and deal.outcome.how == "seventy"
    assert deal.big_points == (3, 0)


@pytest.mark.parametrize("end", ["play_out_each", "play_out_first"])
def test_deal_end_play_out(end):
    """8.1: all tiles are played."""
    deal = staged("6-6 5-5 4-4 3-3 2-2", "2-1", "4-0", deal_end=end)
    deal = played_out(played(deal, "6-6+5 2-1"))
    assert sum(deal.tricks) == 14 and deal.board.first_to_70 is ONE
    both = min(deal.points) >= 70
    assert deal.big_points[TWO] == (1 if both and end == "play_out_each" else 0)


def test_deal_end_claim():
    """8.1: the leader with a trick must say so; a false claim gives the opponent 2."""
    deal = staged("6-6 5-5 4-4 3-3 2-2", "2-1", "4-0", deal_end="claim")
    assert "claim" not in legal(deal)
    deal = played(deal, "6-6+5 2-1")
    assert not deal.is_over and legal(deal).endswith("claim")
    assert played(deal, "claim").big_points == (3, 0)
    false = played(staged("6-6", "2-1", "4-0", deal_end="claim"), "6-6 2-1 close claim")
    assert false.big_points == (0, 2) and false.outcome.how == "false_claim"


@pytest.mark.parametrize(
    ("points", "gone", "big_points"),
    [("70 0; first-70 one", "6-6 6-5", (3, 0)), ("69 0", "4-3 2-2", (0, 2))],
)
def test_a_claim_is_true_from_70(points, gone, big_points):
    """8.1."""
    text = (
        f"one 6-1 2-1 5-1 3-1 5-2 6-2 3-2; two 6-0 6-3 5-0 5-3 3-0 2-0 1-0; gone 4-4 4-0 5-4 6-4 "
        f"{gone}; stock 5-5 3-3 1-1 0-0 4-2 {'4-3 2-2' if '6-6' in gone else '6-6 6-5'} 4-1; "
        f"points {points}; tricks 3 0; leader one; moves claim"
    )
    assert position(text, deal_end="claim").big_points == big_points


def test_last_trick_bonus():
    """8.7: for the fourteenth trick of a deal that was not closed."""
    plain = played_out(staged(turn_up="4-1", deal_end="play_out_each"))
    deal = staged(turn_up="4-1", deal_end="play_out_each", last_trick_bonus=10)
    rich = played_out(deal)
    assert sum(rich.points) == sum(plain.points) + 10
    assert rich.played[-1].gains[-1].clause == "8.7"
    closed = played_out(played(deal, "close"))
    assert not any(gain.clause == "8.7" for trick in closed.played for gain in trick.gains)


def test_totals_visible():
    """9.5: nobody's points are shown; tricks and big points are."""
    for visible, points in ((True, (0, 14 + 12)), (False, (None, None))):
        deal = staged("6-6", "0-0", "4-1", totals_visible=visible)
        view = View.of(played(deal, "6-6 0-0"), ONE)
        assert view.points == points and view.tricks == (0, 1)
    deal = played(staged("4-4", "0-0", "4-1", totals_visible=False), "4-4 0-0 close")
    board = View.of(deal, ONE).board
    assert board.played[0].gains == (Gain(TWO, "4.4", 0, 1),)
    assert board.closing == Closing(TWO, BySeat(0, 0), BySeat(0, 1))
