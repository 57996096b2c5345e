"""The worked examples in docstrings, found and run."""

import doctest
import pkgutil
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType


def modules_with_examples(package: ModuleType) -> list[str]:
    """Return the modules of *package* that have an example: to look through one takes doctest far longer."""
    prefix = f"{package.__name__}."
    modules = pkgutil.walk_packages(package.__path__, prefix)
    names = [package.__name__, *(module.name for module in modules)]
    return [
        name for name in names if ">>>" in Path(find_spec(name).origin).read_text(encoding="utf-8")
    ]


def run_examples(package: ModuleType) -> tuple[list[str], int]:
    """Run every example of *package*; return the docstrings in which one fails, and how many examples there are."""
    finder, runner = doctest.DocTestFinder(), doctest.DocTestRunner()
    failing, attempted = [], 0
    for name in modules_with_examples(package):
        for found in finder.find(import_module(name)):
            if found.examples:  # to begin and end a run takes longer than most examples
                result = runner.run(found)
                attempted += result.attempted
                failing += [found.name] if result.failed else []
    return failing, attempted
