"""Hypothesis profiles: dev (a new seed each run), ci (the same examples every run), soak (many),
mutants (few: each mutant pays for them).

BINGO_HYPOTHESIS names one; else CI in the environment means ci; else dev.
"""

import os
import signal
import sys

import pytest
from hypothesis import HealthCheck, Phase, settings

# Whoever starts the tests in the background may have told them not to hear signals.
signal.signal(signal.SIGINT, signal.default_int_handler)
for name in ("SIGHUP", "SIGQUIT"):
    if hasattr(signal, name):
        signal.signal(getattr(signal, name), signal.SIG_DFL)

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
settings.register_profile(
    "mutants",
    settings.get_profile("ci"),
    max_examples=10,
    phases=[Phase.explicit, Phase.generate],  # the first failure is enough: none is shrunk
    report_multiple_bugs=False,
)

chosen = os.environ.get("BINGO_HYPOTHESIS") or ("ci" if os.environ.get("CI") else "dev")
settings.load_profile(chosen)


# --- under mutmut ---------------------------------------------------------------------------------

MUTANT = "MUTANT_UNDER_TEST"
"""mutmut's word for what runs: "stats" while it learns which test needs which code, or a mutant."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The random deals first: they kill most mutants, and the first failure is enough."""
    if MUTANT in os.environ:
        items.sort(key=lambda item: not item.name.startswith("test_any_deal_and_its_oracle"))


@pytest.fixture(autouse=True, scope="session")
def _no_memory_of_other_code() -> None:
    """Caches that were filled while the tests were collected would hide the mutant.

    A mutant of which a deal never ends must not eat the memory of the machine.
    """
    if MUTANT in os.environ:
        import resource  # not on every system

        _forget("bingo.", "tests.")
        resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))


@pytest.fixture(autouse=True)
def _no_memory_between_tests() -> None:
    """A cache filled by one test would hide from the next that it needs the code."""
    if os.environ.get(MUTANT) == "stats":
        _forget("bingo.")


def _forget(*where: str) -> None:
    rooms = [module for name, module in sys.modules.items() if name.startswith(where)]
    for value in [value for room in rooms for value in vars(room).values()]:
        if hasattr(value, "cache_clear"):
            value.cache_clear()
