"""A whole round that sat the wrong way is turned in one act, with the lines shown before."""

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_scoring_field, fetch_section
from director.core.base.act_kinds import ActKind
from director.core.night.publishing import publish_results
from tests.director.boards.others import make_contest_section
from tests.director.pages import find_elements, find_texts
from tests.factories import enter_all_results, make_night
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db

LAST = 5


@pytest.fixture
def section():
    night = make_night(key="one-winner-mitchell", pairs=10, boards_per_set=2)
    switched = {row.round_no for row in night.plan.rows.all() if row.arrow_switched}
    assert switched == {LAST}
    enter_all_results(night)
    return night


def direction_address(section) -> str:
    return f"/sessions/{section.session_id}/changed/direction/"


def fetch_holders(section, round_no=LAST):
    lines = fetch_section_lines(fetch_section(section.ref)).all
    return {
        (line.board_no, line.table_no): (line.ns, line.ew, line.text)
        for line in lines
        if line.round_no == round_no
    }


def make_form(page, *, leave=()):
    """Return what the form of the tables sends, without the tables to *leave*."""
    (form,) = [form for form in find_elements(page, "form") if form.find(".//table") is not None]
    data = {box.get("name"): box.get("value") for box in form.iter("input")}
    ticked = [
        box.get("value")
        for box in form.iter("input")
        if box.get("name") == "table" and box.get("checked") is not None
    ]
    return data | {"table": [table for table in ticked if table not in leave]}


@pytest.mark.slow
def test_a_forgotten_arrow_switch_is_turned_at_all_tables_in_one_act(desk, section):
    before = fetch_holders(section)
    asked = desk.get(f"/sessions/{section.session_id}/changed/", {"kind": "forgotten-switch"})
    assert asked.url == direction_address(section)
    page = desk.get(asked.url)
    assert find_texts(page, "h2")[0] == f"Wrong direction in round {LAST}"
    assert len(find_elements(page, ".turned-tables tbody tr")) == 5
    turned = desk.post(direction_address(section), make_form(page), follow=True)
    assert find_texts(turned, "#messages p") == [f"Round {LAST}: 5 tables turned."]
    assert fetch_holders(section) == {key: (ew, ns, text) for key, (ns, ew, text) in before.items()}
    (act,) = section.acts.filter(kind=ActKind.TABLES)
    assert act.words == "Round 5, tables 1, 2, 3, 4 and 5: sat the other way round."
    assert not compute_field_differences(fetch_scoring_field(section))
    (undo,) = [box for box in find_elements(turned, "button") if box.get("name") == "change"]
    desk.post(f"/sessions/{section.session_id}/scores/undo/", {"change": undo.get("value")})
    assert fetch_holders(section) == before


@pytest.mark.slow
def test_tables_turned_meanwhile_or_not_ticked_are_refused(desk, section):
    data = make_form(desk.get(direction_address(section)))
    nothing = desk.post(direction_address(section), data | {"table": []})
    assert nothing.status_code == 422
    assert find_texts(nothing, ".say.bad") == ["Tick the tables that sat the wrong way."]
    desk.post(direction_address(section), data)
    before = fetch_holders(section)
    again = desk.post(
        direction_address(section), {key: data[key] for key in ("round", "shown", "table")}
    )
    assert again.status_code == 422
    assert "have changed since you opened this page" in find_texts(again, ".say.bad")[0]
    assert fetch_holders(section) == before


@pytest.mark.slow
def test_a_final_round_and_single_players_are_not_turned(desk, section):
    data = make_form(desk.get(direction_address(section)))
    publish_results(event=section.session.event, hours=0, user=None)
    before = fetch_holders(section)
    refused = desk.post(direction_address(section), data)
    assert refused.status_code == 422
    assert fetch_holders(section) == before
    individual = make_contest_section("individual")
    answer = desk.get(direction_address(individual), follow=True)
    assert "only in a pairs event" in find_texts(answer, "#messages p")[0]
