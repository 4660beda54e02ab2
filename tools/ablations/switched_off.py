"""The techniques of the solver, each with the few lines whose change takes it away."""

from __future__ import annotations

from tools.ablations.copies import Change, Technique


def off(name: str, told: str, *changes: tuple[str, str, str]) -> Technique:
    """A technique that these changes, each `(file, old, new)`, take away."""
    return Technique(name, told, tuple(Change(*change) for change in changes))


def limit(name: str, told: str, new: str) -> Technique:
    """The limit of the cheapest move in open play, told in another way."""
    old = "limit = min(limit, second + second // 2 + 1)"
    return off(name, told, ("proof.py", old, f"limit = min(limit, {new})"))


FOUND = "    found = wide(m, score, bonus, goal, found)\n    if stores:\n"
SETTLED = "    return wide(m, score, bonus, goal, found)\n\n\n@inner\ndef list_moves("
RACED = "found = widened(within(known, here))"
POINTS = "box(one, one, two, two)"
AS_ASKED = "& ~(1023 << 41) | goal << 41"

CASH = (
    ("bounds.py", "if my_points + cash >= ENOUGH:", "if False:"),
    ("running.py", "        if need <= cash:\n", "        if need <= 0:\n"),
    ("running.py", "    elif bar <= cash:\n", "    elif bar <= 0:\n"),
)
NOT_70 = (
    ("bounds.py", "        if his_points + his_most < ENOUGH:", "        if False:"),
    ("bounds.py", "        if my_points + my_most < ENOUGH:", "        if False:"),
    ("running.py", "    if need > most:\n", "    if False:\n"),
)
GOOD_ENOUGH = (
    ("bounds.py", "if (my_best & YES == 0) == (leader == 0):", "if False:"),
    ("bounds.py", "if (his_best & YES == 0) == (other == 0):", "if False:"),
)

HALVED = """\
    # the plain results halved, from one big point for ONE
    least, most = -MOST, MOST
    more = 1
    while rises and least < most:
        goal = plain(m, score, more)
        if goal <= reached:
            least = more
        elif goal >= missed:
            most = more - 1
        elif reaches(m, hands, stock, marks, score, goal):
            reached = goal
            least = more
        else:
            missed = goal
            most = more - 1
        more = (least + most + 1) // 2
"""
ONE_BY_ONE = """\
    # up from one big point for ONE, as long as the answer is yes; else down until it is
    up = True
    more = 1
    while rises and -MOST <= more <= MOST:
        goal = plain(m, score, more)
        if goal <= reached:
            if not up:
                break
            more += 1
        elif goal >= missed:
            if up and more > 1:
                break
            up = False
            more -= 1
        elif reaches(m, hands, stock, marks, score, goal):
            reached = goal
            if not up:
                break
            more += 1
        else:
            missed = goal
            if up and more > 1:
                break
            up = False
            more -= 1
"""

SWITCHED_OFF = (
    # the questions
    off(
        "plain",
        "plain results asked first; instead: halving over all ranks",
        ("asking.py", "while rises and least < most:", "while False:"),
    ),
    off(
        "plain-halved",
        "plain results halved from one big point on; instead: asked one after the other",
        ("asking.py", HALVED, ONE_BY_ONE),
    ),
    # what is remembered
    off(
        "hash",
        "answers in the hash table",
        ("hashing.py", "            if serves and holds(data, one, two):", "            if False:"),
    ),
    off(
        "race-table",
        "answers and moves in the race's own table",
        ("running.py", "    kept = -1\n    if size > 2:\n", "    kept = -1\n    if size > 9:\n"),
    ),
    off(
        "small-table",
        "tables of 64 KB in strict play; instead: the whole of them",
        ("solver.py", "STRICT_BUCKETS = 1 << 10", "STRICT_BUCKETS = 1 << 16"),
    ),
    off(
        "boxes",
        "answers for all points of a box; instead: for the exact points",
        ("search.py", FOUND, f"    found = within(found, {POINTS})\n    if stores:\n"),
        ("search.py", RACED, f"found = within(known, {POINTS})"),
        (
            "proof.py",
            SETTLED,
            SETTLED.replace("wide(m, score, bonus, goal, found)", f"within(found, {POINTS})"),
        ),
        (
            "running.py",
            "    if need <= data & NO_LIMIT and bar >= data >> 10 & NO_LIMIT:",
            "    if need == data & NO_LIMIT and bar == data >> 10 & NO_LIMIT:",
        ),
        (
            "running.py",
            "    if need >= data >> 20 & NO_LIMIT and bar <= data >> 30 & NO_LIMIT:",
            "    if need == data >> 20 & NO_LIMIT and bar == data >> 30 & NO_LIMIT:",
        ),
        (
            "running.py",
            "keep(m, bucket, number, found, best, size)",
            "keep(m, bucket, number, found & WON | need | bar << BAR, best, size)",
        ),
    ),
    off(
        "widening",
        "boxes widened where more points never hurt (but for the race)",
        (
            "boxes.py",
            "    if found & YES:\n        return (found |",
            "    return found\n    if found & YES:\n        return (found |",
        ),
    ),
    off(
        "goals",
        "answers that settle more than was asked",
        (
            "search.py",
            FOUND,
            f"    found = wide(m, score, bonus, goal, found) {AS_ASKED}\n    if stores:\n",
        ),
        ("search.py", RACED, f"{RACED} {AS_ASKED}"),
        ("proof.py", SETTLED, SETTLED.replace("found)\n", f"found) {AS_ASKED}\n", 1)),
    ),
    # strict play
    off(
        "race",
        "strict play as a race; instead: the search for all questions",
        ("search.py", "    if strict and bonus == 0 and not led_before:\n", "    if False:\n"),
    ),
    off(
        "last-trick",
        "the last trick without a look",
        ("search.py", "elif size == 2 and strict and m[DEAL_END] != CLAIMED:", "elif False:"),
        ("running.py", "elif size == 2:", "elif False:"),
    ),
    # what shows at sight
    off(
        "bounds",
        "all that shows at sight",
        ("played_out.py", "    if m[MONOTONE] == 0:\n        return -1\n", "    return -1\n"),
        (
            "running.py",
            "    answer = at_sight(m, marks, mine, his, sure, runs, need, bar)\n",
            "    answer = -1\n",
        ),
    ),
    off("bound-70", "70 itself is not good enough", *GOOD_ENOUGH),
    off("bound-cash", "the leader makes 70, or his bar, with what is sure", *CASH),
    off("bound-not-70", "a seat cannot come to 70", *NOT_70),
    off(
        "bound-captured",
        "the least that a sure trick takes from the other hand",
        ("bounds.py", "    if taken == 0 or kept > 2:\n", "    if True:\n"),
    ),
    off(
        "bound-denied",
        "the tiles that the leader can never win",
        (
            "bounds.py",
            "        if against & ~(m[row + tile] & m[ANSWERS_STRICT + tile]) == 0:",
            "        if False:",
        ),
    ),
    off(
        "bound-bonus",
        "bounds while a bonus is open",
        ("played_out.py", "            if bonus == MORE:\n", "            if bonus:\n"),
    ),
    # bonuses
    off(
        "bonus-by-hand",
        "whether a bonus is open, told by each hand; instead: by all tiles alive",
        (
            "bonus.py",
            "    if max(popcount(one & DOUBLES), popcount(two & DOUBLES)) + drawn >= 6:\n",
            "    if popcount((one | two | undrawn) & DOUBLES) >= 6:\n",
        ),
        ("bonus.py", "    if one & pair == pair or two & pair == pair:\n", "    if False:\n"),
    ),
    off(
        "bonus-holder",
        "the bonus goes to who holds bingo; instead: to either",
        ("bonus.py", "return 3 if undrawn & 1 else 1 if one & 1 else 2", "return 3"),
    ),
    off(
        "bonus-harmless",
        "no harm from more points where 70 alone is good enough",
        ("bonus.py", "        bonus != MORE\n", "        bonus == 9\n"),
    ),
    # order
    off(
        "winners-first",
        "sure tiles led first",
        ("ordering.py", "    if tiles & sure:\n", "    if False:\n"),
    ),
    off(
        "order-leads",
        "leads in order; instead: by their index",
        (
            "ordering.py",
            "    if tiles & sure:\n",
            "    if tiles:\n        return lowest(tiles)\n    if tiles & sure:\n",
        ),
    ),
    off(
        "order-answers",
        "answers in order, take or drop; instead: by their index",
        (
            "ordering.py",
            "    taking, dropping = tiles & takers",
            "    return lowest(tiles)\n    taking, dropping = tiles & takers",
        ),
    ),
    off(
        "stored-move",
        "the move first that has settled the position before",
        ("search.py", "kept = stored_move(m, bucket, number)", "kept = -1"),
        ("running.py", "kept = (data >> MOVE & 63) - 1", "kept = -1"),
    ),
    off(
        "announcing",
        "to announce is never worse than not to",
        ("ordering.py", "    if said and monotone and", "    if False and"),
    ),
    # open play
    off(
        "proof-numbers",
        "proof numbers in open play; instead: alpha-beta",
        ("asking.py", "    if is_strict(hands, marks):\n", "    if True:\n"),
    ),
    off(
        "first-guess",
        "first guesses that grow with the stock; instead: 1 for the mover, 3 for the other",
        ("proof.py", "good, bad = 1 + left // 4, 3 + left // 2", "good, bad = 1, 3"),
    ),
    limit("limit-0", "limit half above the second least; instead: one above it", "second + 1"),
    limit("limit-quarter", "the same; instead: a quarter above it", "second + second // 4 + 1"),
    limit("limit-double", "the same; instead: twice it", "2 * second + 1"),
    off(
        "all-at-once",
        "the memory asked for all moves at once (time only)",
        (
            "proof.py",
            "        prefetch(m, kin_of(proof_key(score, number, goal)))\n"
            "        prefetch(m, bucket_of(m, number))\n",
            "",
        ),
    ),
)
