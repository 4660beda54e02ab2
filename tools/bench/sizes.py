"""How much is done in one run of each measurement."""

from __future__ import annotations

from typing import NamedTuple


class Sizes(NamedTuple):
    """Amounts; a run takes from a tenth of a second to a second of one core."""

    reference_deals: int = 400
    deals: int = 1_000_000
    euchre_deals: int = 20  # dealt beforehand, each played out so many times:
    euchre_playouts: int = 5_000
    batch: int = 4_096  # deals, or games of theirs, stepped at once
    steps: int = 100  # steps of the whole batch
    perft_deals: int = 20
    perft_depth: int = 8
    endings: int = 2_000
    boards: int = 1_000
    whole_deals: int = 50
    views: int = 20
    worlds: int = 2_000  # sampled for each view
    pimc_views: int = 20


SMALL = Sizes(
    reference_deals=4,
    deals=100,
    euchre_deals=2,
    euchre_playouts=10,
    batch=16,
    steps=4,
    perft_deals=1,
    perft_depth=2,
    endings=4,
    boards=4,
    whole_deals=1,
    views=2,
    worlds=5,
    pimc_views=1,
)
"""To see that every line runs; the figures mean nothing."""
