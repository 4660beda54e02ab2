"""Techniques that the solver has not, each with the lines that bring it in."""

from __future__ import annotations

from tools.ablations.copies import Change, Technique


def on(name: str, told: str, *changes: tuple[str, str, str]) -> Technique:
    """A technique that these changes, each `(file, old, new)`, bring in."""
    return Technique(name, told, tuple(Change(*change) for change in changes), added=True)


# room in the one array, where the searches find it
ROOM = (
    (
        "memory.py",
        "PROOFS = (KIDS + 6 * FRAME + 8) // 8 * 8",
        "ROOM = KIDS + 6 * FRAME\nPROOFS = (ROOM + 2048 + 8) // 8 * 8",
    ),
    ("running.py", "NODES, RACE_BUCKETS, RACES\n", "NODES, RACE_BUCKETS, RACES, ROOM\n"),
)
ROOM_OF_SEARCH = ("search.py", "memory import NODES\n", "memory import NODES, ROOM\n")

# --- killers and history --------------------------------------------------------------------------

NEXT_ANSWER = "tile = next_answer(m, tiles, takers, led)"
KILLER = "m[ROOM + 28 * leader + led]"
KILLER_FIRST = (
    f"tile = {KILLER} - 1 if tiles << 1 >> {KILLER} & 1 else next_answer(m, tiles, takers, led)"
)
REFUTED_RACE = "                answer = after\n                break\n"
REFUTED_SEARCH = "                    answer = within(known, at_lead)\n                    break\n"
KEPT = "        move = kept if kept >= 0 and moves >> kept & 1 else"
KILLER_LEAD = "m[ROOM + 64 + 8 * leader + size]"

HISTORY = '''\
@inner
def likeliest(m: Array, tiles: int, takers: int, led: int) -> int:
    """The answer that has refuted this lead most often; where none has, the usual one."""
    most, best, rest = 0, -1, tiles
    while rest:
        tile = lowest(rest)
        rest &= rest - 1
        if m[ROOM + 128 + 32 * led + tile] > most:
            most, best = m[ROOM + 128 + 32 * led + tile], tile
    return best if best >= 0 else next_answer(m, tiles, takers, led)


'''
LIKELIEST = "tile = likeliest(m, tiles, takers, led)"
COUNTED = "m[ROOM + 128 + 32 * led + tile] += 1"

# --- tiles that come to the same ------------------------------------------------------------------

SAME = '''\
@inner
def like_a_tried(m: Array, tile: int, tried: int, against: int) -> bool:
    """Whether a tile comes to the same as one tried, for all that the other seat holds."""
    rest = tried & m[ROOM + tile]
    while rest:
        other = lowest(rest)
        rest &= rest - 1
        unlike = m[BEATEN_STRICT + tile] ^ m[BEATEN_STRICT + other]
        unlike |= m[ANSWERS_STRICT + tile] ^ m[ANSWERS_STRICT + other]
        for step in range(STEPS):
            unlike |= m[DUTY + 28 * step + tile] ^ m[DUTY + 28 * step + other]
            unlike |= m[ROOM + 28 * (step + 1) + tile] ^ m[ROOM + 28 * (step + 1) + other]
        if unlike & against == 0:
            return True
    return False


'''
MATES = """\
        for tile in range(28):
            plain = [t[ALWAYS] >> o & 1 == 0 and not DOUBLES >> o & 1 for o in range(28)]
            m[ROOM + tile] = sum(
                1 << o
                for o in range(28)
                if o != tile and plain[o] and plain[tile] and t[WORTH + o] == t[WORTH + tile]
            )
            for step in range(STEPS):
                m[ROOM + 28 * (step + 1) + tile] = sum(
                    1 << led for led in range(28) if int(t[DUTY + 28 * step + led]) >> tile & 1
                )
"""
MONOTONE = "        m[MONOTONE] = is_monotone(m)"
SEARCH_OF_RACES = '@kernel("int64(int64[::1], int64, int64, int64, int64, int64)")\ndef run('
LED = "        led, extra, held, lost = move, 0, marks & ~1, marks & ~1\n"
ANSWERED = "            hands1 = hands ^ ("

SAME_TABLES = (
    *ROOM,
    (
        "memory.py",
        "from bingo.engine.tables import ANSWERS_OPEN,",
        "from bingo.engine.layout import DOUBLES\n"
        "from bingo.engine.tables import ALWAYS, ANSWERS_OPEN, DUTY, STEPS,",
    ),
    ("memory.py", MONOTONE, MATES + MONOTONE),
    (
        "running.py",
        "tables import BEATEN_STRICT, LAST_TRICK,",
        "tables import ANSWERS_STRICT, BEATEN_STRICT, DUTY, LAST_TRICK, STEPS,",
    ),
    ("running.py", SEARCH_OF_RACES, SAME + SEARCH_OF_RACES),
)
SAME_LEADS = (
    "running.py",
    LED,
    "        if move < ANNOUNCE and like_a_tried(m, move, mine & ~moves, his):\n"
    f"            continue\n{LED}",
)
SAME_ANSWERS = (
    "running.py",
    ANSWERED,
    "            if like_a_tried(m, tile, allowed & ~tiles, mine):\n"
    f"                continue\n{ANSWERED}",
)
ALLOWED = (
    "running.py",
    "        tiles = answers(m, led, his)\n",
    "        tiles = answers(m, led, his)\n        allowed = tiles\n",
)

# --- the last tricks ------------------------------------------------------------------------------

LAST_TWO = '''\
@inner
def last_two(m: Array, hands: int, marks: int, seat: int, need: int, bar: int) -> int:
    """The answer where each seat holds two tiles and none can be announced, by going through it."""
    leader = marks & 1
    runs = leader == seat
    mine, his = hand_of(hands, leader), hand_of(hands, 1 - leader)
    found = ALL_LOST if runs else ALL_WON
    while mine:
        led = lowest(mine)
        mine &= mine - 1
        tiles = answers(m, led, his)
        answer = ALL_WON if runs else ALL_LOST
        while tiles:
            tile = lowest(tiles)
            tiles &= tiles - 1
            hands1 = hands ^ (1 << (led + 28 * leader) | 1 << (tile + 28 * (1 - leader)))
            worth = m[WORTH + led] + m[WORTH + tile]
            taker = 1 - leader if m[BEATEN_STRICT + led] >> tile & 1 else leader
            own = taker == seat
            after = settled(own, worth, need, bar)
            if after < 0:
                left = need - worth if own else need
                after = earlier(last_trick(m, hands1, marks & ~1 | taker, seat, left), own, worth)
            if (after & WON != 0) != runs:
                answer = after
                break
            answer = alike(after, answer)
        if (answer & WON != 0) == runs:
            return answer
        found = alike(answer, found)
    return found


'''
GO_ON = (
    "                else:\n                    after = run(m, hands1, marks1, seat, left, room)\n"
)
STRAIGHT = """\
                elif size == 3 and popcount(hand_of(hands1, taker) & DOUBLES) < 2:
                    after = last_two(m, hands1, marks1, seat, left, room)
"""

ADDED = (
    on(
        "killer-answers",
        "the answer that refuted this lead last, first",
        *ROOM,
        ROOM_OF_SEARCH,
        ("running.py", NEXT_ANSWER, KILLER_FIRST),
        ("running.py", REFUTED_RACE, f"                {KILLER} = tile + 1\n{REFUTED_RACE}"),
        ("search.py", NEXT_ANSWER, KILLER_FIRST),
        ("search.py", REFUTED_SEARCH, f"                    {KILLER} = tile + 1\n{REFUTED_SEARCH}"),
    ),
    on(
        "killer-leads",
        "the lead that settled a race with as many tiles last, first",
        *ROOM,
        (
            "running.py",
            f"{KEPT} next_lead(m, moves, sure, False)\n",
            f"{KEPT} {KILLER_LEAD} - 1\n"
            "        if move < 0 or not moves >> move & 1:\n"
            "            move = next_lead(m, moves, sure, False)\n",
        ),
        (
            "running.py",
            "            found, best = answer, move\n",
            f"            found, best = answer, move\n            {KILLER_LEAD} = move + 1\n",
        ),
    ),
    on(
        "history",
        "the answer that has refuted this lead most often, first",
        *ROOM,
        ("running.py", SEARCH_OF_RACES, HISTORY + SEARCH_OF_RACES),
        ("running.py", NEXT_ANSWER, LIKELIEST),
        ("running.py", REFUTED_RACE, f"                {COUNTED}\n{REFUTED_RACE}"),
    ),
    on(
        "same-leads",
        "no lead that comes to the same as one tried, in races",
        *SAME_TABLES,
        SAME_LEADS,
    ),
    on(
        "same-tiles",
        "no lead and no answer that comes to the same as one tried, in races",
        *SAME_TABLES,
        SAME_LEADS,
        ALLOWED,
        SAME_ANSWERS,
    ),
    on(
        "two-in-table",
        "positions with two tiles each in the race's table too",
        (
            "running.py",
            "    if size > 2:\n        prefetch(m, bucket)",
            "    if size > 1:\n        prefetch(m, bucket)",
        ),
        ("running.py", "    kept = -1\n    if size > 2:\n", "    kept = -1\n    if size > 1:\n"),
        ("running.py", "    if size > 2:\n        keep(", "    if size > 1:\n        keep("),
    ),
    on(
        "two-straight",
        "races with two tiles each settled without a look, bound or order",
        ("running.py", SEARCH_OF_RACES, LAST_TWO + SEARCH_OF_RACES),
        ("running.py", GO_ON, STRAIGHT + GO_ON),
    ),
)
