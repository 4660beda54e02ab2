"""The command `bingo`: every sub-command, its help and its errors, in Russian and English.

Exit codes: 0 all is well; 1 what was asked about is wrong (a record that does not hold, a position
that cannot be); 2 the command cannot be carried out (an unknown option, a file that cannot be
read); 130 interrupted; 141 nobody reads the output any more.

Help texts stand in the code by their keys in the catalogue; `bingo.cli.help` says them in the
language asked for. Heavy things are imported inside the commands, so that help comes at once.
"""

from __future__ import annotations

import contextlib
import io
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from cyclopts import App, CycloptsError

from bingo import i18n
from bingo.cli import book, matches, positions, study
from bingo.cli.errors import STDIN, UNUSABLE, Refused, refused, usage_error
from bingo.cli.help import Help
from bingo.game.errors import BingoError
from bingo.i18n import LANGUAGES, Language, UnknownLanguage, detect

__all__ = ["app", "main"]

INTERRUPTED, UNREAD = 130, 141
COMMANDS: dict[str, Callable[..., object]] = {
    "play": matches.play,
    "replay": matches.replay,
    "verify": matches.verify,
    "convert": matches.convert,
    "rules": book.rules,
    "show": positions.show,
    "deal": positions.deal,
    "solve": study.solve,
    "perft": positions.perft,
    "bench": study.bench,
}
"""Every sub-command, in the order of the help page."""


def app(language: Language) -> App:
    """The command with all its sub-commands, its help in this language."""
    root = App(
        name="bingo",
        help="cli.about",
        usage="cli.usage",
        help_format="plaintext",
        help_formatter=Help(language),
        group_commands="cli.help.commands",
        group_arguments="cli.help.arguments",
        group_parameters="cli.help.options",
        version=_version,
        version_format="plaintext",
        suppress_keyboard_interrupt=False,
    )
    for number, (name, command) in enumerate(COMMANDS.items()):
        # catalogue: cli.usage.* cli.about.*
        about, usage = f"cli.about.{name}", f"cli.usage.{name}"
        root.command(command, name=name, help=about, usage=usage, sort_key=number)
    return root


def _version() -> str:
    from importlib.metadata import version

    return f"bingo {version('bingo-domino')}"


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command; gives its exit code."""
    if sys.stderr is None:  # closed; print would take the output instead
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115 - to the end
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    try:
        return _told(list(sys.argv[1:] if argv is None else argv))
    except BrokenPipeError:
        _forget_stdout()
        return UNREAD
    except KeyboardInterrupt:
        with contextlib.suppress(OSError):
            print(file=sys.stderr)
        return INTERRUPTED


def _told(argv: list[str]) -> int:
    """Run the command and tell on stderr what went wrong, in one sentence."""
    language = Language.named(detect(os.environ))
    try:
        asked, words = _language(argv, language)
        language = asked or language
        code = _run(language, words, told=asked is not None or _tells_language(os.environ))
        if sys.stdout is not None:
            sys.stdout.flush()
        return code
    except Refused as error:
        return _say(error)
    except CycloptsError as error:
        return _say(usage_error(language, error))
    except BingoError as error:
        return _say(refused(language, error))
    except BrokenPipeError:
        raise
    except OSError as error:
        from bingo.terminal.faults import system_text

        _forget_stdout()
        fact = system_text(language, error)
        sentence = language.say("cli.error.system", fact=fact)
        return _say(Refused(sentence, "system", UNUSABLE))
    except (RecursionError, MemoryError):
        return _say(Refused(language.say("cli.error.too-much"), "too-much", UNUSABLE))


def _run(language: Language, words: list[str], *, told: bool) -> int:
    """Find the command these words ask for and run it."""
    root = app(language)
    words = words or ["--help"]
    command, bound, ours = root.parse_args(words, exit_on_error=False, print_error=False)
    given = {"language": language, "language_is_told": told}
    bound.arguments |= {name: given[name] for name in ours}
    code = command(*bound.args, **bound.kwargs)
    if getattr(command, "__name__", "") == "help_print":
        chain = [word for word in root.parse_commands(words)[0] if not word.startswith("-")]
        Help(language).close(root=not chain)
    return code if isinstance(code, int) else 0


def _language(argv: list[str], language: Language) -> tuple[Language | None, list[str]]:
    """Take `--lang ru` out of the words, wherever it stands before a bare `--`.

    A bare `-` is put so that it is no key.
    """
    words, asked = list[str](), None
    rest = iter(argv)
    for word in rest:
        if word == "--":
            return asked, [*words, word, *rest]
        name, sign, code = word.partition("=")
        if name != "--lang":
            words.append(STDIN if word == "-" else word)
            continue
        try:
            asked = Language.named(code if sign else next(rest, ""))
        except UnknownLanguage as error:
            known = ", ".join(LANGUAGES)
            sentence = language.say("cli.error.language", asked=error.asked, known=known)
            raise Refused(sentence, error.code, UNUSABLE) from None
    return asked, words


def _tells_language(environ: Mapping[str, str]) -> bool:
    """Whether the environment says which language its user reads; C and POSIX do not."""
    return i18n.asked(environ).partition(".")[0] not in ("", "C", "POSIX")


def _say(error: Refused) -> int:
    print(f"bingo: {error}", file=sys.stderr)
    return error.exit_code


def _forget_stdout() -> None:
    """Let nothing more be written to an output that is not read."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
