"""The order of requests that wait for the same threads, and phones that take turns in a process of many threads."""

import threading
import time

import pytest

from director.management import waiting
from director.management.waiting import PhonesInTurn, Waiting


def test_nothing_that_is_looked_at_waits_for_good(monkeypatch):
    monkeypatch.setattr(waiting, "PATIENCE", 0.05)
    requests = Waiting(str.islower)
    requests.append("look")
    requests.append("RESULT")
    time.sleep(0.1)
    requests.append("LATER RESULT")
    assert [requests.popleft() for _request in range(3)] == ["RESULT", "look", "LATER RESULT"]
    assert not requests
    with pytest.raises(IndexError):
        requests.popleft()


class Program:
    """Answers when it is told to, and keeps who was answered and how many at once at most."""

    def __init__(self) -> None:
        self.goes_on, self.lock = threading.Event(), threading.Lock()
        self.begun: list[str] = []
        self.now = self.most = 0

    def __call__(self, environ, start_response):
        with self.lock:
            self.begun.append(environ["PATH_INFO"])
            self.now += 1
            self.most = max(self.most, self.now)
        self.goes_on.wait(2)
        with self.lock:
            self.now -= 1
        if environ["PATH_INFO"].endswith("broken"):
            raise LookupError
        return [b""]


def asked(program, *requests):
    """Ask *program* for each of *requests*, one shortly after the other, all at once under way."""
    threads = []
    for request in requests:
        method, path = request.split()
        environ = {"REQUEST_METHOD": method, "PATH_INFO": path}
        threads.append(threading.Thread(target=program, args=(environ, None)))
        threads[-1].start()
        time.sleep(0.02)
    return threads


def test_what_is_entered_goes_first_each_in_the_order_in_which_it_came():
    program = Program()
    gate = PhonesInTurn(program, most=1)
    threads = asked(gate, "GET /t/a/", "GET /t/b/", "POST /t/c/results", "GET /t/d/", "POST /t/e/results")
    assert program.begun == ["/t/a/"]
    program.goes_on.set()
    for thread in threads:
        thread.join(2)
    assert program.begun == ["/t/a/", "/t/c/results", "/t/e/results", "/t/b/", "/t/d/"]


def test_no_more_phones_are_answered_at_once_than_may_be():
    program = Program()
    gate = PhonesInTurn(program, most=2)
    threads = asked(gate, *(f"GET /t/{number}/" for number in range(5)))
    assert program.now == 2
    program.goes_on.set()
    for thread in threads:
        thread.join(2)
    assert (program.most, len(program.begun)) == (2, 5)


def test_a_page_waits_for_no_phone():
    program = Program()
    gate = PhonesInTurn(program, most=1)
    threads = asked(gate, "GET /t/a/", "GET /t/b/", "GET /events/1/")
    assert program.begun == ["/t/a/", "/events/1/"]
    program.goes_on.set()
    for thread in threads:
        thread.join(2)


def test_an_answer_that_fails_gives_its_turn_back():
    program = Program()
    program.goes_on.set()
    gate = PhonesInTurn(program, most=1)
    for _attempt in range(3):
        with pytest.raises(LookupError):
            gate({"REQUEST_METHOD": "GET", "PATH_INFO": "/t/broken"}, None)
    assert gate({"REQUEST_METHOD": "GET", "PATH_INFO": "/t/a/"}, None) == [b""]
