"""The engine is compiled before the first program is started, so that none is waited for long."""

import pytest

from bingo.i18n import Language
from bingo.terminal.ask import Lines
from bingo.terminal.engine import make_ready


@pytest.fixture(autouse=True, scope="session")
def _engine_ready() -> None:
    make_ready(Lines(None, None), Language.named("en"))
