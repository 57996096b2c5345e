"""Which tests a run of the whole suite takes every day, and which it leaves to ``.ci/run``.

Both parts together are the whole suite, and no test is in both.  A run of a folder or a file, and a thorough one
(``CI`` set), take all that is there: whoever changes something runs all its tests by naming their folder.

The sample is the same every day and goes by place.  Of a test with many cases it has the first and every so-manieth
after it; of the functions of a module that read or write records, the first and every so-manieth after it.  The checks
of the code as a whole, beside the folders, are in it with all their cases.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from pathlib import PurePath

import pytest

PARTS = ("sample", "rest", "all")
APART = ("browser", "bench", "live", "slow")
"""Marks of tests that have stages of their own in ``.ci/run``: no part leaves them out."""
CASES = {"movements": 1, "scoring": 1, "director": 1}
"""How many cases of a test the sample has at most, by the folder of the test; of others it has all."""
EVERY = 12
"""One in so many functions that read or write records is in the sample."""


def part_of(items: Sequence[pytest.Item], part: str) -> tuple[list[pytest.Item], list[pytest.Item]]:
    """Return those of *items* that belong to *part* of the suite, and those that do not."""
    if part == "all":
        return list(items), []
    others = [item for item in items if not any(item.get_closest_marker(mark) for mark in APART)]
    sampled = {item.nodeid for item in sample(others)}
    left_out = {item.nodeid for item in others if (item.nodeid in sampled) != (part == "sample")}
    return (
        [item for item in items if item.nodeid not in left_out],
        [item for item in items if item.nodeid in left_out],
    )


def sample(items: Iterable[pytest.Item]) -> list[pytest.Item]:
    """Return those of *items* that run every day."""
    modules = _grouped(items, lambda item: item.nodeid.split("::")[0])
    return [item for module in modules.values() for cases in _functions(module) for item in _spread(cases)]


def spread(items: Iterable[pytest.Item], most: int) -> list[pytest.Item]:
    """Return *items* with at most so many cases of each test: the first, the last, and others evenly between."""
    functions = _grouped(items, lambda item: item.nodeid.split("[")[0])
    return [item for cases in functions.values() for item in _evenly(cases, most)]


def _evenly(cases: list[pytest.Item], most: int) -> list[pytest.Item]:
    if len(cases) <= most:
        return cases
    places = {round(at * (len(cases) - 1) / (most - 1)) for at in range(most)} if most > 1 else {0}
    return [case for place, case in enumerate(cases) if place in places]


def _functions(module: Iterable[pytest.Item]) -> list[list[pytest.Item]]:
    """Return the cases of each function of *module* that is in the sample."""
    functions = list(_grouped(module, lambda item: item.nodeid.split("[")[0]).values())
    with_records = [cases for cases in functions if cases[0].get_closest_marker("database")]
    return [cases for cases in functions if cases not in with_records] + with_records[::EVERY]


def _spread(cases: list[pytest.Item]) -> list[pytest.Item]:
    """Return the first of *cases* and every so-manieth after it, not more than their folder lets through."""
    folder = PurePath(cases[0].nodeid.split("::")[0]).parts[1]
    return cases[:: -(-len(cases) // CASES.get(folder, len(cases)))]


def _grouped(items: Iterable[pytest.Item], key: Callable[[pytest.Item], str]) -> dict[str, list[pytest.Item]]:
    groups: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return groups
