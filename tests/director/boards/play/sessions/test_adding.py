"""Adding sections and sessions at Field, and taking them out."""

import pytest
from django.utils import timezone

from director.boards.play.plan import choose_plan
from director.boards.play.scores.result import enter_result
from director.boards.play.sessions.write import (
    add_section,
    add_session,
    remove_section,
    remove_session,
)
from director.core.base.gone import GoneError
from director.errors import DeskError, FinalError
from director.models import Entry, Event, Plan, Result, Section, Session
from movements import make_plan
from tests.director.boards.play.draws.test_draws import begin, make_contest
from tests.director.boards.play.sessions.nights import again, make_sections, make_sessions
from tests.director.boards.play.sessions.test_addresses import address
from tests.director.pages import texts
from tests.factories import enter_all, make_night

pytestmark = pytest.mark.django_db


def people(section) -> list[list[str]]:
    return [
        [str(player) for player in entry.players.order_by("name")]
        for entry in section.entries.all()
    ]


def test_a_section_is_added_without_a_movement(desk):
    first = make_night(pairs=6, boards_per_set=1)
    answer = desk.post(address(first, "sections/add"), {"letter": "B"})
    assert answer.url == f"/sessions/{first.session_id}-B/field/"
    assert texts(desk.get(answer.url), ".say.success") == ["Section B added. Choose its movement."]
    assert not Plan.objects.filter(section__letter="B").exists()


def test_sections_that_play_different_numbers_of_boards_are_pointed_out(desk):
    first, second = make_sections(letters="AB")
    assert texts(desk.get(address(first, "field")), ".say.warn") == []
    choose_plan(section=second, movement=make_plan("mitchell", pairs=6, boards_per_set=2))
    pointed_out = "The sections play different numbers of boards: A 3, B 6. Choose movements with the same number."
    for section in (first, second):
        assert texts(desk.get(address(section, "field")), ".say.warn") == [pointed_out]


def test_a_button_pressed_twice_adds_one_section(desk):
    first = make_night(pairs=6, boards_per_set=1)
    for _press in range(2):
        desk.post(address(first, "sections/add"), {"letter": "B"})
    assert [section.letter for section in Section.objects.all()] == ["A", "B"]


@pytest.mark.parametrize("letter", ["C", "", "b", "1", "ABC"])
def test_only_the_next_section_is_added(letter):
    first = make_night(pairs=6, boards_per_set=1)
    with pytest.raises(
        DeskError, match=r"^You can’t add section .* now\. Go back to Field and add the next"
    ):
        add_section(section=first, letter=letter)
    assert Section.objects.count() == 1


def test_an_empty_section_is_removed(desk):
    first, second, third = make_sections()
    answer = desk.post(address(second, "sections/remove"))
    assert answer.url == address(first, "field")
    assert [section.letter for section in Section.objects.all()] == ["A", "C"]
    assert desk.get(address(third, "seats")).status_code == 200


def test_a_section_with_results_stays(desk, director):
    _first, second, _third = make_sections()
    enter_all(second, user=director, leave=8)
    with pytest.raises(DeskError, match=r"^You can’t remove section B: "):
        remove_section(section=second)
    page = desk.post(address(second, "sections/remove"), follow=True)
    assert texts(page, "#messages .say") == [
        "You can’t remove section B: it has results or other entries."
    ]
    assert second.results.count() == 1


def test_a_section_is_removed_once_however_often_it_is_pressed(desk):
    first, *_others = make_sections(named=False)
    for _press in range(2):
        answer = desk.post(address(first, "sections/remove"))
        assert answer.url == f"/sessions/{first.session_id}/field/"
    assert list(Section.objects.values_list("letter", flat=True)) == ["B", "C"]


@pytest.mark.parametrize("at", [0, 1])
@pytest.mark.parametrize("headers", [{}, {"HTTP_HX_REQUEST": "true"}], ids=["page", "script"])
def test_a_page_of_a_removed_section_stores_nothing_and_says_so(desk, at, headers):
    section = make_sections()[at]
    remove_section(section=section)
    letter = section.letter
    for tail, data in (
        ("scores/boards/1", {"text-1-1-4": "4SS=", "shown-1-1-4": "", "version-1-1-4": "0"}),
        ("seats/1", {"name-1-1": "Ada Newcomer"}),
        ("results/extras", {"handicap-1": "3", "handicap_unit": "%"}),
    ):
        answer = desk.post(address(section, tail), data, **headers)
        assert answer.status_code == 404
        said = f"Nothing was saved. Section {letter} doesn’t exist or was removed."
        assert said in answer.content.decode()
    assert not Result.objects.exists()


def test_a_section_that_is_removed_while_somebody_types_takes_nothing():
    section = make_sections()[1]
    remove_section(section=Section.objects.get(pk=section.pk))
    with pytest.raises(GoneError, match=r"^Section B doesn’t exist"):
        enter_result(section=section, board_no=1, ns=1, ew=4, text="4SS=", user=None)


def test_the_only_section_stays():
    first = make_night(pairs=6, boards_per_set=1)
    with pytest.raises(
        DeskError, match=r"^You can’t remove section A: it’s the only one in this session"
    ):
        remove_section(section=first)


def test_a_session_is_added_with_seats_as_in_the_last(desk):
    sections = make_sections()
    answer = desk.post(address(sections[0], "another"), {"number": "2", "seats": "same"})
    session = Session.objects.get(number=2)
    assert answer.url == f"/sessions/{session.pk}/seats/"
    for before, after in zip(sections, session.sections.all(), strict=True):
        assert (after.letter, after.plan.fingerprint) == (before.letter, before.plan.fingerprint)
        assert people(after) == people(before)
        assert [entry.continues for entry in after.entries.all()] == list(before.entries.all())


def test_a_session_is_added_with_empty_seats(desk):
    sections = make_sections()
    desk.post(address(sections[0], "another"), {"number": "2", "seats": "empty"})
    added = Entry.objects.filter(section__session__number=2)
    assert (added.count(), added.filter(entry_players__isnull=False).count()) == (18, 0)
    assert not added.filter(continues__isnull=False).exists()


def test_a_session_keeps_the_minutes_of_the_last_one_and_starts_anew():
    first, *_others = make_sections()
    Session.objects.update(round_minutes=33, clock="over", round_no=3)
    session = add_session(section=again(first)[0], number=2, is_seated=True)
    assert (session.round_minutes, session.clock, session.round_no) == (33, "waiting", 1)


def test_a_session_is_added_once(desk):
    first, *_others = make_sections()
    for _press in range(2):
        desk.post(address(first, "another"), {"number": "2"})
    assert [session.number for session in Session.objects.all()] == [1, 2]
    with pytest.raises(DeskError, match=r"^The next session is session 3\. "):
        add_session(section=first, number=4, is_seated=True)


def test_a_drawn_contest_says_why_it_has_no_other_session(desk):
    section = make_contest()
    begin(desk, section)
    page = desk.get(f"/sessions/{section.session_id}/field/?tab=sections")
    assert "Add session" not in page.content.decode()
    assert (
        "Swiss teams continues in this session. Give its later rounds another date at Draw."
        in page.content.decode()
    )


def test_other_contests_offer_another_session(desk):
    first = make_night(pairs=6, boards_per_set=1)
    page = desk.get(f"{address(first, 'field')}?tab=sections").content.decode()
    assert page.index("Add session 2, same seats") < page.index("Add session 2, empty seats")


def test_the_last_session_is_removed_from_any_page(desk):
    first, *_others = make_sessions()
    answer = desk.post(address(first, "remove-last"), {"number": "2"})
    assert answer.url == address(first, "field")
    assert Session.objects.count() == 1
    assert desk.post(address(first, "remove-last"), {"number": "2"}).url == address(first, "field")
    assert Session.objects.count() == 1


def test_a_session_with_results_stays(desk, director):
    *_first, last = make_sessions()
    enter_all(last, user=director, leave=8)
    page = desk.post(address(last, "remove-last"), {"number": "2"}, follow=True)
    assert texts(page, "#messages .say") == [
        "You can’t remove section C of session 2: it has results or other entries."
    ]


def test_only_the_last_session_is_removed():
    first, *_others = make_sessions()
    with pytest.raises(DeskError, match=r"^Session 1 isn’t the last one"):
        remove_session(session=first.session)
    remove_session(session=Session.objects.get(number=2))
    with pytest.raises(DeskError, match=r"^You can’t remove the only session"):
        remove_session(session=Session.objects.get())


def test_nothing_is_added_or_removed_once_results_are_final():
    sections = make_sessions()
    Event.objects.update(published_at=timezone.now(), corrections_until=timezone.now())
    first, last = again(sections[0], sections[-1])
    for act in (
        lambda: add_section(section=first, letter="D"),
        lambda: remove_section(section=last),
        lambda: add_session(section=first, number=3, is_seated=True),
        lambda: remove_session(session=last.session),
    ):
        with pytest.raises(FinalError):
            act()
    assert Section.objects.count() == 6


def test_a_night_played_elsewhere_stays_as_it_is(desk):
    first = make_night(pairs=6, boards_per_set=1)
    Event.objects.update(source="night.xml")
    first = again(first)[0]
    assert "Sections and sessions" not in desk.get(address(first, "field")).content.decode()
    with pytest.raises(
        DeskError, match=r"^Tuesday pairs was imported, so you can’t add sections or sessions"
    ):
        add_section(section=first, letter="B")
    with pytest.raises(DeskError, match=r"^Tuesday pairs was imported"):
        add_session(section=first, number=2, is_seated=True)
