"""A night on two processes with PostgreSQL and Redis: results from several desks at once, and a process that dies."""

import threading
from functools import partial

import pytest

from tests.live.browsers import Browser, run_at_once

pytestmark = pytest.mark.live

TABLES = 5
LAY = f"""
from datetime import timedelta
from django.utils import timezone
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.core.night.publishing import publish_results
from director.models import Event
from tests.factories import RESULT_TEXTS, make_director, make_night
played = [text for text in RESULT_TEXTS if text != "A6040"]
make_director()
section = make_night(pairs={2 * TABLES}, boards_per_set=2)
publish_results(event=section.session.event)
Event.objects.update(corrections_until=timezone.now() + timedelta(days=400))  # told in months, which stay the same
lines = [(line.table_no, line.board_no, line.ns, line.ew) for line in fetch_section_lines(section).all]
tell({{
    "event": section.session.event_id,
    "session": section.session_id,
    "lines": [(*line, played[(7 * at + line[2]) % len(played)]) for at, line in enumerate(lines)],
}})
"""
STORED = """
from director.models import Act, Result, ResultVersion
rows = Result.objects.order_by("pk").values_list("table_no", "board_no", "ns", "ew", "text")
acts = Act.objects.filter(event={event}).order_by("number").values_list("number", flat=True)
tell({{"lines": list(rows), "acts": list(acts), "former": ResultVersion.objects.count()}})
"""

DIFFERENCES = """
from director.models import Event
from tests.oracle.events import compute_event_differences
tell(compute_event_differences(Event.objects.get(pk={event})))
"""
ANEW = """
from django.core.cache import caches
from django.test import Client
caches["pages"].clear()
tell(Client(SERVER_NAME="localhost").get("{path}").content.decode())
"""


@pytest.fixture(scope="module")
def night(two_workers):
    """A published night of five tables without results, where it is served, and its director's browser."""
    return two_workers.python(LAY) | {"desk": two_workers.browser().sign_in()}


def type_in(night, desk: Browser, table_no: int, on_stored) -> list[int]:
    """Enter the results of a table one by one, each again where its answer was lost; return the answers' statuses."""
    statuses = []
    for _table_no, board_no, ns, ew, text in [
        line for line in night["lines"] if line[0] == table_no
    ]:
        key = f"{board_no}-{ns}-{ew}"
        fields = {f"text-{key}": text, f"shown-{key}": "", f"version-{key}": 0}
        path = f"/sessions/{night['session']}/scores/boards/{board_no}/"
        statuses.append(desk.post(path, fields, {"HX-Request": "true"}, again=True).status)
        on_stored()
    return statuses


def read_on(server, night, is_over: threading.Event) -> set[int]:
    """Read the standings again and again as a phone does; return the statuses of the answers."""
    phone, tag, statuses = server.browser(), "", set()
    while not is_over.wait(0.05):
        response = phone.get(
            f"/events/{night['event']}/", {"If-None-Match": tag} if tag else {}, again=True
        )
        statuses.add(response.status)
        tag = response.headers["ETag"]
    return statuses


def test_results_from_five_desks_are_stored_once_though_a_process_dies(two_workers, night):
    processes, killed = two_workers.workers(), []
    assert len(processes) == 2
    stored, is_over, half = [], threading.Event(), len(night["lines"]) // 2

    def on_stored():
        stored.append(1)
        if len(stored) == half:
            killed.append(processes[0])
            two_workers.kill(processes[0])

    def desks():
        actions = [
            partial(type_in, night, night["desk"].another(), table, on_stored)
            for table in range(1, TABLES + 1)
        ]
        try:
            return run_at_once(actions)
        finally:
            is_over.set()

    typed, *read = run_at_once([desks, *[partial(read_on, two_workers, night, is_over)] * 6])

    assert killed == processes[:1]
    assert typed == [[200] * (len(night["lines"]) // TABLES)] * TABLES
    assert set().union(*read) <= {200, 304}
    told = two_workers.python(STORED.format(event=night["event"]))
    assert sorted(told["lines"]) == sorted(night["lines"])
    assert told["former"] == 0, "a result that was sent again is not stored again"
    assert told["acts"] == list(range(1, len(told["acts"]) + 1))
    assert [process in two_workers.workers() for process in processes] == [False, True]
    assert len(two_workers.workers()) == 2, "the process that died is replaced"


def test_every_visitor_reads_the_same_pages(two_workers, night):
    home = f"/events/{night['event']}/"
    paths = [home, f"{home}boards/1/", f"{home}pairs/1/"]

    def read():
        phone = two_workers.browser()
        answers = [phone.get(path) for path in paths]
        return [(response.status, response.headers["ETag"], response.body) for response in answers]

    pages = run_at_once([read] * 40)
    assert [status for status, _tag, _body in pages[0]] == [200] * len(paths)
    assert all(read == pages[0] for read in pages)
    assert "not entered" not in pages[0][0][2].decode()


def test_pages_are_those_that_the_stored_results_give(two_workers, night):
    path = f"/events/{night['event']}/"
    assert two_workers.python(DIFFERENCES.format(event=night["event"])) == []
    assert two_workers.browser().get(path).text == two_workers.python(ANEW.format(path=path))
