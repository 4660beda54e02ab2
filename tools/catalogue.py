"""Keep the message catalogues whole: `python tools/catalogue.py check|compile|sort`.

check    every key the code says exists in both languages, every message is used, both catalogues
         agree, the .mo are fresh
compile  write the .mo files: the same .po gives the same bytes
sort     put every message of the .po files into the block of its prefix, in order

A key is written out in the call, `language.say("cli.bye")`. Where it is put together, a comment on
the line (or alone on the line above) says from what family:
`language.say(f"why.{clause}")  # catalogue: why.*`. Several families or whole keys may follow one
another. `# catalogue: elsewhere` marks a call that hands on a key written out in another place.
In .js files the same, `say("page.title")` and `// catalogue: page.*`.
"""

import ast
import gettext
import io
import re
import struct
import sys
import tokenize
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path
from string import Formatter

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("ru", "en")
KEY = re.compile(r"[a-z]+(\.[a-z0-9_-]+)+")
DECLARED = re.compile(r"(?:#|//)\s*catalogue:\s*(.+)")
JS_SAID = re.compile(r"""\b(say|count)\(\s*(["'`])([^"'`$]+)\2""")
BLOCK = re.compile(r"# --- ([a-z]+)\b")

Messages = dict[str, tuple[str, ...]]  # one text, or the plural forms; see Book.plural


@dataclass
class Book:
    """One language's .po file, read by Babel."""

    po: Path
    catalog: Catalog
    messages: Messages = field(default_factory=dict)
    plural: set[str] = field(default_factory=set)

    @classmethod
    def read(cls, root: Path, language: str) -> "Book":
        po = root / "src/bingo/locale" / language / "LC_MESSAGES/bingo.po"
        with po.open("rb") as file:
            book = cls(po, read_po(file, locale=language, abort_invalid=True))
        for message in book.catalog:
            key = message.id[0] if isinstance(message.id, list | tuple) else message.id
            if not key:
                continue
            texts = message.string
            book.messages[key] = tuple(texts) if isinstance(texts, list | tuple) else (texts or "",)
            if message.pluralizable:
                book.plural.add(key)
        return book

    @property
    def mo(self) -> Path:
        return self.po.with_suffix(".mo")

    def compiled(self) -> bytes:
        """The .mo file: messages by key, a header without dates or versions, no hash table."""
        header = (
            "Content-Type: text/plain; charset=UTF-8\n"
            f"Language: {self.catalog.locale_identifier}\n"
            f"Plural-Forms: {self.catalog.plural_forms}\n"
        )
        texts = {"": header} | {
            f"{key}\0{key}" if key in self.plural else key: "\0".join(forms)
            for key, forms in self.messages.items()
        }
        pairs = sorted((key.encode(), text.encode()) for key, text in texts.items())
        first = 28 + 16 * len(pairs)
        tables: list[int] = []
        data = b""
        for column in zip(*pairs, strict=True):
            for item in column:
                tables += (len(item), first + len(data))
                data += item + b"\0"
        start = struct.pack("<7I", 0x950412DE, 0, len(pairs), 28, 28 + 8 * len(pairs), 0, first)
        return start + struct.pack(f"<{len(tables)}I", *tables) + data

    def faults(self) -> Iterator[str]:
        """What is wrong with this catalogue by itself."""
        text = self.po.read_text("utf-8")
        lines = text.splitlines()
        ids = [line for line in lines if line.startswith('msgid "') and line != 'msgid ""']
        for twice in sorted({line for line in ids if ids.count(line) > 1}):
            yield f"{twice[7:-1]} stands twice"
        if any(line.startswith("#~") for line in lines):
            yield "obsolete entries (#~): delete them"
        if tidied(text) != text:
            yield "entries out of order: run `python tools/catalogue.py sort`"
        for message, errors in self.catalog.check():
            yield from (f"{message.id}: {error}" for error in errors)
        for message in self.catalog:
            if message.id and message.fuzzy:
                yield f"{message.id} is fuzzy"
            if message.context:
                yield f"{message.id} has a msgctxt: the key alone must do"
        for key, forms in self.messages.items():
            if not KEY.fullmatch(key):
                yield f"{key!r} is not a key: small letters, dotted, the room first"
            if key in self.plural and len(forms) != self.catalog.num_plurals:
                yield f"{key} has {len(forms)} plural forms, not {self.catalog.num_plurals}"
            if not all(form.strip() for form in forms):
                yield f"{key}: a text is missing or empty"
            odd = [name for name in sorted(fields(forms)) if not name.isidentifier()]
            if odd:
                yield f"{key}: fields have names, not {{{odd[0]}}}"
            for form in forms:
                try:
                    list(Formatter().parse(form))
                except ValueError as error:
                    yield f"{key}: {error}"

    def stale(self) -> Iterator[str]:
        """Whether the .mo says what the .po says, and Babel's own compiler agrees."""
        fresh = self.compiled()
        if not self.mo.exists() or self.mo.read_bytes() != fresh:
            yield "the .mo is not up to date: run `python tools/catalogue.py compile`"
        babels = io.BytesIO()
        write_mo(babels, self.catalog)
        babels.seek(0)
        try:
            ours, theirs = (gettext.GNUTranslations(mo) for mo in (io.BytesIO(fresh), babels))
        except ValueError as error:
            yield f"Plural-Forms: {error}"
            return
        for key, forms in self.messages.items():
            for n in range(200) if key in self.plural else ():
                if not theirs.ngettext(key, "", n) == ours.ngettext(key, "", n) in forms:
                    yield f"{key}: Babel compiles it otherwise for {n}"
                    break
            if key not in self.plural and not theirs.gettext(key) == ours.gettext(key) == forms[0]:
                yield f"{key}: Babel compiles it otherwise"


@dataclass(frozen=True)
class Said:
    """One call of say or count with its key written out."""

    where: str
    method: str
    keys: frozenset[str]
    given: frozenset[str] | None  # names of the values; None when they are not all written out


@dataclass
class Uses:
    """What the code asks of the catalogues."""

    said: list[Said] = field(default_factory=list)
    families: dict[str, str] = field(
        default_factory=dict
    )  # family or whole key → where it is declared
    written: set[str] = field(default_factory=set)  # every text that stands in the code by itself
    faults: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, root: Path) -> "Uses":
        uses = cls()
        for path in sorted((root / "src").rglob("*")):
            if path.suffix not in (".py", ".js") or "node_modules" in path.parts:
                continue
            where, text = str(path.relative_to(root)), path.read_text("utf-8")
            if path.suffix == ".py":
                uses.read_python(where, text)
            else:
                uses.read_script(where, text)
        return uses

    def declare(self, comment: str, where: str) -> bool:
        found = DECLARED.match(comment)
        if found:
            self.families |= {
                name: where for name in found[1].replace(",", " ").split() if name != "elsewhere"
            }
        return found is not None

    def read_script(self, where: str, text: str) -> None:
        for number, line in enumerate(text.splitlines(), 1):
            if "//" in line:
                self.declare(line[line.index("//") :], f"{where}:{number}")
            for method, _, key in JS_SAID.findall(line):
                if KEY.fullmatch(key):
                    self.said.append(Said(f"{where}:{number}", method, frozenset({key}), None))

    def read_python(self, where: str, text: str) -> None:
        try:
            tree = ast.parse(text)
        except SyntaxError as error:
            self.faults.append(f"{where}:{error.lineno}: cannot be read: {error.msg}")
            return
        declared = set()
        for token in tokenize.generate_tokens(io.StringIO(text).readline):
            line, column = token.start
            if token.type == tokenize.COMMENT and self.declare(token.string, f"{where}:{line}"):
                alone = not token.line[:column].strip()
                declared.add(line + alone)
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                self.written.add(node.value)
            elif isinstance(node, ast.Call):
                self.read_call(node, where, declared)

    def read_call(self, call: ast.Call, where: str, declared: set[int]) -> None:
        method = getattr(call.func, "attr", None) or getattr(call.func, "id", None)
        # a count of two plain arguments is Language's; with one it is that of a text or a list
        if method not in ("say", "count") or len(call.args) < (1 if method == "say" else 2):
            return
        keys = written_out(call.args[0])
        place = f"{where}:{call.lineno}"
        if keys is not None:
            if method == "say" or all(KEY.fullmatch(key) for key in keys):
                named = frozenset(word.arg for word in call.keywords if word.arg)
                open_end = any(word.arg is None for word in call.keywords)
                self.said.append(Said(place, method, keys, None if open_end else named))
        elif method == "count" and not holds_text(call.args[0]):
            return  # another thing is counted
        elif not declared & set(range(call.lineno, (call.end_lineno or call.lineno) + 1)):
            self.faults.append(
                f"{place}: {method} with a key put together: say from what, `# catalogue: room.*`"
            )


def written_out(node: ast.expr) -> frozenset[str] | None:
    """The keys an expression can only be: a text, or one of two by a condition."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return frozenset({node.value})
    if isinstance(node, ast.IfExp):
        one, other = written_out(node.body), written_out(node.orelse)
        return one | other if one is not None and other is not None else None
    return None


def holds_text(node: ast.expr) -> bool:
    """Whether a text stands in the expression."""
    parts = (part.value for part in ast.walk(node) if isinstance(part, ast.Constant))
    return any(isinstance(part, str) for part in parts)


def fields(forms: tuple[str, ...]) -> set[str]:
    """The names of the fields in a message; none when its braces do not match."""
    names: set[str] = set()
    for form in forms:
        with suppress(ValueError):  # told by Book.faults
            names |= {name for _, name, _, _ in Formatter().parse(form) if name is not None}
    return names


def check(root: Path = ROOT) -> list[str]:
    """Every fault of the catalogues and of the keys in the code, one line each."""
    try:
        books = {language: Book.read(root, language) for language in LANGUAGES}
    except (OSError, PoFileError, ValueError) as error:
        return [f"a catalogue cannot be read: {error}"]
    faults = [
        f"{name}: {fault}"
        for name, book in books.items()
        for fault in (*book.faults(), *book.stale())
    ]
    return faults + list(disagreements(books)) + list(misuses(books, Uses.of(root)))


def disagreements(books: dict[str, Book]) -> Iterator[str]:
    """Where the two catalogues are not the same book."""
    ru, en = (books[language] for language in LANGUAGES)
    for key in sorted(ru.messages.keys() ^ en.messages.keys()):
        yield f"{'en' if key in ru.messages else 'ru'}: {key} is missing"
    for key in sorted(ru.messages.keys() & en.messages.keys()):
        if (key in ru.plural) != (key in en.plural):
            yield f"{key} has plural forms in one language only"
            continue
        odd = fields(ru.messages[key]) ^ fields(en.messages[key])
        if key in ru.plural:
            odd.discard("n")
        if odd:
            yield f"{key}: in one language only: {', '.join(f'{{{name}}}' for name in sorted(odd))}"


def misuses(books: dict[str, Book], uses: Uses) -> Iterator[str]:
    """Keys the code says and no catalogue has, messages nobody says, values that do not fit."""
    keys = set().union(*(book.messages for book in books.values()))
    plural = set().union(*(book.plural for book in books.values()))
    yield from uses.faults
    for said in uses.said:
        for key in sorted(said.keys):
            if key not in keys:
                yield f"{said.where}: {key} is in no catalogue"
            elif (key in plural) != (said.method == "count"):
                yield f"{said.where}: {key} is for {'count' if key in plural else 'say'}"
        wanted = [
            fields(book.messages[key]) - ({"n"} if key in plural else set())
            for book in books.values()
            for key in said.keys
            if key in book.messages
        ]
        if said.given is not None and wanted:
            place = f"{said.where}: {', '.join(sorted(said.keys))}"
            for name in sorted(set().union(*wanted) - said.given):
                yield f"{place}: no value for {{{name}}}"
            for name in sorted(said.given - set().union(*wanted)):
                yield f"{place}: no field {{{name}}} in the message"
    for family, where in sorted(uses.families.items()):
        if not any(fnmatchcase(key, family) for key in keys):
            yield f"{where}: {family} is declared and no catalogue has it"
    said_keys = uses.written.union(*(said.keys for said in uses.said))
    for key in sorted(keys - said_keys):
        if not any(fnmatchcase(key, family) for family in uses.families):
            yield f"{key} is said nowhere: delete it, or declare its family where it is built"


def tidied(text: str) -> str:
    """A .po file with one block for each prefix, blocks and messages in order of their keys."""
    top, *paragraphs = re.split(r"\n\s*\n", text.strip("\n"))
    blocks: dict[str, list[str]] = {}
    heads: dict[str, str] = {}
    for paragraph in paragraphs:
        if head := BLOCK.match(paragraph):
            heads[head[1]] = paragraph
        elif key := key_of(paragraph):
            blocks.setdefault(key.partition(".")[0], []).append(paragraph)
        else:
            top += "\n\n" + paragraph
    parts = [top]
    for prefix in sorted(blocks):
        parts += [heads.get(prefix, f"# --- {prefix} ---"), *sorted(blocks[prefix], key=in_order)]
    return "\n\n".join(parts) + "\n"


def key_of(paragraph: str) -> str:
    found = re.search(r'^msgid "(.*)"$', paragraph, re.MULTILINE)
    return found[1] if found else ""


def in_order(paragraph: str) -> list[tuple[int, str]]:
    """Numbers inside a key count as numbers: why.6.10 comes after why.6.9."""
    parts = key_of(paragraph).split(".")
    return [(int(part) if part.isdigit() else -1, part) for part in parts]


def main(arguments: list[str]) -> int:
    match arguments:
        case ["check"]:
            faults = check()
            print("\n".join(faults) if faults else "catalogues: all is well")
            return 1 if faults else 0
        case ["compile"]:
            for book in (Book.read(ROOT, language) for language in LANGUAGES):
                book.mo.write_bytes(book.compiled())
                print(f"{book.mo.relative_to(ROOT)}: {len(book.messages)} messages")
            return 0
        case ["sort"]:
            for po in (Book.read(ROOT, language).po for language in LANGUAGES):
                po.write_text(tidied(po.read_text("utf-8")), "utf-8", newline="\n")
            return 0
        case _:
            print(__doc__)
            return 2


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
