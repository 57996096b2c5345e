"""Which modules of the project a file imports."""

import ast
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parent.parent


@cache
def list_imported_modules(path: Path, *, has_annotations: bool = True) -> frozenset[str]:
    """Return the dotted modules that the file at *path* imports, wherever in it; packages by their name.

    ``import_module`` of a literal is an import too. Without *has_annotations*, what only mypy imports
    is none.

    :raises AssertionError: for an import that is not written in full
    """
    names: set[str] = set()
    tree = ast.parse(path.read_text(encoding="utf-8"))
    if not has_annotations:
        tree.body = [node for node in tree.body if not _is_for_mypy(node)]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            names |= {name if is_module(name) else str(node.module) for name in inner}
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            names |= {name.value for name in node.args if isinstance(name, ast.Constant)}
    return frozenset(names)


def _is_for_mypy(node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"


@cache
def is_module(name: str) -> bool:
    """Return whether the dotted *name* is a module or a package of this project."""
    place = ROOT / name.replace(".", "/")
    return place.is_dir() or place.with_suffix(".py").exists()
