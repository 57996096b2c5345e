"""The examples in the docstrings of the package, run."""

import ast
from importlib import import_module
from pathlib import Path

import movements
from tests.doctests import run_examples

DIRECTOR = Path(__file__).parents[2] / "director"


def test_examples_in_docstrings_are_found_and_hold():
    failing, attempted = run_examples(movements)
    assert failing == []
    assert attempted > 900


def iter_functions_of_movements():
    """Yield the functions and classes of ``movements`` that the program imports."""
    for path in DIRECTOR.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("movements."):
                for alias in node.names:
                    member = getattr(import_module(node.module), alias.name)
                    if getattr(member, "__module__", "").startswith("movements."):
                        yield member


def test_everything_that_the_program_calls_has_an_example_or_is_an_error():
    members = {member for member in iter_functions_of_movements() if callable(member)}
    without = [
        member.__qualname__
        for member in members
        if not member.__name__.endswith(("Error", "_error")) and ">>>" not in (member.__doc__ or "")
    ]
    assert len(members) > 100
    assert without == []
