"""How long a large event takes from its file to its standings by command line, and how much memory.

Seconds by the clock and of the processor, and the most megabytes, are printed (``-s``) for each
process and for the two that count together: the sum of their seconds, and the more of their
megabytes.  ``CLUBS=417`` is the size that is promised: 5,004 tables that play 26 boards, in under
10 seconds and 300 megabytes on a machine with nothing else to do.
"""

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.bench import test_national as national

pytestmark = pytest.mark.bench

ROOT = Path(__file__).parents[2]
CLUBS = int(os.environ.get("CLUBS", "12"))
COMPILED = {
    "PYTHONDONTWRITEBYTECODE": "",
    "PYTHONPYCACHEPREFIX": tempfile.mkdtemp(),
}  # as of an installed program


@dataclass(frozen=True)
class Taken:
    """What a command said, and what it took: seconds by the clock and of the processor, megabytes at most."""

    said: str
    clock: float
    processor: float
    megabytes: float


def manage(folder, *arguments) -> Taken:
    """Return what a command says and what it took, having printed that."""
    with (folder / "said.txt").open("w+b") as said:
        start = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "manage.py", *map(str, arguments)],
            cwd=ROOT,
            env={**os.environ, "KALAMAZOO_DATA": str(folder)} | COMPILED,
            stdout=said,
            stderr=subprocess.DEVNULL,
        )
        _pid, status, usage = os.wait4(process.pid, 0)  # of this process alone
        process.returncode = os.waitstatus_to_exitcode(status)
        clock = time.perf_counter() - start
        assert process.returncode == 0, arguments
        said.seek(0)
        taken = Taken(
            said.read().decode(), clock, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1000
        )
    report(arguments[0], taken.clock, taken.processor, taken.megabytes)
    return taken


def report(what, clock, processor, megabytes):
    national.say(
        f"{what}: {clock:.1f} s, of the processor {processor:.1f} s, {megabytes:.0f} MB at most"
    )


@pytest.mark.parametrize("form", ["usebio", "csv"])
def test_from_file_to_standings(form, tmp_path, monkeypatch):
    monkeypatch.setattr(national, "CLUBS", CLUBS)
    manage(tmp_path, "prepare")
    path = tmp_path / f"national.{form}"
    path.write_bytes(
        national.national_file() if form == "usebio" else table_of(national.national_field())
    )
    read = manage(tmp_path, "import_results", path)
    shown = manage(tmp_path, "standings", read.said.strip())
    most = max(read.megabytes, shown.megabytes)
    report(
        f"from {form} to standings",
        read.clock + shown.clock,
        read.processor + shown.processor,
        most,
    )
    assert shown.said.count("\n") >= 2 * CLUBS * national.TABLES


def table_of(field) -> bytes:
    """Return *field* as a table, a result a row."""
    rows = ["Section,Board,NS,EW,Score"]
    for board in field.boards:
        for line in board.lines:
            (club, ns), ew = divmod(line.ns, national.APART), line.ew % national.APART
            rows.append(f"{national.letters(club)},{board.board_no},{ns}NS,{ew}EW,{line.score}")
    return "\n".join(rows).encode()
