"""What goes with every answer: what may be kept, and nothing but headers where only those are asked."""

import os
import re
import socket
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse

from tests.director.management.test_serve import Running
from tests.factories import make_played_section

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


@pytest.mark.django_db
@pytest.mark.parametrize(
    "name", ["session_scores", "session_results", "session_play", "session_seats"]
)
def test_desk_pages_are_kept_by_no_cache_on_the_way(desk, name):
    section = make_played_section()
    page = desk.get(reverse(name, args=[section.session_id]), follow=True)
    assert page.status_code == 200
    assert page.headers["Cache-Control"] == "private, no-cache"


@pytest.mark.django_db
def test_head_of_a_file_to_save_is_its_headers(desk):
    section = make_played_section()
    path = reverse("event_json", args=[section.session.event_id])
    asked = desk.head(path)
    assert asked.status_code == 200
    assert asked.content == b""
    assert asked.headers["Content-Length"] == str(len(desk.get(path).content))


POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src 'self'; "
    "frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'self'"
)


@pytest.mark.django_db
@pytest.mark.parametrize("path", ["/sign-in/", "/nowhere/", "/", "/club/"])
def test_page_uses_nothing_but_the_program_s_own_files(desk, path):
    assert desk.get(path).headers["Content-Security-Policy"] == POLICY


INLINE = re.compile(
    r"<style|\sstyle=|<script(?![^>]*\ssrc=)|\son[a-z]+=|\shx-on|javascript:|\bjs:|hx-trigger=\"[^\"]*\[",
    re.IGNORECASE,
)


def test_templates_hold_no_script_and_no_style_that_the_policy_would_stop():
    held = [
        f"{path.name}: {line.strip()[:80]}"
        for path in sorted(Path(settings.BASE_DIR, "templates").rglob("*.html"))
        for line in path.read_text(encoding="utf-8").splitlines()
        if INLINE.search(line)
    ]
    assert held == []


def test_wrong_host_name_leaves_nothing_in_the_log(caplog, db):
    response = Client().get("/sign-in/", HTTP_HOST="bridge.example<script>")
    assert response.status_code == 400
    assert caplog.records == []


@pytest.mark.parametrize(
    ("said", "subdomains", "preload"),
    [("", False, False), ("subdomains,preload", True, True)],
    ids=["own", "all"],
)
def test_browsers_are_told_of_other_names_where_a_setting_says_so(
    said, subdomains, preload, tmp_path
):
    script = "from director import settings as s; print(s.SECURE_HSTS_INCLUDE_SUBDOMAINS, s.SECURE_HSTS_PRELOAD)"
    told = {"KALAMAZOO_HTTPS": "1", "KALAMAZOO_HSTS": said, "KALAMAZOO_DATA": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", script],
        env=os.environ | told,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout.split() == [str(subdomains), str(preload)]
