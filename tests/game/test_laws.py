"""What holds at every ply of every deal, whatever the rules."""

import pickle
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bingo import game
from bingo.game import (
    TILES,
    BySeat,
    Claim,
    Close,
    Deal,
    Draw,
    Exchange,
    IllegalMove,
    Play,
    Rules,
    Seat,
    Setup,
    Tile,
    View,
    parse_move,
)
from tests import oracle
from tests.game import strategies as some

ANNOUNCEMENTS = (None, 2, 3, 4, 5, 6, 7)
EVERY_MOVE = (
    *(Play(tile, number) for tile in TILES for number in ANNOUNCEMENTS),
    *(Close(), Exchange(), Claim(), Draw()),
)
KINDS = (Play, Close, Exchange, Claim, Draw)


def place_in_order(move):
    if isinstance(move, Play):
        return 0, move.tile.index, move.announce or 0
    return KINDS.index(type(move)), 0, 0


# --- legal moves ----------------------------------------------------------------------------------


@settings(max_examples=60)
@given(some.starts(), some.seeds())
def test_a_move_is_legal_exactly_if_play_accepts_it(start, seed):
    for deal in some.playthrough(random.Random(seed), start):
        legal, text = deal.legal_moves(), str(deal)
        before = (deal.hands, deal.stock, deal.board, deal.said, deal.counted)
        for move in EVERY_MOVE:
            if move in legal:
                assert deal.play(move).history == (*deal.history, move), (text, move)
                continue
            with pytest.raises(IllegalMove) as refused:
                deal.play(move)
            error = refused.value
            assert error.move == move, (text, move)
            assert error.legal_moves == legal, (text, move)
            assert error.clause and error.clause in str(error), (text, move)
        assert (deal.hands, deal.stock, deal.board, deal.said, deal.counted) == before, text
        assert str(deal) == text


@given(some.starts(), some.seeds())
def test_legal_moves_come_in_order_and_are_never_none_before_the_end(start, seed):
    for deal in some.playthrough(random.Random(seed), start):
        legal = deal.legal_moves()
        assert list(legal) == sorted(set(legal), key=place_in_order), str(deal)
        assert bool(legal) is not deal.is_over, str(deal)
        assert deal.board.may_draw is (legal == (Close(), Draw())), str(deal)
        assert deal.is_over is (deal.to_move is None), str(deal)
        assert deal.is_over is (deal.outcome is not None), str(deal)


@given(some.finished())
def test_a_deal_that_is_over_takes_no_move(deal):
    assert deal.legal_moves() == ()
    for seat in Seat:
        assert View.of(deal, seat).legal_moves() == ()
    for move in EVERY_MOVE:
        with pytest.raises(IllegalMove):
            deal.play(move)


@pytest.mark.parametrize("number", [-1, 0, 1, 8, True])
@pytest.mark.parametrize("tile", ["6-6", "0-0", "6-4"])
def test_no_other_number_is_announced(tile, number):
    doubles = [tile for tile in TILES if tile.is_double]
    deal = Deal.start([*doubles, *(t for t in TILES if not t.is_double)], Seat.ONE)
    with pytest.raises(IllegalMove):
        deal.play(Play(Tile.parse(tile), number))


@given(some.starts(), some.seeds())
def test_the_view_of_the_mover_has_the_same_legal_moves_and_refusals(start, seed):
    for deal in some.playthrough(random.Random(seed), start):
        for seat in Seat:
            view = View.of(deal, seat)
            expected = deal.legal_moves() if deal.to_move == seat else ()
            assert view.legal_moves() == expected, str(view)
            if deal.to_move == seat:
                for move in EVERY_MOVE[:: 1 + len(deal.history)]:
                    if move not in expected:
                        assert view.refusal(move) == deal.refusal(move), (str(view), move)


# --- tiles, points, big points --------------------------------------------------------------------


@given(some.starts(), some.seeds())
def test_28_tiles_lie_somewhere_once_each(start, seed):
    for deal in some.playthrough(random.Random(seed), start):
        on_table = [deal.trick.led] if deal.trick else []
        gone = [tile for trick in deal.played for tile in (trick.led, trick.answer) if tile]
        held = [*deal.hands.one, *deal.hands.two, *deal.stock]
        # A deal that a credit ended before the answer leaves the led tile nobody's. [5.4]
        assert sorted([*held, *on_table, *gone]) == list(TILES), str(deal)
        assert list(deal.hands.one) == sorted(deal.hands.one), str(deal)
        assert list(deal.hands.two) == sorted(deal.hands.two), str(deal)


@given(some.starts(), some.seeds())
def test_points_are_those_of_the_tricks(start, seed):
    for deal in some.playthrough(random.Random(seed), start):
        tricks = [*deal.played, *([deal.trick] if deal.trick else [])]
        points, big_points = Counter(), Counter()
        for trick in tricks:
            for gain in trick.gains:
                points[gain.seat] += gain.points
                big_points[gain.seat] += gain.big_points
            tiles = sum(gain.points for gain in trick.gains if gain.clause == "2.5")
            worth = [
                oracle.tile_points(str(tile), int(deal.trump))
                for tile in (trick.led, trick.answer)
                if tile
            ]
            cut_short = deal.is_over and trick is tricks[-1]
            if trick.answer is not None and not (cut_short and tiles == 0):
                assert tiles == sum(worth), str(deal)
            assert all(g.seat == trick.taker for g in trick.gains if g.clause == "2.5"), str(deal)
        if deal.outcome:
            big_points.update(dict(zip(Seat, deal.outcome.won, strict=True)))
        assert deal.points == BySeat(*(points[seat] for seat in Seat)), str(deal)
        assert deal.big_points == BySeat(*(big_points[seat] for seat in Seat)), str(deal)
        taken = Counter(trick.taker for trick in deal.played)
        assert deal.tricks == BySeat(*(taken[seat] for seat in Seat)), str(deal)


@given(some.starts(), some.seeds())
def test_points_tricks_and_big_points_only_grow(start, seed):
    before = start
    for deal in some.playthrough(random.Random(seed), start):
        for name in ("points", "tricks", "big_points"):
            assert all(map(int.__le__, getattr(before, name), getattr(deal, name))), str(deal)
        before = deal


@given(some.starts(bingo_in_announce=0, announce_form="number"), some.seeds())
def test_what_lies_open_follows_from_the_moves_alone(start, seed):
    deal = some.random_finish(random.Random(seed), start)
    board = start.board
    for move in deal.history:
        board = board.after(move)
    assert board == deal.board, str(deal)


# --- text -----------------------------------------------------------------------------------------


def same(value, text, parse):
    assert str(value) == text
    assert parse(text) == value
    assert str(parse(text)) == text
    assert eval(repr(value), vars(game).copy()) == value


@pytest.mark.parametrize("tile", TILES, ids=str)
def test_a_tile_reads_back(tile):
    same(tile, f"{max(map(int, tile_digits(tile)))}-{min(map(int, tile_digits(tile)))}", Tile.parse)
    first, second = tile_digits(tile)
    for text in (f"{first}{second}", f"{second}-{first}", f"{first}:{second}", f" {tile} "):
        assert Tile.parse(text) is tile
    assert Tile(int(first), int(second)) is tile is Tile(int(second), int(first))
    assert pickle.loads(pickle.dumps(tile)) is tile


def tile_digits(tile):
    return str(int(tile.higher)), str(int(tile.lower))


@pytest.mark.parametrize("move", EVERY_MOVE, ids=str)
def test_a_move_reads_back(move):
    same(move, str(move), parse_move)


@given(some.rules())
def test_rules_read_back(rules):
    same(rules, str(rules), Rules.parse)


@given(some.deals())
def test_a_deal_and_its_position_read_back(deal):
    same(deal, str(deal), Deal.parse)
    same(Setup.of(deal), str(Setup.of(deal)), Setup.parse)
    same(deal.origin, str(deal.origin), Setup.parse)


@given(some.finished())
def test_a_deal_that_is_over_reads_back(deal):
    same(deal, str(deal), Deal.parse)
    for seat in Seat:
        same(View.of(deal, seat), str(View.of(deal, seat)), View.parse)


@given(some.deals(), st.sampled_from(Seat))
def test_a_view_reads_back(deal, seat):
    view = View.of(deal, seat)
    same(view, str(view), View.parse)


@settings(max_examples=30)
@given(some.deals(), st.sampled_from(Seat))
def test_values_survive_pickling(deal, seat):
    for value in (deal, View.of(deal, seat), Setup.of(deal), deal.rules):
        assert pickle.loads(pickle.dumps(value)) == value


# --- symmetry and positions -----------------------------------------------------------------------


def mirrored(outcome):
    gains = Counter(gain._replace(seat=gain.seat.other) for gain in outcome.gains)
    return outcome.how, gains


@given(some.starts(), some.seeds())
def test_the_seats_are_equal(start, seed):
    one, two = start.origin.hands
    order = (*two, *one, *start.stock)
    mirror = Deal.start(order, start.leader.other, start.rules, start.score.mirrored)
    end = some.random_finish(random.Random(seed), start)
    for move in end.history:
        mirror = mirror.play(move)
    assert mirror.points == end.points.mirrored
    assert mirror.tricks == end.tricks.mirrored
    assert mirror.big_points == end.big_points.mirrored
    assert (mirror.outcome.how, Counter(mirror.outcome.gains)) == mirrored(end.outcome)
    winner = end.outcome.winner
    assert mirror.outcome.winner == (winner.other if winner is not None else None)


@given(some.deals(), some.seeds())
def test_a_position_has_no_faults_and_plays_on_alike(deal, seed):
    setup = Setup.of(deal)
    assert setup.faults() == (), str(setup)
    copy = setup.deal()
    for ply in some.playthrough(random.Random(seed), deal):
        if len(ply.history) > len(deal.history):
            copy = copy.play(ply.history[-1])
        for name in ("hands", "stock", "points", "tricks", "big_points", "to_move", "leader"):
            assert getattr(copy, name) == getattr(ply, name), (name, str(copy), str(ply))
        assert copy.legal_moves() == ply.legal_moves(), (str(copy), str(ply))
        assert copy.outcome == ply.outcome, (str(copy), str(ply))
        assert copy.board.first_to_70 == ply.board.first_to_70, (str(copy), str(ply))
        if not ply.is_over:
            assert Setup.of(copy) == Setup.of(ply), (str(copy), str(ply))


@given(some.starts(), some.seeds())
def test_the_old_deal_is_untouched(start, seed):
    kept = [(str(deal), deal) for deal in some.playthrough(random.Random(seed), start)]
    for text, deal in kept:
        assert str(deal) == text
        assert deal.hands == Deal.parse(text).hands
