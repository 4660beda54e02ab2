"""The engine made ready for the players that use it: compiled once, which is told."""

from __future__ import annotations

from bingo.i18n import Language
from bingo.terminal.ask import Lines


def make_ready(lines: Lines, language: Language) -> None:
    """Load what players use of the engine; where it must be compiled first, say so before.

    Only that is compiled here: there are kernels that no player needs.
    """
    from bingo.engine.compiled import notice

    notice.tell = lambda: lines.tell(language.say("engine.compiling"))
    import bingo.engine.playing_out
    import bingo.engine.worlds  # noqa: F401 - loaded for the sake of it
