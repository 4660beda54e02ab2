"""How the kernels are compiled: once, kept on disk, never served stale.

`kernel` compiles an entry point for an explicit signature and keeps the machine code in a folder
named after a hash of all that went into it (`bingo.engine.keeping`; Numba by itself does not notice
a change in another file than the function's own). `inner` marks what kernels are made of: it is
compiled into them.

With NUMBA_DISABLE_JIT=1 both leave the Python functions as they are.
"""

from __future__ import annotations

import os
import shutil
import stat
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, TypeVar

from llvmlite import ir
from numba import njit, types
from numba.core import cgutils
from numba.core import config as _config
from numba.extending import intrinsic

from bingo.engine.keeping import cache_folder
from bingo.i18n import Language, detect

F = TypeVar("F", bound=Callable[..., Any])
config: Any = _config
codegen: Any = cgutils
_njit: Any = njit

COMPILED = not config.DISABLE_JIT
"""False under NUMBA_DISABLE_JIT=1."""

FOLDER = cache_folder() if COMPILED else None
"""Where compiled code is kept; None where it cannot be, and every start compiles."""


@contextmanager
def _kept_in_folder() -> Iterator[None]:
    """Have Numba keep what is compiled meanwhile in our folder, and nobody else's code."""
    before = config.CACHE_DIR
    config.CACHE_DIR = str(FOLDER)
    try:
        yield
    finally:
        config.CACHE_DIR = before


def tell_in(language: Language) -> None:
    """Say in one line on stderr, if anybody can read there, that the engine is being compiled."""
    if sys.stderr is not None:
        with suppress(OSError, ValueError):  # it may have been closed
            print(language.say("engine.compiling"), file=sys.stderr, flush=True)


def _tell() -> None:
    tell_in(Language.named(detect(os.environ)))


class Notice:
    """What is done before the first kernel is compiled, once in a process."""

    def __init__(self) -> None:
        self.tell: Callable[[], None] = _tell
        self._told = False

    def give(self) -> None:
        """Tell, unless it has been told."""
        if not self._told:
            self._told = True
            self.tell()


notice = Notice()
"""`notice.tell` may be put in another way, by the terminal in its own."""


def _on_disk(function: Callable[..., Any]) -> bool:
    """Whether the machine code of an entry point is kept already."""
    return FOLDER is not None and any(FOLDER.rglob(f"*.{function.__name__}-*.nbi"))


def kernel(signature: str) -> Callable[[F], F]:
    """An entry point, compiled for this signature; it releases the GIL."""

    def compiled(function: F) -> F:
        if not COMPILED:
            return function
        options = {"nogil": True, "error_model": "numpy", "_nrt": False}
        if not _on_disk(function):
            notice.give()
        if FOLDER is None:
            made: F = _njit(signature, **options)(function)
            return made
        try:
            with _kept_in_folder():
                kept: F = _njit(signature, cache=True, **options)(function)
        except Exception:  # damaged, or no room on the disk: whatever Numba meets there
            notice.give()
            shutil.rmtree(FOLDER, ignore_errors=True)
            with suppress(OSError):
                FOLDER.mkdir(parents=True, exist_ok=True, mode=stat.S_IRWXU)
            kept = _njit(signature, **options)(function)
        return kept

    return compiled


def inner(function: F) -> F:
    """A part of kernels, compiled where it is used."""
    options = {"nogil": True, "error_model": "numpy", "_nrt": False, "forceinline": True}
    made: F = _njit(**options)(function)
    return made


# --- instructions that Python has no operator for -------------------------------------------------

MASK_63 = (1 << 63) - 1


def _unary(name: str) -> Any:
    """The LLVM intrinsic of this name on a 64-bit integer."""

    @intrinsic
    def build(_: Any, x: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            (value,) = arguments
            wide = context.cast(builder, value, signature.args[0], types.int64)
            if name == "ctpop":
                return builder.ctpop(wide)
            return builder.cttz(wide, codegen.true_bit)

        return types.int64(x), code

    return build


def _modular() -> Any:
    """`x * factor + addend` modulo 2**63. Numba's own `*` and `+` must not overflow."""

    @intrinsic
    def build(_: Any, x: Any, factor: Any, addend: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            wide = [
                context.cast(builder, value, kind, types.int64)
                for value, kind in zip(arguments, signature.args, strict=True)
            ]
            total = builder.add(builder.mul(wide[0], wide[1]), wide[2])
            return builder.and_(total, context.get_constant(types.int64, MASK_63))

        return types.int64(x, factor, addend), code

    return build


def _prefetching() -> Any:
    """Have the processor fetch an element of an array that is needed soon."""

    @intrinsic
    def build(_: Any, array: Any, index: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            kind = signature.args[0]
            data = context.make_array(kind)(context, builder, arguments[0]).data
            place = builder.bitcast(builder.gep(data, [arguments[1]]), ir.PointerType())
            word = ir.IntType(32)
            shape = ir.FunctionType(ir.VoidType(), [ir.PointerType(), word, word, word])
            fetch = codegen.get_or_insert_function(builder.module, shape, "llvm.prefetch.p0")
            builder.call(fetch, [place, word(0), word(3), word(1)])
            return context.get_dummy_value()

        return types.void(array, index), code

    return build


def _prefetch(array: Any, index: int) -> None:
    """Have an element of an array fetched that is needed soon."""


def _popcount(x: int) -> int:
    """How many bits are set."""
    return int(x).bit_count()


def _lowest(x: int) -> int:
    """The place of the lowest bit set; x is not 0."""
    return (int(x) & -int(x)).bit_length() - 1


def _times_plus(x: int, factor: int, addend: int) -> int:
    """`x * factor + addend` modulo 2**63."""
    return (int(x) * int(factor) + int(addend)) & MASK_63


prefetch: Callable[[Any, int], None] = _prefetching() if COMPILED else _prefetch
popcount: Callable[[int], int] = _unary("ctpop") if COMPILED else _popcount
lowest: Callable[[int], int] = _unary("cttz") if COMPILED else _lowest
times_plus: Callable[[int, int, int], int] = _modular() if COMPILED else _times_plus
