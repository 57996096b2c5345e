"""Figures about requests for Prometheus, added up over all processes of the program.

The processes of gunicorn are forks of one, so they share memory that it has reserved. Each writes a
part of it that is its own: a lock between them would stay locked by a process that is killed.
"""

import mmap
import os
import shutil
from bisect import bisect_left
from threading import Lock

from django.conf import settings

from director.core.base.program import read_program_version
from director.core.files.backups.folder import list_backup_files
from director.core.files.running.health import detect_health_problem

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BUCKET_SECONDS = (0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
"""Upper limits of the durations that are counted together."""
_STATUS_CLASSES = 5  # 1xx to 5xx
_PROCESS_PARTS = 64  # more than there are processes at once
_FIGURE_COUNT = _STATUS_CLASSES + len(BUCKET_SECONDS) + 2  # the longest requests, and the sum
_FIGURE_BYTES = 8


class RequestFigures:
    """Numbers and durations of requests in memory that forked processes share."""

    def __init__(self) -> None:
        memory = mmap.mmap(-1, _PROCESS_PARTS * _FIGURE_COUNT * _FIGURE_BYTES)
        self._figures = memoryview(memory).cast("d")
        self._lock = Lock()

    def count(self, *, status: int, seconds: float) -> None:
        """Count a request that was answered with *status* after *seconds*."""
        start = os.getpid() % _PROCESS_PARTS * _FIGURE_COUNT
        bucket = _STATUS_CLASSES + bisect_left(BUCKET_SECONDS, seconds)
        with self._lock:
            self._figures[start + status // 100 - 1] += 1
            self._figures[start + bucket] += 1
            self._figures[start + _FIGURE_COUNT - 1] += seconds

    def get_totals(self) -> list[float]:
        """Return the figures of all processes, added up."""
        return [sum(self._figures[number::_FIGURE_COUNT]) for number in range(_FIGURE_COUNT)]


def format_metrics(figures: RequestFigures) -> str:
    """Return *figures*, and how the program is, in Prometheus' text format."""
    totals = figures.get_totals()
    lines = ["# TYPE kalamazoo_requests_total counter"]
    for number, count in enumerate(totals[:_STATUS_CLASSES], start=1):
        lines.append(f'kalamazoo_requests_total{{status="{number}xx"}} {count:.0f}')
    lines.append("# TYPE kalamazoo_request_seconds histogram")
    count = 0.0
    for limit, added in zip((*BUCKET_SECONDS, "+Inf"), totals[_STATUS_CLASSES:-1], strict=True):
        count += added
        lines.append(f'kalamazoo_request_seconds_bucket{{le="{limit}"}} {count:.0f}')
    lines.append(f"kalamazoo_request_seconds_sum {totals[-1]:.6f}")
    lines.append(f"kalamazoo_request_seconds_count {count:.0f}")
    for name, value in _read_gauges().items():
        base_name = name.partition("{")[0]
        lines += [f"# TYPE {base_name} gauge", f"{name} {value}"]
    return "\n".join(lines) + "\n"


def _read_gauges() -> dict[str, int]:
    gauges = {
        f'kalamazoo_info{{version="{read_program_version()}"}}': 1,
        "kalamazoo_ready": 0 if detect_health_problem() else 1,
    }
    if backups := list_backup_files():
        gauges["kalamazoo_newest_backup_timestamp_seconds"] = int(backups[0].made_at.timestamp())
    if settings.DATA_DIR.exists():
        gauges["kalamazoo_data_free_bytes"] = shutil.disk_usage(settings.DATA_DIR).free
    return gauges
