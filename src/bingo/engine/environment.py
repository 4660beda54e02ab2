"""A batched environment, for programs that learn: a move in each of many deals in one call.

    environment = Environment(4096, seed=1)
    observations, masks, rewards, dones = environment.room()
    environment.reset(observations, masks)
    while learning:
        actions = ...  # int64[4096]: in each row a move that its mask allows
        environment.step(actions, observations, masks, rewards, dones)

The arrays are the caller's: a step allocates none. It holds no lock, so threads may step
environments of their own at the same time.
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from bingo.engine import stepping
from bingo.engine.batch import (
    BROUGHT,
    COMMON,
    DICE,
    HIDDEN,
    LEGAL,
    NOTED,
    ROW,
    SEAT,
    SHOWN,
    TARGET,
    Dones,
    Masks,
    Observations,
    Rewards,
    deal_all,
    first_wrong,
    play_all,
    seed_all,
    show_all,
)
from bingo.engine.compiled import MASK_63
from bingo.engine.dealing import all_tables, to_go
from bingo.engine.given import array_of, one_of, pair, rules_or_usual, whole
from bingo.engine.layout import MOVES
from bingo.engine.observation import LENGTH
from bingo.engine.packing import pack
from bingo.engine.tables import Array, array
from bingo.game.deal import Deal
from bingo.game.errors import BingoError
from bingo.game.rules import Rules
from bingo.game.tiles import TILES

Actions = NDArray[np.int64]

MOST_ROWS = 1 << 22
"""Rows of an environment at most."""
MOST_TARGET = 1 << 31
"""Big points are drawn by lot below this."""


class IllegalAction(BingoError, ValueError):
    """An action that is not a legal move in its row; no row has been changed.

    `row` and `action` are what was tried, `legal` the actions that may be chosen there.
    """

    code: ClassVar[str] = "illegal-action"

    def __init__(self, row: int, action: int, legal: tuple[int, ...]) -> None:
        self.row = row
        self.action = action
        self.legal = legal
        choice = " ".join(map(str, legal))
        super().__init__(f"row {row}: action {action} is not legal; legal actions: {choice}")

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.row, self.action, self.legal)


class Environment:
    """So many deals under the same rules, each played by whoever is to move in it.

    An action is a move as `bingo.engine.layout` numbers them: 0-27 plays that tile, 28-34 leads the
    double of that suit and announces, 35 closes, 36 exchanges, 37 claims, 38 draws. An observation
    is what the seat to move knows and nothing else (`bingo.engine.observation.OBSERVATION`). When
    a deal ends, its row goes on at once with a new one.

    number  of rows
    rules   the Rules

    A copy, or what comes out of a pickle, goes on from where this one stands, by itself.
    """

    def __init__(
        self,
        number: int,
        rules: Rules | None = None,
        seed: int = 0,
        *,
        score: tuple[int, int] | None = (0, 0),
    ) -> None:
        """Make an environment; `reset` deals.

        number  of rows, from 1
        rules   `Rules()` if not told
        seed    any integer, modulo 2**63; row r of a seed deals the same on every machine, however
                many rows there are
        score   big points each seat brings to every deal [9.2]; None draws both by lot, each
                number below the target as likely

        Raises ValueError for a number that is not from 1 to 2**22, a score not from 0 and below the
        target, or a target above 2**31; TypeError for what is no whole number or no Rules.
        """
        self.number = number = whole("number", number, 1, MOST_ROWS)
        self.rules = rules = rules_or_usual(rules)
        seed, target = whole("seed", seed), whole("rules.target", rules.target, 1, MOST_TARGET)
        if score is not None:
            score = pair("score", score, target - 1)
        self._dealt = False
        self._tables = all_tables(rules)
        self._rows = np.zeros((number, ROW), dtype=np.int64)
        seed_all(self._rows, seed & MASK_63)
        self._common = np.zeros(COMMON, dtype=np.int64)
        self._common[BROUGHT] = -1 if score is None else to_go(rules, score)
        self._common[TARGET] = target
        self._common[SHOWN] = rules.announce_form == "show"
        self._common[HIDDEN] = not rules.totals_visible

    @property
    def seats(self) -> Array:
        """int64[number]: the seat to move in each row, 0 ONE, 1 TWO; it cannot be written to.

        It shows each row as it stands, also after the next step.
        """
        seats = self._rows[:, SEAT]
        seats.setflags(write=False)
        return seats

    def __getstate__(self) -> dict[str, Any]:
        """What copies and pickles are made of: they go on by themselves."""
        arrays = {"_rows": self._rows.copy(), "_common": self._common.copy()}
        return self.__dict__ | arrays

    def room(self) -> tuple[Observations, Masks, Rewards, Dones]:
        """New arrays as `step` takes them, all zeros: observations, masks, rewards and dones."""
        return (
            np.zeros((self.number, LENGTH), dtype=np.int8),
            np.zeros((self.number, MOVES), dtype=np.bool_),
            np.zeros(self.number, dtype=np.float32),
            np.zeros(self.number, dtype=np.bool_),
        )

    def reset(self, observations: Observations, masks: Masks) -> None:
        """Deal a new deal in every row, and write what the seats to move know and may do.

        observations  int8[number, LENGTH]
        masks         bool[number, 39]: the legal moves

        Another reset deals other deals. Raises TypeError for what is no array, ValueError for one
        of another type or shape, or that is not C-contiguous and writable.
        """
        self._check(observations=observations, masks=masks)
        deal_all(self._rows, self._common)
        self._dealt = True
        self.observe(observations, masks)

    def step(
        self,
        actions: Actions,
        observations: Observations,
        masks: Masks,
        rewards: Rewards,
        dones: Dones,
    ) -> None:
        """Make a move in every row, and write what comes of it.

        actions       int64[number]: a legal move each
        observations  int8[number, LENGTH], and
        masks         bool[number, 39]: as in `reset`, after the move
        rewards       float32[number]: where the deal has ended, the big points that seat ONE won in
                      it, bonuses included, less those of TWO; elsewhere 0
        dones         bool[number]: whether the deal has ended; then observation and mask are those
                      of the first lead of the next one

        Raises IllegalAction for the first row whose action is not legal, RuntimeError before the
        first reset, TypeError and ValueError as `reset` does; nothing is changed then.
        """
        self._check_dealt()
        self._check(actions=actions, observations=observations, masks=masks)
        self._check(rewards=rewards, dones=dones)
        wrong = int(first_wrong(self._rows, actions))
        if wrong >= 0:
            legal = int(self._rows[wrong, LEGAL])
            choice = tuple(move for move in range(MOVES) if legal >> move & 1)
            raise IllegalAction(wrong, int(actions[wrong]), choice)
        play_all(self._tables, self._rows, self._common, actions, rewards, dones)
        show_all(self._tables, self._rows, self._common, observations, masks)

    def observe(self, observations: Observations, masks: Masks) -> None:
        """Write observations and masks as they stand; raises what `step` does."""
        self._check_dealt()
        self._check(observations=observations, masks=masks)
        show_all(self._tables, self._rows, self._common, observations, masks)

    def begin(self, row: int, deal: Deal) -> None:
        """Have a row go on with this deal, where deals are to be the same for all; then `observe`.

        Raises ValueError for a deal of other rules or not at its first lead, RuntimeError before
        the first reset, IndexError for a row that is not there, TypeError for what is no Deal or no
        whole number.
        """
        self._check_dealt()
        row, deal = whole("row", row), one_of("deal", deal, Deal)
        if not 0 <= row < self.number:
            raise IndexError(f"row must be from 0 to {self.number - 1}, not {row}")
        order = (*deal.hands.one, *deal.hands.two, *deal.stock)
        complete = len(order) == len(TILES)
        if not complete or deal != Deal.start(order, deal.leader, self.rules, deal.score):
            raise ValueError(f"{deal} is not the first lead of a deal under {self.rules}")
        s, t, into = pack(deal), array(self.rules, deal.trump), self._rows[row]
        into[:NOTED] = (*s, into[DICE], deal.trump, deal.leader, stepping.legal(t, *s))
        into[NOTED:] = 0

    def states(self) -> Array:
        """int64[number, 4]: the states, with what no seat may see: for analysis, not for play."""
        return self._rows[:, :4].copy()

    def _check_dealt(self) -> None:
        if not self._dealt:
            raise RuntimeError("no deal has begun: reset the environment first")

    def _check(self, **arrays: object) -> None:
        """Raise TypeError or ValueError for an array that the kernels could not use."""
        for name, given in arrays.items():
            kind, *width = _ARRAYS[name]
            array_of(name, given, kind, self.number, *width, written=name != "actions")


_ARRAYS: dict[str, tuple[Any, ...]] = {
    "actions": (np.dtype(np.int64),),
    "observations": (np.dtype(np.int8), LENGTH),
    "masks": (np.dtype(np.bool_), MOVES),
    "rewards": (np.dtype(np.float32),),
    "dones": (np.dtype(np.bool_),),
}
