"""What is wrong with a file, in the reader's language, shared by the terminal and the commands.

Facts of the rules and of the system are English. The common ones have a sentence of their own; the
rest stand as quotations after a sentence that is whole without them.
"""

from __future__ import annotations

import errno

from bingo.game import IllegalMove, InvalidRecord
from bingo.game.errors import Fault
from bingo.i18n import Language

LONGEST = 500
"""Characters of a fact that are told: a line of a file may have millions."""

_SYSTEM = {
    errno.EACCES: "denied",
    errno.EPERM: "denied",
    errno.EROFS: "read-only",
    errno.ENOENT: "absent",
    errno.ENOTDIR: "no-folder",
    errno.EEXIST: "no-folder",
    errno.EISDIR: "folder",
    errno.ENOSPC: "full",
    errno.EDQUOT: "full",
    errno.EFBIG: "full",
    errno.ENAMETOOLONG: "long",
}


def short(fact: str) -> str:
    """A fact of foreign origin in bearable length, without what a terminal would obey."""
    fact = fact if len(fact) <= LONGEST else f"{fact[:LONGEST]}…"
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in fact)


def system_text(language: Language, error: OSError) -> str:
    """Why the system refuses: "no space is left on the disk"."""
    if name := _SYSTEM.get(error.errno or 0):
        return language.say(f"fault.system.{name}")  # catalogue: fault.system.*
    return language.say("fault.system.other", fact=short(error.strerror or str(error)))


def setup_fault_text(language: Language, fault: str) -> str:
    """One thing that is wrong with a position; the seats are named as in its line, one and two."""
    if isinstance(fault, Fault) and fault.kind:
        told = {name: str(value) for name, value in fault.told.items()}
        return language.say(f"fault.setup.{fault.kind}", **told)  # catalogue: fault.setup.*
    return short(fault)


def fault_text(language: Language, error: InvalidRecord) -> str:
    """What is wrong with a record, as a sentence or two; the line is not told."""
    if error.kind:
        told = {name: short(str(value)) for name, value in error.told.items()}
        return language.say(f"fault.record.{error.kind}", **told)  # catalogue: fault.record.*
    if isinstance(cause := error.__cause__, IllegalMove):
        from bingo.rulebook import why

        reason = why(cause.clause, language.code)
        return language.say(
            "fault.record.illegal", move=cause.move, clause=cause.clause, reason=reason
        )
    return language.say("fault.record.other", fact=short(error.fact))
