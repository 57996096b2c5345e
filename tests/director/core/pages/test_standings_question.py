"""An act without a typed result asks once before it changes published standings."""

import pytest
from django.urls import reverse

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.core.base.kind_parts import VersionedKind
from director.core.night.history import find_act_to_undo
from director.core.night.publishing import publish_results
from director.event_kinds import ask_kind
from director.models import Event
from tests.director.pages import find_elements, find_texts
from tests.director.party.parties import enter_winner, make_seated_party, seat_second_round
from tests.factories import add_ruling, enter_on_line, make_played_section

pytestmark = pytest.mark.django_db

WAITING = "This changes published standings. Nothing is saved yet."


def read_standings(event: Event):
    event = Event.objects.get(pk=event.pk)
    return ask_kind(event, VersionedKind).make_standings_snapshot(event).standings


def withdraw_ruling(section, user):
    line = fetch_section_lines(section).all[0]
    add_ruling(
        section=section,
        user=user,
        facts="A revoke.",
        decision="Adjusted.",
        board_no=line.board_no,
        pair_no=line.ns,
        adjusted="A6040",
    )
    return reverse("session_rulings_withdraw", args=[section.ref, 1]), {}


def add_handicap(section, _user):
    return reverse("session_results_extras", args=[section.ref]), {
        "handicap_unit": "%",
        "pasted": "2;30",
    }


def penalise(section, _user):
    ruling = {"facts": "Late.", "decision": "Penalty.", "penalty": "10", "penalty_unit": "%"}
    return reverse("session_rulings", args=[section.ref]), ruling | {"penalty_to": "1"}


def undo_result(section, user):
    line = fetch_section_lines(section).all[0]
    enter_on_line(section, line, "7NTXXN=", user=user)
    act = find_act_to_undo(section.session.event.acts.all())
    return reverse("session_scores_undo", args=[section.ref]), {"change": act.number}


def turn_table(section, user):
    for line in fetch_section_lines(section).get_table_lines(1, 1):
        enter_on_line(section, line, "7NTXXN=", user=user)
    return reverse("session_off_schedule_table", args=[section.ref, 1, 1]), {"how": "turned"}


@pytest.mark.parametrize(
    "make_act", [withdraw_ruling, add_handicap, penalise, undo_result, turn_table]
)
def test_published_standings_change_after_one_question(desk, director, make_act):
    section = make_played_section()
    event = section.session.event
    address, fields = make_act(section, director)
    before = read_standings(event)
    response = desk.post(address, fields)
    assert response.status_code == 409
    assert WAITING in " ".join(find_texts(response, "main"))
    assert find_elements(response, "table.moved tbody tr")
    assert read_standings(event) == before
    response = desk.post(address, fields | {"sure": "1"})
    assert response.status_code == 302
    assert read_standings(event) != before


def test_nothing_is_asked_before_publishing_or_about_equal_standings(desk, director):
    section = make_played_section(published=False)
    address, fields = add_handicap(section, director)
    assert desk.post(address, fields).status_code == 302
    publish_results(event=section.session.event, hours=24)
    address = reverse("session_results_extras", args=[section.ref])
    assert desk.post(address, {"handicap_unit": "%", "pasted": "2;30;A"}).status_code == 302


def test_an_undo_at_a_party_asks_before_published_standings_change(desk, director):
    party = make_seated_party(players=8)
    seat_second_round(party)
    enter_winner(party, 1, user=director)
    event = party.session.event
    publish_results(event=event, hours=24)
    before = read_standings(event)
    act = find_act_to_undo(party.acts)
    address = reverse("party_play_undo", args=[party.pk, act.number])
    response = desk.post(address)
    assert response.status_code == 409
    assert WAITING in " ".join(find_texts(response, "main"))
    assert read_standings(event) == before
    desk.post(address, {"sure": "1"})
    assert read_standings(event) != before
