"""Every row of the books and of the list of movements, from Start to standings that are right."""

import pytest

from tests.cases import leave_to_slow
from tests.director.pages import find_elements
from tests.oracle.events import compute_event_differences
from tests.rows.evenings import RowEvening
from tests.rows.sheets import list_cut_texts, read_standings
from tests.rows.table import read_rows
from tests.walk.agreements import (
    a_total_is_that_of_its_explanation,
    standings_are_the_same_everywhere,
)

pytestmark = pytest.mark.django_db
ROWS = read_rows()
DAILY = {"howell 8 whist", "mnemonic 4 individual-whist", "new-england-qualifying 2 teams-whist"}
"""Rows that are played with every test run. The others are slow: ten minutes in all."""


def _mark(row):
    marks = () if row.name in DAILY else (pytest.mark.slow,)
    return pytest.param(row, id=row.name, marks=marks)


@pytest.mark.slow
@pytest.mark.parametrize("row", leave_to_slow([_mark(row) for row in ROWS], but=1))
def test_a_row_is_played_to_its_standings(row):
    night = RowEvening(row)
    night.enter_everything()
    event = night.evening.event
    kinds = night.list_kinds_of_sheets()
    assert event.scoring == row.method
    assert len(kinds) == row.kinds_of_sheets
    pages = night.read_sheets(kinds)
    assert list_cut_texts(pages) == []
    results = night.desk.open(f"{night.base}results/")
    standings = read_standings(night.desk, event.pk)
    assert all(place for place, _total in standings)
    assert len({total for _place, total in standings}) > 1, "everybody has the same total"
    assert [link for link in find_elements(results, "table a") if "why=" in link.get("href", "")]
    a_total_is_that_of_its_explanation(night.evening)
    standings_are_the_same_everywhere(night.evening)
    assert list(compute_event_differences(event)) == []
