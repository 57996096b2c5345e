"""Many connections at once: everybody is served, and no single address can keep the others out."""

import contextlib
import http.client
import socket
import threading
import time

import pytest
from waitress.channel import HTTPChannel

from director.management.server import (
    _get_connection_by_file_no,
    get_listeners,
    make_program_server,
    raise_connection_limit,
)
from tests.director.management.test_serve import Running

PHONES, VISITORS, EACH = 400, 100, 3
"""A large evening: each browser keeps three connections open."""


def get_open_channels(server):
    """Return the open connections of *server*."""
    entries = _get_connection_by_file_no(server).values()
    return [entry for entry in entries if isinstance(entry, HTTPChannel)]


def answer(environ, start_response):
    start_response("200 OK", [("Content-Length", "2")])
    return [b"in"]


@contextlib.contextmanager
def serve_here(**more):
    """A server for as long as the block lasts: a pair of itself and its port."""
    server = make_program_server(answer, host="127.0.0.1", port=0, **more)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    yield server, get_listeners(server)[0].effective_port
    server.close()
    thread.join(timeout=5)


def open_connection(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=60)


def ask_for_answer(port: int) -> bytes:
    """Return what a new connection is answered."""
    with contextlib.closing(http.client.HTTPConnection("127.0.0.1", port, timeout=5)) as connection:
        connection.request("GET", "/")
        return connection.getresponse().read()


def wait_until(condition) -> None:
    for _attempt in range(200):
        if condition():
            return
        time.sleep(0.02)
    raise AssertionError("it does not come about")


def test_half_a_request_that_never_ends_keeps_nobody_out():
    with serve_here(max_connections=60) as (server, port), contextlib.ExitStack() as stack:
        for _number in range(100):
            stack.enter_context(contextlib.closing(open_connection(port))).sendall(
                b"GET / HTTP/1.1\r\nHost: a"
            )
        wait_until(lambda: 0 < len(get_open_channels(server)) <= 30)
        assert ask_for_answer(port) == b"in"


def test_proxy_has_no_share_because_it_asks_for_everybody():
    with (
        serve_here(max_connections=60, proxy="127.0.0.1") as (server, port),
        contextlib.ExitStack() as stack,
    ):
        for _number in range(50):
            stack.enter_context(contextlib.closing(open_connection(port)))
        wait_until(lambda: len(get_open_channels(server)) == 50)
        assert ask_for_answer(port) == b"in"


def test_many_who_sign_in_at_once_keep_no_page_waiting(monkeypatch):
    may_end, waiting = threading.Event(), []

    def slow(environ, start_response):
        if environ["PATH_INFO"] == "/sign-in/":
            waiting.append(environ)
            assert may_end.wait(timeout=30)
        return answer(environ, start_response)

    monkeypatch.setattr(f"{__name__}.answer", slow)
    with serve_here() as (_server, port), contextlib.ExitStack() as stack:
        monkeypatch.undo()
        people = [
            stack.enter_context(contextlib.closing(open_connection(port))) for _person in range(20)
        ]
        for person in people:
            person.sendall(b"POST /sign-in/ HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\n\r\n")
        wait_until(lambda: waiting)
        assert ask_for_answer(port) == b"in"
        assert len(waiting) == 1
        may_end.set()
        assert [person.recv(15) for person in people] == [b"HTTP/1.1 200 OK"] * 20


def test_connections_as_many_as_the_system_allows():
    assert 300 <= raise_connection_limit() <= 4000


def test_idlest_connection_goes_before_all_are_taken():
    with (
        serve_here(max_connections=60, proxy="127.0.0.1") as (server, port),
        contextlib.ExitStack() as stack,
    ):
        for _number in range(80):
            stack.enter_context(contextlib.closing(open_connection(port)))
        assert ask_for_answer(port) == b"in"
        wait_until(lambda: len(get_open_channels(server)) <= 54)


@pytest.mark.slow
def test_large_evening_is_served(data_folder):
    with Running(data_folder) as program, contextlib.ExitStack() as stack:
        connections = []
        for _number in range((PHONES + VISITORS) * EACH):
            connections.append(
                stack.enter_context(contextlib.closing(open_connection(program.port)))
            )
        with program.get("/sign-in/") as page:
            assert "<h1>Sign in</h1>" in page.read().decode()
        for connection in (connections[0], connections[-1]):
            connection.sendall(b"GET /sign-in/ HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert connection.recv(15) == b"HTTP/1.1 200 OK"
