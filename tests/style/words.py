"""How the program talks: one term per thing, in all that people read."""

import ast
import re
from functools import cache
from pathlib import Path

from tests.page_files import list_templates

ROOT = Path(__file__).parent.parent.parent
GLOSSARY = "\n".join(
    (ROOT / f"docs/{name}.md").read_text(encoding="utf-8") for name in ("glossary", "records")
)
ROOMS = ("movements", "scoring", "director", "templates")
PLACES = (*ROOMS, "docs", ".changes", "README.md", "CHANGELOG.md")

QUESTION_WORDS = ROOT / "director/core/pages/help_words.py"
"""What people type at Help, in their words."""

TERMS = {
    "entered, missing": r"\bnot in yet\b|\d+ results in\b|\}\}? (of .{1,40} )?results in\b",
    "delete, remove": r"\b(tak(e|es|en|ing)|took) (it |them )?(out|away)\b",
    "undo, redo": r"\bdo it again\b|\bdone again\b",
    "history": r"\bwhat was (done|changed)\b",
    "rescore": r"\bscor(e|es|ed|ing) (it |them |the event )?again\b",
    "publish, unpublish": r"\bclosed? (it )?to visitors\b|\boff the lists?\b",
    "provisional, final; reopen": r"\bopen(s|ed)? (it )?again\b|\btakes? corrections\b",
    "save, saved": r"\b(is|are|was|were) (not )?stored (yet|here)\b|\bnot stored\b|\bEverything is kept\b",
    "confirm": r"\bwhat stands\b|\bwhich one stands\b",
    "start, pause, add a minute, end round": r"\bfrom the next start on\b",
    "director calls": r"\b[Nn]eeds you\b",
    "draw for seats, redraw, seed": r"\b[Dd]raw with the memory\b",
    "substitute": r"\bsits? in from outside\b",
    "late arrival, withdrawal": r"\b(came|comes) late\b|\bgo(es)? home\b",
    "missing pair": r"\b(pairs?|players?|teams?) (that |who )?(was|were|is|are) not there\b",
    "wrong board, wrong direction": r"\banother board was played\b|\bplayed otherwise\b|\blay (turned|on the table)\b",
    "change movement, shorten": r"\bgo(es)? on by another\b|\b[Ss]omething changed\b(?!\*)",
    "report a problem": r"\bWhat really happened\b(?!\*)",
    "adjusted score": r"\bgiven in its place\b|\bin place of a result\b",
    "average plus, average, average minus": r"\bby the fault of\b",
    "matches the official results, differs": r"\b(comes?|came) out (right|the same|as|even)\b",
    "print, duplex": r"\b[Bb]oth sides of (the|a) (paper|sheet)\b",
    "membership number": r"\b[Ww]hose numbers\b",
    "sign out everywhere": r"\b[Ss]ign out the others\b",
    "tally card": r"\bcards? (that (is|are|was|were) )?handed in\b",
    "tie-break, cut": r"\b[Aa] tie\?|\bhow (the|a) tie is settled\b",
    "prize fund": r"\bprize pool\b|\b[Ww]hat is kept\b",
    "custom movement": r"\bways? of moving\b|\bof your own\b(?= movement|,)",
}
"""The terms of the style, each with its wrong words as a regular expression; not words that are right elsewhere."""

ANY_WRONG = re.compile("|".join(f"(?:{wrong})" for wrong in TERMS.values()))

SOURCES = re.compile(r"\[[A-Z]{4,}\d*\]|\b1[89]\d\d\b|\b20[01]\d\b|edition|^rules of|[Ss]ource:")
"""What shows that a text quotes a book or a page by its title; names and sources stay as they are."""


def is_read(text: str) -> bool:
    """Whether *text* is words for people: more than one, with letters, and no key, pattern or source."""
    return (
        bool(re.search(r"[a-z]{2,} [a-z]", text))
        and not text.startswith(("(?", "<", "{%"))
        and "(?P<" not in text
    )


@cache
def said_in_python(path: Path) -> list[tuple[int, str]]:
    """Return every text of several words in the file at *path* but docstrings, with its line."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    }
    return [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs
        if is_read(node.value) and not SOURCES.search(node.value)
    ]


def said_in_text(path: Path) -> list[tuple[int, str]]:
    """Return the lines of the template, script or page at *path* without tags and comments, with their numbers."""
    text = path.read_text(encoding="utf-8")
    text = newest(text) if path.name == "CHANGELOG.md" else text
    blank = re.compile(
        r"\{#.*?#\}|\{% comment.*?endcomment %\}|<!--.*?-->|/\*.*?\*/|`[^`]*`", re.DOTALL
    )
    text = blank.sub(lambda found: "\n" * found[0].count("\n"), text)
    text = (
        re.sub(r"(^|[;{}])\s*//.*$", "", text, flags=re.MULTILINE) if path.suffix == ".js" else text
    )
    return [
        (number, re.sub(r"\{%.*?%\}|<[^>]*>", " ", line))
        for number, line in enumerate(text.splitlines(), 1)
    ]


def newest(changes: str) -> str:
    """Return the part of the *changes* about the newest version alone; older parts stay as they were published."""
    return "\n## ".join(changes.split("\n## ")[:2])


def files(*places: str) -> list[Path]:
    """Return the files under *places* in which something is said."""
    paths = [
        path
        for place in places
        for path in ([ROOT / place] if place.endswith(".md") else (ROOT / place).rglob("*"))
    ]
    return sorted(
        path
        for path in paths
        if path.suffix in (".py", ".html", ".js", ".md") and "migrations" not in path.parts
        if path != QUESTION_WORDS
    )


def hits(path: Path) -> list[str]:
    """Return the wrong terms in the file at *path*: where, the words, and the term."""
    said = said_in_python(path) if path.suffix == ".py" else said_in_text(path)
    return [
        f"{path.relative_to(ROOT)}:{line}: “{found[0]}”; say “{term}”"
        for line, text in said
        if ANY_WRONG.search(text)
        for term, wrong in TERMS.items()
        for found in [re.search(wrong, text)]
        if found
    ]


def list_straight_apostrophes() -> list[str]:
    """Return where a page has a straight apostrophe."""
    straight = re.compile(r"[a-z]'(s|t|re|ve|ll)\b")
    return [
        f"{path.relative_to(ROOT)}:{line}: a straight apostrophe"
        for path in list_templates()
        for line, text in said_in_text(path)
        if straight.search(text)
    ]


def glossary_terms() -> set[str]:
    """Return the terms of the glossary: what stands in the first column of its tables, one by one."""
    rows = re.findall(r"^\| (.+?) \|", GLOSSARY, flags=re.MULTILINE)
    return {term.strip("` ") for row in rows for term in re.split(r"[,;()]", row)}


def list_missing_terms() -> list[str]:
    """Return the terms and records that the glossary lacks, and the classes of it that aren't there."""
    terms = glossary_terms()
    wanted = {term.strip() for names in TERMS for term in re.split(r"[,;]", names)}
    heads = [
        head
        for path in files("movements", "scoring", "director")
        if path.suffix == ".py"
        for head in re.findall(
            r"^class (\w+)(?:\(([^)]*))?", path.read_text(encoding="utf-8"), re.MULTILINE
        )
    ]
    classes = {name for name, _bases in heads}
    records = {name for name, bases in heads if re.search(r"\bmodels\.Model\b", bases)}
    named = {
        term for term in terms if re.fullmatch(r"([A-Z][a-z]+)+", term) and f"`{term}`" in GLOSSARY
    }
    return [
        *(f"docs/glossary.md: lacks “{term}”" for term in sorted(wanted - terms)),
        *(f"docs/records.md: lacks {name}" for name in sorted(records - named)),
        *(f"docs/glossary.md: {name} is no class" for name in sorted(named - classes)),
    ]


def list_advice() -> list[str]:
    """Return what to change: where, and how it is said elsewhere."""
    wrong = [hit for path in files(*PLACES) for hit in hits(path)]
    return wrong + list_straight_apostrophes() + list_missing_terms()
