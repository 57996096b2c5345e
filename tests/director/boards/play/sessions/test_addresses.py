"""Addresses of sections: every page shows the section that its address names, and writes to no other."""

import re

import pytest
from django.urls import NoReverseMatch, reverse

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_first_section, fetch_section, get_next_letter
from director.boards.play.plan import store_plan
from director.boards.play.results.acts import undo_section
from director.boards.play.seats.seating import name_entry
from director.boards.play.sessions import add_section, remove_section
from director.errors import DeskError
from director.models import EntryPlayer, Result, Section
from director.models.event import SectionRef
from movements.registry import make_plan
from tests.director.boards.play.sessions.nights import make_session_sections, make_two_sessions
from tests.director.pages import HTMX, count_queries, find_elements, find_texts, parse_page
from tests.factories import enter_all_results, make_night

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
ROOM = re.compile(r"/sessions/\d+/room/(\?.*)?")
"""The screen of the room, of all sections: it has one address, from whichever section a director opens it."""


def section_address(section, tail: str = "") -> str:
    place = (
        f"{section.session_id}-{section.letter}" if section.letter != "A" else section.session_id
    )
    return f"/sessions/{place}/{tail}{'/' * bool(tail)}"


def named_places(response) -> set[str]:
    """Return which sections the addresses of a page name, all but those that are meant to lead to others.

    Those are the ways to other sections, the standings of all sessions, the screen of the room, and
    what is to be mended before the event is sent.
    """
    ways = {
        id(link)
        for place in (".siblings a", ".snags a", "#after-all a")
        for link in find_elements(response, place)
    }
    marked = [element for element in parse_page(response).iter() if id(element) not in ways]
    values = [value for element in marked for name, value in element.items() if name != "value"]
    return {
        value.split("/")[2]
        for value in values
        if value.startswith("/sessions/") and not ROOM.fullmatch(value)
    }


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
        reverse("session_play", kwargs={"session_id": second})
        == f"/sessions/{first.session_id}-B/play/"
    )


def test_section_is_found_by_its_place():
    sections = make_session_sections()
    session_id = sections[0].session_id
    assert [fetch_section(SectionRef(session_id, letter)).pk for letter in "ABC"] == [
        s.pk for s in sections
    ]
    assert fetch_section(session_id) == fetch_section(SectionRef(session_id)) == sections[0]
    assert fetch_first_section(sections[0].session.event_id) == sections[0]


def test_first_section_has_the_short_address_whatever_its_letter(desk):
    first, second, _third = make_session_sections()
    first.delete()
    assert fetch_section(second.session_id) == second
    assert desk.get(f"/sessions/{second.session_id}/seats/").status_code == 200


@pytest.mark.parametrize("place", ["{0}-D", "{0}-AA", "{0}-b", "{0}-", "{0}-ABC", "999", "999-A"])
def test_no_such_section_is_no_page(desk, place):
    sections = make_session_sections()
    assert desk.get(f"/sessions/{place.format(sections[0].session_id)}/seats/").status_code == 404


def test_letters_go_on_behind_z_and_sort_so():
    section = make_night(pairs=6, boards_per_set=1)
    letter = "A"
    while letter := get_next_letter(letter):
        if letter == "AC":
            break
        section = add_section(section=section, letter=letter)
    letters = list(Section.objects.filter(session=section.session).values_list("letter", flat=True))
    assert letters[:3] + letters[24:] == ["A", "B", "C", "Y", "Z", "AA", "AB"]


@pytest.mark.parametrize("tail", TAILS)
def test_every_page_keeps_to_its_section(desk, tail):
    sections = make_two_sessions()
    for section in sections:
        page = desk.get(section_address(section, tail), follow=True)
        place = section_address(section).split("/")[2]
        assert page.status_code == 200
        assert page.context["section"] == section
        assert named_places(page) == {place}


def test_play_leads_to_the_screen_of_its_session(desk):
    sections = make_two_sessions()
    for section in sections:
        page = desk.get(section_address(section, "play"))
        rooms = [
            link.get("href")
            for link in find_elements(page, "a")
            if ROOM.fullmatch(link.get("href"))
        ]
        room = f"/sessions/{section.session_id}/room/"
        tails = ("", "?show=clock", "?show=seats", "?show=standings", f"?section={section.letter}")
        assert rooms == [room + tail for tail in tails]


@pytest.mark.parametrize("tail", TAILS)
def test_pages_link_to_the_same_step_of_the_other_sections(desk, tail):
    sections = make_two_sessions()
    page = desk.get(section_address(sections[4], tail), follow=True)
    assert find_texts(page, ".siblings") == ["Session 1 2", "Section A B C"]
    assert [
        link.text for link in find_elements(page, ".siblings a") if link.get("aria-current")
    ] == [
        "2",
        "B",
    ]
    step = tail if tail == "results/extras" else tail.split("/")[0]
    links = [link.get("href") for link in find_elements(page, ".siblings a")]
    assert links == [section_address(sections[at], step) for at in (1, 4, 3, 4, 5)]


@pytest.mark.parametrize("tail", TAILS)
def test_a_night_of_one_section_shows_no_ways(desk, tail):
    page = desk.get(section_address(make_night(pairs=6, boards_per_set=1), tail), follow=True)
    assert find_elements(page, ".siblings") == []


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


def test_results_go_to_the_section_of_the_page(desk):
    sections = make_two_sessions()
    line = {"text-1-1-4": "4SS=", "shown-1-1-4": "", "version-1-1-4": "0"}
    for section in (sections[1], sections[5]):
        assert (
            desk.post(section_address(section, "scores/boards/1"), line, **HTMX).status_code == 200
        )
    assert list(Result.objects.order_by("pk").values_list("section", "text")) == [
        (sections[1].pk, "4SS="),
        (sections[5].pk, "4SS="),
    ]


def test_names_go_to_the_section_of_the_page(desk):
    sections = make_session_sections(named=False)
    response = desk.post(
        section_address(sections[2], "seats/1"),
        {"name-1-1": "Zoe Zander", "name-1-2": "", "was-1": ""},
    )
    assert response.status_code == 200
    assert [player.section for player in EntryPlayer.objects.all()] == [sections[2]]


def test_redirects_stay_on_the_section(desk):
    _first, section, _third = make_session_sections()
    answers = {
        "seats/swap/1/2": section_address(section, "seats"),
        "play/minutes": section_address(section, "play"),
        "scores/undo": section_address(section, "scores"),
    }
    for tail, target in answers.items():
        assert desk.post(section_address(section, tail), {"minutes": "15"}).url == target
    assert desk.get(section_address(section)).url == section_address(section, "print")
    assert desk.get(section_address(section, "seats/draw")).context["back"] == section_address(
        section
    )


def test_clock_goes_on_until_the_longest_section_is_done(desk):
    first, *_others = make_session_sections()
    long = add_section(section=first, letter="D")
    store_plan(section=long, movement=make_plan("howell", pairs=8, boards_per_set=1))
    for round_no in range(1, 8):
        for key in ("start", "end"):
            desk.post(section_address(first, "play/clock"), {"key": key, "round_no": str(round_no)})
        first.session.refresh_from_db()
        assert first.session.clock == ("over" if round_no == 7 else "waiting")
    assert desk.get(section_address(first, "play")).status_code == 200


def results_in(section) -> int:
    return section.results.filled().count()


def test_undo_of_one_section_leaves_the_others(desk, director):
    first, second, _third = make_session_sections()
    enter_all_results(second, user=director, leave=2)
    enter_all_results(first, user=director, leave=2)
    page = desk.get(section_address(second, "scores/boards/1"))
    button = next(
        button for button in find_elements(page, "button") if button.get("form") == "undo-form"
    )
    response = desk.post(
        section_address(second, "scores/undo"), {button.get("name"): button.get("value")}
    )
    assert response.url.startswith(section_address(second, "scores"))
    assert results_in(first) == 7
    assert results_in(second) == 6


def test_section_in_which_results_were_undone_stays(desk, director):
    third = make_session_sections()[-1]
    enter_all_results(third, user=director, leave=len(fetch_section_lines(third).all) - 1)
    undo_section(section=third, number=third.acts.get(kind="result").number, user=director)
    assert not third.results.exists()
    with pytest.raises(DeskError):
        remove_section(section=third)
