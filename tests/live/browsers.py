"""Browsers that are no browsers: connections with cookies, many at once, each as patient as a phone."""

import http.client
import re
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from threading import Barrier
from typing import TypeVar
from urllib.parse import urlencode

T = TypeVar("T")

PASSWORD = "felt-green-17"  # noqa: S105  of the director that tests.factories makes
PATIENCE = 60  # seconds
LOST = (http.client.HTTPException, ConnectionError, TimeoutError)
"""What is raised where an answer is lost, or the program is gone."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back."""

    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def text(self) -> str:
        """The page."""
        return self.body.decode()


class Browser:
    """One connection that is kept open, with its cookies."""

    def __init__(self, port: int, cookies: dict[str, str] | None = None) -> None:
        """Open nothing yet; *cookies* are those of another browser whose director sits here too."""
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        self.cookies = dict(cookies or {})

    def get(
        self, path: str, headers: dict[str, str] | None = None, *, again: bool = False
    ) -> Answer:
        """Ask for a page."""
        return self._ask("GET", path, None, headers or {}, again)

    def post(
        self,
        path: str,
        fields: dict[str, object],
        headers: dict[str, str] | None = None,
        *,
        again: bool = False,
    ) -> Answer:
        """Send a form, with the cookie that a page gave for it."""
        own = {
            "X-CSRFToken": self.cookies["csrftoken"],
            "Content-Type": "application/x-www-form-urlencoded",
        }
        return self._ask("POST", path, urlencode(fields), own | (headers or {}), again)

    def sign_in(self, name: str = "dora", password: str = PASSWORD) -> "Browser":
        """Sign a director in and return this browser."""
        self.get("/sign-in/")
        answer = self.post("/sign-in/", {"username": name, "password": password})
        assert answer.status == 302, (answer.status, answer.text)
        return self

    def another(self) -> "Browser":
        """Return a window beside this one, with the same cookies and a connection of its own."""
        return Browser(self.connection.port, self.cookies)

    def close(self) -> None:
        """Close the connection; the next question opens another."""
        self.connection.close()

    def _ask(
        self, method: str, path: str, body: str | None, headers: dict[str, str], again: bool
    ) -> Answer:
        """Ask, and *again* for as long as answers are lost and patience lasts."""
        until = time.monotonic() + PATIENCE
        while True:
            try:
                return self._asked_once(method, path, body, headers)
            except LOST:
                self.close()
                if not again or time.monotonic() > until:
                    raise
                time.sleep(0.2)

    def _asked_once(
        self, method: str, path: str, body: str | None, headers: dict[str, str]
    ) -> Answer:
        if self.cookies:
            headers = headers | {
                "Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())
            }
        self.connection.request(method, path, body, headers)
        response = self.connection.getresponse()
        content = response.read()
        for cookie in response.headers.get_all("Set-Cookie") or ():
            name, value = re.match(r"([^=]+)=([^;]*)", cookie).groups()
            self.cookies[name] = value
        return Answer(response.status, response.headers, content)


def run_at_once(actions: Iterable[Callable[[], T]]) -> list[T]:
    """Run each of *actions* in a thread of its own, all starting together; return what each gave, in their order.

    What the first of them raised is raised.
    """
    actions = list(actions)
    together = Barrier(len(actions))

    def run(action: Callable[[], T]) -> T:
        together.wait(timeout=PATIENCE)
        return action()

    with ThreadPoolExecutor(len(actions)) as pool:
        return list(pool.map(run, actions))
