"""How fast we are, side by side with other programs.

    make bench                             every line, the median of five runs
    make bench ARGS="--runs 9"
    make bench ARGS="--only endings"       some: names of parts, as in the list below
    make bench ARGS="--small"              tiny amounts, to see that it runs

Ours and theirs work in turn on one core, by processor time, and the ratio is of the medians. The
positions come from seeds and are the same in every run. Figures are told, never asserted: machines
differ.
`make bench` puts the other programs into an environment of their own; elsewhere
`pip install .[bench]` does. Without them our own speeds are told.
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Callable, Sequence

from tools.bench.kernels import counts, environment, kernel_deals, worlds
from tools.bench.reference import reference
from tools.bench.sizes import SMALL, Sizes
from tools.bench.solving import endings, pimc, whole_deals
from tools.bench.timing import one_core

PARTS: dict[str, Callable[[Sizes, int], None]] = {
    "reference": reference,
    "deals": kernel_deals,
    "environment": environment,
    "endings": endings,
    "perft": counts,
    "whole": whole_deals,
    "worlds": worlds,
    "pimc": pimc,
}


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python -m tools.bench",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--runs", type=int, default=5, help="runs of which the median is taken")
    parser.add_argument("--small", action="store_true", help="tiny amounts")
    parser.add_argument("--only", nargs="+", choices=PARTS, default=list(PARTS), metavar="PART")
    given = parser.parse_args(arguments)
    if given.runs < 1:
        parser.error("--runs counts from 1")
    sizes = SMALL if given.small else Sizes()
    with one_core() as held:
        meaning = (
            "tiny amounts, the figures mean nothing" if given.small else f"median of {given.runs}"
        )
        print(f"Python {platform.python_version()}, {held}; {meaning}")
        for part in given.only:
            PARTS[part](sizes, given.runs)


if __name__ == "__main__":
    main()
