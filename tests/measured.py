"""Measure what each test costs in processor time and write ``costs.csv``: ``pytest --measure``.

Processor time of the test's own process and of the programs it started hardly depends on what else
the machine does, so the table is nearly the same wherever it is made.
"""

import csv
import json
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.selection import COSTLY_SECONDS, COSTS, function_name


class CostRecorder:
    """A pytest plugin that notes the processor time of each test in a file for each worker."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Note the seconds of *item* with its fixtures."""
        seconds_before = _processor_seconds()
        result = yield
        seconds = _processor_seconds() - seconds_before
        worker = os.environ.get("PYTEST_XDIST_WORKER", "alone")
        with (self.folder / f"{worker}.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps([item.nodeid, seconds]) + "\n")
        return result


def write_costs(folder: Path, table_path: Path = COSTS) -> None:
    """Write the costly functions of a measured run to the table, in the order of their names.

    The rows of modules that were not measured stay as they are.
    """
    seconds: dict[str, list[float]] = defaultdict(list)
    for path in folder.glob("*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            nodeid, cost = json.loads(line)
            seconds[function_name(nodeid)].append(cost)
    measured_modules = {name.partition("::")[0] for name in seconds}
    with table_path.open(encoding="utf-8", newline="") as file:
        head, *former_rows = csv.reader(file)
    rows = [row for row in former_rows if row[0].partition("::")[0] not in measured_modules]
    for name, costs in seconds.items():
        if sum(costs) > COSTLY_SECONDS:
            rows.append([name, str(len(costs)), f"{sum(costs):.2f}", f"{max(costs):.2f}"])
    with table_path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([head, *sorted(rows)])


def _processor_seconds() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
