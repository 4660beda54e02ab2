"""How many positions the search goes through in a fixed set of deals: the signature of the search.

It is the same on every machine and changes only when the search does, or the rules.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import count

from bingo.cli.positions import dealt
from bingo.game import RULESETS, Close, Deal, Draw, Play, Rules

DEALS: dict[str, tuple[int, ...]] = {
    "russian": (4, 8),
    "russian-004": (5, 8),
    "russian-003": (2, 6),
    "hoyle-1868": (6,),
    "hoyle-1868-soft": (6,),
    "hoyle-20c": (4, 8),
    "engel-2004": (4, 8),
}
"""The seeds of whole deals, neither the quickest to solve nor the slowest."""
ENDINGS = 3
"""Endings of each kind for every ruleset."""
KINDS = ("deals", "closed", "unclosed")


def signature() -> Iterator[str]:
    """A line for every ruleset and utility: nodes by kind; at the end the sum of all."""
    yield f"{'ruleset':16} {'utility':8}" + "".join(f"{kind:>10}" for kind in KINDS)
    total = 0
    for name in RULESETS:
        rules = Rules.named(name)
        starts = [_dealt(seed, rules) for seed in DEALS[name]]
        endings = [_endings(rules, closed=closed) for closed in (True, False)]
        for utility in ("net", "equity"):
            nodes = [sum(_nodes(deal, utility) for deal in deals) for deals in (starts, *endings)]
            total += sum(nodes)
            yield f"{name:16} {utility:8}" + "".join(f"{n:10}" for n in nodes)
    yield f"total {total}"


def _dealt(seed: int, rules: Rules) -> Deal:
    """The deal that `bingo deal` prints for a seed, but at a score of its own."""
    return dealt(seed, rules, (seed * 3 % rules.target, seed * 5 % rules.target))


def _endings(rules: Rules, *, closed: bool) -> list[Deal]:
    """Positions in which strict play has just begun."""
    found: list[Deal] = []
    for seed in count(100):
        lots = random.Random(seed)
        deal = _dealt(seed, rules)
        while not deal.is_over and not deal.board.strict:
            legal = deal.legal_moves()
            if closed and sum(deal.tricks) >= seed % 7 and Close() in legal:
                deal = deal.play(Close())
            else:
                deal = deal.play(lots.choice([m for m in legal if isinstance(m, Play | Draw)]))
        if not deal.is_over and (deal.closed_by is not None) == closed:
            found.append(deal)
        if len(found) == ENDINGS:
            break
    return found


def _nodes(deal: Deal, utility: str) -> int:
    """Positions searched for all that `bingo.engine.solve` tells of a deal, nothing remembered."""
    from bingo.engine import Equity, solve

    equity = Equity.of(deal.rules) if utility == "equity" else None
    return solve(deal, equity, fresh=True).nodes
