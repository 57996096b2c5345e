"""The practice event: every step can be tried, nothing of it is mixed with what is real, and it goes with one press."""

import pytest
from django.test import Client

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.pages.steps import fetch_session_steps
from director.boards.play.plan import choose_plan
from director.boards.play.scores.result import import_result
from director.boards.play.seats.seating import name_entries
from director.core.base.roles import Role
from director.core.night.publishing import publish_results
from director.errors import DeskError
from director.models import Club, Event, Person
from director.pairs.practice import delete_practice, find_practice_session
from movements.registry import make_plan
from tests.director.pages import find_elements, find_texts
from tests.factories import make_account, make_played_section

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(desk):
    """Return the section of a practice event whose movement is chosen."""
    make_played_section()  # the club's own event, which stays as it is
    assert desk.post("/practice/").status_code == 302
    chosen = fetch_section(find_practice_session().pk)
    choose_plan(section=chosen, movement=make_plan("mitchell", pairs=6, boards_per_set=2))
    return chosen


def test_each_step_says_what_to_try(desk, section):
    for step in ("field", "seats", "print", "play", "scores", "results"):
        assert find_elements(
            desk.get(f"/sessions/{section.session_id}/{step}/", follow=True), "#practice"
        ), step
    real = Event.objects.get(club__is_practice=False).sessions.get()
    assert not find_elements(desk.get(f"/sessions/{real.pk}/scores/", follow=True), "#practice")


def test_play_says_how_to_try_a_phone(desk, section):
    page = desk.get(f"/sessions/{section.session_id}/play/")
    assert "To try a phone, press Phones, Create links and Table 1." in " ".join(
        " ".join(find_texts(page, "#practice p")).split()
    )


def test_the_tedious_part_is_done_by_a_press_and_what_was_typed_stays(desk, section):
    name_entries(section=section, pairs=[(None, ("Zoe Zell", "Yan Young"))])
    import_result(
        section=section, line=fetch_section_lines(section).all[0], text="7NXXS-13", user=None
    )
    desk.post("/practice/fill/seats/")
    desk.post("/practice/fill/scores/")
    assert section.results.filter(text__endswith="S-13").exists()
    night = fetch_session_steps(fetch_section(section.session_id))
    assert [step.state for step in night.steps if step.key in ("seats", "scores")] == [
        "done",
        "done",
    ]
    names = set(Person.objects.filter(club__is_practice=True).values_list("name", flat=True))
    assert {"Zoe Zell", "Yan Young"} <= names
    assert len(names) == 12


def test_nothing_of_it_is_mixed_with_what_is_real(desk, section):
    desk.post("/practice/fill/seats/")
    invented = Person.objects.filter(club__is_practice=True).first().name
    for path in ("/", "/nights/", "/people/", "/results/"):
        assert f">{invented}<" not in desk.get(path).content.decode()
    assert find_texts(desk.get("/nights/"), "tbody th a") == [
        Event.objects.get(club__is_practice=False).name
    ]
    page = desk.get(f"/sessions/{section.session_id}/results/")
    assert "Publish" not in find_texts(page, "button")
    with pytest.raises(DeskError, match="can’t be published"):
        publish_results(event=section.session.event)
    assert Client().get(f"/events/{section.session.event_id}/").status_code == 404


def test_it_is_one_event_and_goes_with_one_press(desk, section):
    desk.post("/practice/fill/seats/")
    desk.post("/practice/fill/scores/")
    desk.post("/practice/")
    assert Event.objects.filter(club__is_practice=True).count() == 1
    real = Person.objects.filter(club__is_practice=False).count()
    desk.post("/practice/delete/")
    assert not Event.objects.filter(club__is_practice=True).exists()
    assert Person.objects.count() == real
    assert Club.objects.filter(is_practice=False).count() == 1
    assert desk.post("/practice/fill/print/").status_code == 404
    delete_practice()  # twice is once
    assert desk.post("/practice/fill/seats/").status_code == 404


def test_only_a_director_starts_and_deletes_it(section):
    scorer = Client()
    scorer.force_login(make_account("sid", Role.SCORER))
    assert [
        scorer.post(f"/practice/{path}").status_code for path in ("", "fill/seats/", "delete/")
    ] == [403] * 3
