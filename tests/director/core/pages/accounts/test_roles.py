"""What each role may send and read: every address of the program is tried with every role."""

import io
import zipfile

import pytest
from django.apps import apps
from django.contrib.sessions.models import Session as BrowserSession
from django.test import Client
from django.urls import get_resolver, reverse

from director.core.base.address import NumberConverter
from director.core.base.roles import Role, get_needed_role
from tests.director.core.pages.accounts.test_account import PUBLIC
from tests.director.party.parties import make_seated_party, play_round
from tests.factories import (
    make_account,
    make_director,
    make_played_section,
    sign_in,
)

SCORERS = {
    "session_print",
    "party_print",
    "session_play_clock",
    "session_play_minutes",
    "session_play_break",
    "session_play_message",
    "session_play_call",
    "session_play_settle",
    "session_play_look",
    "session_play_phone",
    "session_play_undo",
    "session_money_paid",
    "session_room_message_away",
    "session_room_call_tick",
    "session_room_call_undo",
    "session_door",
    "session_results_fixtures",
    "session_results_match",
    "session_results_receiver",
    "event_settings_undo",
    "event_settings_redo",
    "session_scores_board",
    "session_scores_match",
    "session_scores_round",
    "session_scores_table",
    "session_scores_groups",
    "session_scores_trump",
    "session_scores_undo",
    "session_scores_redo",
    "session_off_schedule",
    "session_direction",
    "session_off_schedule_table",
    "session_off_schedule_move",
    "session_off_schedule_whole",
    "party_play_table",
    "party_play_next",
    "party_play_undo",
    "party_play_redo",
    "party_play_finish",
    "party_play_clock",
    "party_play_minutes",
    "party_play_break",
    "party_play_message",
    "party_room_message_away",
    "party_tables_phone",
    "party_cards_store",
    "party_money_paid",
    "party_cards_settle",
    "party_skat_store",
    "party_skat_next",
    "party_list_store",
    "party_list_check",
    "party_series_next",
    "party_teams",
}
EVERYBODY_S = {
    "own_password",
    "own_devices",
    "own_keys",
    "session_field_grid_check",  # these two examine a grid and save nothing
    "session_field_grid_file",
}
SCORERS_READ = {
    "event_labels",
    "event_labels_pdf",
    "people_labels",
    "people_duplicates",
    "people_labels_pdf",
    "people_masterpoints",
    "people_masterpoints_file",
    "session_money",
    "money_of_month",
    "session_money_receipts",
    "party_money",
    "party_money_receipts",
    "session_tables",
    "party_tables",
    "people_read_in",
    "person_merge",
    "event_numbers",
}
"""Pages that viewers do not read: private addresses of tables, by which results are entered,
and numbers of people."""
DIRECTORS_ONLY = {
    "accounts",
    "website_zip",
    "library_import",
    "session_seeding",
    "sign_ins",
    "club_phones",
    "club_numbers",
    "backup_file",
    "backup_restore",
    "backup_sent",
    "session_hands",
    "session_hands_pbn",
    "session_hands_records",
    "person_forget",
}
"""Pages and files that the others do not read: who signed in from where, everybody's stored password, cards, and
deleting somebody."""
SENT = {
    "text": "4SS=",
    "name": "Ada Ash",
    "club_name": "Hill Club",
    "paper": "letter",
    "date": "2026-11-17",
    "game": "whist",
    "key": "publish",
    "hours": "1",
    "number": "1",
    "role": "3",
    "shows": "1",
    "pairs": "6",
    "facts": "A revoke.",
    "decision": "So.",
    "winner": "1",
    "scoring": "imps",
}

pytestmark = pytest.mark.django_db
PATTERNS = {pattern.name: pattern for pattern in get_resolver().url_patterns}
DESK = {name: pattern for name, pattern in PATTERNS.items() if name not in PUBLIC}


def role_to_send(name: str) -> Role:
    return get_needed_role(PATTERNS[name].callback, "POST")


def sign_in_role(role: Role) -> Client:
    return sign_in(make_account("sam", role))


def everything_stored() -> dict[str, list]:
    """Return every row of every table, but for which browsers are signed in."""
    kept = [model for model in apps.get_models() if model is not BrowserSession]
    return {
        model._meta.label: list(model._base_manager.order_by("pk").values_list()) for model in kept
    }


def list_addresses() -> dict[str, str]:
    """Return the address of every view of the desk for a night and a party that are stored, by name."""
    section, party = make_played_section(leave=2), make_seated_party()
    play_round(party)
    numbers = {
        "event_id": section.session.event_id,
        "person_id": section.entries.first().players.first().pk,
        "result_id": section.results.first().pk,
        "account_id": make_director("eve").pk,
        "form": "csv",
        "name": "x",
        "uid": "x",
        "token": "x",
        "ref": section.ref,
        "first": 1,
        "second": 2,
    }
    paths = {}
    for name, pattern in DESK.items():
        own = dict(numbers)
        if isinstance(pattern.pattern.converters.get("ref"), NumberConverter):
            own["ref"] = party.session_id if name.startswith("party") else section.session_id
        places = {place: own.get(place, 1) for place in pattern.pattern.converters}
        paths[name] = reverse(name, kwargs=places)
    return paths


def test_every_address_names_the_role_it_takes_something_from():
    """What is in neither list says nothing, and is a director's."""
    assert {name for name in DESK if role_to_send(name) is Role.SCORER} == SCORERS
    assert {name for name in DESK if role_to_send(name) is Role.VIEWER} == EVERYBODY_S
    assert {
        name for name in DESK if get_needed_role(PATTERNS[name].callback, "GET") is Role.DIRECTOR
    } == DIRECTORS_ONLY
    assert {
        name for name in DESK if get_needed_role(PATTERNS[name].callback, "GET") is Role.SCORER
    } == SCORERS_READ
    assert len(DESK) > 80


@pytest.mark.slow
@pytest.mark.parametrize("role", list(Role), ids=lambda role: role.label)
def test_what_a_role_may_send_is_not_refused_for_it(role):
    paths = list_addresses()
    taken = [name for name in DESK if role >= role_to_send(name)]
    account = make_account("sam", role)
    for name in taken:
        client = sign_in(account)
        response = client.post(paths[name], SENT)
        assert response.status_code != 403, name


@pytest.mark.slow
@pytest.mark.parametrize("role", list(Role), ids=lambda role: role.label)
def test_every_page_is_read_by_every_role_and_reading_changes_nothing(role):
    paths, client = list_addresses(), sign_in_role(role)
    before = everything_stored()
    refused = {name for name, path in paths.items() if client.get(path).status_code == 403}
    hidden = {
        Role.VIEWER: DIRECTORS_ONLY | SCORERS_READ,
        Role.SCORER: DIRECTORS_ONLY,
        Role.DIRECTOR: set(),
    }
    assert refused == hidden[role]
    assert everything_stored() == before


NUMBER, OTHER, EMAIL = "Q77{:05}", "Z88{:05}", "person{}@club.example"


def unpacked(answer) -> bytes:
    """Return what an answer holds, and what is inside of it where it is a zip."""
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if not content.startswith(b"PK"):
        return content
    with zipfile.ZipFile(io.BytesIO(content)) as packed:
        return b"".join(packed.read(name) for name in packed.namelist())
