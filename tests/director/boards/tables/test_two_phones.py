"""A second phone that answers for a side of a table: both are told, the director sees it, and nobody is locked out."""

import pytest
from django.test import Client

from director.boards.scores.read.lines import section_lines
from tests.director.boards.play.phones import Tables
from tests.director.pages import texts
from tests.factories import make_night

pytestmark = pytest.mark.django_db
TOLD = "Table 1: several phones answer for N-S."


@pytest.fixture
def section():
    return make_night(pairs=10, boards_per_set=2)


def ask(tables, device, side, **headers):
    return Client().get(f"/t/{tables.open[1].token}/state.json?device={device}&side={side}", headers=headers)


def needs(desk, section):
    return texts(desk.get(f"/sessions/{section.place}/play/"), "#needs li p")


def test_both_phones_of_a_side_are_told_and_the_director_too(desk, section):
    tables = Tables(section, confirm="own")
    first = ask(tables, "aa", "ns")
    assert "twice" not in first.json()
    assert "twice" not in ask(tables, "cc", "ew").json()
    assert ask(tables, "bb", "ns").json()["twice"] == {"ns": ["aa", "bb"]}
    again = ask(tables, "aa", "ns", **{"if-none-match": first["ETag"]})
    assert (again.status_code, again.json()["twice"]) == (200, {"ns": ["aa", "bb"]})
    assert ask(tables, "aa", "ns", **{"if-none-match": again["ETag"]}).status_code == 304
    assert TOLD in needs(desk, section)
    line = section_lines(section).at_table(1, 1)[0]
    assert tables.say(line, "4SS=", device="bb", side="ns").status_code == 201  # a warning, no lock


def test_one_that_fell_silent_is_no_second_phone(desk, section):
    tables = Tables(section, confirm="own")
    tables.heard(1, device="aa", minutes=3)
    assert "twice" not in ask(tables, "bb", "ns").json()
    assert TOLD not in needs(desk, section)


def test_phones_that_both_sides_share_are_no_matter(desk, section):
    tables = Tables(section)
    for device in ("aa", "bb"):
        ask(tables, device, "ns")
    assert TOLD not in needs(desk, section)
