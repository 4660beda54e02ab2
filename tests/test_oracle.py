"""Tests of the naive referee itself: the rules' examples, staged deals, random play."""

import math
import os
import random
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parent))

import oracle as o


def options(**changes):
    return {**o.DEFAULTS, **changes}


def deal(hand0, hand1, turn_up, stock="", leader=0, score=(0, 0), **changes):
    """A deal with the named tiles in place, filled up by index, the other doubles last."""
    hand0, hand1, stock = hand0.split(), hand1.split(), stock.split()
    rest = [t for t in o.TILES if t not in [*hand0, *hand1, *stock, turn_up]]
    rest.sort(key=o.is_double)
    rest.reverse()
    for part, size in ((hand0, 7), (hand1, 7), (stock, 13)):
        while len(part) < size:
            part.append(rest.pop())
    return o.Oracle([*hand0, *hand1, *stock, turn_up], leader, options(**changes), score)


def play(game, moves):
    for move in moves.split():
        game.play(move)
    return game


# ---- the rules' own examples


@pytest.mark.parametrize(
    ("trump", "total", "scoring"),
    [
        (0, 143, 14),
        (1, 135, 15),
        (2, 138, 15),
        (3, 131, 14),
        (4, 134, 14),
        (5, 147, 15),
        (6, 140, 14),
    ],
)
def test_2_6(trump, total, scoring):
    prices = [o.tile_points(tile, trump) for tile in o.TILES]
    assert sum(prices) == total
    assert sum(price > 0 for price in prices) == scoring


FACTS = [
    (1, "4-2", "5-2", 1, 0),
    (1, "6-0", "6-6", 0, 0),
    (1, "6-6", "5-0", 0, 0),
    (1, "6-4", "3-0", 0, 0),
    (1, "6-5", "2-1", 1, 0),
    (1, "1-1", "0-0", 1, 1),
    (1, "0-0", "1-1", 0, 1),
    (1, "1-0", "1-1", 1, 0),
    (6, "6-0", "6-6", 1, 0),
    (0, "6-0", "0-0", 1, 0),
    (1, "4-2", "2-2", 0, 0),  # 003's sample: 3-2 is beaten by 5-3, 2-1 by 5-1
    (1, "3-2", "5-3", 1, 0),
    (1, "2-1", "5-1", 1, 0),
]


@pytest.mark.parametrize(("trump", "led", "answer", "taker", "bonus"), FACTS)
def test_facts(trump, led, answer, taker, bonus):
    turn_up = next(t for t in o.TILES if t not in (led, answer))
    game = deal(led, answer, turn_up)
    game.trump = trump  # ones are trump only when 1-1 is turned up, which would not be in a hand
    play(game, f"{led} {answer}")
    assert game.leader == taker
    assert game.tricks == [1 - taker, taker]
    assert game.big_points == [bonus * (1 - taker), bonus * taker]
    assert game.points[taker] == o.tile_points(led, trump) + o.tile_points(answer, trump)


def test_3_5_strict_discard_never_wins():
    takes = o.answer_takes
    assert takes("4-2", "6-5", 1, False, options())
    assert not takes("4-2", "6-5", 1, True, options())
    assert takes("4-2", "6-5", 1, True, options(discard_can_win=True))
    assert takes("4-2", "5-2", 1, True, options(follow_lower="off"))
    assert not takes("4-2", "5-2", 1, True, options(plain_rank="suit_led"))
    assert takes("4-2", "5-2", 1, True, options(plain_rank="either_half"))
    assert not takes("4-2", "5-2", 1, False, options(plain_rank="either_half"))
    assert takes("5-4", "5-5", 1, False, options(plain_rank="suit_led"))
    assert takes("6-3", "6-6", 1, False, options(plain_rank="suit_led"))
    assert not takes("5-5", "6-5", 1, False, options(plain_rank="suit_led"))


@pytest.mark.parametrize(
    ("led", "hand", "allowed"),
    [
        ("6-2", "6-4 5-2 3-3", "5-2"),
        ("6-2", "6-4 3-3", "3-3 6-4"),
        ("6-0", "6-3 2-0", "2-0"),
        ("4-1", "0-0 6-6", "0-0"),
        ("0-0", "4-4 5-0", "4-4"),
        ("6-0", "0-0 6-6", "6-6"),
    ],
)
def test_6_7(led, hand, allowed):
    assert o.strict_answers(hand.split(), led, 4, options()) == allowed.split()


@pytest.mark.parametrize(
    ("led", "hand", "allowed", "changes"),
    [
        ("6-2", "6-1 5-2 3-3", "5-2 6-1", {"follow_lower": "free"}),
        ("6-2", "5-2 3-3", "3-3 5-2", {"follow_lower": "off"}),
        ("6-2", "6-4 5-2 3-3", "6-4", {"trump_in_plain_suit": True}),
        ("6-2", "4-1 5-3 0-0", "0-0 4-1", {"must_trump": "must"}),
        ("6-2", "6-1 6-3 5-1", "6-3", {"must_beat": True}),
        ("4-1", "0-0 4-2 5-3", "4-2", {"bingo_suit": "blank"}),
        ("4-1", "0-0 5-3", "0-0", {"bingo_suit": "blank"}),
        ("6-0", "0-0 6-6", "0-0", {"bingo_suit": "blank"}),
        ("0-0", "4-4 5-0", "5-0", {"bingo_suit": "blank"}),
        ("0-0", "4-4 5-1", "4-4", {"bingo_suit": "blank", "must_trump": "must"}),
        ("6-2", "0-0 6-1 5-3", "0-0 6-1", {"bingo_suit": "free"}),
        ("6-2", "0-0 6-1 5-3", "0-0", {"bingo_suit": "free", "must_beat": True}),
    ],
)
def test_6_options(led, hand, allowed, changes):
    assert o.strict_answers(hand.split(), led, 4, options(**changes)) == allowed.split()


def test_unseen_hands():
    expected = [77520, 31824, 11440, 3432, 792, 120, 8]
    game = deal("", "", "4-1", deal_end="play_out_each")
    for number in expected:
        seen = set(game.hands[game.leader]) | {game.turn_up}
        assert math.comb(28 - len(seen) - 2 * sum(game.tricks), 7) == number
        game.play(game.legal()[0])
        game.play(game.legal()[0])
    assert game.strict() and [len(hand) for hand in game.hands] == [7, 7]


def test_doubles_dealt():
    assert round(math.comb(7, 6) * 21 / math.comb(28, 7) * 10000, 1) == 1.2
    assert math.comb(28, 7) == 1184040


# ---- staged deals


def test_announcing_is_credited_with_the_trick():
    game = deal("6-6 5-5 4-4", "2-1 3-0", "4-1")
    assert game.trump == 4 and game.legal()[-4:] == ["5-5+3", "6-6", "6-6+3", "close"]
    assert play(game, "6-6+3 2-1").points == [52, 0]
    game = play(deal("6-6 5-5 4-4", "2-1 4-3", "4-1"), "6-6+3 4-3")
    assert game.points == [0, 19]


def test_any_trick_credit_at_the_lead_ends_the_deal():
    staged = ("6-6 5-5 4-4 3-3 2-2 6-4", "2-1 4-1 6-5", "4-0")
    game = play(deal(*staged, announce_credit="any_trick"), "6-4 2-1 6-6+5")
    assert game.trump == 0 and game.over and game.points == [70, 0] and game.tricks == [1, 0]
    assert (
        game.count == [3, 0] and game.winner == 0 and game.first_to_70 == 0 and game.legal() == []
    )
    game = play(deal(*staged, announce_credit="any_trick", deal_end="claim"), "6-4 2-1 6-6+5")
    assert game.points == [70, 0] and game.first_to_70 == 0 and not game.over
    assert play(game, "6-5 claim").count == [3, 0]


def test_waiting_announcement():
    staged, moves = ("2-2 3-3 6-5", "6-4 2-1", "4-0"), "3-3+2 6-4"
    game = play(deal(*staged, announce_credit="any_trick"), moves)
    assert game.points == [0, 16]
    assert play(game, "2-1 6-5").points == [20, 16]
    assert play(deal(*staged), moves + " 2-1 6-5").points == [0, 16]


def test_remaining():
    staged = ("6-6 5-5 4-4 6-4", "2-1 4-1 3-2", "4-0")
    game = play(deal(*staged, stock="3-3", reannounce="remaining"), "5-5+3 3-2")
    assert game.points == [50, 0]
    assert "3-3" in game.hands[0] and "3-3+3" not in game.legal() and "6-6+2" in game.legal()
    game = play(deal(*staged, stock="3-3"), "5-5+3 3-2")
    assert "3-3+3" in game.legal()
    game = play(deal(*staged, stock="3-3", reannounce="no"), "5-5+3 3-2")
    assert not any("+" in move for move in game.legal())


def test_match_ends_inside_a_trick():
    game = play(deal("1-1 6-6", "0-0", "1-0", score=(0, 6)), "6-6+2 0-0")
    assert not game.over and game.trump == 0
    game = play(deal("1-1 6-6", "0-0", "3-2", score=(0, 6)), "1-1 0-0")
    assert not game.over
    game = play(deal("3-3 6-6", "0-0", "3-2", score=(0, 6)), "3-3+2 0-0")
    assert game.over and game.big_points == [0, 1] and game.count == [0, 0]
    assert game.points == [0, 0] and game.tricks == [0, 1] and game.winner is None


def test_invincible():
    doubles = "0-0 1-1 2-2 3-3 4-4 5-5 6-6"
    game = play(deal(doubles, "6-4", "5-2"), "0-0+7 6-4")
    assert game.big_points == [3, 0] and not game.over and "5-5+6" in game.legal()
    game = play(deal(doubles, "6-4", "5-2", invincible="ends_deal"), "0-0+7 6-4")
    assert game.over and game.count == [3, 0] == game.big_points and game.winner == 0


def test_claim():
    game = deal("6-6", "2-1", "3-0", deal_end="claim")
    assert "claim" not in game.legal()
    play(game, "6-6 2-1")
    assert game.legal()[-1] == "claim"
    play(game, "close claim")
    assert game.count == [0, 2] and game.winner == 1 and game.closed_by == 0


def test_close_before_draw_and_exchange():
    game = deal("6-6 2-0", "2-1", "2-2", close_before_draw=True, trump_exchange=True)
    assert game.legal()[-1] == "close"
    play(game, "6-6 2-1")
    assert game.legal() == ["close", "draw"]
    game.play("draw")
    assert "close" in game.legal()
    game = deal("6-6 2-1", "3-1", "2-2", trump_exchange=True)
    assert "exchange" not in game.legal()
    play(game, "6-6 3-1 exchange")
    assert (
        game.turn_up == "2-1" == game.stock[-1]
        and "2-2" in game.hands[0]
        and "exchange" not in game.legal()
    )
    game = play(deal("6-6 2-1", "3-1", "2-2", close_before_draw=True), "6-6 3-1 close")
    assert (
        [len(hand) for hand in game.hands] == [6, 6] and len(game.stock) == 14 and game.to_move == 0
    )
    assert "close" not in game.legal()


@pytest.mark.parametrize(("value", "seat"), [("loser", 1), ("winner", 0)])
def test_last_draw(value, seat):
    game = deal("", "", "4-1", deal_end="play_out_each", last_draw=value)
    while game.stock:
        game.play(game.legal()[0])
        if game.led is None:
            taker = game.leader
    assert game.turn_up in game.hands[taker if seat == 0 else 1 - taker]


def test_failed_close_at_the_first_lead():
    expected = {"opponent_at_closing": 3, "closer_at_closing": 3, "closer_in_deal": None}
    for value, big in expected.items():
        game = play(
            deal("2-1", "6-6", "4-1", failed_close_3=value, failed_close_opp70="none"), "close"
        )
        while not game.over:
            game.play(game.legal()[0])
        if game.winner == 1:
            assert game.count[1] == (big or (2 if game.tricks[0] else 3))


# ---- random play


def random_deal(rng, chosen, score=(0, 0)):
    order = list(o.TILES)
    rng.shuffle(order)
    if rng.random() < 0.3:  # doubles to one seat, so that kings and emperors come up
        doubles = [t for t in order if o.is_double(t)]
        order = doubles + [t for t in order if t not in doubles]
        for _ in range(rng.randrange(3)):
            i, j = rng.randrange(7), rng.randrange(7, 28)
            order[i], order[j] = order[j], order[i]
    return o.Oracle(order, rng.randrange(2), chosen, score)


def run(rng, game):
    """Play at random to the end, checking what must hold; the tricks, and when it was closed."""
    total = sum(o.tile_points(tile, game.trump) for tile in o.TILES)
    tricks, closed_after, steps = [], None, 0
    announced = (None, False)
    while not game.over:
        legal = game.legal()
        assert legal and len(set(legal)) == len(legal)
        moves = [m for m in legal if "+" in m] if rng.random() < 0.7 else []
        calm = [m for m in legal if m not in ("close", "claim")] if rng.random() < 0.8 else []
        move = rng.choice(moves or calm or legal)
        mover, led, doubles = game.to_move, game.led, None
        if "+" in move:
            doubles = game.doubles_to_announce(move.split("+")[0])
            assert len(doubles) == int(move.split("+")[1])
        game.play(move)
        steps += 1
        if move == "close":
            closed_after = sum(game.tricks)
        elif led is not None:
            number, bingo = announced
            tricks.append((1 - mover, led, number, bingo, move, game.leader))
        elif "-" in move:
            announced = (len(doubles), o.BINGO in doubles) if doubles else (None, False)
        held = [
            *game.hands[0],
            *game.hands[1],
            *game.stock,
            *[t[1] for t in tricks],
            *[t[4] for t in tricks],
        ]
        if game.led is not None:
            held.append(game.led)
        assert sorted(held) == sorted(o.TILES)
        assert game.turn_up in held
        assert sum(game.tricks) == len(tricks)
        assert (game.to_move is None) == game.over
        assert steps < 70
    spoken = sum(o.ANNOUNCED_POINTS.get(t[2], 70 if t[2] == 6 else 0) + 10 for t in tricks if t[2])
    if game.led is not None:
        spoken += 80
    assert 0 <= sum(game.points) <= total + spoken + 10
    assert sum(game.tricks) <= 14 and game.legal() == []
    for seat in (0, 1):
        assert 0 <= game.count[seat] <= 4 and game.big_points[seat] >= game.count[seat]
        assert game.points[seat] == 0 or game.tricks[seat] > 0
    if game.count == [0, 0]:
        assert game.winner is None
    with pytest.raises(ValueError):
        game.play("draw")
    return tricks, closed_after


def test_random_options():
    rng = random.Random(20240)
    for _ in range(int(os.environ.get("ORACLE_DEALS", "300"))):
        chosen = {name: rng.choice(values) for name, values in o.OPTIONS.items()}
        chosen["target"] = rng.choice([1, 2, 7, 8])
        run(
            rng,
            random_deal(
                rng, chosen, (rng.randrange(chosen["target"]), rng.randrange(chosen["target"]))
            ),
        )


def test_recount_agrees():
    rng = random.Random(7)
    seen = set()
    for _ in range(int(os.environ.get("ORACLE_DEALS", "300"))):
        names = (
            "low_threshold",
            "failed_close_3",
            "failed_close_opp70",
            "close_level_at",
            "target",
        )
        chosen = options(**{name: rng.choice(o.OPTIONS[name]) for name in names})
        score = (rng.randrange(chosen["target"]), rng.randrange(chosen["target"]))
        game = random_deal(rng, chosen, score)
        tricks, closed_after = run(rng, game)
        points, count, big = o.recount(
            chosen, game.trump, tricks, game.closed_by, closed_after, score
        )
        assert (points, count, big) == (game.points, game.count, game.big_points)
        seen.add((game.closed_by is None, max(count)))
    assert {(True, 1), (True, 2), (False, 2), (False, 3)} <= seen
