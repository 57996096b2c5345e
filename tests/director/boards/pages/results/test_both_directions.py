"""Pairs of both directions in one list: those that share a number are told apart wherever they are listed."""

import pytest
from django.test import Client

from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.core.files.kind_parts import FiledKind
from director.core.night.publishing import publish_results
from director.event_kinds import ask_kind
from director.models import Event
from director.sheets import RECAP_TITLE
from movements.registry import make_plan
from tests.director.pages import read_table_rows
from tests.factories import enter_all_results, make_sections

pytestmark = pytest.mark.django_db
HYPHEN = "\N{NON-BREAKING HYPHEN}"
CALLED = {
    "A1 N-S",
    "A2 N-S",
    "A3 N-S",
    "A1 E-W",
    "A2 E-W",
    "A3 E-W",
    "B1",
    "B2",
    "B3",
    "B4",
    "B5",
    "B6",
}


def make_mitchell_and_howell() -> Event:
    """Return a published event of a section with two winners and one with one."""
    mitchell, howell = make_sections(letters="AB", played=False)
    store_plan(section=howell, movement=make_plan("howell", pairs=6, boards_per_set=2))
    for section in (mitchell, howell):
        enter_all_results(fetch_section(section.ref))
    publish_results(event=mitchell.session.event)
    return mitchell.session.event


def test_a_page_says_the_direction_with_the_number():
    event = make_mitchell_and_howell()
    page = Client().get(event.get_absolute_url())
    assert {row[1].replace(HYPHEN, "-") for row in read_table_rows(page)} == CALLED


@pytest.mark.parametrize("sessions", [1, 2])
def test_sections_with_one_winner_have_no_direction(desk, sessions):
    """On the page of visitors, at the desk, on a pair's card and in the recap."""
    sections = make_sections(letters="AB", sessions=sessions, key="howell", pairs=4)
    publish_results(event=(event := sections[0].session.event))
    pages = [
        Client().get(event.get_absolute_url()),
        desk.get(f"/sessions/{sections[0].ref}/results/"),
    ]
    called = {f"{letter}{number}" for letter in "AB" for number in range(1, 5)}
    assert [{row[1] for row in read_table_rows(page)} & called for page in pages] == [
        called,
        called,
    ]
    assert [" None" in page.content.decode() for page in pages] == [False, False]


@pytest.mark.parametrize("title", ["Standings", "Pair cards", RECAP_TITLE])
def test_a_file_has_a_column_for_it(title):
    event = make_mitchell_and_howell()
    table = next(
        table
        for table in ask_kind(event, FiledKind).make_export_tables(event).tables
        if table.title == title
    )
    at = [
        [column.title for column in table.columns].index(name)
        for name in ("Section", "Pair", "Direction")
    ]
    pairs = {tuple(row[index] for index in at) for row in table.rows}
    assert {f"{letter}{number} {side}".strip() for letter, number, side in pairs} == CALLED


def test_json_says_it_beside_the_number_by_which_the_pair_is_called():
    event = make_mitchell_and_howell()
    answer = ask_kind(event, FiledKind).serialize_results(event)
    sides = {"NS": " N-S", "EW": " E-W", None: ""}
    pairs = {
        f"{row['section']}{row['contestant']}{sides[row['direction']]}"
        for row in answer["standings"]
    }
    assert pairs == CALLED
