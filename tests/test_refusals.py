"""What is refused: each refusal says its code, its text and its parameters where it is raised."""

import ast
import string
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("movements", "scoring", "director")
MADE_BY = {"make_problem", "make_validation_error"}
"""Functions that take the code and the text of a refusal, beside the classes of errors."""
BASES = {"DeskError", "Doubt", "ExportError", "ImportFileError", "MovementError", "ScoringError"}
"""The classes of refusals with a code and a text; their subclasses take them too."""
OWN_WORDS = {
    "SeveralProblemsError",
    "FieldError",
    "CombinedError",
    "UnreadablePlanError",
}
"""Refusals that are made of others, or of a list."""
BESIDE = {
    "at_player",
    "called",
    "current",
    "event",
    "field",
    "needs_confirmation",
    "is_overtaken",
    "is_undone",
    "later",
    "problems",
    "seconds",
    "status",
    "theirs",
    "tied",
    "to_settle",
    "version",
}
"""What a page wants to know of a refusal beside what is said."""
PLACE = {"round_no", "table_no", "contestant", "board_no"}
"""What ``make_problem`` is given by position, or by name."""
FROM_CALLED = {"Called", "they", "them", "called"}
"""Words that ``make_problem`` makes of *called*."""


class Refusal(NamedTuple):
    """A code with its text, at *line* of the module at *path*; *given* are its parameters, if they are seen."""

    path: Path
    line: int
    code: str
    text: str
    given: frozenset[str] | None
    maker: str

    @property
    def place(self) -> str:
        return f"{self.path.relative_to(ROOT)}:{self.line}"


@cache
def modules(package: str) -> dict[Path, ast.Module]:
    return {
        path: ast.parse(path.read_text(encoding="utf-8"))
        for path in sorted((ROOT / package).rglob("*.py"))
        if "migrations" not in path.parts
    }


@cache
def takers() -> frozenset[str]:
    """Return the names of what takes a code and a text."""
    names = set(BASES)
    classes = [
        node
        for package in PACKAGES
        for tree in modules(package).values()
        for node in ast.walk(tree)
        if isinstance(node, ast.ClassDef)
    ]
    while (
        more := {
            kind.name for kind in classes if names & {ast.unparse(base) for base in kind.bases}
        }
        - names
    ):
        names |= more
    return frozenset(names - OWN_WORDS | MADE_BY)


def called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def find_calls(package: str) -> Iterator[tuple[Path, ast.Call]]:
    for path, tree in modules(package).items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and called(node) in takers():
                yield path, node


def is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


@cache
def find_refusals(package: str) -> list[Refusal]:
    """Return every refusal of *package*: where it is raised, and where a pair of code and text stands."""
    found = []
    for path, node in find_calls(package):
        if len(node.args) >= 2 and is_text(node.args[0]) and is_text(node.args[1]):
            names = [keyword.arg for keyword in node.keywords]
            given = None if None in names else frozenset(name for name in names if name)
            code, text = node.args[0].value, node.args[1].value
            found.append(Refusal(path, node.lineno, code, text, given, called(node)))
    for path, tree in modules(package).items():
        for node in tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.value, ast.Tuple):
                parts = node.value.elts
                if len(parts) == 2 and all(map(is_text, parts)) and parts[1].value[-1:] in ENDS:
                    code, text = parts[0].value, parts[1].value
                    found.append(Refusal(path, node.lineno, code, text, None, ""))
    return found


ENDS = tuple(".?}:")
"""What a sentence ends with, which may be a parameter: a sentence itself, or something to type."""


def placeholders(text: str) -> set[str]:
    return {name.partition("[")[0] for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("package", PACKAGES)
def test_every_text_is_given_its_parameters_and_nothing_else(package):
    wrong = []
    for refusal in find_refusals(package):
        if refusal.given is None:
            continue
        wanted, given = placeholders(refusal.text), set(refusal.given)
        if refusal.maker == "make_problem":  # the place is given by position, too
            wanted, given = wanted - PLACE - FROM_CALLED, given - PLACE
        if "problems" in given:
            wanted.discard("listing")  # which the error makes of them
        wrong += [
            f"{refusal.place}: {name}" for name in (wanted - given) | (given - wanted - BESIDE)
        ]
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("package", PACKAGES)
def test_a_code_says_one_thing(package):
    """Programs know a refusal by its code. Faults of a plan may share one."""
    texts = defaultdict(set)
    for refusal in find_refusals(package):
        if refusal.maker != "make_problem":
            texts[refusal.code].add(refusal.text)
    assert {code: said for code, said in texts.items() if len(said) > 1} == {}
