"""Which tests a run leaves out where a stage of ``.ci/run`` asks for fewer: cases of a test, functions of a module.

A run without these options takes everything.  What is left out follows from the order of the tests
alone, so that it is the same every day.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable

import pytest


def spread(items: Iterable[pytest.Item], most: int) -> list[pytest.Item]:
    """Return *items* with at most *most* cases of each test: the first, the last, and others evenly between."""
    functions = _grouped(items, lambda item: item.nodeid.split("[")[0])
    return [item for cases in functions.values() for item in _evenly(cases, most)]


def one_in(items: Iterable[pytest.Item], number: int) -> list[pytest.Item]:
    """Return the first of every *number* functions of each module of *items*, with all its cases."""
    kept = []
    for module in _grouped(items, lambda item: item.nodeid.split("::")[0]).values():
        functions = _grouped(module, lambda item: item.nodeid.split("[")[0])
        for cases in list(functions.values())[::number]:
            kept += cases
    return kept


def _evenly(cases: list[pytest.Item], most: int) -> list[pytest.Item]:
    if len(cases) <= most:
        return cases
    if most == 1:
        return cases[:1]
    places = {round(at * (len(cases) - 1) / (most - 1)) for at in range(most)}
    return [case for place, case in enumerate(cases) if place in places]


def _grouped(
    items: Iterable[pytest.Item], key: Callable[[pytest.Item], str]
) -> dict[str, list[pytest.Item]]:
    groups: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return groups
