"""Somebody at a browser: opens pages, fills the forms that stand there, and reads what is answered."""

import logging
import time
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from django.contrib.auth.models import User
from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve

from tests.director.doors.page_forms import Door, iterate_doors
from tests.director.pages import HTMX, find_texts
from tests.director.sent_forms import Sent, fill_form

SLOW = 1.0
"""Seconds after which the address of an answer is noted."""


class RefusedError(Exception):
    """The program refused what was sent, with a sentence. *answer* is its page."""

    def __init__(self, said: str, answer: HttpResponse | None = None) -> None:
        super().__init__(said)
        self.answer = answer


class NoDoorError(Exception):
    """The page has no such form: what a person can't see can't be pressed."""


@dataclass
class Trail:
    """What the walk has reached and what took long, over all its evenings."""

    opened: set[str] = field(default_factory=set)
    sent: set[str] = field(default_factory=set)
    acts: set[str] = field(default_factory=set)
    slow: dict[str, float] = field(default_factory=dict)


@dataclass
class Desk:
    """A person with a browser. *trail* notes the addresses that answered."""

    client: Client
    trail: Trail
    name: str = ""

    @property
    def user(self) -> User | None:
        """The account of this person, None for a visitor."""
        return User.objects.filter(username=self.name).first()

    def open(self, path: str, **options: Any) -> HttpResponse:
        """Open *path*, which may not fail, and return what is answered."""
        begun = time.monotonic()
        with forbid_tracebacks():
            page = self.client.get(path, **options)
        self._look_at(path, page, begun)
        return page

    def doors(self, path: str, name: str, *, method: str = "post") -> list[Door]:
        """Return the forms of the page at *path* that send something to the address called *name*."""
        page = self.open(path)
        return [door for door in iterate_doors(path, page, method=method) if door.name == name]

    def press(
        self, path: str, name: str, /, *, button: str | None = None, which: int = 0, **boxes: Any
    ) -> HttpResponse:
        """Fill *boxes* of a form on the page at *path*, and press its button.

        *name* is that of the address to which the form goes. *button* is the name of the button,
        or ``name=value``, and *which* the number of the form among those.

        :raises NoDoorError: if the page has no such form
        :raises RefusedError: if the program refused, with its sentence
        """
        doors = [door for door in self.doors(path, name) if _has_button(door, button)]
        fitting = [door for door in doors if has_boxes(door, boxes)]
        if len(fitting) <= which:
            raise NoDoorError(f"{path} has no form for {name} {button or ''} {boxes}")
        return self.send(fitting[which], boxes)

    def send(self, door: Door, boxes: dict[str, Any]) -> HttpResponse:
        """Send the form *door* with *boxes* filled, the others as the page shows them."""
        sent = fill_door(door, boxes)
        answer = self.post(door.address, sent, is_htmx=door.is_htmx)
        self.trail.sent.add(door.name)
        return answer

    def ask(self, door: Door, boxes: dict[str, Any]) -> HttpResponse:
        """Send a form that only asks for a page, with *boxes* filled, and return the page.

        :raises RefusedError: if the program refused, with its sentence
        """
        answer = self.open(door.address, data=fill_door(door, boxes))
        if answer.status_code >= 400:
            raise RefusedError(read_sentence(answer), answer)
        return answer

    def post(self, address: str, sent: Sent, *, is_htmx: bool = False) -> HttpResponse:
        """Send *sent* to *address* and return the answer.

        :raises RefusedError: if the program refused, with its sentence
        """
        begun = time.monotonic()
        with forbid_tracebacks():
            response = self.client.post(address, sent, **(HTMX if is_htmx else {}))
        self._look_at(address, response, begun)
        if response.status_code >= 400:
            raise RefusedError(read_sentence(response), response)
        return response

    def _look_at(self, path: str, answer: HttpResponse, begun: float) -> None:
        took = time.monotonic() - begun
        with suppress(Resolver404):
            self.trail.opened.add(resolve(answer.request["PATH_INFO"]).url_name or "")
        if took > SLOW:
            self.trail.slow[path] = max(took, self.trail.slow.get(path, 0))
        assert answer.status_code < 500, f"{path} answers {answer.status_code}"


def read_sentence(answer: HttpResponse) -> str:
    """Return the sentence with which *answer* refuses; there must be one."""
    if answer.get("Content-Type", "").startswith("text/html"):
        found = find_texts(answer, ".bad") or find_texts(answer, ".say") or find_texts(answer, "h1")
        said = " ".join(found)
    else:
        said = answer.content.decode(errors="replace")
    assert said.strip(), f"refused with {answer.status_code} and without a sentence"
    return said


def fill_door(door: Door, boxes: dict[str, Any]) -> Sent:
    """Return what a browser sends of *door*: *boxes* as given, the others as the page shows them.

    :raises NoDoorError: if a box doesn't offer what is given
    """
    try:
        return fill_form(door.form, boxes, button=door.button)
    except ValueError as error:
        raise NoDoorError(f"{door.path}: {error}") from error


def has_boxes(door: Door, boxes: Collection[str]) -> bool:
    """Return whether the form has all *boxes*."""
    names = {box.get("name") for box in door.form}
    return set(boxes) <= names


def _has_button(door: Door, wanted: str | None) -> bool:
    if wanted is None:
        return True
    name, _equals, value = wanted.partition("=")
    return any(name == own and (not value or value == theirs) for own, theirs in door.button)


@contextmanager
def forbid_tracebacks() -> Iterator[None]:
    """Fail if the program writes a traceback."""
    written: list[logging.LogRecord] = []

    class Handler(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            if record.exc_info:
                written.append(record)

    handler = Handler(level=logging.ERROR)
    root, django_log = logging.getLogger(), logging.getLogger("django")
    for logger in (root, django_log):
        logger.addHandler(handler)
    try:
        yield
    finally:
        for logger in (root, django_log):
            logger.removeHandler(handler)
    assert not written, written[0].getMessage()
