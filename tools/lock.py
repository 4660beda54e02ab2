"""requirements.lock: `write` it from what is installed here, or `check` that it agrees."""

import re
import sys
from importlib.metadata import distributions
from pathlib import Path

LOCK = Path(__file__).parents[1] / "requirements.lock"
NOT_LOCKED = {"pip", "bingo-domino"}  # brought by Python, and this project itself
HEAD = "# Made by `make lock`: what a fresh environment with the extras dev and soak holds.\n"


def installed() -> dict[str, str]:
    """Name (normalised) to version of every distribution in this environment."""
    found = {
        re.sub(r"[-_.]+", "-", dist.metadata["Name"]).lower(): dist.version
        for dist in distributions()
    }
    return {name: version for name, version in sorted(found.items()) if name not in NOT_LOCKED}


def locked() -> dict[str, str]:
    """Name to version of every line of the lock."""
    lines = LOCK.read_text("utf-8").splitlines()
    pairs = (line.split("==") for line in lines if line and not line.startswith("#"))
    return {name.strip(): version.strip() for name, version in pairs}


def write() -> str:
    """Write the lock; returns no fault."""
    lines = [f"{name}=={version}\n" for name, version in installed().items()]
    LOCK.write_text(HEAD + "".join(lines), "utf-8")
    return ""


def check() -> str:
    """Every fault, one a line: installed but not locked, or in another version."""
    pins = locked()
    return "\n".join(
        f"requirements.lock: {name} {version} is installed, {pins.get(name, 'nothing')} is locked"
        for name, version in installed().items()
        if pins.get(name) != version
    )


if __name__ == "__main__":
    commands = {"write": write, "check": check}
    if sys.argv[1:] not in (["write"], ["check"]):
        sys.exit("usage: lock.py write|check")
    fault = commands[sys.argv[1]]()
    sys.exit(f"{fault}\nIf that is meant: make lock" if fault else 0)
