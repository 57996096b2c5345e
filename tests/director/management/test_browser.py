"""``serve`` opens a browser only for somebody who sits at the machine."""

import io
import threading
import webbrowser

import pytest

from director.management.commands import serve
from tests.factories import make_director

FREE = ("DISPLAY", "WAYLAND_DISPLAY", "SSH_CONNECTION", "SSH_TTY")


class Terminal(io.StringIO):
    """Output that is a terminal."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("system", "terminal", "variables", "expected"),
    [
        ("linux", Terminal(), {"DISPLAY": ":0"}, True),
        ("linux", Terminal(), {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("linux", Terminal(), {}, False),
        ("linux", io.StringIO(), {"DISPLAY": ":0"}, False),
        ("linux", Terminal(), {"DISPLAY": ":0", "SSH_TTY": "/dev/pts/1"}, False),
        ("win32", Terminal(), {}, True),
        ("darwin", Terminal(), {}, True),
        ("darwin", io.StringIO(), {}, False),
        ("darwin", Terminal(), {"SSH_CONNECTION": "10.0.0.2 1 10.0.0.3 22"}, False),
    ],
    ids=["x", "wayland", "console", "service", "remote", "windows", "mac", "mac-log", "mac-remote"],
)
def test_a_browser_opens_only_where_somebody_sees_it(
    monkeypatch, system, terminal, variables, expected
):
    for name in FREE:
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(serve.sys, "platform", system)
    assert serve.has_display(terminal) is expected


@pytest.mark.django_db
def test_the_browser_opens_at_the_welcome_page_and_later_at_tonight(monkeypatch):
    opened = []
    has_opened = threading.Event()

    def note(address: str) -> None:
        opened.append(address)
        has_opened.set()

    monkeypatch.setattr(webbrowser, "open", note)

    def open_page() -> str:
        has_opened.clear()
        serve.open_browser("http://localhost:8000")
        assert has_opened.wait(timeout=10)
        return opened.pop()

    assert open_page().startswith("http://localhost:8000/welcome/")
    make_director()
    assert open_page() == "http://localhost:8000/"
