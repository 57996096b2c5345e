"""How the code is written: figures that only get better, and rules without exceptions."""

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("director", "movements", "scoring")
LONGEST_CLAUSE = 100
DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)

MOST_PER_1000_LINES = {
    "director/boards": (27.9, 58.4),
    "director/core": (21.0, 33.6),
    "director/formats": (22.7, 48.4),
    "director/party": (35.1, 52.0),
    "director/pdf": (23.0, 52.4),
    "movements": (21.1, 54.5),
    "scoring": (26.0, 56.3),
}
"""Conditional expressions and comprehensions in 1,000 lines that aren't blank."""
MOST_NESTED = {"conditional expressions": 64, "comprehensions": 330}


def sources(folder: str) -> list[Path]:
    paths = sorted((ROOT / folder).rglob("*.py"))
    return [path for path in paths if "migrations" not in path.parts]


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def nodes(folder: str) -> Iterator[ast.AST]:
    for path in sources(folder):
        yield from ast.walk(parsed(path))


def first_paragraphs(path: Path) -> Iterator[str]:
    for node in ast.walk(parsed(path)):
        if isinstance(node, DOCUMENTED) and (text := ast.get_docstring(node)):
            yield " ".join(text.split("\n\n")[0].split())


@pytest.mark.parametrize("package", PACKAGES)
def test_docstring_begins_with_one_clause(package):
    wrong = [
        f"{path.relative_to(ROOT)}: {clause}"
        for path in sources(package)
        for clause in first_paragraphs(path)
        if len(clause) > LONGEST_CLAUSE or ";" in clause
    ]
    assert wrong == []


@pytest.mark.parametrize("folder", MOST_PER_1000_LINES)
def test_lines_hold_no_more_expressions(folder):
    lines = sum(
        bool(line.strip())
        for path in sources(folder)
        for line in path.read_text(encoding="utf-8").splitlines()
    )
    conditional = sum(isinstance(node, ast.IfExp) for node in nodes(folder))
    comprehensions = sum(isinstance(node, COMPREHENSIONS) for node in nodes(folder))
    figures = (conditional * 1000 / lines, comprehensions * 1000 / lines)
    most = MOST_PER_1000_LINES[folder]
    assert figures[0] <= most[0]
    assert figures[1] <= most[1]


def nested(kinds: tuple[type[ast.AST], ...]) -> int:
    return sum(
        isinstance(inner, kinds)
        for package in PACKAGES
        for outer in nodes(package)
        if isinstance(outer, kinds)
        for inner in ast.walk(outer)
        if inner is not outer
    )


@pytest.mark.parametrize(
    ("what", "kinds"),
    [("conditional expressions", (ast.IfExp,)), ("comprehensions", COMPREHENSIONS)],
)
def test_expressions_are_nested_no_more_often(what, kinds):
    assert nested(kinds) <= MOST_NESTED[what]
