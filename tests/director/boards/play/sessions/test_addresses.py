"""Addresses of sections: every page shows the section that its address names, and writes to no other."""

import pytest
from django.urls import NoReverseMatch, reverse

from director.boards.movement.sections import fetch_first_section, fetch_section
from director.boards.play.seats.seating import name_entry
from director.models.event import SectionRef
from tests.cases import leave_to_slow
from tests.director.boards.play.sessions.nights import make_session_sections
from tests.director.pages import count_queries, find_elements
from tests.factories import make_night

pytestmark = pytest.mark.django_db
STEPS = ("field", "seats", "print", "play", "scores", "results")
TAILS = (
    *STEPS,
    "field/movements",
    "field/own",
    "scores/boards/2",
    "scores/rounds/1/tables/2",
    "rulings",
    "acts",
    "results/extras",
)


def section_address(section, tail: str = "") -> str:
    place = (
        f"{section.session_id}-{section.letter}" if section.letter != "A" else section.session_id
    )
    return f"/sessions/{place}/{tail}{'/' * bool(tail)}"


def test_place_of_a_section_in_an_address():
    named = {reverse("session_play", args=[place]) for place in (12, SectionRef(12))}
    assert named == {"/sessions/12/play/"}
    assert reverse("session_play", args=[SectionRef(12, "B")]) == "/sessions/12-B/play/"
    with pytest.raises(NoReverseMatch):
        reverse("session_play", args=["12-b"])


def test_section_and_session_say_their_own_address():
    first, second, _third = make_session_sections()
    assert reverse("session_play", args=[first]) == reverse("session_play", args=[first.session])
    assert reverse("session_play", args=[first]) == f"/sessions/{first.session_id}/play/"
    assert (
        reverse("session_play", kwargs={"ref": second}) == f"/sessions/{first.session_id}-B/play/"
    )


def test_section_is_found_by_its_place():
    sections = make_session_sections()
    session_id = sections[0].session_id
    assert [fetch_section(SectionRef(session_id, letter)).pk for letter in "ABC"] == [
        s.pk for s in sections
    ]
    assert fetch_section(session_id) == fetch_section(SectionRef(session_id)) == sections[0]
    assert fetch_first_section(sections[0].session.event_id) == sections[0]


@pytest.mark.parametrize(
    "place", leave_to_slow(["{0}-D", "{0}-AA", "{0}-b", "{0}-", "{0}-ABC", "999", "999-A"], but=1)
)
def test_no_such_section_is_no_page(desk, place):
    sections = make_session_sections()
    assert desk.get(f"/sessions/{place.format(sections[0].session_id)}/seats/").status_code == 404


@pytest.mark.parametrize("tail", leave_to_slow(TAILS, but=5))
def test_a_night_of_one_section_shows_no_ways(desk, tail):
    page = desk.get(section_address(make_night(pairs=6, boards_per_set=1), tail), follow=True)
    assert find_elements(page, ".siblings") == []


@pytest.mark.slow
@pytest.mark.parametrize("tail", TAILS)
def test_pages_cost_no_more_with_many_sections(desk, tail):
    few, many = (
        make_session_sections(letters="AB"),
        make_session_sections(letters="ABCDEFGHIJ", named=False),
    )
    for section, names in zip(
        many, (("Zoe Zahn", "Zeno Zahn"), ("Ada Zorn", "Abel Zorn")), strict=False
    ):
        name_entry(
            section=section, pair_no=1, names=names
        )  # something was done, and somebody sits, in both
    path = [
        section_address(sections[1], tail if tail != "scores" else "scores/boards/1")
        for sections in (few, many)
    ]
    assert count_queries(desk, path[0]) == count_queries(desk, path[1])
