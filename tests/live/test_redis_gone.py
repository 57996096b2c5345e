"""Redis that falls silent in the middle of a night, ends, and comes back: pages are answered all the time."""

import contextlib
import shutil
import signal
import socket
import subprocess
import time

import pytest

from tests.live.servers import TWO_WORKERS, find_free_port

pytestmark = pytest.mark.live

LAY = """
from director.core.night.publishing import publish_results
from tests.factories import make_director, make_night
make_director()
section = make_night(pairs=6, boards_per_set=1)
publish_results(event=section.session.event)
tell([section.session.event_id, section.session_id])
"""


class Redis:
    """A server of its own, which a test can stop as it likes."""

    def __init__(self) -> None:
        self.port = find_free_port()
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        command = ["redis-server", "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        for _attempt in range(100):
            with contextlib.suppress(OSError):
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            time.sleep(0.1)
        raise AssertionError("Redis does not start.")

    def fall_silent(self) -> None:
        """Answer nothing, and leave the connections open."""
        self._process.send_signal(signal.SIGSTOP)

    def end(self) -> None:
        if self._process:
            self._process.kill()
            self._process.wait(timeout=20)
            self._process = None


@pytest.fixture
def redis_server():
    """A running Redis."""
    if not shutil.which("redis-server"):
        pytest.skip("no redis-server is installed here")
    server = Redis()
    server.start()
    yield server
    server.end()


def test_night_goes_on_while_redis_is_gone(serve, redis_server):
    program = serve(TWO_WORKERS, CACHE_URL=f"redis://127.0.0.1:{redis_server.port}/0")
    event_id, session_id = program.python(LAY)
    desk = program.browser().sign_in()
    shown = ""
    for version, (text, score, happens) in enumerate(
        [
            ("4SS=", "420", redis_server.fall_silent),
            ("3NTN+1", "430", redis_server.end),
            ("2HE=", "110", redis_server.start),
            ("6SN=", "980", lambda: time.sleep(6)),
            ("1NTW-2", "100", lambda: None),
        ]
    ):
        fields = {"text-1-1-4": text, "shown-1-1-4": shown, "version-1-1-4": version}
        assert (
            desk.post(
                f"/sessions/{session_id}/scores/boards/1/", fields, {"HX-Request": "true"}
            ).status
            == 200
        )
        shown = text
        began = time.monotonic()
        pages = [program.browser().get(f"/events/{event_id}/boards/1/") for _visitor in range(6)]
        assert time.monotonic() - began < 20, (
            "who waits for Redis waits a second, and the process then leaves it alone"
        )
        assert [(page.status, page.body) for page in pages] == [(200, pages[0].body)] * 6
        assert score in pages[0].text
        happens()
    assert program.said().count("isn’t responding") <= 2 * 2, (
        "each process says it once at each time"
    )
    assert program.said().count("isn’t responding") > 0
    assert "is responding again" in program.said()
    assert "Traceback" not in program.said()
