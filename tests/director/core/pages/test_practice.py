"""Practice: each step can be tried, its tip notices what was done, and one press deletes it all."""

import re

import pytest
from django.test import Client

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.scores.result import import_result
from director.boards.play.seats.seating import name_entries
from director.core.night.clock_buttons import pause_clock, start_clock
from director.core.night.practice import delete_practice, find_practice_session
from director.core.night.publishing import publish_results
from director.errors import DeskError
from director.models import Club, Event, Person
from director.party.movement.parties import fetch_party_by_session
from director.party.play.cards import CardFigures, store_card
from director.party.play.draw import draw_party
from director.party.play.seats import name_player
from director.party.play.setup import set_up_party
from movements.registry import make_plan
from tests.director.pages import find_elements, find_texts
from tests.factories import make_played_section

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(desk):
    """Return the section of a practice event of pairs whose movement is chosen."""
    make_played_section()  # the club's own event, which stays as it is
    section = open_practice(desk, "pairs")
    store_plan(section=section, movement=make_plan("mitchell", pairs=6, boards_per_set=2))
    return fetch_section(section.session_id)


def open_practice(desk, contest: str):
    """Return the section of the new practice event of *contest*, without a movement."""
    answer = desk.post("/practice/", {"contest": contest})
    session = find_practice_session(contest)
    assert answer.url == f"/sessions/{session.pk}/field/"
    return fetch_section(session.pk)


@pytest.fixture
def party(desk):
    """Return a practised whist drive without players."""
    answer = desk.post("/practice/", {"contest": "progressive"})
    session = find_practice_session("progressive")
    assert answer.url == f"/parties/{session.pk}/field/"
    return fetch_party_by_session(session.pk)


def read_tip(desk, session_id: int, step: str, *, at: str = "sessions") -> str:
    page = desk.get(f"/{at}/{session_id}/{step}/", follow=True)
    (tip,) = find_texts(page, "#practice p")
    return tip


def fill(desk, session_id: int, step: str):
    return desk.post(f"/practice/{session_id}/fill/{step}/")


@pytest.mark.slow
def test_the_tips_of_a_night_of_pairs_notice_what_was_done(desk):
    section = open_practice(desk, "pairs")
    session_id = section.session_id
    assert read_tip(desk, session_id, "field") == (
        "Practice. Type 14 in Pairs, press Find movements, and then Choose beside the first one."
    )
    assert "Press 1 Field" in read_tip(desk, session_id, "seats")
    store_plan(section=section, movement=make_plan("mitchell", pairs=6, boards_per_set=2))
    section = fetch_section(session_id)
    assert read_tip(desk, session_id, "field").startswith("✓ The movement is chosen: ")
    assert "Next, press Continue to Seats." in read_tip(desk, session_id, "field")
    assert "Type two names" in read_tip(desk, session_id, "seats")
    name_entries(section=section, pairs=[(None, ("Zoe Zell", "Yan Young"))])
    assert "1 of 6 pairs has a name." in read_tip(desk, session_id, "seats")
    fill(desk, session_id, "seats")
    assert read_tip(desk, session_id, "seats") == (
        "✓ All 6 pairs have names. Next, press Continue to Print."
    )
    assert read_tip(desk, session_id, "print").endswith("Next, press Continue to Play.")
    assert "Press Start round 1" in read_tip(desk, session_id, "play")
    start_clock(session=section.session)
    assert "The clock runs" in read_tip(desk, session_id, "play")
    pause_clock(session=section.session)
    assert "The clock is paused" in read_tip(desk, session_id, "play")
    assert "Type 4SS=" in read_tip(desk, session_id, "scores")
    import_result(section=section, line=fetch_section_lines(section).all[0], text="4SS=", user=None)
    assert "Entered so far: 1 of 18 results." in read_tip(desk, session_id, "scores")
    assert "Results are missing." in read_tip(desk, session_id, "results")
    fill(desk, session_id, "scores")
    assert read_tip(desk, session_id, "scores") == (
        "✓ All 18 results are entered. Next, press 6 Results."
    )
    assert read_tip(desk, session_id, "results").endswith("press Delete practice.")


@pytest.mark.slow
def test_every_tip_ends_with_what_to_press_next(desk, section, party):
    set_up_party(party=party, user=None, players=8)
    sessions = {"sessions": section.session_id, "parties": party.pk}
    for at, session_id in sessions.items():
        for step in ("field", "seats", "print", "play", "results"):
            tip = read_tip(desk, session_id, step, at=at)
            last_sentence = re.split(r"(?<=[.]) ", tip)[-1]
            assert re.search(r"\b[Pp]ress\b", last_sentence), tip


def test_a_page_is_told_when_its_tip_changes(desk, section):
    (tip,) = find_elements(desk.get(f"/sessions/{section.session_id}/seats/"), "#practice")
    address = tip.get("hx-get")
    assert desk.get(address).status_code == 204
    store_names = fill(desk, section.session_id, "seats")
    assert store_names.status_code == 302
    changed = desk.get(address)
    assert changed.status_code == 200
    assert find_texts(changed, "#practice p")[0].startswith("✓ All 6 pairs have names.")


def test_delete_practice_is_quieter_than_the_tip(desk, section):
    page = desk.get(f"/sessions/{section.session_id}/seats/")
    buttons = find_elements(page, "#practice button")
    assert [(button.text, button.get("class")) for button in buttons] == [
        ("Invent names", "quiet"),
        ("Delete practice", "plain"),
    ]


@pytest.mark.slow
def test_the_tips_of_a_whist_drive_and_its_cards_add_up(desk, party):
    def tip(step: str) -> str:
        return read_tip(desk, party.pk, step, at="parties")

    assert "Type 24 in Players and press Save and continue." in tip("field")
    assert "Press 1 Field" in tip("seats")
    set_up_party(party=party, user=None, players=24)
    assert "24 players come for 24 hands. Next, press 2 Seats." in tip("field")
    assert "Type Ada Ash in the first row" in tip("seats")
    name_player(party=party, number=1, name="Zoe Zell", user=None)
    assert "1 of 24 players has a name." in tip("seats")
    fill(desk, party.pk, "seats")
    assert "All 24 players have names. Next, press Draw for seats." in tip("seats")
    draw_party(party=party, seed=1, user=None)
    assert tip("seats").endswith("Next, press Continue to Print.")
    assert "Press Start hand 1." in tip("play")
    store_card(party=party, number=1, figures=CardFigures(156, half=78), user=None)
    assert "Entered so far: 1 of 24 cards." in tip("play")
    fill(desk, party.pk, "play")
    assert tip("play") == "✓ All 24 cards are entered. Next, press 5 Results."
    assert party.cards.get(player=1).total == 156
    assert "Look at Prizes too." in tip("results")


@pytest.mark.slow
def test_nothing_of_it_is_mixed_with_what_is_real(desk, section, party):
    set_up_party(party=party, user=None, players=8)
    fill(desk, section.session_id, "seats")
    fill(desk, party.pk, "seats")
    invented = Person.objects.filter(club__is_practice=True).first().name
    for path in ("/", "/nights/", "/people/", "/results/", "/events/new/"):
        page = desk.get(path).content.decode()
        assert f">{invented}<" not in page
        assert "Practice: " not in page, path
    assert find_texts(desk.get("/nights/"), "tbody th a") == [
        Event.objects.get(club__is_practice=False).name
    ]
    page = desk.get(f"/sessions/{section.session_id}/results/")
    assert "Publish" not in find_texts(page, "button")
    for event in Event.objects.filter(club__is_practice=True):
        with pytest.raises(DeskError, match="can’t be published"):
            publish_results(event=event)
        assert Client().get(f"/events/{event.pk}/").status_code == 404


def test_a_practice_has_one_event_of_each_game_and_is_deleted_by_one_press(desk, section, party):
    fill(desk, section.session_id, "seats")
    desk.post("/practice/", {"contest": "pairs"})
    assert Event.objects.filter(club__is_practice=True).count() == 2
    real = Person.objects.filter(club__is_practice=False).count()
    desk.post(f"/practice/{section.session_id}/delete/")
    assert find_practice_session("pairs") is None
    assert find_practice_session("progressive") is not None
    desk.post(f"/practice/{party.pk}/delete/")
    assert not Event.objects.filter(club__is_practice=True).exists()
    assert Person.objects.count() == real
    assert Club.objects.filter(is_practice=False).count() == 1
    assert desk.post(f"/practice/{section.session_id}/delete/").status_code == 302  # twice is once
    assert fill(desk, section.session_id, "seats").status_code == 404
    delete_practice(section.session)


def test_nothing_else_is_filled_or_deleted_here(desk, section):
    real = Event.objects.get(club__is_practice=False).sessions.get()
    assert fill(desk, real.pk, "seats").status_code == 404
    assert fill(desk, section.session_id, "print").status_code == 404
    assert desk.get(f"/practice/{real.pk}/tip/seats/").status_code == 404
    assert desk.post("/practice/", {"contest": "individual"}).status_code == 404
    desk.post(f"/practice/{real.pk}/delete/")
    assert Event.objects.filter(pk=real.event_id).exists()
    assert not find_elements(desk.get(f"/sessions/{real.pk}/scores/", follow=True), "#practice")
