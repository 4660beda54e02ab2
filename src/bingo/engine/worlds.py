"""Worlds of a View as states: counted, drawn by chance, or listed.

The fast twin of `bingo.game.worlds`. All worlds of one kind (`bingo.engine.pasts`) differ in the
places of their tiles alone, so marks and score are made once a kind and a kernel fills in the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from math import factorial, gcd

import numpy as np

from bingo.engine.compiled import MASK_63
from bingo.engine.filling import PLACES, ROW, list_states, sample_states
from bingo.engine.given import MOST, one_of, whole
from bingo.engine.layout import ABOVE, ALL, TILE_MASK, State
from bingo.engine.packing import pack
from bingo.engine.pasts import Kind, kinds
from bingo.engine.state import numbers_of
from bingo.engine.tables import Array
from bingo.game.deal import Deal
from bingo.game.facts import Facts
from bingo.game.setup import NO_DOUBLES
from bingo.game.tiles import DOUBLES, BySeat, Hand, Seat, mask, tiles_of
from bingo.game.view import View
from bingo.game.worlds import World


@dataclass(frozen=True)
class Worlds:
    """The worlds of one view, each as a state of the position it is a view of.

    A world has many pasts where something was announced; a state tells of them no more than the
    doubles of an announcement that waits or counts on (5.4, 5.5) and hidden points (9.5). There it
    is that of the past which `View.imagine` shows: one that gives back the view, and the same for
    all hands with the same doubles. So each state here is `pack(view.imagine(world))`.

    Once the stock is closed its order no longer matters: in these states it is by index.
    """

    view: View
    facts: Facts
    kinds: tuple[Kind, ...]

    @classmethod
    def of(cls, view: View) -> Worlds:
        """The worlds that give back this view; raises TypeError for what is no View."""
        facts = Facts.of(one_of("view", view, View))
        return cls(view, facts, tuple(kinds(facts)))

    def count(self) -> int:
        """How many worlds there are: hands, each with every order of the undrawn tiles."""
        return self.hands_count() * factorial(self.facts.undrawn)

    def hands_count(self) -> int:
        """How many hands the other seat may hold."""
        return sum(kind.hands for kind in self.kinds)

    def states_count(self) -> int:
        """How many states differ: the worlds, or the hands once the stock is closed."""
        return self.hands_count() if self._closed else self.count()

    def sample(self, number: int, seed: int) -> Array:
        """States of worlds drawn by chance, each in proportion to its weight, with replacement.

        An array of shape (number, 4). The same seed (any integer, modulo 2**63) gives the same
        states on every machine, and fewer of them are the first of more. The kind is drawn without
        bias, a tile within 2**-27 of it. Raises ValueError where no world gives back the view, or
        for a number that is not from 0 to 2**26, TypeError for what is no whole number.
        """
        number, seed = whole("number", number, 0, MOST), whole("seed", seed)
        if not self.kinds:
            raise ValueError(f"no world gives back the view {self.view}")
        states = np.empty((number, 4), dtype=np.int64)
        sample_states(self._rows, self._closed, seed & MASK_63, _room(), states)
        return states

    def states(self, limit: int) -> tuple[Array, Array]:
        """Every state, in the order of `View.worlds()`, and the weight of each.

        Arrays of shapes (n, 4) and (n,), n being `states_count()`. Raises ValueError if that is
        more than the limit, or than 2**26, TypeError for a limit that is no whole number.
        """
        return self._listed(self.states_count(), limit, self._closed)

    def hands(self, limit: int) -> tuple[Array, Array]:
        """Every hand the other seat may hold as a 28-bit set, in the order of `View.hands()`.

        With it the weight of each; both arrays have shape (hands_count(),). Raises what `states`
        does.
        """
        states, weights = self._listed(self.hands_count(), limit, closed=True)
        return (states[:, 0] >> self._shift) & ALL, weights

    def _listed(self, number: int, limit: int, closed: bool) -> tuple[Array, Array]:
        limit = min(whole("limit", limit, 0), MOST)
        if number > limit:
            raise ValueError(f"{number} to be listed, more than the limit of {limit}")
        listed = np.empty((number, 5), dtype=np.int64)
        if number:
            rows, row_of = self._rows, self._row_of
            candidates = np.array([tile.index for tile in self.facts.candidates], dtype=np.int64)
            chosen = np.arange(self.facts.size - len(self.facts.held), dtype=np.int64)
            list_states(rows, row_of, candidates, chosen, closed, _room(), listed)
        return listed[:, :4].copy(), listed[:, 4].copy()

    # --- what the kernels are given -----------------------------------------------------------

    @property
    def _shift(self) -> int:
        return 28 * self.facts.other

    @property
    def _closed(self) -> bool:
        return self.view.closed_by is not None

    @cached_property
    def _rows(self) -> Array:
        """The kinds as rows."""
        rows = np.zeros((len(self.kinds), ROW), dtype=np.int64)
        chances = [kind.weight * kind.hands for kind in self.kinds]
        common = gcd(*chances)
        up_to = 0
        unseen = mask(self.facts.unseen)
        for row, kind, chance, state in zip(rows, self.kinds, chances, self._states(), strict=True):
            up_to += chance // common
            rest = unseen & ~kind.doubles
            places = [*tiles_of(kind.pool), *tiles_of(rest & ~kind.pool)]
            row[:PLACES] = (
                up_to,
                state[0] | kind.doubles << self._shift,
                state[2],
                state[3],
                self._shift,
                kind.weight,
                kind.many,
                kind.pool.bit_count(),
                len(places) - kind.many,
            )
            row[PLACES : PLACES + len(places)] = [tile.index for tile in places]
        return rows

    @cached_property
    def _row_of(self) -> Array:
        """By the numbers of the candidate doubles in the hand: the row of its kind, or -1."""
        if not self.facts.said:
            return np.zeros(128, dtype=np.int64)
        rows = np.full(128, -1, dtype=np.int64)
        for row, kind in enumerate(self.kinds):
            rows[numbers_of(kind.doubles)] = row
        return rows

    def _states(self) -> Iterator[State]:
        """Of each kind one state, the tiles that differ taken out of it."""
        doubtful = _is_doubtful(self.view)
        unseen = mask(self.facts.unseen)
        state: State | None = None
        for kind in self.kinds:
            if state is None or doubtful:
                hands, _, marks, score = pack(self._deal(self._first_of(kind)))
                state = hands & ~(unseen << self._shift), 0, marks & ~(TILE_MASK << ABOVE), score
            yield state

    def _first_of(self, kind: Kind) -> World:
        """One world of this kind."""
        hand = {*self.facts.held, *tiles_of(kind.doubles), *tiles_of(kind.pool)[: kind.many]}
        stock = [tile for tile in self.facts.unseen if tile not in hand]
        return World(tuple(sorted(hand)), (*stock, *self.facts.turn_up_in_stock), kind.weight)

    def _deal(self, world: World) -> Deal:
        """The deal in which this world stands, if only as far as a state tells of it."""
        view = self.view
        if not _is_plain(view):
            return view.imagine(world)
        hands: BySeat[Hand] = BySeat(view.hand, view.hand).put(self.facts.other, world.hand)
        counted = view.origin.counted.put(view.seat, view.counted)
        said = NO_DOUBLES
        if view.trick and view.trick.announce:
            said = said.put(view.leader, DOUBLES & {*hands[view.leader], view.trick.led})
        return Deal(view.origin, view.board, hands, world.stock, said=said, counted=counted)


def _room() -> Array:
    return np.zeros(28, dtype=np.int64)


def _is_plain(view: View) -> bool:
    """Whether a state tells nothing of the past that the board and the hands do not show.

    No points are hidden, no announcement waits but one just made of all doubles in the hand, none
    counts on. [9.5, 5.4, 5.5]
    """
    board, rules = view.board, view.rules
    hidden = not rules.totals_visible and not view.is_over
    earlier = any(
        board.waiting[seat] and not (board.trick and board.trick.announce and seat == board.leader)
        for seat in Seat
    )
    counted = any(doubles is not None for doubles in view.origin.counted)
    counts_on = rules.reannounce == "remaining" and (counted or any(board.credited))
    return not (hidden or earlier or counts_on)


def _is_doubtful(view: View) -> bool:
    """Whether a state tells which doubles the other seat has announced. [5.4, 5.5, 5.7 and 9.5]"""
    board, other = view.board, view.seat.other
    rules = board.rules
    hidden = rules.bingo_in_announce and not rules.totals_visible
    by_credit = bool(hidden) or rules.reannounce == "remaining"
    return bool(board.waiting[other]) or (by_credit and bool(board.credited[other]))
