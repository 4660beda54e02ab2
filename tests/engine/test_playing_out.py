"""Greedy in the kernel: legal, blind, and its play-outs those of the reference move by move."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Iterator

import numpy as np
import pytest

from bingo.engine import greedy
from bingo.engine.dice import below, roll, seeded
from bingo.engine.greedy import choose
from bingo.engine.layout import (
    ABOVE,
    ALL,
    CLOSE,
    COUNTED,
    LED,
    MOVES,
    SAID,
    SEVEN,
    STOCK_LEFT,
    TILE,
    TILE_MASK,
    State,
)
from bingo.engine.packing import code, move_of, pack
from bingo.engine.playing_out import SLIP, playouts
from bingo.engine.tables import DUTY, LOWEST_TRUMP, TRUMPS, WORTH, array
from bingo.game import RULESETS, TILES, Deal, Match, Play, Rules, Seat, Suit, View
from bingo.players import GreedyPlayer, Weights
from tests.game.strategies import choose as any_move
from tests.game.strategies import random_finish, random_rules, random_start, random_temper
from tests.players.tables import any_order


def by_greedy(deal: Deal) -> Iterator[Deal]:
    """The deal at every ply, Greedy of the kernel playing both seats."""
    t = array(deal.rules, deal.trump)
    while deal.to_move is not None:
        yield deal
        s = pack(deal)
        move = move_of(s, t, choose(t, s))
        assert move in deal.legal_moves(), f"{move}: {deal}"
        deal = deal.play(move)


def decisions(rng: random.Random, number: int) -> list[Deal]:
    """Positions with a choice to make, under any options; moves are Greedy's or by lot."""
    found: list[Deal] = []
    while len(found) < number:
        deal = random_start(rng)
        temper = random_temper(rng)
        while deal.to_move is not None:
            if len(deal.legal_moves()) > 1:
                found.append(deal)
            t, s = array(deal.rules, deal.trump), pack(deal)
            if rng.random() < 0.5:
                deal = deal.play(move_of(s, t, choose(t, s)))
            else:
                deal = deal.play(any_move(rng, deal, temper))
    return found[:number]


@pytest.mark.parametrize("ruleset", RULESETS)
def test_greedy_plays_to_the_end_by_the_rules(ruleset: str) -> None:
    rng = random.Random(1)
    for _ in range(60):
        assert list(by_greedy(random_start(rng, Rules.named(ruleset))))


def test_greedys_move_is_legal_under_any_options_in_any_position() -> None:
    rng = random.Random(2)
    for deal in decisions(rng, 6_000):
        t, s = array(deal.rules, deal.trump), pack(deal)
        assert move_of(s, t, choose(t, s)) in deal.legal_moves(), deal


def test_its_weights_are_those_of_the_greedy_that_people_read() -> None:
    weights = Weights()
    for told, wanted in (
        (greedy.BIG_POINT, weights.big_point),
        (greedy.SEVENTY, weights.seventy),
        (greedy.MARK, weights.mark),
        (greedy.CASH_PLAIN, weights.cash_plain),
        (greedy.CASH_TRUMP, weights.cash_trump),
        (greedy.RANK_TRUMP, weights.rank_trump),
        (greedy.ANY_TRUMP, weights.any_trump),
        (greedy.ANSWER_OPEN, weights.answer_open),
        (greedy.ANSWER_STRICT, weights.answer_strict),
        (greedy.CLOSE_MARGIN, weights.close_margin),
        (greedy.CLOSE_DANGER, weights.close_danger),
    ):
        assert told == round(wanted * greedy.POINT)


def test_prizes_are_the_plain_tiles_that_may_be_worth_something() -> None:
    found = 0
    for suit in Suit:
        t = array(Rules(), suit)
        worth = sum(1 << tile for tile in range(28) if t[WORTH + tile])
        found |= worth & ~int(t[TRUMPS])
    assert found == greedy.PRIZES & ~1  # bingo is always a trump


def test_greedy_is_nearly_the_greedy_that_people_read() -> None:
    """The same move as `GreedyPlayer` nine times in ten where there is a choice."""
    rng = random.Random(3)
    reference = GreedyPlayer()
    same = asked = 0
    for _ in range(120):
        deal = Deal.start(any_order(rng), Seat(rng.randrange(2)), random_rules(rng))
        t = array(deal.rules, deal.trump)
        match = Match(deal.rules, deal.score, deal.first_leader)
        for before in by_greedy(deal):
            assert before.to_move is not None
            if len(before.legal_moves()) > 1:
                s = pack(before)
                move = reference.choose(View.of(before, before.to_move), match)
                asked += 1
                same += move == move_of(s, t, choose(t, s))
    assert same > 0.9 * asked, (same, asked)


# --- what it does not see -------------------------------------------------------------------------


def redealt(rng: random.Random, s: State) -> State:
    """What the seat to move cannot see dealt anew: the other hand, the stock, what he announced."""
    hands, stock, marks, score = s
    leader = marks & 1
    seat = 1 - leader if marks >> LED & TILE_MASK else leader
    other = 1 - seat
    held = hands >> 28 * other & ALL
    left = hands >> STOCK_LEFT
    undrawn = [stock >> TILE * place & TILE_MASK for place in range(left - 2)]
    if left:
        undrawn.append(marks >> ABOVE & TILE_MASK)
    tiles = [tile for tile in range(28) if held >> tile & 1] + undrawn
    rng.shuffle(tiles)
    size = held.bit_count()
    hand = sum(1 << tile for tile in tiles[:size])
    undrawn = tiles[size:]
    hands = hands & ~(ALL << 28 * other) | hand << 28 * other
    stock = sum(tile << TILE * place for place, tile in enumerate(undrawn[:-1]))
    if left:
        marks = marks & ~(TILE_MASK << ABOVE) | undrawn[-1] << ABOVE
    for field in (SAID, COUNTED):
        number = (marks >> field + 7 * other & SEVEN).bit_count()
        said = sum(1 << suit for suit in rng.sample(range(7), number))
        marks = marks & ~(SEVEN << field + 7 * other) | said << field + 7 * other
    return hands, stock, marks, score


def test_what_the_seat_cannot_see_changes_no_move() -> None:
    rng = random.Random(4)
    changed = 0
    for deal in decisions(rng, 10_000):
        t, s = array(deal.rules, deal.trump), pack(deal)
        other = redealt(rng, s)
        changed += other != s
        assert choose(t, other) == choose(t, s), f"{deal}: {other}"
    assert changed > 6_000


# --- play-outs ------------------------------------------------------------------------------------


def played_out(deal: Deal, seat: Seat, dice: int) -> int:
    """What `playouts` tells of one state after its move, by the reference."""
    t = array(deal.rules, deal.trump)
    while deal.to_move is not None:
        s = pack(deal)
        tiles = [code(m) for m in deal.legal_moves() if isinstance(m, Play) and not m.announce]
        move = choose(t, s)
        if not deal.board.strict:
            dice = roll(dice)
            if tiles and below(dice, SLIP) == 0:
                dice = roll(dice)
                move = tiles[below(dice, len(tiles))]
        deal = deal.play(move_of(s, t, move))
    short = [deal.rules.target - deal.score[one] for one in Seat]
    won = [min(deal.big_points[one], short[one]) for one in Seat]
    return won[seat] - won[seat.other]


def test_play_outs_are_those_of_the_reference() -> None:
    rng = random.Random(5)
    for deal in rng.sample(decisions(rng, 1_500), 50):
        assert deal.to_move is not None
        seed, rows = rng.getrandbits(62), 2
        t, legal = array(deal.rules, deal.trump), deal.legal_moves()
        states = np.array([pack(deal)] * rows, dtype=np.int64)
        sums = playouts(t, states, sum(1 << code(move) for move in legal), seed)
        wanted = np.zeros((2, MOVES), dtype=np.int64)
        for move in legal:
            for row in range(rows):
                net = played_out(deal.play(move), deal.to_move, seeded(seed, row + 1))
                wanted[:, code(move)] += (net, net * net)
        assert (sums == wanted).all(), (seed, deal)


def test_a_move_is_played_out_alike_whatever_else_is_tried() -> None:
    rng = random.Random(6)
    for deal in decisions(rng, 200):
        t, codes = array(deal.rules, deal.trump), [code(move) for move in deal.legal_moves()]
        states = np.array([pack(deal)] * 3, dtype=np.int64)
        together = playouts(t, states, sum(1 << one for one in codes), 7)
        for one in codes:
            alone = playouts(t, states, 1 << one, 7)
            assert (alone[:, one] == together[:, one]).all(), deal
            assert np.count_nonzero(alone[1]) <= 1


def test_no_big_point_counts_that_nobody_needs() -> None:
    rng = random.Random(7)
    rules = Rules()
    for _ in range(50):
        deal = Deal.start(any_order(rng), Seat.ONE, rules, (6, 5))
        states = np.array([pack(deal)] * 20, dtype=np.int64)
        sums = playouts(array(rules, deal.trump), states, 1 << CLOSE, 1)
        assert -2 * 20 <= sums[0, CLOSE] <= 20, deal
        assert sums[1, CLOSE] <= 4 * 20, deal


# --- the same without compiling -------------------------------------------------------------------

SOME = """
import numpy as np
from bingo.engine.packing import code, pack
from bingo.engine.playing_out import playouts
from bingo.engine.tables import array
from bingo.game import Deal, Rules, Seat
from tests.engine.test_playing_out import orders
for name, order in orders():
    deal = Deal.start(order, Seat.ONE, Rules.named(name))
    moves = sum(1 << code(move) for move in deal.legal_moves())
    states = np.array([pack(deal)], dtype=np.int64)
    print(playouts(array(deal.rules, deal.trump), states, moves, 3).tolist())
"""


def orders() -> list[tuple[str, tuple]]:
    """An order for each ruleset."""
    rng = random.Random(8)
    return [(name, tuple(rng.sample(TILES, 28))) for name in RULESETS]


def test_plain_python_gives_the_same() -> None:
    told = [
        subprocess.run(
            [sys.executable, "-c", SOME],
            env=os.environ | {"NUMBA_DISABLE_JIT": disabled, "PYTHONPATH": "."},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for disabled in ("0", "1")
    ]
    assert told[0] == told[1] != ""


# --- what is refused ------------------------------------------------------------------------------


def begun(seed: int) -> tuple[Deal, np.ndarray, np.ndarray, int]:
    """A deal that is not over, its table, its state as a row, and its legal moves."""
    rng = random.Random(seed)
    deal = rng.choice(decisions(rng, 50))
    legal = sum(1 << code(move) for move in deal.legal_moves())
    return deal, array(deal.rules, deal.trump), np.array([pack(deal)], dtype=np.int64), legal


def test_a_move_that_is_not_legal_names_its_row_and_what_is() -> None:
    for seed in range(40):
        deal, t, states, legal = begun(seed)
        after = pack(deal.play(deal.legal_moves()[0]))
        choice = " ".join(str(move) for move in range(MOVES) if legal >> move & 1)
        for wrong in range(MOVES):
            if not legal >> wrong & 1:
                said = f"states, row 0: move {wrong} is not legal; legal moves: {choice}$"
                with pytest.raises(ValueError, match=said):
                    playouts(t, states, legal | 1 << wrong, 1)
        many = np.concatenate([states, states, np.array([after]), states])
        with pytest.raises(ValueError, match=r"states, row 2: move \d+ is not legal"):
            playouts(t, many, legal, 1)


def test_a_deal_that_is_over_has_no_legal_move() -> None:
    deal = random_finish(random.Random(1), random_start(random.Random(1)))
    t, states = array(deal.rules, deal.trump), np.array([pack(deal)])
    with pytest.raises(ValueError, match=r"row 0: move 3 is not legal; .* none, the deal is over"):
        playouts(t, states, 1 << 3, 1)
    assert not playouts(t, states, 0, 1).any()


def test_what_is_no_position_is_refused_and_all_else_comes_to_its_end() -> None:
    """One bit of a position changed, or all of them: no crash, and no play-out without end."""
    rng = random.Random(9)
    played = 0
    for seed in range(60):
        _, t, states, legal = begun(seed)
        for _ in range(240):
            other = states.copy()
            if rng.randrange(4):
                other[0, rng.randrange(4)] ^= 1 << rng.randrange(63)
            else:
                other[0, :] = [rng.getrandbits(rng.randrange(1, 64)) for _ in range(4)]
            try:
                playouts(t, other, legal, 1)
            except ValueError as error:
                told = str(error)
                assert "row 0: " in told and ("is no position: " in told or "is not legal" in told)
            else:
                played += 1
    assert played > 200


def test_a_table_that_is_none_is_refused() -> None:
    _, t, states, legal = begun(1)
    for place, value in ((0, -1), (30, 1 << 28), (LOWEST_TRUMP, 28), (DUTY + 28 * 3, 0)):
        other = t.copy()
        other[place] = value
        with pytest.raises(ValueError, match="t is not the table array of any rules"):
            playouts(other, states, legal, 1)
    with pytest.raises(ValueError, match="turn-up is no trump of this table"):
        deal = Deal.start(sorted(TILES), Seat.ONE, Rules())
        playouts(array(Rules(), Suit.THREE), np.array([pack(deal)]), 1, 1)


@pytest.mark.parametrize("moves", [-1, 1 << 60, 1 << 39, 1 << 64, -(1 << 200)])
def test_what_is_no_set_of_moves_is_refused(moves):
    t, states = array(Rules(), Suit.SIX), np.zeros((0, 4), dtype=np.int64)
    with pytest.raises(ValueError, match="moves must be a set of moves, bits 0 to 38, not "):
        playouts(t, states, moves, 1)


@pytest.mark.parametrize("wrong", [1.0, True, "1", None, [1], float("nan")])
def test_moves_and_seeds_that_are_no_integers_are_refused(wrong):
    t, states = array(Rules(), Suit.SIX), np.zeros((0, 4), dtype=np.int64)
    with pytest.raises(TypeError, match="moves must be a whole number, not "):
        playouts(t, states, wrong, 1)
    with pytest.raises(TypeError, match="seed must be a whole number, not "):
        playouts(t, states, 1, wrong)


def test_arrays_of_another_shape_are_refused():
    t, states = array(Rules(), Suit.SIX), np.zeros((1, 4), dtype=np.int64)
    for table, rows in ((t[:5], states), (t, states[:, :2]), (t, states[0]), (t, states * 1.0)):
        with pytest.raises(ValueError, match=r"must be an array int64\[.*, not an array "):
            playouts(table, rows, 1, 1)
    for table, rows in ((t.tolist(), states), (t, states.tolist()), (None, states), (t, "")):
        with pytest.raises(TypeError, match=r"must be an array int64\[.*, not "):
            playouts(table, rows, 1, 1)


def test_arrays_may_lie_as_they_like_and_seeds_be_any_integers():
    _, t, states, legal = begun(2)
    wanted = playouts(t, np.repeat(states, 3, axis=0), legal, 5)
    fixed = np.repeat(states, 3, axis=0)
    fixed.setflags(write=False)
    room = np.empty(3 * 4 * 8 + 1, dtype=np.int8)
    askew = room[1:].view(np.int64).reshape(3, 4)
    askew[:] = states
    for rows in (fixed, np.repeat(states, 6, axis=0)[::2], np.asfortranarray(fixed), askew):
        assert (playouts(t, rows, legal, 5) == wanted).all()
    for table in (t.copy(), np.repeat(t, 2)[::2]):
        assert (playouts(table, fixed, legal, 5) == wanted).all()
    for seed in (5 - 2**63, 5 + 2**63, 5 + 2**100, np.uint64(5)):
        assert (playouts(t, fixed, np.int64(legal), seed) == wanted).all()
