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
    MAX_BODY_BYTES,
    MAX_BYTES_OF_PHONES,
    MAX_BYTES_SIGNED_OUT,
)
from tests.director.management.test_connections import open_connection, serve_here

SIGNED_OUT = "You’re signed out, and this is larger than 1 MB, so nothing was saved. Sign in, then send it again."
TOO_LARGE = "This is larger than 25 MB, so nothing was saved. Larger files need a command: import_results or restore."
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


@pytest.mark.parametrize(
    "path", ["/t/abc/results/", "//t/abc/", "/%74/abc/calls/", "http://a/t/abc/"]
)
def test_phone_sends_eight_thousand_bytes_and_no_more(port, path):
    status, page = announced(port, MAX_BYTES_OF_PHONES + 1, path=path)
    assert status == 413
    assert warning_of(page) == OF_PHONES
    assert send_body(port, MAX_BYTES_OF_PHONES, path="/t/abc/results/") == (200, "8000")


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


def test_whoever_is_signed_in_sends_twenty_five_megabytes_and_no_more(port, session):
    assert announced(port, 10**12, Cookie=session)[0] == 413
    assert announced(port, MAX_BODY_BYTES + 1, Cookie=session, HX_Request="true") == (
        413,
        TOO_LARGE,
    )
    assert send_body(port, MAX_BODY_BYTES, cookie=session) == (200, "25000000")


@pytest.mark.parametrize(
    ("path", "most", "sentence"),
    [("/t/abc/results/", MAX_BYTES_OF_PHONES, OF_PHONES), ("/", MAX_BYTES_SIGNED_OUT, SIGNED_OUT)],
    ids=["phone", "signed out"],
)
def test_body_in_chunks_is_held_to_the_same(port, path, most, sentence):
    """What marks the chunks counts too."""
    assert send_body(port, most * 9 // 10, path=path, chunked=True) == (200, str(most * 9 // 10))
    status, page = send_body(port, most, path=path, chunked=True)
    assert status == 413
    assert warning_of(page) == sentence


def test_body_in_chunks_of_whoever_is_signed_in(port, session):
    assert send_body(port, 24_000_000, chunked=True, cookie=session) == (200, "24000000")
    status, page = send_body(port, MAX_BODY_BYTES, chunked=True, cookie=session)
    assert status == 413
    assert warning_of(page) == TOO_LARGE


def test_sender_who_asks_first_is_not_told_to_go_on(port):
    with contextlib.closing(open_connection(port)) as line:
        line.settimeout(5)
        line.sendall(
            b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1000001\r\nExpect: 100-continue\r\n\r\n"
        )
        assert line.recv(12) == b"HTTP/1.1 413"


def test_sender_of_everything_can_read_the_answer_afterwards(port):
    """Closed while bytes still come, a connection is reset, and browsers show no answer then."""
    status, page = send_body(port, 30_000_000)
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
