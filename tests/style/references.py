"""Docstrings and documents that refer to code that isn't there, since a renaming passed them by."""

import ast
import builtins
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
PACKAGES = ("director", "movements", "scoring")
FOREIGN_NAMES = {
    "evicted_keys", "pg_dump", "pytest_cache", "synchronous_commit", "used_memory",
    "HeiseiMin",  # a font
    "PairCardLine",  # a record of former times, in a decision
    "RECORD",  # stands for whichever is added
}  # fmt: skip
"""Names of other programs, of what a decision removed, and of what is added."""


class Module:
    """The names that a module binds at any depth, its classes, and what its docstrings refer to."""

    def __init__(self, path: Path) -> None:
        source = path.read_text(encoding="utf-8")
        nodes = list(ast.walk(ast.parse(source)))
        self.names = set(_iter_bound_names(nodes))
        self.classes = {node.name for node in nodes if isinstance(node, ast.ClassDef)}
        self.references = re.findall(r":(?:func|class|meth|attr|data|mod):`~?([\w.]+)", source)


def _iter_bound_names(nodes: Iterable[ast.AST]) -> Iterator[str]:
    """Yield what *nodes* define, import or assign."""
    for node in nodes:
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
                yield node.name
            case ast.alias():
                yield node.asname or node.name
            case ast.Name(ctx=ast.Store()):
                yield node.id
            case ast.Attribute(ctx=ast.Store()):
                yield node.attr


@cache
def read_modules() -> dict[str, Module]:
    """Return the modules of the program by their dotted names."""
    paths = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): Module(
            path
        )
        for path in paths
    }


@cache
def collect_names() -> set[str]:
    """Return the names of all modules."""
    return {name for module in read_modules().values() for name in module.names}


@cache
def collect_classes() -> set[str]:
    """Return the names of all classes."""
    return {name for module in read_modules().values() for name in module.classes}


def is_resolved(target: str, module_name: str = "") -> bool:
    """Return whether *target* names code. Without a package it is a name in *module_name*."""
    modules = read_modules()
    parts = target.split(".")
    if parts[0] in PACKAGES:
        size = max(size for size in range(1, len(parts) + 1) if ".".join(parts[:size]) in modules)
        module_name, parts = ".".join(parts[:size]), parts[size:]
    if not parts:
        return True
    module = modules.get(module_name)
    known = module.names if module else collect_names()
    if len(parts) == 1:
        return parts[0] in known or hasattr(builtins, parts[0])
    # A subclass has the members of its base, which may be of another module or of Django.
    return parts[0] in known and parts[1] in collect_names()


def list_dead_references() -> list[str]:
    """Return the references in docstrings to what isn't there."""
    return [
        f"{name}: {target} isn’t there"
        for name, module in read_modules().items()
        for target in module.references
        if not is_resolved(target, name)
    ]


@cache
def collect_words() -> set[str]:
    """Return every word of the sources, and the names of their files."""
    words = set(FOREIGN_NAMES)
    for folder in (*PACKAGES, "templates", "tests", "pyproject.toml"):
        path = ROOT / folder
        for file in [path] if path.is_file() else path.rglob("*"):
            if file.suffix in (".py", ".html", ".js", ".css", ".toml"):
                words |= {
                    file.stem,
                    *re.findall(r"\w+", file.read_text(encoding="utf-8", errors="replace")),
                }
    return words


def list_dead_names(path: Path) -> list[str]:
    """Return the names of code in the document at *path* that aren't there."""
    text = re.sub(r"^```.*?^```", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    known_roots = collect_classes().union(PACKAGES)
    known_words = collect_words()
    dead = []
    for code in re.findall(r"`([^`\n]+)`", text):
        dotted = re.findall(r"(?<![\w/.-])[A-Za-z]\w*(?:\.\w+)+(?![\w/.-])", code)
        dead += [
            name for name in dotted if name.split(".")[0] in known_roots and not is_resolved(name)
        ]
        # With an underscore or two capitals it is a name; other words may be anything.
        names = re.findall(r"\b\w+_\w*[a-zA-Z0-9]\b|\b[A-Z][a-z]+[A-Z]\w*", code)
        # A constant of one word, but not a part of a path or of a text with hyphens.
        names += re.findall(r"(?<![\w/.-])[A-Z]{3,}(?![\w/.-])", code)
        dead += [name for name in names if name not in known_words]
    return dead


def list_advice() -> list[str]:
    """Return what docstrings and documents name that isn't there."""
    documents = [
        ROOT / "README.md",
        *sorted((ROOT / "docs").rglob("*.md")),
        *sorted((ROOT / ".changes").glob("*.md")),
    ]
    return list_dead_references() + [
        f"{path.relative_to(ROOT)}: {name} isn’t there"
        for path in documents
        for name in list_dead_names(path)
    ]
