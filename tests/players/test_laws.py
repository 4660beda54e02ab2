"""What every player keeps to, under whatever options."""

import random
from itertools import islice

import pytest

from bingo.game import Close, Deal, Match, Play, Rules, Seat, View, World
from bingo.i18n import LANGUAGES, Language
from bingo.players import (
    PLAYERS,
    REASONS,
    GreedyPlayer,
    UnknownPlayer,
    player,
    player_about,
    player_name,
    reason_text,
)
from bingo.players.sight import points_of
from tests.players.tables import any_order, any_rules, turns


def deals(seed: int, number: int) -> list[Deal]:
    lot = random.Random(seed)
    found = []
    for _ in range(number):
        rules = any_rules(lot)
        score = (lot.randrange(rules.target), lot.randrange(rules.target))
        found.append(Deal.start(any_order(lot), Seat(lot.randrange(2)), rules, score))
    return found


@pytest.mark.parametrize("names", [("greedy", "greedy"), ("greedy", "random")])
def test_every_move_is_legal_under_any_options(names: tuple[str, str]) -> None:
    one, two = (player(name, seed) for seed, name in enumerate(names))
    for deal in deals(1, 150):
        for before, move in turns(deal, one, two):
            assert move in before.legal_moves(), f"{names}: {before}"


@pytest.mark.parametrize("name", PLAYERS)
def test_the_same_view_and_seed_give_the_same_move(name: str) -> None:
    first, again = player(name, 5), player(name, 5)
    asked = [
        (View.of(before, before.to_move), move)
        for deal in deals(2, 12)
        for before, move in turns(deal, first, first)
        if before.to_move is not None
    ]
    random.Random(3).shuffle(asked)
    for view, move in asked:
        match = Match(view.rules, view.score, view.board.first_leader)
        assert again.choose(view, match) == move, view
        assert again.choose(View.parse(str(view)), match) == move, view


def test_another_seed_gives_other_lots() -> None:
    deal = deals(3, 1)[0]
    view = View.of(deal, deal.leader)
    match = Match.start(deal.rules, deal.leader)
    assert len({player("random", seed).choose(view, match) for seed in range(40)}) > 3


@pytest.mark.parametrize("name", PLAYERS)
def test_what_is_not_seen_does_not_matter(name: str) -> None:
    """The other hand and the stock dealt anew among the worlds of the view: the same move."""
    lot = random.Random(4)
    chooser = player(name, 1)
    looked = 0
    for deal in deals(4, 25):
        for before, move in turns(deal, chooser, chooser):
            assert before.to_move is not None
            view = View.of(before, before.to_move)
            if lot.random() > 0.15:
                continue
            hands = list(islice(view.hands(), 300))
            hand, weight = lot.choice(hands)
            stock = [tile for tile in view.unseen if tile not in hand]
            lot.shuffle(stock)
            turn_up = [view.turn_up] if view.stock_left else []
            other = view.imagine(World(hand, (*stock, *turn_up), weight))
            match = Match(view.rules, view.score, view.board.first_leader)
            assert chooser.choose(View.of(other, before.to_move), match) == move, view
            looked += 1
    assert looked > 30


def test_a_redealt_stock_and_hand_change_no_first_move() -> None:
    lot = random.Random(5)
    greedy = GreedyPlayer()
    for _ in range(60):
        rules, order = any_rules(lot), list(any_order(lot))
        hidden = order[7:27]
        moves = set()
        for _ in range(4):
            lot.shuffle(hidden)
            deal = Deal.start([*order[:7], *hidden, order[27]], Seat.ONE, rules)
            moves.add(greedy.choose(View.of(deal, Seat.ONE), Match.start(rules, Seat.ONE)))
        assert len(moves) == 1, (str(rules), order)


def test_a_player_not_to_move_is_not_asked() -> None:
    deal = Deal.start(any_order(random.Random(6)), Seat.ONE)
    match = Match.start(Rules(), Seat.ONE)
    for name in PLAYERS:
        with pytest.raises(ValueError, match="seat two has no move to choose: seat one is to move"):
            player(name, 0).choose(View.of(deal, Seat.TWO), match)


def test_own_points_are_counted_where_totals_are_hidden() -> None:
    """The seat's own exactly; the other's at most what bingo may have added unseen. [5.7, 9.5]"""
    lot = random.Random(7)
    greedy = GreedyPlayer()
    for _ in range(150):
        rules = any_rules(lot).replace(totals_visible=False)
        deal = Deal.start(any_order(lot), Seat(lot.randrange(2)), rules)
        for before, _ in turns(deal, greedy, greedy):
            assert before.to_move is not None
            seat, truth = before.to_move, before.points
            counted = points_of(View.of(before, seat))
            assert counted[seat] == truth[seat], before
            hidden = 10 * before.board.credited[seat.other] if rules.bingo_in_announce else 0
            assert 0 <= truth[seat.other] - counted[seat.other] <= hidden, before


def test_a_safe_close_never_fails() -> None:
    lot = random.Random(8)
    greedy = GreedyPlayer()
    closed = 0
    for number in range(300):
        rules = any_rules(lot) if number % 2 else Rules()
        deal = Deal.start(any_order(lot), Seat(number % 2), rules)
        match = Match.start(rules, Seat(number % 2))
        safe = False
        for before, move in turns(deal, greedy, greedy):
            assert before.to_move is not None
            if isinstance(move, Close):
                safe = greedy.explain(View.of(before, before.to_move), match)[1] == "close-safe"
            deal = before.play(move)
        closed += safe
        assert not safe or (deal.outcome and deal.outcome.how != "failed_close"), deal
    assert closed > 20


def test_every_reason_is_given_and_has_its_sentence() -> None:
    lot = random.Random(9)
    greedy = GreedyPlayer()
    given: dict[str, str] = {}
    for number in range(500):
        rules = any_rules(lot) if number % 2 else Rules()
        deal = Deal.start(any_order(lot), Seat(number % 2), rules)
        match = Match.start(rules, Seat(number % 2))
        for before, _ in turns(deal, greedy, player("random", number)):
            assert before.to_move is not None
            view = View.of(before, before.to_move)
            move, reason = greedy.explain(view, match)
            given[reason] = str(view)
            assert not (reason == "announce" and not (isinstance(move, Play) and move.announce))
    assert sorted(given) == list(REASONS)
    for code in LANGUAGES:
        assert len({reason_text(Language.named(code), key) for key in REASONS}) == len(REASONS)


def test_players_have_names_for_people() -> None:
    for code in LANGUAGES:
        language = Language.named(code)
        assert len({player_name(language, name) for name in PLAYERS}) == len(PLAYERS)
        assert all(player_about(language, name) for name in PLAYERS)


def test_an_unknown_player_is_named_with_those_known() -> None:
    with pytest.raises(UnknownPlayer, match="'gredy': there are random, greedy") as caught:
        player("gredy", 1)
    assert caught.value.code == "unknown-player"
    for named in (player_name, player_about):
        with pytest.raises(UnknownPlayer):
            named(Language.named("ru"), "gredy")
