"""The engine made ready for the players that use it: compiled once, which is told."""

from __future__ import annotations

from importlib import import_module
from pkgutil import iter_modules

from bingo.i18n import Language
from bingo.terminal.ask import Lines


def make_ready(lines: Lines, language: Language) -> None:
    """Load the engine, which takes a second; where it must be compiled first, say so before."""
    import bingo.engine
    from bingo.engine.compiled import is_compiled, mark_complete

    if is_compiled():
        return
    lines.tell(language.say("terminal.engine"))
    for module in iter_modules(bingo.engine.__path__):
        import_module(f"bingo.engine.{module.name}")
    mark_complete()
