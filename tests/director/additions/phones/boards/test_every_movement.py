"""Every movement of pairs played to its end by what its tables are told, and by nothing else."""

import json

import pytest
from django.test import Client

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.scores.result import import_result
from director.boards.scoring.standings.event import EventResults
from director.boards.scoring.standings.versions import collect_standings_facts
from director.core.night.links import open_table_addresses
from director.models import TableWord
from movements.registry import MOVEMENTS, get_legal_rounds, make_plan
from tests.factories import make_section
from tests.live.phones import make_expected_text
from tests.movements.forms import describe_plan

pytestmark = pytest.mark.django_db

SIDES = {"ns": "N-S", "ew": "E-W"}


def nights():
    """Return the plans that are played: of every movement the smallest field, for as few rounds as it takes."""
    return [
        make_plan(
            spec.key,
            pairs=pairs,
            rounds=get_legal_rounds(spec.key, pairs=pairs)[0],
            boards_per_set=1,
        )
        for spec in MOVEMENTS
        if spec.contest == "pairs"
        for pairs in [spec.legal_sizes[0]]
    ]


class SignInPlace:
    """The address of a table, and all that is known there."""

    def __init__(self, access):
        self.client, self.base, self.sent = Client(), f"/t/{access.token}/", 0

    def state(self):
        return self.client.get(f"{self.base}state.json").json()

    def say(self, **data):
        self.sent += 1
        body = json.dumps({"key": f"{self.base}{self.sent}", **data})
        return self.client.post(f"{self.base}results", body, content_type="application/json")


class Told:
    """What a plan makes due at one table, and where it sends people."""

    def __init__(self, plan, table_no):
        self.plan, self.table_no = plan, table_no
        self.rows = {row.round_no: row for row in plan.rows if row.table_no == table_no}
        self.seats = {
            (row.round_no, pair): (row.table_no, side)
            for row in plan.rows
            for pair, side in ((row.ns, "N-S"), (row.ew, "E-W"))
        }

    def next(self, row):
        return {
            side: self._place(row.round_no, pair, SIDES[side])
            for side, pair in (("ns", row.ns), ("ew", row.ew))
        }

    def _place(self, round_no, pair, side):
        if round_no == self.plan.rounds:
            return ""
        seat = self.seats.get((round_no + 1, pair))
        if seat is None:
            return "sit out"
        return "stay" if seat == (self.table_no, side) else f"table {seat[0]} {seat[1]}"

    def check(self, state, row):
        """Hold what the table is told to the plan."""
        assert (state["round"], state["ns"], state["ew"]) == (row.round_no, row.ns, row.ew)
        assert state["switched"] is row.arrow_switched
        assert [board["board"] for board in state["boards"]] == list(row.boards)
        assert state["next"] == self.next(row)
        before = [other for other in self.rows.values() if other.round_no < row.round_no]
        left = state["left"] and (
            state["left"]["round"],
            state["left"]["ns"],
            state["left"]["ew"],
            state["left"]["next"],
        )
        former = max(before, key=lambda other: other.round_no, default=None)
        assert left == (former and (former.round_no, former.ns, former.ew, self.next(former)))


def played(door, told):
    """Play the whole night of one table by its door; return the lines that it stored."""
    stored = {}
    for row in told.rows.values():
        for index, board_no in enumerate(row.boards):
            state = door.state()
            told.check(state, row)
            assert not state["over"]
            open_boards = [board["board"] for board in state["boards"] if board["state"] == "empty"]
            assert open_boards == list(row.boards)[index:]
            ns, ew = state["ns"], state["ew"]
            text = make_expected_text(board_no, ns, ew)
            response = door.say(board=board_no, ns=ns, ew=ew, result=text)
            assert response.status_code == 201
            assert response.json()["result"] == text
            pairs = {"pairs": [ns, ew]} if board_no % 2 else {}
            agreed = door.say(board=board_no, confirm=True, **pairs)
            assert agreed.status_code == 201
            assert agreed.json()["waits_for"] is None
            assert agreed.json()["result"] == text
            assert (board_no, ns, ew) not in stored
            stored[board_no, ns, ew] = text
    state = door.state()
    assert state["over"] or not told.rows
    return stored


@pytest.mark.parametrize("plan", nights(), ids=lambda plan: describe_plan(plan).replace(" ", "-"))
def test_a_night_is_played_as_its_tables_are_told_to_the_end(plan):
    section = make_section()
    store_plan(section=section, movement=plan)
    section = fetch_section(section.session_id)
    accesses = open_table_addresses(
        session=section.session, section=section, tables=range(1, plan.tables + 1)
    )
    stored = {}
    for table_no, access in accesses.items():
        lines = played(SignInPlace(access), Told(plan, table_no))
        assert not stored.keys() & lines.keys()
        stored |= lines
    due = {(line.board_no, line.ns, line.ew) for line in fetch_section_lines(section).all}
    assert stored.keys() == due
    assert {
        (line.board_no, line.ns, line.ew): line.text for line in fetch_section_lines(section).all
    } == stored
    assert set(section.results.values_list("version", flat=True)) == {1}
    assert not TableWord.objects.filter(kind="result", agreed_at=None).exists()
    assert standings_of(section) == standings_typed(plan, stored)


def standings_of(section):
    return collect_standings_facts(EventResults(fetch_section(section.session_id).session.event))


def standings_typed(plan, results):
    """Return the standings of the same results, entered at the desk."""
    section = make_section()
    store_plan(section=section, movement=plan)
    lines = fetch_section_lines(section)
    for key, text in results.items():
        import_result(section=section, line=lines.find_line(*key), text=text, user=None)
    return standings_of(section)
