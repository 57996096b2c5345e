"""Open a browser when somebody starts the program at this machine."""

import os
import sys
import webbrowser
from threading import Thread
from typing import Any

from director.core.club.accounts import get_or_create_welcome_path

_DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY")
_REMOTE = ("SSH_CONNECTION", "SSH_TTY")


def has_display(terminal: Any) -> bool:
    """Return whether *terminal* belongs to somebody at this machine who can see windows.

    A service, a test or a terminal on another machine has no use for a browser here. A text browser
    would even take over the terminal.
    """
    if not terminal.isatty() or any(os.environ.get(name) for name in _REMOTE):
        return False
    if sys.platform in ("win32", "darwin"):
        return True
    return any(os.environ.get(name) for name in _DISPLAYS)


def open_browser(address: str) -> None:
    """Open the program at *address*: the welcome page at the first start, later Tonight.

    A browser that can't be started changes nothing: the address is printed too.
    """
    page = f"{address}{get_or_create_welcome_path() or '/'}"
    # Some browsers return only once they are closed.
    Thread(target=webbrowser.open, args=[page], daemon=True).start()
