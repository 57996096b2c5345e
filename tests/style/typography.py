"""Apostrophes are typographic in everything that people read, and quotation marks on pages and in refusals.

Scanned are the text of templates, strings of Python with a space (docstrings and regular expressions apart), strings of
scripts, and the documents of the help as they are shown.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from director.core.pages.help_documents import load_documents
from tests.page_files import list_static_files, list_templates

ROOT = Path(__file__).parent.parent.parent
PACKAGES = ("movements", "scoring", "director")
APOSTROPHE = re.compile(r"(?<=[A-Za-z])'(?=[a-z])|(?<=[a-z]s)'(?= [a-z])")
"""An apostrophe inside a word, or after a plural."""
QUOTED_VALUE = re.compile(r'(?<![=\w(\[:])(?<!: )"\{[a-z_]+\}…?"')
"""What was typed, quoted in a sentence. After a colon or an equals sign it is code."""
COMMANDS = {"command", "files", "exchange.py"}
"""Modules that quote parts of files and options of the command line as they are written there."""
CODE = re.compile(r"SELECT|current_setting|</|=\"|\w\('|\['")
"""Strings for other programs: SQL, HTML and code."""
TEMPLATE_TAG = re.compile(r"\{[%#{].*?[%#}]\}", re.DOTALL)
ELEMENT = re.compile(r"<script\b.*?</script>|<style\b.*?</style>|<[^>]*>", re.DOTALL)
SPOKEN_ATTRIBUTES = re.compile(r'\b(?:aria-label|alt|title|placeholder)="([^"]*)"')
JS_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
JS_STRING = re.compile(r'"(?:[^"\\\n]|\\.)*"|`(?:[^`\\]|\\.)*`')


def iter_sentences(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the strings with a space of a Python file that aren't docstrings, with their lines."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docstrings = {
        id(statement.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        for statement in node.body
        if isinstance(statement, ast.Expr)
    }
    for node in ast.walk(tree):
        is_text = isinstance(node, ast.Constant) and isinstance(node.value, str)
        if is_text and id(node) not in docstrings and " " in node.value:
            yield node.lineno, node.value


def remove_markup(page: str) -> str:
    """Return the text of a template. Its tags go first, since they may hold a ">"."""
    return ELEMENT.sub(" ", TEMPLATE_TAG.sub(" ", page))


def list_straight_sentences() -> list[str]:
    """Return the sentences of the program with straight marks."""
    straight = []
    for path in sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        name = str(path.relative_to(ROOT))
        if "migrations" in path.parts:
            continue
        for line, text in iter_sentences(path):
            if CODE.search(text):
                continue
            quotes_value = QUOTED_VALUE.search(text) and not COMMANDS & set(path.parts)
            if APOSTROPHE.search(text) or quotes_value:
                straight.append(f"{name}:{line}: {text}")
    return straight


def list_straight_pages() -> list[str]:
    """Return what pages say with straight marks."""
    straight = []
    for path in list_templates():
        page = path.read_text(encoding="utf-8")
        spoken = " ".join(SPOKEN_ATTRIBUTES.findall(page))
        text = remove_markup(page) + remove_markup(spoken)
        straight += [
            f"{path.relative_to(ROOT)}: {found[0]}"
            for found in re.finditer(r"\w+'[a-z]+|\"\w[^\"<>]*\"(?!>)", text)
        ]
    return straight


def list_straight_scripts() -> list[str]:
    """Return what scripts say with straight marks."""
    straight = []
    for path in list_static_files("*.js"):
        if ".min." in path.name:
            continue
        code = JS_COMMENT.sub("", path.read_text(encoding="utf-8"))
        straight += [
            f"{path.relative_to(ROOT)}: {found[0]}"
            for found in JS_STRING.finditer(code)
            if " " in found[0] and APOSTROPHE.search(found[0])
        ]
    return straight


def list_straight_help() -> list[str]:
    """Return what the help is shown to say with straight marks."""
    return [
        f"{section.document}#{section.anchor}: {found[0]}"
        for document in load_documents().values()
        for section in document.sections
        for found in re.finditer(
            r"\w+'\w+", re.sub("<code>.*?</code>", "", section.html, flags=re.DOTALL)
        )
        if section.anchor not in {"nouns-of-the-code", "what-a-verb-promises"}
    ]


def list_advice() -> list[str]:
    """Return where straight marks stand in place of typographic ones."""
    return [
        *list_straight_sentences(),
        *list_straight_pages(),
        *list_straight_scripts(),
        *list_straight_help(),
    ]
