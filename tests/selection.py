"""Which tests and cases a run takes, where it doesn't take all of them.

The choice follows from the order of the tests and from ``costs.csv`` alone, so that it is the same
every day.
"""

import csv
import sys
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path

import pytest

COSTS = Path(__file__).with_name("costs.csv")
"""Test functions whose cases together take over ``COSTLY_SECONDS`` of processor time."""
COSTLY_SECONDS = 0.4
EVERYDAY_SECONDS = 0.1
"""What the everyday run spends on one function, if more than one of its cases fits in."""
LONG_CASE_SECONDS = 0.3
"""A function with longer cases is left to the rest, if its module has another one that stays."""
CASES_WITH_RECORDS = 2
"""A case that reads or writes records takes at least some hundredths of a second, whatever it asks."""
CASES = 12
"""Where a function has more cases without records, they are many of a kind."""
WHOLE_FOLDER = "tests/test_"
"""Modules that read all files of the program: what they ask of each file, nothing else asks."""


def function_name(nodeid: str) -> str:
    """Return *nodeid* without the parameters of its case."""
    return nodeid.partition("[")[0]


def read_case_costs(path: Path) -> dict[str, float]:
    """Return the seconds that one case takes, by the costly functions of the table at *path*."""
    with path.open(encoding="utf-8", newline="") as file:
        return {
            row["test"]: float(row["seconds"]) / int(row["cases"]) for row in csv.DictReader(file)
        }


def keep_everyday(
    items: Iterable[pytest.Item], case_costs: Mapping[str, float]
) -> list[pytest.Item]:
    """Return *items* with few cases of what takes long.

    Functions with *case_costs* keep as many cases as ``EVERYDAY_SECONDS`` allow, at least one, or
    none if even one is long. Others keep twelve cases, or two with records. They are evenly spread.
    Each module keeps a function, the quickest if all are long; one that reads all files keeps all.
    """
    kept: list[pytest.Item] = []
    for path, module in _group_by(items, lambda item: item.nodeid.partition("::")[0]).items():
        functions = _group_by(module, lambda item: function_name(item.nodeid))
        quickest = min(case_costs.get(name, 0.0) for name in functions)
        longest_kept = max(quickest, LONG_CASE_SECONDS)
        for name, cases in functions.items():
            if path.startswith(WHOLE_FOLDER) or case_costs.get(name, 0.0) <= longest_kept:
                kept += _spread_evenly(cases, _count_everyday_cases(cases[0], case_costs.get(name)))
    return kept


def _count_everyday_cases(case: pytest.Item, case_cost: float | None) -> int:
    """Return the most cases that the everyday run takes of the function of *case*."""
    if case_cost is not None:
        return max(1, int(EVERYDAY_SECONDS / case_cost))
    if case.get_closest_marker("database"):
        return CASES_WITH_RECORDS
    return sys.maxsize if case.nodeid.startswith(WHOLE_FOLDER) else CASES


def keep_cases(items: Iterable[pytest.Item], max_cases: int) -> list[pytest.Item]:
    """Return *items* with at most *max_cases* of each function: first, last and others evenly between."""
    functions = _group_by(items, lambda item: function_name(item.nodeid))
    return [item for cases in functions.values() for item in _spread_evenly(cases, max_cases)]


def keep_one_function_in(items: Iterable[pytest.Item], number: int) -> list[pytest.Item]:
    """Return the first of every *number* functions of each module of *items*, with all its cases."""
    kept: list[pytest.Item] = []
    for module in _group_by(items, lambda item: item.nodeid.partition("::")[0]).values():
        functions = _group_by(module, lambda item: function_name(item.nodeid))
        for cases in list(functions.values())[::number]:
            kept += cases
    return kept


def keep_part(items: list[pytest.Item], part: int, parts: int) -> list[pytest.Item]:
    """Return the *part*-th of so many *parts* of *items*, counted from 1: every n-th of them."""
    return items[part - 1 :: parts]


def _spread_evenly(cases: list[pytest.Item], max_cases: int) -> list[pytest.Item]:
    if len(cases) <= max_cases:
        return cases
    if max_cases == 1:
        return cases[:1]
    step = (len(cases) - 1) / (max_cases - 1)
    positions = {round(index * step) for index in range(max_cases)}
    return [case for position, case in enumerate(cases) if position in positions]


def _group_by(
    items: Iterable[pytest.Item], key: Callable[[pytest.Item], str]
) -> dict[str, list[pytest.Item]]:
    groups: dict[str, list[pytest.Item]] = defaultdict(list)
    for item in items:
        groups[key(item)].append(item)
    return groups
