"""Connections to PostgreSQL that don't wait for ever for a server that has fallen silent.

A server that hangs, or a network that loses everything, keeps the connection open, and the driver
waits for its answer without an end. Timeouts of the server can't help, because the server itself
must keep them. All threads of the program would soon wait, and not even a stylesheet be answered.

So whoever waits for long tries to open a second connection. A server that is only busy takes it,
and the first one waits on. If nobody answers there either, all waiting requests are refused, and
those that come next at once, until one of them finds that the server answers again.

Django looks for a backend in a module of this name (``ENGINE`` in the settings).
"""

import logging
import math
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic
from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg import IsolationLevel

REQUEST_PATIENCE = 3.0
"""Seconds without an answer after which a request asks whether the server is there."""
COMMAND_PATIENCE = 60.0
"""The same for a command or a migration, which would have to begin again."""
MAX_REQUEST_SECONDS = 35.0
"""Seconds without an answer after which a request is refused, whatever another connection says.

Longer than ``statement_timeout``, by which a server that works refuses it itself.
"""
PROBE_SECONDS = 3
"""Seconds that the server has for taking a second connection."""
RETRY_SECONDS = 5.0
"""Seconds in which nobody asks a silent server again."""
SLOW_SECONDS = 1.0
"""A refusal that takes longer came from the network, not from a server."""

_log = logging.getLogger("director.database")


class ServerSilentError(psycopg.OperationalError):
    """The server doesn't answer. ``str()`` is a sentence for the log."""

    def __init__(self) -> None:
        super().__init__("the server has fallen silent")


class ServerState:
    """Whether a server answers, as far as the threads of this process have found out."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._probe_lock = Lock()
        self._retry_at = 0.0  # 0 while the server answers
        self._answers_until = 0.0
        self._has_answered = False

    def refuse_while_silent(self) -> None:
        """Raise at once if the server was silent a moment ago. Then one thread at a time may try.

        :raises ServerSilentError: in all other threads
        """
        with self._lock:
            if not self._retry_at:
                return
            if monotonic() < self._retry_at:
                raise ServerSilentError
            self._retry_at = monotonic() + RETRY_SECONDS

    def note_silence(self) -> None:
        """Note that the server didn't answer."""
        with self._lock:
            # Logged once, not for every request. A start says it in a sentence of its own.
            if self._has_answered and not self._retry_at:
                _log.warning("The database isn’t responding.")
            self._retry_at = monotonic() + RETRY_SECONDS

    def note_answer(self) -> None:
        """Note that the server answered."""
        with self._lock:
            if self._has_answered and self._retry_at:
                _log.warning("The database is responding again.")
            self._retry_at = 0.0
            self._has_answered = True

    def is_answering(self, connect: Callable[[], None]) -> bool:
        """Return whether the server lets a thread *connect*. One thread asks for all that wait."""
        with self._probe_lock:
            now = monotonic()
            if now < self._retry_at:
                return False
            if now < self._answers_until:
                return True
            try:
                connect()
            except psycopg.OperationalError:
                # A server that is full or shuts down answers too, but at once.
                if monotonic() - now >= SLOW_SECONDS:
                    self.note_silence()
                    return False
            self._answers_until = monotonic() + REQUEST_PATIENCE
            return True


class PatientConnection(psycopg.Connection[Any]):
    """A connection that waits as long as its server is there."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.patience = COMMAND_PATIENCE
        self.max_seconds = math.inf
        self.is_server_answering: Callable[[], bool] = lambda: False

    def wait(self, gen: Generator[Any, Any, Any], *args: Any, **kwargs: Any) -> Any:
        """Wait for the answers that *gen* needs.

        :raises ServerSilentError: if none comes. The connection is closed then.
        """
        try:
            return super().wait(self._limit(gen), *args, **kwargs)
        except ServerSilentError:
            self.close()
            raise

    def _limit(self, gen: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        """Consume *gen* as the driver does. The driver sends it a falsy state when it has waited."""
        try:
            wanted = next(gen)
            silent_since = monotonic()
            next_probe = silent_since + self.patience
            while True:
                ready = yield wanted
                now = monotonic()
                if ready:
                    silent_since = now
                    next_probe = now + self.patience
                elif now - silent_since > self.max_seconds:
                    raise ServerSilentError
                elif now > next_probe:
                    if not self.is_server_answering():
                        raise ServerSilentError
                    next_probe = monotonic() + self.patience
                wanted = gen.send(ready)
        except StopIteration as stop:
            return stop.value


_states_by_server: dict[tuple[str, str], ServerState] = {}


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's connection to PostgreSQL, on a :class:`PatientConnection`."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> PatientConnection:
        """Return a new connection.

        :raises psycopg.OperationalError: if the server refuses it, or doesn't answer
        """
        address = (str(conn_params.get("host", "")), str(conn_params.get("port", "")))
        state = _states_by_server.setdefault(address, ServerState())
        state.refuse_while_silent()
        self.isolation_level = IsolationLevel.READ_COMMITTED
        start = monotonic()
        try:
            connection = PatientConnection.connect(**conn_params)
        except psycopg.OperationalError:
            if monotonic() - start >= SLOW_SECONDS:
                state.note_silence()
            raise
        state.note_answer()

        def probe() -> None:
            params = conn_params | {"connect_timeout": PROBE_SECONDS}
            with PatientConnection.connect(**params) as second_connection:
                # A pool of connections in front of the server answers by itself until here.
                second_connection.max_seconds = PROBE_SECONDS
                second_connection.execute("SELECT 1")

        connection.is_server_answering = lambda: state.is_answering(probe)
        return connection


def limit_waiting(connection: Any) -> None:
    """Let *connection*, of a request, find out soon that its server is silent."""
    if isinstance(connection, PatientConnection):
        connection.patience = REQUEST_PATIENCE
        connection.max_seconds = MAX_REQUEST_SECONDS


@contextmanager
def suspend_limit(connection: Any) -> Iterator[None]:
    """Let *connection* wait as a command's during the block."""
    if not isinstance(connection, PatientConnection):
        yield
        return
    previous_limits = (connection.patience, connection.max_seconds)
    lift_limit(connection)
    try:
        yield
    finally:
        connection.patience, connection.max_seconds = previous_limits


def lift_limit(connection: Any) -> None:
    """Let *connection*, of a command, wait as long as its server is there."""
    if isinstance(connection, PatientConnection):
        connection.patience = COMMAND_PATIENCE
        connection.max_seconds = math.inf
