"""Deals for players to play: rules by lot, orders by lot, and the table they sit at."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from bingo.game import TILES, Deal, Match, Move, Rules, Seat, Tile, View, options
from bingo.players import Player


def any_rules(lot: random.Random) -> Rules:
    """Every option by lot."""
    values: dict[str, Any] = {
        option.name: lot.choice(option.values) if option.values else lot.randint(1, 8)
        for option in options().values()
    }
    return Rules(**values)


def any_order(lot: random.Random) -> tuple[Tile, ...]:
    return tuple(lot.sample(TILES, len(TILES)))


def turns(deal: Deal, one: Player, two: Player) -> Iterator[tuple[Deal, Move]]:
    """Each turn of a deal between two players: the deal and the move made. ValueError tells of a
    move that is not legal."""
    match = Match(deal.rules, deal.score, deal.first_leader)
    while deal.to_move is not None:
        move = (one, two)[deal.to_move].choose(View.of(deal, deal.to_move), match)
        yield deal, move
        deal = deal.play(move)


def result(deal: Deal, one: Player, two: Player) -> int:
    """Big points of seat ONE less those of seat TWO."""
    for before, move in turns(deal, one, two):
        deal = before.play(move)
    return deal.big_points.one - deal.big_points.two


def duplicate(a: Player, b: Player, pairs: int, seed: int, rules: Rules) -> list[float]:
    """Big points a deal by which `a` beats `b`, for each pair: the same tiles, seats changed."""
    lot = random.Random(seed)
    margins = []
    for pair in range(pairs):
        deal = Deal.start(any_order(lot), Seat(pair % 2), rules)
        margins.append((result(deal, a, b) - result(deal, b, a)) / 2)
    return margins
