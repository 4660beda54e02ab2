"""Strict play as a race: who comes to his mark first?

Where nobody draws any more and no bonus is left, nearly every question about a deal comes to one:
does a seat, the *runner*, make 70 before the other seat has so many points? The other seat's bar is
70 too, or the low threshold where two big points are asked for. Such a question needs neither big
points nor the count of a deal, only what both still need; so it has a search of its own, many times
lighter than that of `bingo.engine.search`: `bingo.engine.running`.
"""

from __future__ import annotations

from bingo.engine.bounds import at_least, at_most, fail_of, meets, no_less, no_more, utility_for
from bingo.engine.boxes import NO_LIMIT
from bingo.engine.compiled import inner
from bingo.engine.layout import ALL_COUNTED, ANNOUNCED, CLOSED, ENOUGH, HANDS, LEVEL
from bingo.engine.memory import MONOTONE
from bingo.engine.running import BAR, WON, run
from bingo.engine.state import points_of
from bingo.engine.tables import ANY_TRICK, AT_70, DEAL_END, FAILED_70, HIGHER_WINS, LOW, Array


@inner
def race_for(m: Array, marks: int, score: int, goal: int) -> int:
    """The race that "does ONE reach `goal`?" comes to, or -1: the runner and the points of the bar.

    [8.2-8.6]
    """
    if m[MONOTONE] == 0 or m[DEAL_END] != AT_70 or m[HIGHER_WINS] or m[ANY_TRICK]:
        return -1
    closed = marks >> CLOSED & 3
    if closed:
        runner = closed - 1
        least = fail_of(m, marks, score, runner, 2)
        if meets(utility_for(m, score, 1 - runner, least, 0), runner, goal):
            sure = fail_of(m, marks, score, runner, 0)
            more = utility_for(m, score, 1 - runner, sure + 1, 0)
            if sure and m[FAILED_70] == 1 and not meets(more, runner, goal):
                return (1 - runner) << BAR | ENOUGH
            return -1
    else:
        runner = 1 if meets(utility_for(m, score, 0, 0, 0), 0, goal) else 0
    level = marks >> LEVEL & 3 if closed else 0
    if level:
        low = level
        high = level
    else:
        low, high = 1, 2
    if meets(utility_for(m, score, runner, low, 0), runner, goal):
        bar = ENOUGH
    elif meets(utility_for(m, score, runner, high, 0), runner, goal):
        bar = m[LOW]
        if points_of(score, 1 - runner) >= bar:
            return -1
    else:
        return -1
    return runner << BAR | bar


@inner
def told(m: Array, marks: int, score: int, race: int, answer: int) -> int:
    """The answer to a race as one of `bingo.engine.boxes`."""
    runner, bar = race >> BAR, race & NO_LIMIT
    need, room = answer & NO_LIMIT, answer >> BAR & NO_LIMIT
    closed = marks >> CLOSED & 3
    adds = closed and closed != runner + 1  # what 70 adds to a failed close
    level = marks >> LEVEL & 3 if closed else 0
    if adds:
        level = fail_of(m, marks, score, 1 - runner, 0) + 1
    elif level == 0:
        level = 1 if bar == ENOUGH else 2
    if answer & WON:
        found = no_less(utility_for(m, score, runner, level, 0), runner)
        found = at_least(found, runner, max(ENOUGH - need, 0))
        return at_most(found, 1 - runner, max(bar - room, 0))
    if adds:
        best = utility_for(m, score, runner, level - 1, 0)
    elif bar != ENOUGH:
        best = utility_for(m, score, runner, 1, 0)
    elif closed:
        best = utility_for(m, score, 1 - runner, fail_of(m, marks, score, runner, 2), 0)
    else:
        best = utility_for(m, score, 0, 0, 0)
    found = at_most(no_more(best, runner), runner, max(ENOUGH - need, 0))
    return at_least(found, 1 - runner, max(bar - room, 0))


@inner
def raced(m: Array, hands: int, marks: int, score: int, goal: int) -> int:
    """The answer for a leader about to lead in strict play, no bonus left; -1 where it is no race.

    More points never hurt.
    """
    race = race_for(m, marks, score, goal)
    if race < 0:
        return -1
    runner, bar = race >> BAR, race & NO_LIMIT
    need, room = ENOUGH - points_of(score, runner), bar - points_of(score, 1 - runner)
    marks1 = marks & (1 | 3 << CLOSED | ALL_COUNTED | 3 << ANNOUNCED)
    answer = run(m, hands & HANDS, marks1, runner, need, room)
    return told(m, marks, score, race, answer)
