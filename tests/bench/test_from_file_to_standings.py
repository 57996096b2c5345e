"""How long a large event takes from its file to its standings by command line, and how much memory.

Seconds of the processor and the most megabytes of each process are printed (``-s``).  ``CLUBS=417`` is the size that is
promised: 5,004 tables that play 26 boards, in under 10 seconds and 300 megabytes on a machine with nothing else to do.
"""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench import test_national as national

pytestmark = pytest.mark.bench

ROOT = Path(__file__).parents[2]
CLUBS = int(os.environ.get("CLUBS", "12"))


def manage(folder, *arguments):
    """Return what a command says, having printed what it took."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "manage.py", *map(str, arguments)],
        cwd=ROOT,
        env={**os.environ, "KALAMAZOO_DATA": str(folder)},
        capture_output=True,
        check=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    national.say(f"{arguments[0]}: {seconds:.1f} s, {after.ru_maxrss / 1000:.0f} MB at most so far")
    return done.stdout.decode()


@pytest.mark.parametrize("form", ["usebio", "csv"])
def test_from_file_to_standings(form, tmp_path, monkeypatch):
    monkeypatch.setattr(national, "CLUBS", CLUBS)
    manage(tmp_path, "prepare")
    path = tmp_path / f"national.{form}"
    path.write_bytes(national.national_file() if form == "usebio" else table_of(national.national_field()))
    number = manage(tmp_path, "import_results", path).strip()
    standings = manage(tmp_path, "standings", number)
    assert standings.count("\n") >= 2 * CLUBS * national.TABLES


def table_of(field) -> bytes:
    """Return *field* as a table, a result a row."""
    rows = ["Section,Board,NS,EW,Score"]
    for board in field.boards:
        for line in board.lines:
            (club, ns), ew = divmod(line.ns, national.APART), line.ew % national.APART
            rows.append(f"{national.letters(club)},{board.board_no},{ns}NS,{ew}EW,{line.score}")
    return "\n".join(rows).encode()
