"""The engine made ready for the players that use it: compiled once, which is told."""

from __future__ import annotations

from bingo.i18n import Language
from bingo.terminal.ask import Lines

MARK = "players"
"""The file beside the compiled code that says: all that players use lies there."""


def make_ready(lines: Lines, language: Language) -> None:
    """Load what players use of the engine; where it must be compiled first, say so before.

    Only that is compiled here: there are kernels that no player needs.
    """
    from bingo.engine import compiled

    folder = compiled.FOLDER
    ready = compiled.is_compiled() or (folder is not None and (folder / MARK).exists())
    if not ready:
        lines.tell(language.say("terminal.engine"))
    import bingo.engine.playouts
    import bingo.engine.worlds  # noqa: F401 - loaded for the sake of it

    if folder is not None:
        (folder / MARK).touch()
