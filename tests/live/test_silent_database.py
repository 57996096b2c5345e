"""PostgreSQL that falls silent in the middle of a night: everybody is answered, and no thread waits for long."""

import os
import re
import subprocess
import sys
import time
from urllib.parse import urlsplit

import pytest

from tests.live.browsers import run_at_once
from tests.live.servers import ON_POSTGRESQL, POSTGRESQL, ROOT, TWO_WORKERS
from tests.live.silent_database import SilentServer

pytestmark = pytest.mark.live

LAY = """
from tests.factories import make_director, make_night
make_director()
section = make_night(pairs=6, boards_per_set=1)
tell(section.session_id)
"""
VISITORS = 40
"""More than there are threads."""
LONGEST = 15
"""Seconds for an answer, on a busy machine: 3 until a doubt, 3 for a second connection."""
TOLD = "The database isn’t responding"


@pytest.fixture
def database():
    """A door to PostgreSQL that a test can shut."""
    parts = urlsplit(POSTGRESQL)
    with SilentServer((parts.hostname, parts.port or 5432)) as door:
        yield door


@pytest.mark.parametrize("kind", [ON_POSTGRESQL, TWO_WORKERS])
def test_silent_database_is_told_to_everybody_and_loses_no_entry(serve, database, kind):
    program = serve(kind, database_port=database.port)
    session_id = program.python(LAY)
    desk = program.browser().sign_in()
    board = f"/sessions/{session_id}/scores/boards/1/"
    stylesheet = re.search(r'/static/[^"]+\.css', desk.get(board).text)[0]

    def enter(text: str, shown: str, version: int):
        fields = {"text-1-1-4": text, "shown-1-1-4": shown, "version-1-1-4": version}
        return desk.post(board, fields, {"HX-Request": "true"})

    def ask(path: str) -> tuple[int, bool, float]:
        began = time.monotonic()
        answer = desk.another().get(path)
        return answer.status, TOLD in answer.text, time.monotonic() - began

    assert enter("4SS=", "", 0).status == 200
    run_at_once([lambda: ask(board)] * VISITORS)  # every thread has its connection
    database.fall_silent()
    first = run_at_once([lambda: ask(board)] * VISITORS + [lambda: ask("/health/ready/")])
    assert [told for _status, told, _seconds in first] == [True] * len(first)
    assert {status for status, _told, _seconds in first} == {503}
    assert max(seconds for _status, _told, seconds in first) < LONGEST
    # Now it is known, so that nobody waits.
    for path, status in ((stylesheet, 200), ("/health/live/", 200), ("/health/ready/", 503)):
        answered, _told, seconds = ask(path)
        assert (path, answered) == (path, status)
        assert seconds < LONGEST
    refused = desk.another().post(board, {"text-1-1-4": "3NTN=", "version-1-1-4": 1})
    assert refused.status == 503
    assert TOLD in refused.text
    database.answer_again()
    until = time.monotonic() + LONGEST
    while ask("/health/ready/")[0] != 200:
        assert time.monotonic() < until, program.said()
        time.sleep(0.5)
    assert enter("3NTN=", "4SS=", 1).status == 200
    assert program.said().count("is responding again") >= 1


def test_prepare_at_a_silent_port_ends_in_a_sentence(tmp_path):
    with SilentServer() as silent:
        began = time.monotonic()
        run = subprocess.run(
            [sys.executable, "manage.py", "prepare"],
            cwd=ROOT,
            env=os.environ
            | {
                "KALAMAZOO_DATA": str(tmp_path),
                "DATABASE_URL": f"postgresql://postgres@127.0.0.1:{silent.port}/club",
            },
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
    assert (run.returncode, run.stdout) == (2, "")
    assert run.stderr == (
        f"Kalamazoo can’t use the PostgreSQL database club at 127.0.0.1:{silent.port} (connection timeout "
        "expired). Check that it runs and that DATABASE_URL is right.\n"
    )
    assert time.monotonic() - began < 30
