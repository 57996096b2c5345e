"""The same evening in different ways comes out the same: who enters it, undone and redone, by boards or as results."""

import json
from dataclasses import replace
from typing import Any

import pytest

from director.additions.contests.scoring.fixtures import list_section_fixtures
from director.boards.tables.results_context import read_desk_results
from director.models import Event
from tests.director.doors.databases import Place
from tests.director.pages import find_elements, find_texts
from tests.walk.acts import ACTS
from tests.walk.desk import Desk
from tests.walk.evening import Evening
from tests.walk.kinds import KINDS as ALL_KINDS
from tests.walk.machine import Walk, play
from tests.walk.pick import Pick

pytestmark = [pytest.mark.django_db, pytest.mark.slow]
KINDS = ("pairs, two winners", "round robin", "euchre by taps")


def outcome(evening: Evening) -> dict[str, Any]:
    """Return everything that programs are told of the results."""
    payload = json.loads(evening.desk.open(f"/events/{evening.event_id}/results.json").content)
    payload.pop("event")
    return payload


@pytest.fixture
def walks():
    """Return a function that begins an evening; all are forgotten at the end."""
    begun: list[Walk] = []

    def begin(kind: str) -> Evening:
        if begun:
            begun.pop().end()
        begun.append(Walk(kind))
        return begun[0].evening

    yield begin
    for walk in begun:
        walk.end()


def enter_all(evening: Evening, *desks: Desk) -> None:
    """Enter every result of the round by *desks* in turn."""
    people = evening.people
    evening.people = replace(people, director=desks[0], second=desks[-1])
    ACTS["enter_all_that_is_missing"](evening, Pick(0))
    ACTS["enter_all_that_is_missing"](evening, Pick(1))


@pytest.mark.parametrize("kind", KINDS)
def test_one_director_and_two_enter_the_same(kind, walks):
    evening = walks(kind)
    enter_all(evening, evening.people.director)
    alone = outcome(evening)
    evening = walks(kind)
    enter_all(evening, evening.people.director, evening.people.second)
    assert outcome(evening) == alone


@pytest.mark.parametrize("kind", KINDS)
def test_undo_and_redo_restore_the_outcome(kind, walks):
    evening = walks(kind)
    enter_all(evening, evening.people.director)
    before = outcome(evening)
    ACTS["undo"](evening, Pick(0))
    assert outcome(evening) != before
    ACTS["redo"](evening, Pick(0))
    assert outcome(evening) == before


def carry_over(evening: Evening) -> str:
    """Let two teams begin with points, and return where the addresses of the section begin."""
    (base,) = evening.bases
    post_data = {"carry_over-1": "3", "carry_over-2": "-1.5"}
    evening.desk.press(f"{base}results/extras/", "session_results_extras", **post_data)
    return base


def test_matches_by_boards_and_as_results_come_out_the_same(walks):
    evening = walks("round robin")
    carry_over(evening)
    enter_all(evening, evening.people.director)
    (section,) = evening.sections
    by_boards, boxes = outcome(evening), {}
    for fixture in list_section_fixtures(read_desk_results(section).session_results, section):
        prefix = "-".join(map(str, fixture.key))
        home, away = (f"{float(points):.2f}" for points in fixture.score)
        boxes |= {f"{prefix}-home": home, f"{prefix}-away": away, f"{prefix}-unit": "vp"}
    evening = walks("round robin")
    base = carry_over(evening)
    evening.desk.press(f"{base}results/fixtures/", "session_results_fixtures", **boxes)
    as_results = outcome(evening)
    for told in (by_boards, as_results):
        assert told["results_in"] == told["results_due"]
        for row in told["standings"]:
            row.pop("boards")
    assert as_results["standings"] == by_boards["standings"]


def sheets_ticked(evening: Evening, event: Event) -> list[str | None]:
    """Return the sheets that the Print page of *event* begins with."""
    page = evening.desk.open(f"/sessions/{event.sessions.get().pk}/print/")
    boxes = [box for box in find_elements(page, "input") if box.get("name") == "kinds"]
    return [box.get("value") for box in boxes if "checked" in box.attrib]


def test_a_night_begins_with_the_same_sheets_whatever_was_printed_before(walks):
    evening = walks("pairs, one winner")
    first = sheets_ticked(evening, evening.event)
    assert first
    (base,) = evening.bases
    enter_all(evening, evening.desk)
    evening.desk.press(f"{base}print/", "session_print", button="save=1", kinds=["standings"])
    another = ALL_KINDS["pairs, one winner"].begin(evening.desk)
    assert sheets_ticked(evening, another) == first


def test_a_season_says_which_totals_it_does_not_add(walks):
    evening = walks("pairs, one winner")
    enter_all(evening, evening.desk)
    auction = replace(evening, event_id=ALL_KINDS["duplicate auction"].begin(evening.desk).pk)
    enter_all(auction, evening.desk)
    for each in (evening, auction):
        ACTS["publish"](each, Pick(0))
    post_data = {"name": "Season", "counting": "people", "points": "total"}
    response = evening.desk.press("/club-seasons/new/", "club_season_new", **post_data)
    season = response.headers["Location"].partition("?")[0]
    for each in (evening, auction):
        events = f"{season}?tab=events"
        evening.desk.press(events, "club_season_events", event=str(each.event_id))
    text = " ".join(find_texts(evening.desk.open(season), "main"))
    assert "1 event isn’t added" in text, text[:500]


@pytest.mark.parametrize("kind", KINDS)
def test_an_evening_is_the_same_in_a_restored_backup_and_in_another_club(
    kind, tmp_path, ready_database
):
    place = Place("sqlite", tmp_path, ready_database)
    play(kind, ("enter_all_that_is_missing", 0), ("change_who_plays", 0), place=place)
