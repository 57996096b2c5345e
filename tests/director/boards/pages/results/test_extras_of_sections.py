"""Handicaps, strata and carry-over of sections that are ranked in one list: in one unit, however they got there."""

import pytest

from director.boards.movement.words import PairExtras
from director.boards.play.results.acts import undo_section
from director.boards.play.results.extras import store_extras
from director.boards.play.seats.seating import move_entry, name_entry
from director.boards.scoring.extras import SectionExtras, fetch_section_extras
from director.boards.scoring.standings.event import EventResults
from director.errors import DeskError
from director.models import Event
from tests.director.pages import find_texts
from tests.factories import make_sections

pytestmark = pytest.mark.django_db
THREE = {1: PairExtras(handicap="3")}


def store(section, pairs, **units):
    store_extras(section=section, extras=SectionExtras(pairs, **units), user=None)


def handicaps(section) -> dict[str, str]:
    event = Event.objects.select_related("club").get(pk=section.session.event_id)
    rows = [row for group in EventResults(event).standings.groups for row in group.rows]
    return {row.label: row.handicap for row in rows if row.handicap}


def test_undo_brings_no_unit_back_that_another_section_does_not_count_in():
    first, second = make_sections(letters="AB")
    store(second, THREE, handicap_unit="mp")
    store(second, {})
    store(first, THREE, handicap_unit="%")
    last = second.acts.latest("number")
    with pytest.raises(DeskError, match="Section A counts its handicaps in % of the total"):
        undo_section(section=second, number=last.number, user=None)
    assert handicaps(first) == {"A1 N-S": "+3 %"}


def test_a_unit_that_nobody_has_an_amount_in_binds_no_other_section():
    first, second = make_sections(letters="AB")
    store(first, {1: PairExtras(stratum="B")}, handicap_unit="%", carry_over_unit="%")
    store(second, THREE, handicap_unit="mp", carry_over_unit="%")
    assert handicaps(first) == {"B1 N-S": "+3 MP"}


def test_a_handicap_keeps_its_unit_in_a_section_that_had_none():
    first, second = make_sections(letters="AB", played=False)
    store(second, {2: PairExtras(stratum="B")}, handicap_unit="%")
    store(first, THREE, handicap_unit="mp")
    name_entry(section=second, pair_no=1, names=())
    move_entry(section=first, pair_no=1, letter="B")
    second.refresh_from_db()
    assert second.handicap_unit == "mp"
    assert fetch_section_extras(second).extras_by_pair[1] == PairExtras("3")


def test_sections_with_other_maxima_count_out_of_the_largest_and_the_page_says_so(desk):
    first, second = make_sections(letters="AB")
    carried = PairExtras(carry_over="20")
    store(first, {1: carried}, carry_over_unit="%", carry_over_of="25")
    store(second, {1: carried}, carry_over_unit="%", carry_over_of="50")
    event = Event.objects.select_related("club").get(pk=first.session.event_id)
    rows = [row for group in EventResults(event).standings.groups for row in group.rows]
    percents = {row.label: row.percent for row in rows}
    # Their boards and results are the same, so their percentages are too: 20 of 50 for both.
    assert percents["A1 N-S"] == percents["B1 N-S"]
    sentence = "Sections ranked together have one maximum, the largest: 50 %."
    pages = [desk.get(f"/sessions/{section.ref}/results/extras/") for section in (first, second)]
    assert [sentence in find_texts(page, ".help") for page in pages] == [True, False]
