"""``movements`` and ``scoring`` are two libraries: each is installed and used without the other, and without Django."""

import doctest
import os
import re
import shutil
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LIBRARIES = ("movements", "scoring")
PROJECT = """\
[project]
name = "kalamazoo-{package}"
version = "1"

[build-system]
requires = ["setuptools>=77"]
build-backend = "setuptools.build_meta"

[tool.setuptools.packages.find]
include = ["{package}*"]

[tool.setuptools.package-data]
{package} = ["data/*"]
"""
USE = {
    "movements": "from movements import advise, make_plan; make_plan('howell', pairs=6); advise(8)",
    "scoring": (
        "from scoring import Board, Field, Line, rank_field;"
        "rank_field('matchpoints', Field(2, (Board(1, (Line(1, 3, 420), Line(2, 4, 50))),)))"
    ),
}


@pytest.mark.parametrize("package", LIBRARIES)
def test_the_names_at_the_top_are_those_of_their_modules(package):
    library = import_module(package)
    for name, module in library.MODULE_BY_NAME.items():
        assert getattr(library, name) is getattr(import_module(module), name)
    assert not hasattr(library, "no_such_name")


def test_the_ten_lines_of_the_documents_run(capsys):
    page = (ROOT / "docs/programs.md").read_text(encoding="utf-8")
    (lines,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    exec(lines, {})  # noqa: S102
    assert capsys.readouterr().out == "[(1, 1), (1, 2), (3, 3), (3, 4)]\n"


@pytest.mark.parametrize("package", LIBRARIES)
def test_the_example_of_a_library_runs_and_uses_all_names_at_the_top(package):
    page = (ROOT / package / "README.md").read_text(encoding="utf-8")
    (lines,) = re.findall(r"^```python\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    names = import_module(package).MODULE_BY_NAME
    assert [name for name in names if not re.search(rf"\b{name}\(", lines)] == []
    example = doctest.DocTestParser().get_doctest(lines, {}, package, None, None)
    assert doctest.DocTestRunner().run(example).failed == 0


@pytest.mark.parametrize("package", LIBRARIES)
def test_a_name_at_the_top_loads_no_other_module(package):
    program = f"import sys, {package}; print([name for name in sys.modules if name.startswith('{package}.')])"
    assert run_python(program, path=ROOT) == "[]\n"


@pytest.mark.slow
@pytest.mark.parametrize("package", LIBRARIES)
def test_a_wheel_of_one_library_is_installed_and_used_alone(package, tmp_path):
    source, installed = tmp_path / "source", tmp_path / "installed"
    shutil.copytree(
        ROOT / package, source / package, ignore=shutil.ignore_patterns("__pycache__", "search")
    )
    (source / "pyproject.toml").write_text(PROJECT.format(package=package), encoding="utf-8")
    run_pip("wheel", "--no-deps", "--wheel-dir", str(tmp_path), str(source))
    run_pip("install", "--no-deps", "--target", str(installed), *map(str, tmp_path.glob("*.whl")))
    program = (
        "import pkgutil\n"
        "from importlib import import_module\n"
        f"{USE[package]}\n"
        f"import {package}\n"
        f"for module in pkgutil.walk_packages({package}.__path__, '{package}.'):\n"
        "    if module.name.rpartition('.')[2] != '__main__':\n"
        "        import_module(module.name)\n"
    )
    assert run_python(program, path=installed) == ""
    assert run_python("print(1)", path=installed, module=package)


def run_pip(*arguments: str) -> None:
    subprocess.run([sys.executable, "-m", "pip", "-q", *arguments], check=True)


def run_python(program: str, *, path: Path, module: str = "") -> str:
    """Run *program*, or the command line of *module*, with nothing but *path* and the standard library."""
    arguments = ["-m", module, "list"] if module else ["-c", program]
    done = subprocess.run(
        [sys.executable, "-S", *arguments],
        cwd=path,
        env=os.environ | {"PYTHONPATH": str(path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
