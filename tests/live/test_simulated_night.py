"""A whole night by phones: two at each table, a bad network, slips, and a program that is killed in the middle.

Nothing is lost, nothing is doubled, and the standings are those of what was really made.
"""

import json
import os
import sys
import threading
import time
from collections import Counter
from fractions import Fraction

import pytest

from scoring.bridge.entries import parse_entry
from scoring.display import format_exact
from scoring.model import Board, Field, Line
from scoring.registry import rank_field
from tests.live.browsers import run_at_once
from tests.live.phones import SimulatedPhone, make_expected_text
from tests.live.servers import TWO_WORKERS

pytestmark = pytest.mark.live

TABLES = int(os.environ.get("LIVE_TABLES", "12"))
ROUNDS, BOARDS_PER_SET = (13, 2) if TABLES >= 26 else (5, 2)
TROUBLE = 0.06
LAY = f"""
from director.core.night.links.finding import open_table_addresses
from director.core.night.table_settings import DEFAULT_TABLE_SETTINGS, store_table_settings
from director.models import PlanRow
from tests.factories import make_director, make_night
make_director()
section = make_night(pairs={2 * TABLES}, boards_per_set={BOARDS_PER_SET}, rounds={ROUNDS})
settings = DEFAULT_TABLE_SETTINGS.with_changes({{"confirm": "own"}})
store_table_settings(section=section, settings=settings, settings_by_table={{}})
tables = open_table_addresses(session=section.session, section=section, tables=range(1, {TABLES + 1}))
rows = PlanRow.objects.filter(plan__section=section).values_list("round_no", "table_no", "ns", "ew", "boards")
tell({{
    "event": section.session.event_id,
    "session": section.session_id,
    "paths": [f"/t/{{access.token}}/" for access in tables.values()],
    "lines": [(board_no, ns, ew) for _round, _table, ns, ew, boards in rows for board_no in boards],
}})
"""
DIFFERENCES = """
from director.models import Event
from tests.oracle.events import compute_event_differences
tell(compute_event_differences(Event.objects.get(pk={event})))
"""
STORED = """
from director.models import Act, Result, TableWord
lines = Result.objects.values_list("board_no", "ns", "ew", "text")
waiting = TableWord.objects.filter(kind="result", version__isnull=True, dropped_at__isnull=True)
numbers = Act.objects.order_by("number").values_list("number", flat=True)
tell({"lines": list(lines), "asked": waiting.count(), "acts": list(numbers)})
"""


@pytest.fixture(scope="module")
def night(server):
    """A night whose tables have their addresses, where it is served."""
    return server.python(LAY)


def expected_standings(lines) -> dict[tuple[str, int], str]:
    """Return the matchpoints of each pair, by direction and number, from what was really made."""
    boards: dict[int, list[Line]] = {}
    for board_no, ns, ew in lines:
        score = parse_entry(make_expected_text(board_no, ns, ew)).ns_score(board_no)
        boards.setdefault(board_no, []).append(Line(ns, ew - TABLES, score=score))
    field = Field(
        2, tuple(Board(board_no, tuple(played)) for board_no, played in sorted(boards.items()))
    )
    ranking = rank_field("matchpoints", field)
    return {
        (standing.direction, standing.contestant): format_exact(standing.total)
        for standing in ranking.standings
    }


def kill_in_the_middle(server, stored, due: int, stop: threading.Event) -> str:
    """Kill what answers once half of the results are in; return what was done."""
    while stored() < due // 2:
        if stop.wait(0.05):
            return "nothing"
    if server.kind == TWO_WORKERS:
        server.kill(server.workers()[0])
        return "a worker"
    server.stop(hard=True)
    time.sleep(0.5)
    server.start()
    return "the program"


def test_a_night_by_phones_over_a_bad_network_loses_and_doubles_nothing(server, night):
    counts, stop, due = Counter(), threading.Event(), len(night["lines"])
    phones = [
        SimulatedPhone(server.port, path, side, trouble=TROUBLE, counts=counts)
        for path in night["paths"]
        for side in ("ns", "ew")
    ]

    def is_over(state) -> bool:
        last = [*((state["left"] or {}).get("boards", ())), *state["boards"]]
        return state["over"] and all(board["confirmed"] for board in last)

    def stored() -> int:
        return counts["say 201"] // 2

    killed = []
    killer = threading.Thread(
        target=lambda: killed.append(kill_in_the_middle(server, stored, due, stop))
    )
    killer.start()
    began = time.monotonic()
    try:
        run_at_once(lambda phone=phone: phone.play(is_over, stop, 0.3) for phone in phones)
    finally:
        stop.set()
        killer.join()
    seconds = time.monotonic() - began
    took = sorted(moment for phone in phones for moment in phone.took)
    sys.stdout.write(
        f"\n{server.kind}: {due} results, {len(phones)} phones in {seconds:.0f} s; killed {killed[0]}; "
        f"answers {dict(sorted(counts.items()))}; taken in {took[len(took) // 2] * 1000:.0f} ms in the middle, "
        f"{took[len(took) * 95 // 100] * 1000:.0f} ms for 95 of 100\n"
    )
    assert killed != ["nothing"]
    kept = server.python(STORED)
    assert sorted(map(tuple, kept["lines"])) == sorted(
        (*line, make_expected_text(*line)) for line in map(tuple, night["lines"])
    )
    assert kept["asked"] == 0
    assert kept["acts"] == list(range(1, len(kept["acts"]) + 1))
    payload = json.loads(server.manage("standings", str(night["event"]), "--json"))
    totals = {
        (row["direction"], row["contestant"]): Fraction(row["total"])
        for row in payload["standings"]
    }
    expected = {
        key: Fraction(total)
        for key, total in expected_standings(map(tuple, night["lines"])).items()
    }
    assert {
        key: abs(total - expected[key]) < Fraction(1, 100) for key, total in totals.items()
    } == dict.fromkeys(expected, True)
    assert server.python(DIFFERENCES.format(event=night["event"])) == []
