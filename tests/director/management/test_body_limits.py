"""Large bodies of requests: refused by what is announced or by what comes, before the disk takes any of it."""

import contextlib
import http.client
import itertools
import json
import re
import time

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import connections
from waitress.receiver import FixedStreamReceiver

from director.management.body_limits import (
    MAX_BYTES_SIGNED_OUT,
)
from tests.director.management.test_connections import open_connection, serve_here

SIGNED_OUT = "You’re signed out, and this is larger than 1 MB, so nothing was saved. Sign in, then send it again."
OF_PHONES = "That is too long: a phone sends at most 8000 bytes at once."


def lengths(environ, start_response):
    """Answer with the number of bytes that came."""
    came = str(
        sum(len(part) for part in iter(lambda: environ["wsgi.input"].read(100_000), b""))
    ).encode()
    start_response("200 OK", [("Content-Length", str(len(came)))])
    return [came]


@pytest.fixture
def port(monkeypatch):
    monkeypatch.setattr("tests.director.management.test_connections.answer", lengths)
    with serve_here() as (_server, port):
        yield port


@pytest.fixture
def session(transactional_db, monkeypatch):
    """The cookie of somebody who is signed in."""
    store = SessionStore()
    store["anything"] = True
    store.save()
    yield f"theme=dark; sessionid={store.session_key}"
    connections.close_all()


def warning_of(page: str) -> str:
    return re.search(r'<p class="say warn">(.*?)</p>', page)[1]


def announced(port: int, length: int, *, path: str = "/", **headers: str) -> tuple[int, str]:
    """Return the status and the words of the answer to a head alone, after which nothing of the body is sent."""
    with contextlib.closing(open_connection(port)) as line:
        line.settimeout(5)
        more = "".join(f"{name.replace('_', '-')}: {value}\r\n" for name, value in headers.items())
        line.sendall(
            f"POST {path} HTTP/1.1\r\nHost: a\r\nContent-Length: {length}\r\n{more}\r\n".encode()
        )
        answer = http.client.HTTPResponse(line)
        answer.begin()
        return answer.status, answer.read().decode()


def send_body(
    port: int, length: int, *, path: str = "/", chunked: bool = False, cookie: str = ""
) -> tuple[int, str]:
    """x"""
    with contextlib.closing(
        http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    ) as connection:
        parts = itertools.repeat(b"x" * (length // 10), 10) if chunked else b"x" * length
        headers = {"Cookie": cookie} | ({"Transfer-Encoding": "chunked"} if chunked else {})
        with contextlib.suppress(BrokenPipeError):
            connection.request("POST", path, parts, headers, encode_chunked=chunked)
        answer = connection.getresponse()
        return answer.status, answer.read().decode()


def test_script_of_a_phone_is_answered_in_json(port):
    status, told = announced(port, 8001, path="/t/abc/results/", Content_Type="application/json")
    assert status == 413
    assert json.loads(told) == {"error": OF_PHONES}


def test_whoever_is_signed_out_sends_a_megabyte_and_no_more(port):
    status, page = announced(port, MAX_BYTES_SIGNED_OUT + 1, path="/sign-in/")
    assert status == 413
    assert warning_of(page) == SIGNED_OUT
    assert send_body(port, MAX_BYTES_SIGNED_OUT) == (200, "1000000")


@pytest.mark.django_db(transaction=True)
def test_cookie_that_is_only_called_a_session_opens_nothing(port):
    status, page = announced(
        port, MAX_BYTES_SIGNED_OUT + 1, Cookie="sessionid=abcdefghijklmnopqrstuvwxyz012345"
    )
    assert status == 413
    assert warning_of(page) == SIGNED_OUT


def test_sender_who_stays_after_the_answer_is_cut_off(monkeypatch):
    monkeypatch.setattr("director.management.server.IDLE_SECONDS", 1)
    monkeypatch.setattr("director.management.server.CLEANUP_SECONDS", 0)
    with serve_here() as (_server, port), contextlib.closing(open_connection(port)) as line:
        line.settimeout(5)
        line.sendall(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000001\r\n\r\n")
        while line.recv(10_000):
            pass

        def send_on() -> None:
            for _moment in range(500):
                line.sendall(b"x")
                time.sleep(0.01)

        with pytest.raises(ConnectionError):
            send_on()


def test_refused_body_is_never_put_into_a_file(port, monkeypatch):
    """Nothing of it is handed to what collects a body."""
    collected = []
    monkeypatch.setattr(
        FixedStreamReceiver, "received", lambda _self, data: collected.append(data) or len(data)
    )
    assert send_body(port, 2_000_000)[0] == 413
    assert collected == []
