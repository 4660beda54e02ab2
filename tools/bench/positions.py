"""The positions measured: random legal play under `russian`, from seeds, the same in every run."""

from __future__ import annotations

import random
from itertools import count, islice

from bingo.engine.layout import State
from bingo.engine.packing import pack
from bingo.engine.tables import Array, array
from bingo.game import TILES, Deal, Match, Rules, Seat, View
from bingo.game.moves import CLOSE

RULES = Rules()

Packed = tuple[Array, State]
"""The table of a deal's trump, and its state."""


def start(seed: int) -> tuple[Deal, random.Random]:
    """The first position of a random deal, and the dice to go on with."""
    dice = random.Random(seed)
    order = list(TILES)
    dice.shuffle(order)
    return Deal.start(order, Seat(seed % 2), RULES), dice


def starts(number: int) -> list[Deal]:
    """So many first positions."""
    return [start(seed)[0] for seed in range(number)]


def packed(deal: Deal) -> Packed:
    """The deal as the kernels take it."""
    return array(deal.rules, deal.trump), pack(deal)


def every_position(number: int) -> list[Deal]:
    """Every position of so many deals, but for the last of each."""
    found: list[Deal] = []
    for seed in range(number):
        deal, dice = start(seed)
        while moves := deal.legal_moves():
            found.append(deal)
            deal = deal.play(dice.choice(moves))
    return found


def endings(number: int) -> list[Deal]:
    """So many positions in which the stock has just gone: seven tiles in each hand, strict play.

    Nobody closes on the way, and deals that are over before are left out.
    """
    return list(islice(filter(None, map(_ending, count())), number))


def _ending(seed: int) -> Deal | None:
    deal, dice = start(seed)
    while deal.stock and (moves := [m for m in deal.legal_moves() if m != CLOSE]):
        deal = deal.play(dice.choice(moves))
    return None if deal.stock or deal.is_over else deal


def choices(number: int) -> list[tuple[View, Match]]:
    """So many views of a seat that has more than one move, one of a deal, early and late alike."""
    return list(islice(filter(None, map(_choice, count())), number))


def _choice(seed: int) -> tuple[View, Match] | None:
    deal, dice = start(seed)
    match, open_to_choice = Match.start(RULES, deal.leader), []
    while moves := deal.legal_moves():
        if len(moves) > 1:
            open_to_choice.append(deal)
        deal = deal.play(dice.choice(moves))
    if not open_to_choice:
        return None
    chosen = dice.choice(open_to_choice)
    assert chosen.to_move is not None
    return View.of(chosen, chosen.to_move), match
