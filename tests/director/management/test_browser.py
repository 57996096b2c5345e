"""``serve`` opens a browser only for somebody who sits at the machine."""

import io
import socket
import threading
import webbrowser

import pytest
from django.core.management import CommandError, call_command

from director import __main__ as program
from director.core.base.locks import lock_for_serving
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


@pytest.fixture
def opened(monkeypatch, tmp_path, settings):
    """The pages that a browser was opened at, by somebody with a display and a data folder of their own."""
    settings.DATA_DIR = tmp_path
    pages = []
    monkeypatch.setattr(webbrowser, "open", pages.append)
    monkeypatch.setattr(serve, "can_show_windows", lambda: True)
    return pages


def test_name_alone_starts_as_a_double_click_does(monkeypatch):
    called = []
    monkeypatch.setattr("sys.argv", ["kalamazoo"])
    monkeypatch.setattr("django.core.management.execute_from_command_line", called.append)
    program._run()
    assert called == [["kalamazoo", "serve", "--desktop"]]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("stored", "shown"),
    [
        ("http://localhost:8003/", "http://localhost:8003/"),
        ("http://10.77.0.9:8003/", "http://10.77.0.9:8003/"),
    ],
    ids=["everywhere", "at one address"],
)
def test_second_double_click_shows_the_program_that_runs(opened, tmp_path, capsys, stored, shown):
    make_director()
    with lock_for_serving(tmp_path, address=stored):
        call_command("serve", "--desktop")
    assert opened == [shown]
    assert capsys.readouterr().out == f"Kalamazoo is already running at {shown}\n"


def test_second_start_by_the_command_is_still_refused(opened, tmp_path):
    with (
        lock_for_serving(tmp_path, address="http://localhost:8003/"),
        pytest.raises(CommandError, match="already running at http://localhost:8003/"),
    ):
        call_command("serve", "--port", "8003")
    assert opened == []


def test_double_click_takes_the_next_port_if_another_program_has_the_first():
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        assert serve.find_quiet_port(port) > port
    assert serve.find_quiet_port(port) == port
