"""Adding sections and sessions at Field, and taking them out."""

import pytest
from django.utils import timezone

from director.boards.play.plan import return_team, store_plan, withdraw_team
from director.boards.play.scores.result import enter_result
from director.boards.play.seats.seating import name_entries
from director.boards.play.sessions import (
    add_section,
    add_session,
    remove_section,
    remove_session,
)
from director.boards.scoring.standings.event import EventResults
from director.core.base.refusals import GoneError
from director.errors import DeskError, FinalError
from director.models import Event, Section, Session
from director.models.event import Contest
from movements.registry import make_plan
from tests.director.additions.contests.draws.test_draws import (
    enter_round,
    make_drawn_section,
    make_section_to_draw,
    reload_drawn_section,
)
from tests.director.additions.replanning.test_replanning import apply_option, ask_for_options
from tests.director.boards.play.sessions.nights import (
    make_session_sections,
    make_two_sessions,
    reload_sections,
)
from tests.director.boards.play.sessions.test_addresses import section_address
from tests.factories import enter_all_results, make_night, make_pair_names

pytestmark = pytest.mark.django_db


def people(section) -> list[list[str]]:
    return [
        [str(player) for player in entry.players.order_by("name")]
        for entry in section.entries.all()
    ]


def test_a_button_pressed_twice_adds_one_section(desk):
    first = make_night(pairs=6, boards_per_set=1)
    for _press in range(2):
        desk.post(section_address(first, "sections/add"), {"letter": "B"})
    assert [section.letter for section in Section.objects.all()] == ["A", "B"]


@pytest.mark.parametrize("letter", ["C", "", "b", "1", "ABC"])
def test_only_the_next_section_is_added(letter):
    first = make_night(pairs=6, boards_per_set=1)
    with pytest.raises(
        DeskError, match=r"^You can’t add section .* now\. Go back to Field and add the next"
    ):
        add_section(section=first, letter=letter)
    assert Section.objects.count() == 1


def test_a_section_is_removed_once_however_often_it_is_pressed(desk):
    first, *_others = make_session_sections(named=False)
    for _press in range(2):
        response = desk.post(section_address(first, "sections/remove"))
        assert response.url == f"/sessions/{first.session_id}/field/"
    assert list(Section.objects.values_list("letter", flat=True)) == ["B", "C"]


def test_a_section_that_is_removed_while_somebody_types_takes_nothing():
    section = make_session_sections()[1]
    remove_section(section=Section.objects.get(pk=section.pk))
    with pytest.raises(GoneError, match=r"^Section B doesn’t exist"):
        enter_result(section=section, board_no=1, ns=1, ew=4, text="4SS=", user=None)


def test_the_only_section_stays():
    first = make_night(pairs=6, boards_per_set=1)
    with pytest.raises(
        DeskError, match=r"^You can’t remove section A: it’s the only one in this session"
    ):
        remove_section(section=first)


def test_a_session_is_added_once(desk):
    first, *_others = make_session_sections()
    for _press in range(2):
        desk.post(section_address(first, "another"), {"number": "2"})
    assert [session.number for session in Session.objects.all()] == [1, 2]
    with pytest.raises(DeskError, match=r"^The next session is session 3\. "):
        add_session(section=first, number=4, is_seated=True)


def test_a_drawn_contest_says_why_it_has_no_other_session(desk):
    section = make_drawn_section(desk)
    page = desk.get(f"/sessions/{section.session_id}/field/?tab=sections")
    assert "Add session" not in page.content.decode()
    assert (
        "Swiss teams continues in this session. Give its later rounds another date at Draw."
        in page.content.decode()
    )


def test_the_last_session_is_removed_from_any_page(desk):
    first, *_others = make_two_sessions()
    response = desk.post(section_address(first, "remove-last"), {"number": "2"})
    assert response.url == section_address(first, "field")
    assert Session.objects.count() == 1
    assert desk.post(section_address(first, "remove-last"), {"number": "2"}).url == section_address(
        first, "field"
    )
    assert Session.objects.count() == 1


def test_only_the_last_session_is_removed():
    first, *_others = make_two_sessions()
    with pytest.raises(DeskError, match=r"^Session 1 isn’t the last one"):
        remove_session(session=first.session)
    remove_session(session=Session.objects.get(number=2))
    with pytest.raises(DeskError, match=r"^You can’t remove the only session"):
        remove_session(session=Session.objects.get())


def test_nothing_is_added_or_removed_once_results_are_final():
    sections = make_two_sessions()
    Event.objects.update(published_at=timezone.now(), corrections_until=timezone.now())
    first, last = reload_sections(sections[0], sections[-1])
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
    first = reload_sections(first)[0]
    assert "Sections and sessions" not in desk.get(section_address(first, "field")).content.decode()
    with pytest.raises(
        DeskError, match=r"^Tuesday pairs was imported, so you can’t add sections or sessions"
    ):
        add_section(section=first, letter="B")
    with pytest.raises(DeskError, match=r"^Tuesday pairs was imported"):
        add_session(section=first, number=2, is_seated=True)


@pytest.mark.slow
def test_a_second_session_has_the_whole_round_robin_of_teams_that_withdrew():
    section = make_section_to_draw(Contest.TEAMS)
    store_plan(section=section, movement=make_plan("round-robin", teams=4, boards_per_set=2))
    enter_round(reload_drawn_section(section), 1)
    withdraw_team(section=reload_drawn_section(section), team=3, from_round=2, user=None)
    for round_no in (2, 3):
        enter_round(reload_drawn_section(section), round_no)
    session = add_session(section=reload_drawn_section(section), number=2, is_seated=True)
    second = session.sections.get()
    meetings = {round_no: set() for round_no in (1, 2, 3)}
    for round_no, ns, ew in second.plan.rows.values_list("round_no", "ns", "ew"):
        meetings[round_no] |= {ns, ew}
    assert meetings == {round_no: {1, 2, 3, 4} for round_no in (1, 2, 3)}
    withdraw_team(section=second, team=3, from_round=1, user=None)
    return_team(section=reload_drawn_section(second), team=3, user=None)


@pytest.mark.slow
@pytest.mark.parametrize(("key", "pairs"), [("mitchell", 10), ("howell", 8)])
def test_a_pair_that_left_is_not_due_in_a_second_session_until_it_is_brought_back(desk, key, pairs):
    section = make_night(key=key, pairs=pairs, boards_per_set=2)
    asked_change = {"kind": "pair-leaves", "pair": "3", "other_pair": "", "from_round": "3"}
    apply_option(desk, ask_for_options(desk, section, **asked_change))
    section = reload_sections(section)[0]
    enter_all_results(section)
    session = add_session(section=section, number=2, is_seated=True)
    second = session.sections.get()
    rows = list(second.plan.rows.values_list("round_no", "ns", "ew"))
    assert not [row for row in rows if 3 in row[1:]]
    assert {round_no for round_no, _ns, _ew in rows} == set(range(1, section.plan.rounds + 1))
    assert 3 not in second.entries.values_list("pair_no", flat=True)
    for step in ("seats", "play", "print", "results"):
        assert desk.get(section_address(second, step)).status_code == 200
    if key == "mitchell":
        page = ask_for_options(desk, second, kind="pair-arrives", from_round="2")
        apply_option(desk, page)
        second = reload_drawn_section(second)
        assert second.plan.contestants == pairs
        name_entries(section=second, pairs=[(3, make_pair_names(2))])
    enter_all_results(second)
    results = EventResults(Event.objects.get(pk=section.session.event_id))
    assert results.is_complete
    assert sum(len(group.rows) for group in results.standings.groups) == pairs
