"""The program served as a command, of each kind: as on a laptop, with PostgreSQL, by two processes with Redis."""

import contextlib
import json
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import urlsplit

import psycopg
from psycopg import sql

from tests.live.browsers import LOST, Browser

ROOT = Path(__file__).parents[2]
POSTGRESQL = os.environ.get(
    "KALAMAZOO_LIVE_POSTGRESQL", "postgresql://postgres@127.0.0.1:5432/postgres"
)
REDIS = os.environ.get("KALAMAZOO_LIVE_REDIS", "redis://127.0.0.1:6379")
REDIS_DATABASES = range(15, 0, -1)
EMBEDDED, ON_POSTGRESQL, TWO_WORKERS = KINDS = ("embedded", "on-postgresql", "two-workers")
PROCESSES = Path("/proc")
DROP = sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)")
TAKEN_BY = "kalamazoo-live"
START, END = 60, 40  # seconds that a start and an end may take
OF_ITS_OWN = {"DATABASE_URL", "CACHE_URL", "WEB_CONCURRENCY", "GUNICORN_CMD_ARGS"}
"""What a server has from its kind, never from who starts the tests."""
BESIDE = """
import json, sys
import django
django.setup()
def tell(answer):
    sys.stdout.write("\\nTOLD " + json.dumps(answer) + "\\n")
"""


class Server:
    """The program of one kind on one data folder, started and stopped as a club does it."""

    def __init__(self, kind: str, folder: Path, *, workers: int, **environment: str) -> None:
        self.kind, self.folder, self.port = kind, folder, find_free_port()
        self.environment = {
            key: value for key, value in os.environ.items() if key not in OF_ITS_OWN
        } | {
            "KALAMAZOO_DATA": str(folder / "data"),
            "DJANGO_SETTINGS_MODULE": "director.settings",
            "PYTHONUNBUFFERED": "1",
            "PYTHONPATH": str(ROOT),
            "WEB_CONCURRENCY": str(workers),
            **environment,
        }
        self.listener: socket.socket | None = None
        """A socket that stays open while the program doesn't, as systemd hands it to gunicorn."""
        self._log = folder / "server.log"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """Where it is open."""
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "Server":
        """Start the program and return when it answers."""
        where = f"127.0.0.1:{self.port}"
        command = ["manage.py", "serve", "--host", "127.0.0.1", "--port", str(self.port)]
        if self.kind == TWO_WORKERS:
            command = ["-m", "gunicorn", "--config", "python:director.hosting", "--bind", where]
        command = [sys.executable, *command]
        sockets: list[int] = []
        if self.listener:
            number = self.listener.fileno()
            sockets = [number]
            # The first socket that systemd hands over has the number 3.
            hand_over = f'export LISTEN_FDS=1 LISTEN_PID=$$; exec "$@" 3<&{number}'
            command = ["bash", "-c", hand_over, "bash", *command]
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                command,
                cwd=ROOT,
                env=self.environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                pass_fds=sockets,
            )
        until = time.monotonic() + START
        while not self._answers():
            assert self._process.poll() is None, f"the program ended early:\n{self.said()}"
            assert time.monotonic() < until, f"the program does not answer:\n{self.said()}"
            time.sleep(0.1)
        return self

    def stop(self, *, hard: bool = False) -> None:
        """Stop the program as Ctrl+C or the system does, or *hard* as a power cut does."""
        if self._process is None:
            return
        processes = [self._process.pid, *self.workers()]
        if hard:
            for pid in processes:
                self.kill(pid)
        else:
            self._process.terminate()
        self._process.wait(timeout=END)
        self._process = None

    def browser(self) -> Browser:
        """Return a new browser, signed out."""
        return Browser(self.port)

    def workers(self) -> list[int]:
        """Return the processes that answer: those of gunicorn, or the one of ``serve``."""
        assert self._process is not None
        if self.kind != TWO_WORKERS:
            return [self._process.pid]
        children = (
            (PROCESSES / f"{self._process.pid}/task/{self._process.pid}/children")
            .read_text()
            .split()
        )
        return sorted(map(int, children))

    def kill(self, pid: int) -> None:
        """End a process at once, in whatever it is doing."""
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)

    def python(self, code: str) -> object:
        """Run *code* beside the server, on the same data, and return what it calls ``tell`` with."""
        lines = self._run([sys.executable, "-c", BESIDE + code]).splitlines()
        told = [line.removeprefix("TOLD ") for line in lines if line.startswith("TOLD ")]
        return json.loads(told[-1]) if told else None

    def manage(self, *arguments: str) -> str:
        """Run a command of the program beside the server and return what it prints."""
        return self._run([sys.executable, "manage.py", *arguments])

    def said(self) -> str:
        """Return all that the program has printed."""
        return self._log.read_text(errors="replace") if self._log.exists() else ""

    def _run(self, command: list[str]) -> str:
        done = subprocess.run(
            command,
            cwd=ROOT,
            env=self.environment,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )
        assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"
        return done.stdout

    def _answers(self) -> bool:
        browser = self.browser()
        try:
            return browser.get("/sign-in/").status < 500
        except LOST:
            return False
        finally:
            browser.close()


@contextlib.contextmanager
def serve_program(
    kind: str, *, workers: int = 2, database_port: int | None = None, **environment: str
) -> Iterator[Server]:
    """Serve a new data folder by the program of this *kind*, and take everything away again.

    *environment* is what the program is told beside what its kind needs. *database_port* is where
    it finds PostgreSQL, if not where the tests do.
    """
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="kalamazoo-live-"))
        if kind != EMBEDDED:
            address = urlsplit(stack.enter_context(create_postgresql_database()))
            if database_port:
                user = address.netloc.rpartition("@")[0]
                address = address._replace(netloc=f"{user}@127.0.0.1:{database_port}")
            environment = {"DATABASE_URL": address.geturl()} | environment
        if kind == TWO_WORKERS:
            environment = {"CACHE_URL": stack.enter_context(create_redis_database())} | environment
        server = Server(kind, Path(folder), workers=workers, **environment)
        stack.callback(server.stop, hard=True)
        yield server.start()
        server.stop()


def find_missing_requirement(kind: str) -> str:
    """Return why a server of this *kind* cannot be started here, an empty text if it can."""
    if kind != EMBEDDED:
        try:
            psycopg.connect(POSTGRESQL, connect_timeout=3).close()
        except psycopg.OperationalError:
            return "no PostgreSQL server answers on loopback"
    if kind == TWO_WORKERS:
        if not PROCESSES.exists():
            return "this system does not list its processes in /proc"
        if absent := [name for name in ("gunicorn", "redis") if not find_spec(name)]:
            return f"not installed: {', '.join(absent)} (python -m pip install .[hosting])"
        parts = urlsplit(REDIS)
        try:
            socket.create_connection((parts.hostname, parts.port or 6379), timeout=3).close()
        except OSError:
            return "no Redis server answers on loopback"
    return ""


@contextlib.contextmanager
def create_postgresql_database() -> Iterator[str]:
    """The address of a new database, dropped at the end."""
    name = f"kalamazoo_live_{os.getpid()}_{secrets.token_hex(4)}"
    with psycopg.connect(POSTGRESQL, autocommit=True) as connection:
        of_tests = connection.execute(
            "SELECT datname FROM pg_database WHERE datname LIKE 'kalamazoo_live_%'"
        ).fetchall()
        for (former,) in of_tests:
            if _is_over(former.split("_")[2]):
                connection.execute(DROP.format(sql.Identifier(former)))
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        try:
            yield urlsplit(POSTGRESQL)._replace(path=f"/{name}").geturl()
        finally:
            connection.execute(DROP.format(sql.Identifier(name)))


@contextlib.contextmanager
def create_redis_database() -> Iterator[str]:
    """The address of an empty database that nobody else who tests takes meanwhile, emptied at the end."""
    import redis  # optional: only this kind needs it

    for number in REDIS_DATABASES:
        address = f"{REDIS}/{number}"
        with redis.Redis.from_url(address) as client:
            if _is_over((client.get(TAKEN_BY) or b"").decode()):
                client.flushdb()
            if client.dbsize() or not client.set(TAKEN_BY, os.getpid(), nx=True, ex=3600):
                continue
            try:
                yield address
            finally:
                client.flushdb()
            return
    raise AssertionError("No database of the Redis server is empty.")


def _is_over(pid: str) -> bool:
    """Whether the tests that a process ran have ended without taking away what they had made, as a killed run does."""
    return pid.isdecimal() and PROCESSES.exists() and not (PROCESSES / pid).exists()


def find_free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
