"""Every address that takes a form is reached by the forms on the pages of some night."""

import inspect

import pytest
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, resolve

from director.urls import urlpatterns
from tests.director.doors.houses import LEFT_OUT, make_house
from tests.director.doors.page_forms import phone_doors
from tests.factories import make_director

pytestmark = [pytest.mark.django_db, pytest.mark.doors, pytest.mark.slow]

NIGHTS_LOOKED_AT = (
    "five tables",
    "party before the draw",
    "eight teams",
    "cut-in tables",
    "Skat in series",
    "Skat congress",
    "party by cards",
    "nine Swiss pairs",
    "nine Swiss teams",
    "knock-out of six",
    "party whose draw is undone",
)
AFTER_OTHERS = [
    "backup_sent",
    "club_season_events",
    "club_season_remove",
    "club_season_rules",
    "event_restore",
    "event_seasons",
    "event_send",
    "event_settings_redo",
    "library_import_undo",
    "merge_undo",
    "next_night_removed",
    "own_keys",
    "party_custom_archive",
    "party_play_next",
    "party_raffle",
    "party_results_drawn",
    "party_results_tie",
    "party_room_message_away",
    "party_seats_redo",
    "party_seats_undraw",
    "party_series_next",
    "party_tables",
    "party_tables_phone",
    "people_list_undo",
    "person_merge",
    "person_remove",
    "practice_delete",
    "practice_fill",
    "session_field_grid_check",
    "session_field_grid_use",
    "session_field_own_save",
    "session_field_own_use",
    "session_field_save",
    "session_field_switches",
    "session_play_phone",
    "session_play_settle",
    "session_play_undo",
    "session_remove_last",
    "session_results",
    "session_room_call_tick",
    "session_room_call_undo",
    "session_room_message_away",
    "session_scores_trump",
    "session_seats_redo",
    "session_seats_undraw",
    "session_section_remove",
    "session_seeding",
]
NOT_REACHED = (
    LEFT_OUT
    | dict.fromkeys(AFTER_OTHERS, "its form stands on a page after another form was sent")
    | dict.fromkeys(["welcome", "join"], "its address is private, and is opened once")
    | dict.fromkeys(["session_seats_move", "party_seats_swap"], "only a script sends it")
    | dict.fromkeys(["own_page", "table_board", "table_match"], "only notes what was read")
    | {
        "session_scores_match": "tests/director/additions/contests/test_match_entry.py sends its boards",
    }
    | {
        "session_lineups": "the teams of these nights stay in their seats",
        "session_seats_draw": "seats are drawn before the first result, which these nights have",
    }
)
"""Addresses that no page of these nights sends a form to, and why. Many are reached by the property."""


def test_every_address_that_takes_a_form_is_reached_on_some_night():
    names = {pattern.name for pattern in urlpatterns if takes_post(pattern)}
    reached = set()
    for night in NIGHTS_LOOKED_AT:
        with transaction.atomic():
            reached |= names_reached(night)
            transaction.set_rollback(True)
    assert names - reached - set(NOT_REACHED) == set()
    assert set(NOT_REACHED) <= {pattern.name for pattern in urlpatterns}


def takes_post(pattern: URLPattern) -> bool:
    """Return whether the view of *pattern* speaks of POST, itself or by a decorator."""
    view_class = getattr(pattern.callback, "view_class", None)
    if view_class:
        return hasattr(view_class, "post")
    return "POST" in inspect.getsource(inspect.unwrap(pattern.callback))


def names_reached(night: str) -> set[str]:
    """Return the names of the addresses to which the forms of *night* are sent."""
    director, client = make_director(), Client()
    house = make_house(night, director)
    client.force_login(director)
    names = {door.name for door in phone_doors(house.tokens)}
    for path in house.paths:  # grows by what the pages link to
        if not house.only or resolve(path.partition("?")[0]).url_name in house.only:
            names |= {door.name for door in house.open_page(client, path)}
    return names
