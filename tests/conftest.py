"""Hypothesis profiles: dev (a new seed each run), ci (the same examples every run), soak (many).

BINGO_HYPOTHESIS names one; else CI in the environment means ci; else dev.
"""

import os
import sys

import pytest
from hypothesis import HealthCheck, settings

# The first example may build caches and the machine may be shared: no test asserts a time.
settings.register_profile("dev", deadline=None, print_blob=True)
settings.register_profile(
    "ci",
    deadline=None,
    print_blob=True,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.register_profile(
    "soak",
    deadline=None,
    print_blob=True,
    max_examples=5_000,
    suppress_health_check=[HealthCheck.too_slow],
)

chosen = os.environ.get("BINGO_HYPOTHESIS") or ("ci" if os.environ.get("CI") else "dev")
settings.load_profile(chosen)


@pytest.fixture(autouse=True)
def _no_memory_between_tests() -> None:
    """Under mutmut a cache filled by one test would hide from the next that it needs the code."""
    if "MUTANT_UNDER_TEST" not in os.environ:
        return
    rooms = [module for name, module in sys.modules.items() if name.startswith("bingo.")]
    for value in [value for room in rooms for value in vars(room).values()]:
        if hasattr(value, "cache_clear"):
            value.cache_clear()
