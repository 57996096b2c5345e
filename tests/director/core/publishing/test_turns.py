"""Whose turn it is: pages for visitors one at a time, none begun while the desk is answered, nobody kept for long."""

import threading
import time
from contextlib import ExitStack

import pytest
from django.conf import settings
from django.test import RequestFactory

from director.core.publishing import kept as turns
from director.core.publishing.kept import TURNS, Turns
from director.management.server import DeskFirst
from director.middleware import DeskFirst as DeskFirstMiddleware


class Made(threading.Thread):
    """A page that a visitor asked for; *began* tells when its turn came."""

    def __init__(self, whose: Turns, seconds: float = 0) -> None:
        super().__init__(daemon=True)
        self.whose, self.seconds = whose, seconds
        self.began = threading.Event()
        self.start()

    def run(self) -> None:
        with self.whose.visitors():
            self.began.set()
            time.sleep(self.seconds)


def test_no_page_is_begun_while_the_desk_is_answered():
    whose = Turns()
    with whose.desk():
        page = Made(whose)
        assert not page.began.wait(0.1)
    assert page.began.wait(0.5)


def test_every_request_of_the_desk_goes_before():
    whose = Turns()
    with whose.desk():
        with whose.desk():
            page = Made(whose)
        assert not page.began.wait(0.1)
    assert page.began.wait(0.5)


def test_pages_are_made_one_at_a_time():
    whose = Turns()
    first = Made(whose, seconds=0.2)
    assert first.began.wait(1)
    second = Made(whose)
    assert not second.began.wait(0.1)
    first.join()
    assert second.began.wait(1)


def test_the_desk_waits_for_no_page():
    whose = Turns()
    page = Made(whose, seconds=0.5)
    assert page.began.wait(1)
    began = time.monotonic()
    with whose.desk():
        assert time.monotonic() - began < 0.3


def test_what_takes_the_desk_long_keeps_no_visitor(monkeypatch):
    monkeypatch.setattr(turns, "PRECEDENCE", 0.1)
    whose = Turns()
    with whose.desk():
        assert Made(whose).began.wait(1)
        assert Made(whose).began.wait(0.05)


def test_a_desk_that_is_never_idle_keeps_no_visitor_for_good(monkeypatch):
    monkeypatch.setattr(turns, "PRECEDENCE", 0.2)
    whose = Turns()
    page = Made(whose)
    with ExitStack() as requests:
        for _request in range(20):
            requests.enter_context(whose.desk())
            if page.began.wait(0.05):
                break
    assert page.began.is_set()


def test_a_request_of_the_desk_that_fails_holds_nobody():
    whose = Turns()
    with pytest.raises(LookupError), whose.desk():
        raise LookupError
    assert Made(whose).began.wait(0.5)


@pytest.mark.parametrize(("signed_in", "goes_first"), [(True, True), (False, False)], ids=["desk", "visitor"])
def test_whoever_is_signed_in_is_the_desk(signed_in, goes_first):
    seen = []

    def answer(request):
        seen.append(bool(TURNS._before))

    request = RequestFactory().get("/")
    if signed_in:
        request.COOKIES[settings.SESSION_COOKIE_NAME] = "a-session"
    DeskFirstMiddleware(answer)(request)
    assert seen == [goes_first]
    assert not TURNS._before


class Asked:
    """A connection with one request that waits for a thread."""

    def __init__(
        self, name: str, cookie: str, answered: list[str], until: threading.Event, path: str = "/events/1/"
    ) -> None:
        self.requests, self.path, self.command = [self], path, "POST" if path.endswith("results") else "GET"
        self.headers = {"COOKIE": cookie} if cookie else {}
        self.name, self.answered, self.until = name, answered, until

    def service(self) -> None:
        self.until.wait(2)
        self.answered.append(self.name)


def test_a_request_of_the_desk_waits_for_the_next_free_thread_only():
    answered, until = [], threading.Event()
    threads = DeskFirst(1)
    signed_in = f"csrftoken=a; {settings.SESSION_COOKIE_NAME}=b"
    for name, cookie in (("first", ""), ("second", ""), ("third", "csrftoken=a"), ("desk", signed_in)):
        threads.add_task(Asked(name, cookie, answered, until))
        time.sleep(0.05)
    until.set()
    for _attempt in range(100):
        if len(answered) == 4:
            break
        time.sleep(0.02)
    threads.shutdown()
    assert answered == ["first", "desk", "second", "third"]


def test_phones_are_answered_in_turn_while_every_other_thread_is_busy():
    answered, until, at_once = [], threading.Event(), threading.Event()
    at_once.set()
    threads = DeskFirst(1)
    threads.add_task(Asked("a long page", "", answered, until))
    phones = [f"phone {number}" for number in range(20)]
    for name in phones:
        threads.add_task(Asked(name, "", answered, at_once, path="/t/a-token/results"))
    for _attempt in range(100):
        if len(answered) == len(phones):
            break
        time.sleep(0.02)
    assert answered == phones
    until.set()
    threads.shutdown()


def test_what_phones_enter_goes_before_what_they_look_at():
    answered, until, at_once = [], threading.Event(), threading.Event()
    at_once.set()
    threads = DeskFirst(1)
    threads.add_task(Asked("first", "", answered, until, path="/t/a-token/state.json"))
    time.sleep(0.05)
    for name, path in (("look", "state.json"), ("result", "results"), ("another look", ""), ("word", "results")):
        threads.add_task(Asked(name, "", answered, at_once, path=f"/t/a-token/{path}"))
    until.set()
    for _attempt in range(100):
        if len(answered) == 5:
            break
        time.sleep(0.02)
    threads.shutdown()
    assert answered == ["first", "result", "word", "look", "another look"]


def test_a_request_without_a_path_waits_with_the_others():
    answered, at_once = [], threading.Event()
    at_once.set()
    broken = Asked("broken", "", answered, at_once)
    del broken.path
    threads = DeskFirst(1)
    threads.add_task(broken)
    for _attempt in range(100):
        if answered:
            break
        time.sleep(0.02)
    threads.shutdown()
    assert answered == ["broken"]
