"""Which tests a change concerns: those of what changed and of all that imports it.

Imports point down (``test_architecture.py``), so the closure of importers is the part of the
program that stands on the change. The modules that only join a package (its addresses, its record,
its demonstration) pass nothing on: they import everything and know nothing.
"""

import ast
import subprocess
from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import TypeGuard

import pytest

ROOT = Path(__file__).parent.parent
PACKAGES = ("movements", "scoring", "director")
JOINING = {"urls", "kind", "kinds", "apps", "additions", "demo"}
SETTINGS = "director/settings.py"
EVERYTHING = {"pyproject.toml", "requirements.txt", SETTINGS, "tests/conftest.py"}
"""Files whose change concerns every test, beside the data that tests share (``tests/fixtures``).

Of the settings, the list of additions concerns only the tests of those that it has and had not.
"""
ALWAYS = "tests"
"""The folder whose own modules read all files of the program, and so run after every change."""


def list_concerned_tests(revision: str) -> dict[str, int]:
    """Return how far each module of tests lies from what differs from *revision*, the nearest first.

    At 0 are those of the changed files' own folders, so that a mistake shows early, the one with
    the name of a changed file before the others. At 1 are those of what imports a changed file
    itself, and those that read all files of the program. All others are at 2.

    :raises pytest.UsageError: if git knows no such revision
    """
    paths = [path.relative_to(ROOT) for path in sorted((ROOT / "tests").rglob("test_*.py"))]
    changed = list_changed_files(revision)
    additions: set[str] = set()
    if SETTINGS in changed:
        text = (ROOT / SETTINGS).read_text(encoding="utf-8")
        former_text = _run_git("show", f"{revision}:./{SETTINGS}")
        if is_same_without_additions(text, former_text):
            changed.remove(SETTINGS)
            additions = read_additions(text) ^ read_additions(former_text)
    if not any(name in EVERYTHING or name.startswith("tests/fixtures/") for name in changed):
        folders = find_tested_folders(changed)
        files = set(changed) | find_importing_tests(changed) | find_tests_of_additions(additions)
        paths = [path for path in paths if _is_concerned(path, folders, files)]
    near_folders = find_near_folders(changed)
    next_folders = find_tested_folders(changed, max_steps=1) | {ALWAYS}

    def compute_distance(path: Path) -> int:
        folder = path.parent.as_posix()
        if path.as_posix() in changed or folder in near_folders:
            return 0
        return 1 if folder in next_folders else 2

    namesakes = {f"test_{Path(name).stem}" for name in changed}
    distances = {path: compute_distance(path) for path in paths}
    ordered = sorted(paths, key=lambda path: (distances[path], path.stem not in namesakes))
    return {path.as_posix(): distances[path] for path in ordered}


def list_changed_files(revision: str) -> list[str]:
    """Return the paths that differ from *revision*, new files included."""
    differing = _run_git("diff", "--name-only", revision).splitlines()
    return differing + _run_git("ls-files", "--others", "--exclude-standard").splitlines()


def is_same_without_additions(text: str, former_text: str) -> bool:
    """Return whether two texts of the settings differ at most in ``INSTALLED_APPS`` and in comments."""
    return _dump_without_additions(text) == _dump_without_additions(former_text)


def read_additions(text: str) -> set[str]:
    """Return the names of the applications in ``INSTALLED_APPS`` of the *text* of the settings."""
    (value,) = [node.value for node in ast.parse(text).body if _is_additions(node)]
    return {name.rpartition(".")[2] for name in ast.literal_eval(value)}


def _dump_without_additions(text: str) -> list[str]:
    return [ast.dump(node) for node in ast.parse(text).body if not _is_additions(node)]


def _is_additions(node: ast.stmt) -> TypeGuard[ast.Assign]:
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "INSTALLED_APPS"


def find_near_folders(changed: Iterable[str]) -> set[str]:
    """Return the folders of tests that lie nearest to the *changed* files of the program, and no others."""
    folders = {
        Path(name).parent.as_posix() if name.endswith(".py") else _folder_of_page(Path(name))
        for name in changed
    }
    return {_nearest_tests(Path(folder)) for folder in folders if folder.startswith(PACKAGES)}


def find_tested_folders(changed: Iterable[str], max_steps: int | None = None) -> set[str]:
    """Return the folders of tests for the *changed* files of the program and the modules on top of them.

    Those are what imports a changed file over at most *max_steps* imports, or over any number.
    """
    modules = {_module_name(Path(name)) for name in changed if name.endswith(".py")}
    importers = _find_importers(modules, max_steps)
    folders = {path.parent.as_posix() for path in map(_module_path, importers) if path}
    folders |= {_folder_of_page(Path(name)) for name in changed if not name.endswith(".py")}
    return {_nearest_tests(Path(folder)) for folder in folders if folder.startswith(PACKAGES)}


def find_importing_tests(changed: Iterable[str]) -> set[str]:
    """Return the modules of tests that import a *changed* module of tests, at whatever distance."""
    helpers = {_module_name(Path(name)) for name in changed if name.startswith("tests/")}
    if any(name.startswith("tests/golden/") for name in changed):
        helpers.add("tests.golden")  # reads these files for all others
    paths = map(_module_path, _find_importers(helpers))
    return {path.as_posix() for path in paths if path and path.parts[0] == "tests"}


def find_tests_of_additions(names: Iterable[str]) -> set[str]:
    """Return the modules of tests that use an addition among *names*, at whatever distance."""
    modules = {
        _module_name(path.relative_to(ROOT))
        for name in names
        for room in ("director", "director/additions", "tests/director", "tests/director/additions")
        for path in (ROOT / room / name).rglob("*.py")
    }
    paths = map(_module_path, _find_importers(modules))
    return {path.as_posix() for path in paths if path and path.parts[0] == "tests"}


@cache
def list_imported_modules(path: Path) -> set[str]:
    """Return the dotted modules that the file at *path* imports, wherever in it; packages by their name.

    ``import_module`` of a literal is an import too.

    :raises AssertionError: for an import that is not written in full
    """
    names: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: imports are written in full"
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            names |= {name if is_module(name) else str(node.module) for name in inner}
        elif isinstance(node, ast.Call) and ast.unparse(node.func).endswith("import_module"):
            names |= {name.value for name in node.args if isinstance(name, ast.Constant)}
    return names


@cache
def is_module(name: str) -> bool:
    """Return whether the dotted *name* is a module or a package of this project."""
    place = ROOT / name.replace(".", "/")
    return place.is_dir() or place.with_suffix(".py").exists()


def _find_importers(modules: Iterable[str], max_steps: int | None = None) -> set[str]:
    importers = _list_importers()
    found = set(modules)
    newest = found
    steps = 0
    while newest and steps != max_steps:
        handing_on = [name for name in newest if name.rpartition(".")[2] not in JOINING]
        newest = set().union(*(importers[name] for name in handing_on)) - found
        found = found | newest
        steps += 1
    return found


@cache
def _list_importers() -> dict[str, set[str]]:
    importers: dict[str, set[str]] = defaultdict(set)
    for package in (*PACKAGES, "tests"):
        for path in (ROOT / package).rglob("*.py"):
            name = _module_name(path.relative_to(ROOT))
            for imported in list_imported_modules(path):
                importers[imported].add(name)
    return importers


def _module_name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _module_path(name: str) -> Path | None:
    path = Path(name.replace(".", "/"))
    if (ROOT / path).is_dir():
        return path / "__init__.py"
    return path.with_suffix(".py") if (ROOT / path.with_suffix(".py")).exists() else None


def _folder_of_page(path: Path) -> str:
    """Return the folder of the code that renders the template or serves the static file at *path*."""
    if path.parts[0] == "templates":
        room, *topic = path.parts[1:]
        if room == "additions":
            return "/".join(("director", room, topic[0]))
        return "/".join(("director", room, "pages", *topic[:-1]))
    return path.parent.as_posix()


def _nearest_tests(folder: Path) -> str:
    """Return the folder of tests that lies nearest above *folder* of the program."""
    while not (ROOT / "tests" / folder).is_dir():
        folder = folder.parent
    return (Path("tests") / folder).as_posix()


def _is_concerned(path: Path, folders: set[str], files: set[str]) -> bool:
    folder = path.parent.as_posix()
    return folder == ALWAYS or folder in folders or path.as_posix() in files


def _run_git(*arguments: str) -> str:
    command = ["git", "-C", str(ROOT), *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    if ended.returncode:
        raise pytest.UsageError(f"--since: {ended.stderr.strip()}")
    return ended.stdout
