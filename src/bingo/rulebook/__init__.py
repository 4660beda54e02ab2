"""The rules as players read them, in Russian and English, found by the number of a clause.

The texts are `rules.ru.md` and `rules.en.md`. A clause is the paragraph that begins with its number
in bold, `**6.4** `, with the options listed under it; a section stands under `## 6 …`. Both texts
have the same clauses, and a test keeps them so.
"""

import re
from functools import cache
from importlib import resources
from itertools import zip_longest

from bingo.i18n import Language

__all__ = ["CLAUSES", "UnknownClause", "clause", "section", "text", "why"]

_CLAUSE = re.compile(r"\*\*(\d\.\d)\*\* ")
_SECTION = re.compile(r"## (\d) ")
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
    """A whole section, "1" to "9", with its heading; UnknownClause if there is none."""
    sections = _sections(Language.named(language_code).code)
    if number not in sections:
        raise UnknownClause(number, tuple(sections))
    return sections[number]


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
    plain = re.sub(r"[*`]", "", " ".join(told.split()))
    return _SENTENCE_ENDS.split(plain, maxsplit=1)[0]


def _near(number: str, known: tuple[str, ...]) -> tuple[str, ...]:
    """The three numbers nearest to this one, its own section first."""
    asked = [int(digits) for digits in re.findall(r"[0-9]{1,6}", number)]

    def distance(other: str) -> list[int]:
        pairs = zip_longest(map(int, other.split(".")), asked[: other.count(".") + 1], fillvalue=1)
        return [abs(one - two) for one, two in pairs]

    return tuple(sorted(known, key=distance)[:3])


CLAUSES: tuple[str, ...] = tuple(_clauses("ru"))
"""The number of every clause, in order."""
