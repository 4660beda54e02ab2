"""With NUMBA_DISABLE_JIT=1 the kernels are plain Python, for a debugger, and come to the same."""

import hashlib
import json
import os
import random
import subprocess
import sys
from pathlib import Path

import numpy as np

from bingo.engine.compiled import COMPILED
from bingo.engine.counting import divide
from bingo.engine.dealing import random_deal, random_deals
from bingo.engine.environment import Environment
from bingo.game import RULESETS, Deal, Rules
from tests.game import strategies as some
from tests.game.test_perft import CASES

ROOT = Path(__file__).parent.parent.parent


def told():
    """What the kernels come to, in values that JSON holds."""
    rules = [Rules.named(name) for name in RULESETS]
    rules += [some.random_rules(random.Random(seed)) for seed in range(20)]
    starts = [some.random_deal(random.Random(seed)) for seed in range(20)]
    return {
        "deals": [random_deals(30, 2**62 + n, r) for n, r in enumerate(rules)],
        "lines": [str(random_deal(3, n, r)) for n, r in enumerate(rules)],
        "perft": [{str(m): n for m, n in divide(deal, 2).items()} for deal in starts],
        "written": [sum(divide(Deal.parse(c.values[0]), 3).values()) for c in CASES],
        "environment": [written(r, score) for r in rules for score in ((0, 0), None)],
    }


def written(rules, score):
    """A hash of all that an environment writes in a while."""
    environment, rng = Environment(3, rules, 9, score=score), np.random.default_rng(4)
    observations, masks, rewards, dones = environment.room()
    environment.reset(observations, masks)
    digest = hashlib.sha256()
    for _ in range(60):
        actions = np.argmax(rng.random(masks.shape) * masks, axis=1).astype(np.int64)
        environment.step(actions, observations, masks, rewards, dones)
        for array in (observations, masks, rewards, dones, environment.states()):
            digest.update(array.tobytes())
    return digest.hexdigest()


PROGRAM = """
import json
from bingo.engine.compiled import COMPILED
from tests.engine.test_plain_python import told
from tests.engine.test_twin import remarkable
assert not COMPILED
assert remarkable(range(40))
print(json.dumps(told()))
"""


def test_plain_python_agrees_with_the_reference_and_comes_to_the_same_as_compiled():
    plain = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM],
        cwd=ROOT,
        env=os.environ | {"NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert plain.returncode == 0, plain.stderr
    assert json.loads(plain.stdout) == json.loads(json.dumps(told())), f"compiled: {COMPILED}"
