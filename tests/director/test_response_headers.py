"""What goes with every answer: what may be kept, and nothing but headers where only those are asked."""

import socket

import pytest
from django.conf import settings
from django.test import Client

from tests.director.management.test_serve import Running

MARK, FONT = (
    f"{settings.STATIC_URL}{name}" for name in ("core/mark.svg", "pdf/fonts/DejaVuSans.ttf")
)
PATHS = ("/sign-in/", "/", "/nowhere/", MARK, FONT)


def raw(port: int, method: str, path: str) -> tuple[dict[str, str], bytes]:
    """Return the headers of an answer, and every byte after them until the program closes the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        connection.sendall(
            f"{method} {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode()
        )
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))
    head, _blank, body = answer.partition(b"\r\n\r\n")
    return dict(line.split(": ", 1) for line in head.decode().split("\r\n")[1:]), body


@pytest.mark.slow
def test_head_is_answered_with_the_headers_of_get_and_no_body(data_folder):
    with Running(data_folder) as program:
        with program.get("/sign-in/"):
            pass
        for path in PATHS:
            asked, nothing = raw(program.port, "HEAD", path)
            answered, body = raw(program.port, "GET", path)
            assert nothing == b"", path
            assert asked["Content-Type"] == answered["Content-Type"], path
            assert abs(int(asked["Content-Length"]) - len(body)) < 100, (
                path
            )  # a form's token differs each time


def test_wrong_host_name_leaves_nothing_in_the_log(caplog, db):
    response = Client().get("/sign-in/", HTTP_HOST="bridge.example<script>")
    assert response.status_code == 400
    assert caplog.records == []
