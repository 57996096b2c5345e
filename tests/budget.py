"""Print what a reader must hold in mind, by package: ``python -m tests.budget``.

``tests/budget.toml`` holds the figures, which may only fall. Whoever raises one writes the reason
there, in the same commit.
"""

import ast
import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, fields
from functools import cache
from itertools import combinations
from pathlib import Path

ROOT = Path(__file__).parent.parent
PACKAGES = ("movements", "scoring", "director")
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
RECORD = re.compile(r"dataclass|NamedTuple")
LEAST_FIELDS = 5
MIRRORED_SHARE = 0.6
"""Two records mirror each other if they share so much of the fields of the smaller one."""


@dataclass(frozen=True)
class Budget:
    """The figures of one package."""

    records: int
    mirrored_pairs: int
    functions_used_once: int
    syntax_nodes: int


@cache
def read_trees() -> dict[str, list[ast.Module]]:
    """Return the syntax of all modules by package, without migrations."""
    trees: dict[str, list[ast.Module]] = {}
    for package in PACKAGES:
        paths = sorted((ROOT / package).rglob("*.py"))
        trees[package] = [
            ast.parse(path.read_text(encoding="utf-8"))
            for path in paths
            if "migrations" not in path.parts
        ]
    return trees


def measure(package: str) -> Budget:
    """Return the figures of *package* as it is now."""
    trees = read_trees()[package]
    records = [set(_list_fields(record)) for tree in trees for record in _list_records(tree)]
    large = [record for record in records if len(record) >= LEAST_FIELDS]
    uses = count_uses()
    names = [node.name for tree in trees for node in tree.body if isinstance(node, FUNCTIONS)]
    return Budget(
        records=len(records),
        mirrored_pairs=sum(are_mirrored(*pair) for pair in combinations(large, 2)),
        functions_used_once=sum(uses[name] == 1 for name in names),
        syntax_nodes=sum(1 for tree in trees for _node in ast.walk(tree)),
    )


def are_mirrored(first: set[str], second: set[str]) -> bool:
    """Return whether two records have most fields in common.

    >>> are_mirrored({"a", "b", "c", "d", "e"}, {"a", "b", "c", "x", "y", "z"})
    True
    """
    return len(first & second) >= MIRRORED_SHARE * min(len(first), len(second))


@cache
def count_uses() -> Counter[str]:
    """Return how often each name is used in all packages, imports not counted."""
    uses: Counter[str] = Counter()
    for trees in read_trees().values():
        for tree in trees:
            for node in ast.walk(tree):
                if isinstance(node, ast.Name):
                    uses[node.id] += 1
                elif isinstance(node, ast.Attribute):
                    uses[node.attr] += 1
    return uses


def _list_records(tree: ast.Module) -> Iterator[ast.ClassDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            heads = [ast.unparse(head) for head in (*node.decorator_list, *node.bases)]
            if any(RECORD.search(head) for head in heads):
                yield node


def _list_fields(record: ast.ClassDef) -> Iterator[str]:
    for statement in record.body:
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            yield statement.target.id


def read_allowed() -> dict[str, Budget]:
    """Return the figures that each package may have."""
    text = (ROOT / "tests/budget.toml").read_text(encoding="utf-8")
    stored = tomllib.loads(text)
    return {package: Budget(**stored[package]) for package in PACKAGES}


def main() -> None:
    """Print the figures as they are to stand in ``budget.toml``."""
    for package in PACKAGES:
        measured = measure(package)
        sys.stdout.write(f"[{package}]\n")
        for field in fields(Budget):
            sys.stdout.write(f"{field.name} = {getattr(measured, field.name)}\n")
        sys.stdout.write("\n")


if __name__ == "__main__":
    main()
