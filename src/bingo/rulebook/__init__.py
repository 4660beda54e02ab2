"""The rules as players read them, in Russian and English, found by the number of a clause.

The texts are `rules.ru.md` and `rules.en.md`. A clause is the paragraph that begins with its number
in bold, `**6.4** `, with the options listed under it; a section stands under `## 6 …`; section 0 is
the game in two minutes. Both texts have the same clauses, and a test keeps them so.
"""

import re
from functools import cache
from importlib import resources
from itertools import zip_longest

from bingo.i18n import Language

__all__ = ["CLAUSES", "UnknownClause", "clause", "plain", "section", "sections", "text", "why"]

_CLAUSE = re.compile(r"\*\*(\d\.\d)\*\* ")
_SECTION = re.compile(r"## (\d) ")
_BEGINS = re.compile(r"- |#|\*\*|\d\. ")
_MARKS = re.compile(r"[*`]|^#+ ")
_SENTENCE_ENDS = re.compile(r"(?<=[.!?])\s+(?=[A-ZА-ЯЁ«\d])")


class UnknownClause(LookupError):
    """No clause, or no section, has this number; `near` are numbers that may have been meant."""

    code = "unknown-clause"

    def __init__(self, number: str, known: tuple[str, ...]) -> None:
        self.number = number
        self.near = _near(number, known)
        super().__init__(f"no clause {number!r} in the rules; near it: {', '.join(self.near)}")


def text(language_code: str) -> str:
    """The whole rulebook in Markdown, wrapped for 80 columns; UnknownLanguage if there is none."""
    return _text(Language.named(language_code).code)


def clause(number: str, language_code: str) -> str:
    """The clause with its options, as it stands in the text: `**6.4** If you hold none, …`.

    UnknownClause names clauses near the number.
    """
    clauses = _clauses(Language.named(language_code).code)
    if number not in clauses:
        raise UnknownClause(number, CLAUSES)
    return clauses[number]


def section(number: str, language_code: str) -> str:
    """A whole section, "0" to "9", with its heading; UnknownClause if there is none.

    Section 0 is the game in two minutes.
    """
    sections = _sections(Language.named(language_code).code)
    if number not in sections:
        raise UnknownClause(number, tuple(sections))
    return sections[number]


def sections(language_code: str) -> tuple[str, ...]:
    """The headings of the sections: "0 The game in two minutes", "1 Setting up", …"""
    found = _sections(Language.named(language_code).code).values()
    return tuple(part.partition("\n")[0].removeprefix("## ") for part in found)


def plain(markdown: str) -> list[str]:
    """A text of the rulebook without marks, to be read or heard in a terminal.

    Each paragraph, item and row of a table is one line, to be wrapped by whoever prints it. A row
    reads "- trump double: 28".
    """
    lines: list[str] = []
    for line in markdown.split("\n"):
        if line.startswith("|"):
            lines += _row(line, head=not (lines and lines[-1]))
            continue
        begins = not line.strip() or _BEGINS.match(line)
        if begins or not lines or not lines[-1] or lines[-1].startswith("#"):
            lines.append(line.strip())
        else:
            lines[-1] += " " + line.strip()
    return [_MARKS.sub("", line) for line in lines]


def why(clause: str, language_code: str) -> str:
    """One sentence for a player whose move the clause refuses, or whose count it makes.

    True whatever the options are. A clause that has no sentence of its own in the catalogue
    answers with its first one in the text. UnknownClause names clauses near the number.
    """
    language = Language.named(language_code)
    paragraph = _clauses(language.code).get(clause)
    if paragraph is None:
        raise UnknownClause(clause, CLAUSES)
    try:
        return language.say(f"why.{clause}")  # catalogue: why.*
    except KeyError:
        return _first_sentence(paragraph)


@cache
def _text(code: str) -> str:
    return (resources.files(__name__) / f"rules.{code}.md").read_text("utf-8")


@cache
def _clauses(code: str) -> dict[str, str]:
    paragraphs = _text(code).split("\n\n")
    found = ((_CLAUSE.match(paragraph), paragraph.rstrip("\n")) for paragraph in paragraphs)
    return {match[1]: paragraph for match, paragraph in found if match}


@cache
def _sections(code: str) -> dict[str, str]:
    parts = re.split(r"^(?=## )", _text(code), flags=re.MULTILINE)
    found = ((_SECTION.match(part), part.rstrip("\n")) for part in parts)
    return {match[1]: part for match, part in found if match}


def _first_sentence(paragraph: str) -> str:
    """The first sentence of a clause without its number, its options and its marks."""
    told = _CLAUSE.sub("", paragraph, count=1).partition("\n- ")[0]
    return _SENTENCE_ENDS.split(_MARKS.sub("", " ".join(told.split())), maxsplit=1)[0]


def _row(line: str, *, head: bool) -> list[str]:
    """A row of a table as a line; none for the rule under its head."""
    first, *rest = map(str.strip, line.strip("|").split("|"))
    if first and not first.strip("-"):
        return []
    told = ", ".join(filter(None, rest))
    if not first:  # the row above goes on
        return [f"  {told}"]
    return [f"{first}: {told}" if head else f"- {first}: {told}"]


def _near(number: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """The three numbers nearest to this one, its own section first."""
    asked = [int(digits) for digits in re.findall(r"[0-9]{1,6}", number)]

    def distance(other: str) -> list[int]:
        pairs = zip_longest(map(int, other.split(".")), asked[: other.count(".") + 1], fillvalue=1)
        return [abs(one - two) for one, two in pairs]

    return tuple(sorted(known, key=distance)[:3])


CLAUSES: tuple[str, ...] = tuple(_clauses("ru"))
"""The number of every clause, in order."""
