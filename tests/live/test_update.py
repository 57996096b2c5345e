"""An update under a hundred phones: the program stops and starts again, and no result is lost or doubled."""

import socket
import sys
import threading
import time
from collections import Counter

import pytest

from tests.live.browsers import LOST, Browser, run_at_once
from tests.live.phones import SimulatedPhone, make_expected_text
from tests.live.servers import KINDS, TWO_WORKERS
from tests.live.test_simulated_night import STORED

pytestmark = pytest.mark.live

SECTIONS, TABLES = "AB", 25
LAY = f"""
from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.core.night.links.finding import open_table_addresses
from director.core.night.table_settings import DEFAULT_TABLE_SETTINGS, store_table_settings
from director.models import PlanRow
from movements.registry import make_plan
from tests.factories import make_director, make_section
make_director()
settings = DEFAULT_TABLE_SETTINGS.with_changes({{"confirm": "own"}})
session, tokens = make_section().session, []
for letter in "{SECTIONS}":
    section = session.sections.get_or_create(letter=letter)[0]
    movement = make_plan("mitchell", pairs={2 * TABLES}, rounds=2, boards_per_set=2)
    store_plan(section=section, movement=movement)
    section = fetch_section(section.ref)
    store_table_settings(section=section, settings=settings, settings_by_table={{}})
    tables = open_table_addresses(session=session, section=section, tables=range(1, {TABLES + 1}))
    tokens += [access.token for access in tables.values()]
rows = PlanRow.objects.values_list("ns", "ew", "boards")
tell({{
    "paths": [f"/t/{{token}}/" for token in tokens],
    "lines": [(board_no, ns, ew) for ns, ew, boards in rows for board_no in boards],
}})
"""


class Outage:
    """How long the program answers nobody, as one who asks twenty times a second sees it."""

    def __init__(self, port: int) -> None:
        self.port, self.seconds, self._stop = port, 0.0, threading.Event()
        self._thread = threading.Thread(target=self._look)

    def __enter__(self) -> "Outage":
        self._thread.start()
        return self

    def __exit__(self, *_error: object) -> None:
        self._stop.set()
        self._thread.join()

    def _look(self) -> None:
        answered = time.monotonic()
        browser = Browser(self.port)
        while not self._stop.wait(0.05):
            try:
                browser.get("/health/live/")
            except LOST:
                browser.close()
                continue
            now = time.monotonic()
            self.seconds, answered = max(self.seconds, now - answered), now


@pytest.mark.parametrize("kind", [*KINDS, "two-workers-behind-a-socket"])
def test_an_update_under_a_hundred_phones_loses_and_doubles_no_result(serve, kind):
    has_socket = kind not in KINDS
    server = serve(TWO_WORKERS if has_socket else kind)
    if has_socket:
        server.stop()
        server.listener = socket.create_server(("127.0.0.1", server.port), backlog=1024)
        server.start()
    night = server.python(LAY)
    counts, stop, due = Counter(), threading.Event(), len(night["lines"])
    phones = [
        SimulatedPhone(server.port, path, side, trouble=0, counts=counts)
        for path in night["paths"]
        for side in ("ns", "ew")
    ]
    outages: list[float] = []
    refusals: list[int] = []

    def update() -> None:
        while counts["say 201"] < due // 2:
            if stop.wait(0.05):
                return
        refusals_before = counts["again"]
        with Outage(server.port) as outage:
            server.stop()
            server.start()
            time.sleep(0.2)
        outages.append(outage.seconds)
        refusals.append(counts["again"] - refusals_before)

    def is_over(state) -> bool:
        last = [*((state["left"] or {}).get("boards", ())), *state["boards"]]
        return state["over"] and all(board["confirmed"] for board in last)

    updater = threading.Thread(target=update)
    updater.start()
    try:
        run_at_once(lambda phone=phone: phone.play(is_over, stop, 1) for phone in phones)
    finally:
        stop.set()
        updater.join()
    (outage,) = outages
    # The socket takes what is sent meanwhile, so nobody has to try again.
    assert bool(*refusals) != has_socket
    sys.stdout.write(
        f"\n{kind}: {due} results of {len(phones)} phones; {outage:.1f} s without an answer; "
        f"answers {dict(sorted(counts.items()))}\n"
    )
    kept = server.python(STORED)
    assert sorted(map(tuple, kept["lines"])) == sorted(
        (*line, make_expected_text(*line)) for line in map(tuple, night["lines"])
    )
    assert kept["asked"] == 0
    assert kept["acts"] == list(range(1, len(kept["acts"]) + 1))
