"""An act without a typed result asks once before it changes published standings."""

from functools import partial

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from director.core.night.publishing import publish_results
from director.event_kinds import get_event_kind
from director.models import Event, Person
from tests.cases import leave_to_slow
from tests.director.doors.page_forms import iterate_doors
from tests.director.pages import HTMX, find_elements, find_texts, parse_page
from tests.director.party.parties import enter_winner, make_seated_party
from tests.director.sent_forms import fill_form, list_form_parts
from tests.factories import make_played_section, session_address

pytestmark = pytest.mark.django_db


def read_standings(event: Event):
    event = Event.objects.get(pk=event.pk)
    return get_event_kind(event).make_standings_snapshot(event).standings


def add_handicap(section, _user):
    return reverse("session_results_extras", args=[section.ref]), {
        "handicap_unit": "%",
        "pasted": "2;30",
    }


def test_nothing_is_asked_before_publishing_or_about_equal_standings(desk, director):
    section = make_played_section(published=False)
    address, fields = add_handicap(section, director)
    assert desk.post(address, fields).status_code == 302
    publish_results(event=section.session.event, hours=24)
    address = reverse("session_results_extras", args=[section.ref])
    assert desk.post(address, {"handicap_unit": "%", "pasted": "2;30;A"}).status_code == 302


def press_and_confirm(desk, path, address, *, stays=None, **pressed) -> None:
    """Press a button of the form for *address* on the page at *path*: asked once, then done.

    *stays* reads what a first press must not change.
    """
    door = next(
        door
        for door in iterate_doors(path, desk.get(path))
        if door.address == address and pressed.items() <= dict(door.button).items()
    )
    before = stays()
    for headers in ({}, HTMX):
        answer = desk.post(address, fill_form(door.form, {}, button=door.button), **headers)
        assert answer.status_code == (422 if headers else 409)
        assert "Nothing is saved yet." in " ".join(find_texts(answer, "main"))
        assert [link.text for link in find_elements(answer, "a") if "autofocus" in link.attrib] == [
            "Cancel"
        ]
        assert stays() == before
    form = find_elements(answer, "form.sheet")[0]
    parts = list_form_parts(parse_page(answer), form)
    assert desk.post(form.get("action"), fill_form(parts, {})).status_code == 302
    assert stays() != before


def read_public_page(event: Event) -> list[str]:
    return find_texts(Client().get(f"/events/{event.pk}/"), "main")


@pytest.mark.slow
@pytest.mark.parametrize("button", ["1/clear/", "swap/1/2/", "standing/"])
def test_who_is_published_changes_after_one_question(desk, button):
    section = make_played_section()
    path = session_address(section, "seats/?menu=1")
    address = session_address(section, f"seats/{button}")
    event = section.session.event
    press_and_confirm(desk, path, address, stays=lambda: read_public_page(event))


def test_names_are_cleared_at_once_before_publishing(desk):
    section = make_played_section(published=False)
    assert desk.post(session_address(section, "seats/1/clear/")).status_code == 302


@pytest.mark.parametrize("is_file", [False, True])
@pytest.mark.parametrize("kind", ["section", "party"])
def test_a_list_that_changes_published_names_asks_and_seats_them_then(desk, kind, is_file):
    listed = "1 Dan Dow & Eve Elm" if kind == "section" else "3 Dan Dow\n4 Eve Elm"
    if kind == "section":
        section = make_played_section()
        event, path = section.session.event, session_address(section, "seats/")
    else:
        party = make_seated_party(players=8, rounds=1)
        enter_winner(party, 1)
        event, path = party.session.event, f"/parties/{party.pk}/seats/"
        publish_results(event=event, hours=24)
    before = read_public_page(event)
    door = next(
        door for door in iterate_doors(path, desk.get(path)) if door.address == f"{path}list/"
    )
    boxes = {"file": SimpleUploadedFile("n.txt", listed.encode())} if is_file else {"text": listed}
    answer = desk.post(door.address, fill_form(door.form, boxes, button=door.button))
    assert answer.status_code == 409
    assert "Nothing is saved yet." in " ".join(find_texts(answer, "main"))
    assert not Person.objects.filter(name="Dan Dow").exists()
    form = find_elements(answer, "form.sheet")[0]
    parts = list_form_parts(parse_page(answer), form)
    assert desk.post(form.get("action"), fill_form(parts, {})).status_code == 302
    assert Person.objects.filter(name="Dan Dow").exists()
    assert read_public_page(event) != before


@pytest.fixture
def played_party():
    """A published party of one round, all its tables entered."""
    party = make_seated_party(players=8, rounds=1)
    for table_no in (1, 2):
        enter_winner(party, table_no)
    publish_results(event=party.session.event, hours=24)
    return party


def test_a_tap_on_a_published_winner_asks_first(desk, played_party):
    path = f"/parties/{played_party.pk}/play/"
    stays = partial(read_standings, played_party.session.event)
    address = f"{path}rounds/1/tables/1/"
    press_and_confirm(desk, path, address, stays=stays, winner="1")
    press_and_confirm(desk, path, address, stays=stays, **{"take-out": "1"})


def test_a_first_result_of_a_published_party_is_its_own_answer(desk):
    party = make_seated_party(players=8, rounds=1)
    publish_results(event=party.session.event, hours=24)
    address = f"/parties/{party.pk}/play/rounds/1/tables/1/"
    table = next(
        door
        for door in iterate_doors("", desk.get(f"/parties/{party.pk}/play/"))
        if door.address == address
    )
    assert desk.post(address, fill_form(table.form, {}, button=table.button)).status_code == 302


@pytest.mark.parametrize(
    ("address", "pressed"),
    leave_to_slow([("finish/", {"over": "1"}), ("rounds/1/next/", {})], but=1),
)
def test_play_that_is_over_and_published_asks_before_it_ends_or_goes_on(
    desk, played_party, address, pressed
):
    path = f"/parties/{played_party.pk}/play/"
    press_and_confirm(desk, path, path + address, stays=played_party.acts.count, **pressed)


def test_an_extra_round_asks_before_publishing_too(desk):
    party = make_seated_party(players=8, rounds=2)
    path = f"/parties/{party.pk}/play/"
    for table_no in (1, 2):
        enter_winner(party, table_no)
    assert desk.post(f"{path}rounds/1/next/").status_code == 302
    for table_no in (1, 2):
        enter_winner(party, table_no)
    press_and_confirm(desk, path, f"{path}rounds/2/next/", stays=party.played_rounds.count)
