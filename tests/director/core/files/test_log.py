"""The log says in one line which request was wrong or refused, and keeps tracebacks for mistakes of our own."""

import io
import logging

import pytest
from django.db import OperationalError, connection
from django.test import Client

from director.core.files.running.log import OneLineFilter
from tests.director.core.files.test_storage import Away

pytestmark = pytest.mark.django_db

PART = b'--x\r\nContent-Disposition: form-data; name="username"\r\n\r\nann\r\n--x--\r\n'
MULTIPART = "multipart/form-data; boundary=x"
MALFORMED = {
    "no boundary": ("multipart/form-data", PART),
    "long boundary": (f"multipart/form-data; boundary={'y' * 300}", PART),
    "odd boundary": ("multipart/form-data; boundary=\xff", PART),
    "bad base64": (
        MULTIPART,
        PART.replace(b"\r\n\r\nann", b"\r\nContent-Transfer-Encoding: base64\r\n\r\n%%%a"),
    ),
    "truncated": (MULTIPART, PART[:30]),
    "nul": (MULTIPART, PART.replace(b"ann", b"\0").replace(b"username", b"\0")),
    "not utf-8": (MULTIPART, PART.replace(b"ann", b"\xff")),
    "charset idna": (f"{MULTIPART}; charset=idna", PART.replace(b"ann", b"\xff")),
    "charset hex": (f"{MULTIPART}; charset=hex", PART),
    "charset undefined": (f"{MULTIPART}; charset=undefined", PART),
    "charset unknown": (f"{MULTIPART}; charset=no-such", PART),
    "utf-16": ("application/x-www-form-urlencoded; charset=utf-16", b"a=1"),
    "too many fields": ("application/x-www-form-urlencoded", b"&".join([b"a=1"] * 6000)),
}


@pytest.fixture
def log(monkeypatch):
    """What is written to the terminal, as the settings have it."""
    (console,) = (
        each for each in logging.getLogger().handlers if OneLineFilter in map(type, each.filters)
    )
    monkeypatch.setattr(console, "stream", io.StringIO())
    return console.stream


@pytest.mark.parametrize("how", MALFORMED)
@pytest.mark.parametrize(
    "path", ["/sign-in/", "/people/new/", "/results/", "/t/none/results", "/nowhere/"]
)
def test_a_malformed_form_is_refused_without_a_traceback(log, path, how):
    content_type, body = MALFORMED[how]
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.cookies["csrftoken"] = "a" * 32  # so that the form is read
    response = client.generic("POST", path, body, content_type=content_type)
    assert response.status_code in (400, 403, 404, 405)
    assert len(log.getvalue().splitlines()) in (1, 2), log.getvalue()


@pytest.mark.parametrize("length", ["-5", "abc", ""])
def test_a_wrong_length_is_refused_without_a_traceback(log, length):
    client = Client(enforce_csrf_checks=True, raise_request_exception=False)
    client.cookies["csrftoken"] = "a" * 32
    response = client.post("/sign-in/", PART, content_type=MULTIPART, CONTENT_LENGTH=length)
    assert response.status_code in (400, 403)
    assert "Traceback" not in log.getvalue()


def test_refused_requests_write_one_line_each_while_the_database_is_away(log, desk, monkeypatch):
    monkeypatch.setattr(connection, "vendor", "postgresql")
    desk.raise_request_exception = False
    with connection.execute_wrapper(
        Away(OperationalError("connection refused\n\tIs the server running?"))
    ):
        statuses = [
            desk.get("/nights/").status_code,
            desk.post("/people/new/", {"name": "Ann"}).status_code,
        ]
    reason = "The database isn’t responding (connection refused Is the server running?)"
    assert statuses == [503, 503]
    assert log.getvalue().splitlines() == [
        f"Service Unavailable: /nights/: {reason}",
        f"Service Unavailable: /people/new/: {reason}",
    ]


def test_a_mistake_of_the_program_keeps_its_traceback(log, desk):
    desk.raise_request_exception = False
    with connection.execute_wrapper(Away(ValueError("our own"))):
        assert desk.get("/nights/").status_code == 500
    assert "Traceback (most recent call last)" in log.getvalue()
    assert "ValueError: our own" in log.getvalue()
