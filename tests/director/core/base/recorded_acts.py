"""Which kinds of acts a view can record, read from the source.

A view is followed to every function and class that it names, and from there to what those name. What
stands behind ``if can_direct(…)`` is a director's and isn't followed. What a registry returns, such as
the kinds of events, isn't named, so it isn't followed either.
"""

import ast
from collections.abc import Callable, Iterator
from functools import cache, cached_property
from inspect import unwrap
from pathlib import Path
from typing import Any

from director.core.base.act_kinds import ActKind

ROOT = Path(__file__).parents[4]
RECORDERS = {
    "record_act",
    "record_event_act",
    "record_section_act",
    "record_party_act",
    "record_act_without_changes",
    "_record_changes_act",
}
Definition = ast.FunctionDef | ast.ClassDef | ast.Assign | ast.AnnAssign


class Module:
    """The names and definitions of a module, such as ``director.core.base.roles``."""

    def __init__(self, name: str, path: Path) -> None:
        self.name = name
        self.tree = ast.parse(path.read_text(encoding="utf-8"))

    @cached_property
    def imported_names(self) -> dict[str, str]:
        """The full names of what is imported, by the names here."""
        names = {}
        for node in ast.walk(self.tree):
            if isinstance(node, ast.ImportFrom) and not node.level:
                for alias in node.names:
                    names[alias.asname or alias.name] = f"{node.module}.{alias.name}"
        return names

    @cached_property
    def definitions(self) -> dict[str, Definition]:
        """The functions, methods, classes and variables, by their names in the module."""
        nodes: dict[str, Definition] = {}
        for node in self.tree.body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                nodes[node.name] = node
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                nodes[node.targets[0].id] = node
            elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                nodes[node.target.id] = node
            if isinstance(node, ast.ClassDef):
                methods = (part for part in node.body if isinstance(part, ast.FunctionDef))
                nodes |= {f"{node.name}.{method.name}": method for method in methods}
        return nodes


@cache
def find_module(name: str) -> Module | None:
    """Return the module *name* of the program, or None."""
    path = ROOT.joinpath(*name.split("."))
    for candidate in (path.with_suffix(".py"), path / "__init__.py"):
        if name.startswith("director.") and candidate.is_file():
            return Module(name, candidate)
    return None


@cache
def find_definition(full_name: str) -> tuple[Module, str] | None:
    """Return the module that defines *full_name* and the name there, or None."""
    module_name, _, name = full_name.rpartition(".")
    names = [name]
    while module_name and not (module := find_module(module_name)):
        module_name, _, name = module_name.rpartition(".")
        names.insert(0, name)
    if not module_name or module is None:
        return None
    if ".".join(names) in module.definitions:
        return module, ".".join(names)
    if names[0] in module.imported_names:
        return find_definition(".".join([module.imported_names[names[0]], *names[1:]]))
    return None


def walk_without_directors_part(node: ast.AST) -> Iterator[ast.AST]:
    """Yield *node* and what is below it, but not what only directors reach."""
    yield node
    for child in ast.iter_child_nodes(node):
        yield from walk_without_directors_part(child)
        is_question = isinstance(child, ast.Call) and isinstance(child.func, ast.Name)
        if isinstance(node, ast.If) and is_question and child.func.id == "can_direct":
            for other_branch in node.orelse:
                yield from walk_without_directors_part(other_branch)
            return


@cache
def read_definition(full_name: str) -> tuple[frozenset[str], frozenset[ActKind]]:
    """Return the full names that a definition uses, and the kinds of acts that it records itself."""
    found = find_definition(full_name)
    if found is None:
        return frozenset(), frozenset()
    module, name = found
    node = module.definitions[name]
    parts: list[ast.AST] = [node]
    used_names = set()
    if isinstance(node, ast.ClassDef):
        methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
        used_names |= {f"{module.name}.{name}.{method.name}" for method in methods}
        parts = [*node.bases, *(part for part in node.body if part not in methods)]
    kinds = set()
    for part in parts:
        for used in walk_without_directors_part(part):
            if isinstance(used, ast.Name):
                local_name = f"{module.name}.{used.id}"
                used_names.add(module.imported_names.get(used.id, local_name))
            elif isinstance(used, ast.Attribute) and isinstance(used.value, ast.Name):
                owner = module.imported_names.get(used.value.id, f"{module.name}.{used.value.id}")
                used_names.add(f"{owner}.{used.attr}")
            elif isinstance(used, ast.Call):
                kinds |= _read_recorded_kinds(module, used)
    return frozenset(used_names), frozenset(kinds)


def _read_recorded_kinds(module: Module, call: ast.Call) -> set[ActKind]:
    """Return the kind that *call* records, empty if it records no act or passes on a kind."""
    recorder = getattr(call.func, "id", "")
    if recorder not in RECORDERS:
        return set()
    kinds = set()
    for argument in call.keywords:
        value = argument.value
        if argument.arg == "kind" and isinstance(value, ast.Name):
            imported = module.imported_names.get(value.id, f"{module.name}.{value.id}")
            definition = find_definition(imported)
            value = definition[0].definitions[definition[1]].value if definition else value
        if argument.arg == "kind" and isinstance(value, ast.Attribute):
            kinds.add(ActKind[value.attr])
    return kinds


def list_recorded_kinds(view: Callable[..., Any]) -> set[ActKind]:
    """Return the kinds of acts that *view* can record for somebody who is no director."""
    function = getattr(view, "view_class", None) or unwrap(view)
    pending = [f"{function.__module__}.{function.__qualname__}"]
    seen, kinds = set(pending), set()
    while pending:
        used_names, own_kinds = read_definition(pending.pop())
        kinds |= own_kinds
        new_names = {name for name in used_names if name.startswith("director.")} - seen
        seen |= new_names
        pending += new_names
    return kinds


def list_all_recorded_kinds() -> set[ActKind]:
    """Return every kind of act that the program records."""
    kinds = set()
    for path in (ROOT / "director").rglob("*.py"):
        if "migrations" in path.parts or "_act" not in path.read_text(encoding="utf-8"):
            continue
        module = Module(".".join(path.relative_to(ROOT).with_suffix("").parts), path)
        for node in ast.walk(module.tree):
            if isinstance(node, ast.Call):
                kinds |= _read_recorded_kinds(module, node)
    return kinds
