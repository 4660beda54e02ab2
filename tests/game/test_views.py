"""A seat knows all that it has seen and nothing else."""

import pickle
import random
from dataclasses import replace
from itertools import combinations, islice
from math import comb, factorial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bingo.game import Deal, Rules, Seat, Setup, Tile, View, parse_tiles
from tests import oracle
from tests.game import strategies as some
from tests.game.staging import played, staged
from tests.game.watching import course, watched

ENOUGH = 5_000
"""Worlds are gone through only where there are no more."""


def small_views(seeds, limit=ENOUGH):
    """Deals whose worlds can be gone through for a seat, with what to say should it fail."""
    for seed in seeds:
        deal = some.random_deal(random.Random(seed))
        for seat in Seat:
            view = View.of(deal, seat)
            count = view.worlds_count()
            if count <= limit:
                yield deal, view, count, f"seed {seed}\ndeal {deal}\nview {view}"


# --- the worlds -----------------------------------------------------------------------------------


def test_worlds_count_counts_the_worlds_and_the_true_deal_is_one():
    budget = 60_000
    for deal, view, count, why in small_views(range(900)):
        worlds = list(view.worlds())
        assert len(worlds) == count == len(set(worlds)), why
        true = [
            world
            for world in worlds
            if (world.hand, world.stock) == (deal.hands[view.seat.other], deal.stock)
        ]
        assert len(true) == 1, why
        assert all(world.weight >= 1 for world in worlds), why
        hands = dict(view.hands())
        assert len(hands) == view.hands_count(), why
        assert {world.hand: world.weight for world in worlds} == hands, why
        budget -= count
        if budget < 0:
            break


def test_every_world_gives_back_the_same_view():
    budget = 6_000
    for _, view, _, why in small_views(range(5_500, 6_300)):
        worlds = list(view.worlds())
        random.Random(why).shuffle(worlds)
        for world in worlds[:60]:
            imagined = view.imagine(world)
            said = f"{why}\nworld {world}"
            assert View.of(imagined, view.seat) == view, said
            assert imagined.hands[view.seat.other] == world.hand, said
            assert imagined.stock == world.stock, said
            assert imagined.hands[view.seat] == view.hand, said
            budget -= 1
        if budget < 0:
            break


@settings(max_examples=60)
@given(some.views())
def test_the_first_worlds_come_at_once_however_many_there_are(view):
    for world in islice(view.worlds(), 3):
        assert View.of(view.imagine(world), view.seat) == view, world


def test_hands_are_those_that_could_have_answered_so():
    """Strict play without announcements: brute force over the tiles not seen. [6.2-6.6]"""
    checked = 0
    for deal, view, _, why in small_views(range(20_000, 21_000), limit=10**7):
        other = view.seat.other
        spoken = any(deal.origin.announced) or any("+" in str(move) for move in view.history)
        if spoken or view.rules.trump_exchange or not view.board.strict:
            continue
        turn_up_drawn = not view.stock_left and deal.origin.stock
        if turn_up_drawn or comb(len(view.unseen), len(deal.hands[other])) > 4_000:
            continue
        found = {
            hand
            for hand in combinations(view.unseen, len(deal.hands[other]))
            if answered_truly(view, hand)
        }
        assert found == {hand for hand, _ in view.hands()}, why
        checked += 1
    assert checked >= 20, f"only {checked} views were small enough"


def answered_truly(view, hand):
    chosen = {name: getattr(view.rules, name) for name in oracle.OPTIONS}
    held = [str(tile) for tile in hand]
    for trick in reversed(view.played):
        tile = str(trick.by[view.seat.other])
        held.append(tile)
        if trick.strict and trick.leader == view.seat:
            allowed = oracle.strict_answers(held, str(trick.led), int(view.trump), chosen)
            if tile not in allowed:
                return False
    return True


# --- how many, by the rules -----------------------------------------------------------------------


def test_a_leader_after_k_open_tricks_faces_so_many_hands():
    deal = staged(turn_up="4-1", deal_end="play_out_each")
    for tricks, hands in enumerate([77_520, 31_824, 11_440, 3_432, 792, 120, 8]):
        view = View.of(deal, deal.leader)
        assert view.hands_count() == hands == comb(20 - 2 * tricks, 7)
        assert view.worlds_count() == hands * factorial(13 - 2 * tricks)
        for _ in range(2):
            deal = deal.play(deal.legal_moves()[0])
    assert View.of(deal, deal.leader).worlds_count() == 1  # all drawn: the other seven are known


def test_four_tiles_in_the_stock_make_720_worlds_and_two_make_8():
    deal = staged(turn_up="4-1", deal_end="play_out_each")
    counts = {}
    while deal.stock:
        view = View.of(deal, deal.leader)
        if view.worlds_count() <= ENOUGH:
            counts[view.stock_left] = (view.worlds_count(), len(list(view.worlds())))
        for _ in range(2):
            deal = deal.play(deal.legal_moves()[0])
    assert counts == {4: (720, 720), 2: (8, 8)}


# --- what is seen and what is not -----------------------------------------------------------------


def swapped(setup, rng):
    """The origin with a few tiles changed over, wherever they lie."""
    places = [*setup.hands.one, *setup.hands.two, *setup.stock]
    for _ in range(rng.randint(1, 3)):
        i, j = rng.choices(range(len(places)), k=2)
        places[i], places[j] = places[j], places[i]
    one, two = len(setup.hands.one), len(setup.hands.two)
    hands = type(setup.hands)(tuple(places[:one]), tuple(places[one : one + two]))
    return replace(setup, hands=hands, stock=tuple(places[one + two :]))


def test_views_are_equal_exactly_if_all_that_was_seen_is():
    alike = different = 0
    for seed in range(700):
        rng = random.Random(seed)
        deal, seat = some.random_deal(rng), Seat(rng.randrange(2))
        true = course(deal.origin, deal.history)
        for _ in range(8):
            origin = swapped(deal.origin, rng)
            if (origin.turn_up, origin.stock[-1:]) != (
                deal.origin.turn_up,
                deal.origin.stock[-1:],
            ) or not hides_no_more(origin, deal.origin):
                continue
            other = course(origin, deal.history)
            if other is None:
                continue
            view, again = View.of(deal, seat), View.of(other[-1], seat)
            why = f"seed {seed}, seat {seat}:\n{deal}\n{other[-1]}"
            if watched(true, seat) == watched(other, seat):
                assert again == view, why
                assert repr(again) == repr(view), why
                assert pickle.dumps(again) == pickle.dumps(view), why
                alike += 1
            else:
                assert again != view, why
                different += 1
    assert alike > 200 and different > 200, (alike, different)


def hides_no_more(origin, before):
    """Doubles that the position tells as announced must lie where they lay."""
    for seat in Seat:
        told = before.waiting[seat] | (before.counted[seat] or frozenset())
        if not told & set(before.hands[seat]) <= set(origin.hands[seat]):
            return False
    return True


def test_a_view_of_the_start_is_the_same_whatever_the_rest():
    for seed in range(200):
        rng = random.Random(seed)
        start = some.random_start(rng)
        order = [*start.hands.one, *start.hands.two, *start.stock]
        for seat in Seat:
            mine = range(7 * seat, 7 * seat + 7)
            hidden = [place for place in range(27) if place not in mine]
            tiles = [order[place] for place in hidden]
            rng.shuffle(tiles)
            fill = dict(zip(hidden, tiles, strict=True))
            other = [fill.get(place, order[place]) for place in range(28)]
            again = Deal.start(other, start.leader, start.origin.rules, start.score)
            one, two = View.of(start, seat), View.of(again, seat)
            assert one == two and repr(one) == repr(two), f"seed {seed}"
            assert pickle.dumps(one) == pickle.dumps(two), f"seed {seed}"


def reachable(value, path="view"):
    """Everything that can be reached from a value through its fields, with the way to it."""
    yield path, value
    names = getattr(value, "_fields", None) or getattr(value, "__dataclass_fields__", None)
    if names and not isinstance(value, Rules):
        for name in names:
            yield from reachable(getattr(value, name), f"{path}.{name}")
    elif isinstance(value, tuple | list | set | frozenset):
        for number, item in enumerate(value):
            yield from reachable(item, f"{path}[{number}]")


@given(some.starts(totals_visible=False), some.seeds())
def test_hidden_totals_are_nowhere_in_a_view(start, seed):
    for deal in some.playthrough(random.Random(seed), start):
        if deal.is_over:
            continue
        for seat in Seat:
            view = View.of(deal, seat)
            assert view.points == (None, None)
            for path, value in reachable(view):
                if path.endswith((".points", ".first_to_70", ".points.one", ".points.two")):
                    assert value in (0, None, (0, 0)), (path, value, str(view))


def test_a_position_tells_its_points_but_what_is_won_since_is_hidden():
    deal = staged("6-6", "2-1", "4-1", totals_visible=False)
    deal = Setup.of(played(deal, "6-6 2-1")).deal()
    view = View.of(deal, Seat.TWO)
    assert view.origin.points == (12, 0), str(view)
    assert view.points == (None, None)
    assert view.board.points == (0, 0)


@given(some.finished(totals_visible=False), st.sampled_from(Seat))
def test_hidden_totals_are_told_when_the_deal_is_over(deal, seat):
    assert View.of(deal, seat).points == deal.points


@given(some.deals(), st.sampled_from(Seat))
def test_unseen_tiles_are_those_whose_place_is_not_known(deal, seat):
    view = View.of(deal, seat)
    hidden = {*deal.hands[seat.other], *deal.stock}
    assert set(view.unseen) <= hidden, str(view)
    assert list(view.unseen) == sorted(view.unseen)
    assert not set(view.unseen) & set(view.hand)
    if view.stock_left:
        assert view.turn_up not in view.unseen
    spoken = any(deal.origin.announced) or any(
        move for move in map(str, deal.history) if "+" in move or move == "exchange"
    )
    if not spoken and deal.stock:
        assert set(view.unseen) == hidden - {deal.turn_up}, str(view)


def test_where_a_tile_lay_that_was_given_for_the_turn_up_is_not_known():
    """7.4: seat one draws 2-1 and exchanges it, seat two gets it with the last draw."""
    options = {"trump_exchange": True, "deal_end": "play_out_each"}
    deal = played(staged("6-6", "3-1", "2-2", "2-1", **options), "6-6 3-1 exchange")
    holders = set()
    for last_draw in ("loser", "winner"):
        rules = deal.rules.replace(last_draw=last_draw)
        late = played(replace(deal.origin, rules=rules).deal(), "6-6 3-1 exchange")
        while late.stock:
            late = late.play(late.legal_moves()[0])
        holder = next(seat for seat in Seat if late.drawn[seat][-1] is late.turn_up)
        view = View.of(late, holder)
        drawn = late.drawn[holder][:-1]  # seat one has drawn 2-1 from its place before
        assert {*view.origin.stock, None} == {*drawn, deal.origin.turn_up, None}
        assert View.parse(str(view)) == view
        holders.add(holder)
    assert holders == set(Seat)


def test_doubles_shown_are_known_to_be_held():
    """5.6 show."""
    deal = staged("6-6 5-5 3-3", "2-1", "4-1", announce_form="show")
    deal = played(deal, "6-6+3 2-1")
    view = View.of(deal, Seat.TWO)
    shown = {Tile.parse("5-5"), Tile.parse("3-3")}
    assert set(view.played[0].shown) == shown
    assert not shown & set(view.unseen)
    assert all(shown <= set(world.hand) for world in islice(view.worlds(), 50))
    number = View.of(played(staged("6-6 5-5 3-3", "2-1", "4-1"), "6-6+3 2-1"), Seat.TWO)
    assert number.played[0].shown == () and shown <= set(number.unseen)


def test_a_number_said_tells_how_many_doubles_were_held():
    """5.1: after `+4` by a hand of seven every world has three more doubles."""
    deal = played(staged("6-6 5-5 3-3 2-2", "2-1", "4-1"), "6-6+4")
    hands = [hand for hand, _ in View.of(deal, Seat.TWO).hands()]
    assert all(sum(tile.is_double for tile in hand) == 3 for hand in hands)
    assert len(hands) == comb(6, 3) * comb(13, 3)


PLAIN = "6-0 6-1 6-3 6-5 6-6 2-0 2-1 2-2 3-2 5-2"
"""Plain tiles that follow 6-2, fours being trump."""
TRUMPS = "0-0 4-0 4-1 4-4 5-4 6-4"
MUST_BEAT = {"must_beat": True}


@pytest.mark.parametrize(
    ("moves", "excluded", "changes"),
    [
        ("close 6-2 3-3", PLAIN, {}),  # neither six nor two [6.4]
        ("close 6-2 3-3", "6-0 6-1 6-3 6-5 6-6", {"follow_lower": "off"}),
        ("close 6-2 3-3", f"{PLAIN} {TRUMPS}", {"must_trump": "must"}),  # [6.5]
        ("close 6-2 5-2", "6-0 6-1 6-3 6-5 6-6", {}),  # no six [6.3]
        ("close 6-2 5-2", "", {"follow_lower": "free"}),
        ("close 4-2 3-3", TRUMPS, {}),  # no trump [6.2]
        ("close 4-2 0-0", "4-0 4-1 4-4 5-4 6-4", {"bingo_suit": "blank"}),  # no other [3.6]
        ("close 6-2 0-0", "", {"bingo_suit": "free"}),
        ("close 6-2 6-3", "", {}),
        ("close 6-2 6-1", "", {}),
        ("close 6-2 6-1", "6-0 6-3 6-5 6-6", MUST_BEAT),  # no six that beats [6.6]
        ("close 6-2 6-1", "0-0 6-0 6-3 6-5 6-6", MUST_BEAT | {"bingo_suit": "free"}),
        ("close 6-2 3-3", f"{PLAIN} {TRUMPS}", MUST_BEAT),
    ],
)
def test_a_void_shown_excludes_tiles(moves, excluded, changes):
    answer = moves.split()[-1]
    two = f"{answer} 1-1 3-1 5-0 5-1 5-3 5-5"
    view = View.of(played(staged("6-2 4-2", two, turn_up="4-3", **changes), moves), Seat.ONE)
    gone = set(parse_tiles(excluded))
    possible = {tile for hand, _ in view.hands() for tile in hand}
    assert possible == set(view.unseen) - gone
