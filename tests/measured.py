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


def write_costs(folder: Path) -> None:
    """Write the costly functions of a measured run to ``costs.csv``, in the order of their names."""
    seconds: dict[str, list[float]] = defaultdict(list)
    for path in folder.glob("*.jsonl"):
        for line in path.read_text(encoding="utf-8").splitlines():
            nodeid, cost = json.loads(line)
            seconds[function_name(nodeid)].append(cost)
    with COSTS.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["test", "cases", "seconds", "slowest"])
        for name, costs in sorted(seconds.items()):
            if sum(costs) > COSTLY_SECONDS:
                table.writerow([name, len(costs), f"{sum(costs):.1f}", f"{max(costs):.1f}"])


def _processor_seconds() -> float:
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system
