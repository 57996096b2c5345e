"""Seats looked at twice: its places are cached, and whatever changes in between is shown all the same."""

import re
from datetime import date, timedelta
from unittest.mock import patch

import pytest
from django.db import transaction
from django.test import Client

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan, withdraw_team
from director.boards.play.results.extras import store_extras
from director.boards.play.scores.result import enter_result
from director.boards.play.seats.cached_seats import find_seats_version
from director.boards.play.seats.seating import (
    draw_entries,
    name_entry,
    renew_entry_address,
)
from director.boards.play.seats.section_seats import mark_here
from director.boards.play.seats.undoing import fetch_offered_acts, redo_seats, undo_seats
from director.boards.play.sessions import add_section, add_session
from director.boards.scoring.extras import PairExtras, SectionExtras
from director.core.base.idempotency import KEY_FIELD
from director.core.base.roles import Role
from director.core.base.versions import LruCache
from director.core.night.publishing import publish_results
from director.models import Club, Entry, Person, Session
from director.models.event import Clock
from movements.registry import make_plan
from tests.director.boards.play.seats.contests import make_teams_section
from tests.director.boards.play.seats.seating import make_seats_form, seats_address
from tests.director.core.night.nights import swap_places
from tests.director.pages import HTMX, count_queries, find_elements, find_texts
from tests.factories import (
    LARGE_FIELD_PAIRS,
    enter_all_results,
    make_account,
    make_director,
    make_night,
    make_section,
    sign_in,
)

pytestmark = pytest.mark.django_db
_KEYS_OF_FORMS = re.compile(r"\b[A-Za-z0-9]{64}\b" rf'|(?<=name="{KEY_FIELD}" value=")[^"]+')


def read_page(client: Client, section, tail: str = "") -> str:
    """Return the page without the keys that differ at every look."""
    response = client.get(seats_address(section, tail))
    assert response.status_code == 200
    return _KEYS_OF_FORMS.sub("", response.content.decode())


def read_page_twice(client: Client, section, tail: str = "") -> str:
    """Return the page as it is cached, and assert that one made anew is the same."""
    cached_page = read_page(client, section, tail)
    LruCache.clear_all()
    assert cached_page == read_page(client, section, tail)
    return cached_page


def enter_first_result(section, text: str = "4SS=") -> None:
    line = fetch_section_lines(section).all[0]
    key = {"board_no": line.board_no, "ns": line.ns, "ew": line.ew}
    enter_result(section=section, **key, text=text, user=None)


def change_name(section) -> None:
    name_entry(section=section, pair_no=2, names=("Nora New", "Ned New"), user=None)


def clear_names(section) -> None:
    name_entry(section=section, pair_no=2, names=(), user=None)


def draw(section) -> None:
    draw_entries(section=section, seed=7)


def rename_person(section) -> None:
    player = Entry.objects.get(section=section, pair_no=1).entry_players.first()
    player.person.name = "Rosa Renamed"
    player.person.save()


def add_person(section) -> None:
    Person.objects.create(club=section.session.event.club, name="Newcomer Alone")


def choose_other_movement(section) -> None:
    store_plan(section=section, movement=make_plan("mitchell", pairs=6, boards_per_set=2))


def add_other_section(section) -> None:
    add_section(section=section, letter="B")


def end_clock(section) -> None:
    Session.objects.filter(pk=section.session_id).update(clock=Clock.OVER)


CHANGES = {
    change.__name__: change
    for change in (
        change_name,
        clear_names,
        swap_places,
        draw,
        rename_person,
        add_person,
        choose_other_movement,
        add_other_section,
        end_clock,
        enter_first_result,
    )
}


@pytest.mark.parametrize("tail", ["", "?by=table"], ids=["list", "room"])
@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_second_look_shows_what_changed_since_the_first(desk, change, tail):
    section = make_night(pairs=6)
    page = read_page(desk, section, tail)
    change(fetch_section(section.session_id))
    assert read_page_twice(desk, section, tail) != page


def test_second_look_costs_no_query_about_the_places(desk):
    small, large = make_night(pairs=4), make_night(pairs=LARGE_FIELD_PAIRS)
    first = [count_queries(desk, seats_address(section)) for section in (small, large)]
    again = [count_queries(desk, seats_address(section)) for section in (small, large)]
    assert first[0] == first[1]
    assert again[0] == again[1] <= first[0] - 8


def test_a_result_moves_nobody_so_the_places_stay_cached(desk):
    section = make_night(pairs=6)
    enter_first_result(section)
    read_page(desk, section)
    again = count_queries(desk, seats_address(section))
    version = find_seats_version(fetch_section(section.session_id))
    enter_first_result(section, "3NTE-1")
    assert count_queries(desk, seats_address(section)) == again
    assert find_seats_version(fetch_section(section.session_id)) == version
    read_page_twice(desk, section)


def test_every_change_but_a_result_makes_another_version_for_good(desk):
    section = make_night(pairs=6)
    versions = []
    for change in (change_name, enter_first_result, swap_places, enter_first_result, clear_names):
        change(fetch_section(section.session_id))
        versions.append(find_seats_version(fetch_section(section.session_id)))
    assert versions[0] == versions[1]
    assert versions[2] == versions[3]
    assert len(set(versions)) == 3


def test_a_deleted_result_takes_the_choice_of_rounds_away(desk):
    section = make_night(pairs=6)
    enter_first_result(section)
    assert find_elements(desk.get(seats_address(section)), "#from-round")
    line = fetch_section_lines(section).all[0]
    enter_result(
        section=section, board_no=line.board_no, ns=line.ns, ew=line.ew, text="", user=None
    )
    assert not find_elements(desk.get(seats_address(section)), "#from-round")
    read_page_twice(desk, section)


def test_a_replaced_player_is_named_beside_the_new_one(desk):
    section = make_night(pairs=6)
    enter_all_results(section, leave=6)
    assert "Rounds 1–" not in read_page(desk, section)
    name_entry(section=section, pair_no=2, names=("Nora New", "Ned New"), from_round=3, user=None)
    assert "Rounds 1–2:" in read_page_twice(desk, section)


def test_undo_and_redo_show_the_names_before_and_after(desk):
    section = make_night(pairs=6)
    change_name(section)
    assert "Nora New" in read_page(desk, section)
    undo, _redo = fetch_offered_acts(section)
    undo_seats(section=section, number=undo.number, user=None)
    page = read_page_twice(desk, section)
    assert 'value="Nora New"' not in page.split("<datalist")[0]
    _undo, redo = fetch_offered_acts(section)
    redo_seats(section=section, number=redo.number, user=None)
    assert 'value="Nora New"' in read_page_twice(desk, section).split("<datalist")[0]


def test_what_another_director_types_is_shown_at_the_next_look(desk):
    section = make_night(pairs=6)
    read_page(desk, section)
    other = sign_in(make_director("dirk"))
    answer = other.post(seats_address(section), make_seats_form(section, p3_1="Olga Other"))
    assert answer.status_code == 302
    assert "Olga Other" in read_page_twice(desk, section)


def test_the_message_of_a_swap_is_shown_once_and_only_to_its_author(desk):
    section = make_night(pairs=6)
    other = sign_in(make_director("dirk"))
    read_page(other, section)
    data = make_seats_form(section)
    said = desk.post(seats_address(section, "swap/1/2/"), data, **HTMX)
    assert find_texts(said, ".say") == ["Pairs 1 N-S and 2 N-S swapped."]
    for client in (other, desk):
        assert find_texts(client.get(seats_address(section)), ".say") == []
        read_page_twice(client, section)


def test_refused_boxes_are_nobody_elses(desk):
    section = make_night(pairs=6)
    read_page(desk, section)
    data = make_seats_form(section, p3_1="Twice Typed", p4_1="Twice Typed")
    refused = desk.post(seats_address(section), data)
    assert refused.status_code == 422
    assert "Twice Typed" in refused.content.decode()
    assert "Twice Typed" not in read_page_twice(desk, section)


def test_a_scorer_gets_no_menus_after_a_director_and_the_other_way_round(desk):
    section = make_night(pairs=6)
    scorer = sign_in(make_account("sam", Role.SCORER))
    for _look in range(2):
        assert find_elements(desk.get(seats_address(section)), "details.dots")
        assert not find_elements(scorer.get(seats_address(section)), "details.dots")
    read_page_twice(desk, section)
    read_page_twice(scorer, section)


def test_numbers_of_namesakes_are_only_for_those_who_may_see_them(desk):
    section = make_night(pairs=6)
    person = Entry.objects.get(section=section, pair_no=1).entry_players.first().person
    person.number = "4711"
    person.save()
    Person.objects.create(club=person.club, name=person.name, number="4712")
    reader = sign_in(make_account("vera", Role.VIEWER))
    for _look in range(2):
        assert "4711" in read_page(desk, section)
        assert "4711" not in read_page(reader, section)


def test_past_weeks_follow_other_nights_of_the_club(desk):
    past, section = make_night(pairs=5), make_night(pairs=5)
    event = past.session.event
    event.date = section.session.event.date - timedelta(days=7)
    event.save()
    past.session.date = event.date
    past.session.save()
    page = read_page(desk, section)
    enter_all_results(fetch_section(past.session_id))
    later_page = read_page_twice(desk, section)
    assert later_page != page
    Club.objects.get().save()
    Club.objects.update(memory_weeks=0)
    assert read_page_twice(desk, section) != later_page


def test_sit_outs_of_the_session_before_follow_its_results(desk):
    section = make_night(pairs=5)
    second = add_session(section=section, number=2, is_seated=True)
    second_section = fetch_section(second.pk)
    if second_section.plan is None:
        store_plan(section=second_section, movement=make_plan("howell", pairs=5))
    page = read_page(desk, second_section)
    enter_all_results(fetch_section(section.session_id))
    assert read_page_twice(desk, second_section) != page


@pytest.mark.parametrize("number", [1, 4])
def test_who_arrives_at_the_door_changes_no_place(desk, number):
    section = make_night(pairs=6)
    read_page(desk, section)
    mark_here(section=section, pair_no=number, is_here=True)
    read_page_twice(desk, section)


def test_handicaps_and_private_addresses_leave_the_places_as_they_are(desk):
    section = make_night(pairs=6)
    page = read_page(desk, section)
    extras = SectionExtras({2: PairExtras(handicap="5")}, handicap_unit="%")
    store_extras(section=section, extras=extras, user=None)
    renew_entry_address(section=section, pair_no=2)
    assert read_page_twice(desk, section) == page


def test_a_published_and_a_final_night_are_as_new(desk):
    section = make_night(pairs=6)
    enter_all_results(section)
    page = read_page(desk, section)
    event = publish_results(event=section.session.event)
    assert read_page_twice(desk, section) != page
    event.corrections_until = event.published_at
    event.save()
    read_page_twice(desk, section)


def test_a_team_that_withdraws_is_told_at_its_place(desk):
    section = make_teams_section()
    page = read_page(desk, section)
    withdraw_team(section=section, team=3, from_round=2, user=None)
    assert read_page_twice(desk, section) != page
    assert any(
        "withdrawn" in text for text in find_texts(desk.get(seats_address(section)), "th small")
    )


def test_a_team_keeps_its_boxes_when_another_is_named(desk):
    section = make_teams_section()
    read_page(desk, section)
    data = {"team-2": "Lions", "name-2-1": "", "was-2": ""}
    assert find_texts(desk.post(seats_address(section), data, **HTMX), ".say.success")
    assert "Lions" in read_page_twice(desk, section)


def test_no_page_is_cached_while_a_change_may_be_rolled_back():
    section = fetch_section(make_night(pairs=6).session_id)
    with transaction.atomic():
        change_name(section)
        assert find_seats_version(fetch_section(section.session_id)) is None
        transaction.set_rollback(True)


def test_a_section_read_before_a_change_is_not_cached_after_it(desk):
    section = fetch_section(make_night(pairs=6).session_id)
    assert find_seats_version(section)
    swap_places(fetch_section(section.session_id))
    assert find_seats_version(section) is None


def test_two_pages_of_one_section_are_told_apart(desk):
    section = make_section()
    movement = make_plan("mitchell", pairs=80, boards_per_set=2, rounds=9)
    store_plan(section=section, movement=movement)
    with patch("director.boards.pages.seats.MAX_BOXES_PER_PAGE", 100):
        for _look in range(2):
            assert find_elements(desk.get(seats_address(section)), "#pair-1")
            second = desk.get(seats_address(section, "?page=2"))
            assert find_elements(second, "#pair-80")
            assert not find_elements(second, "#pair-1")


def test_the_date_of_an_event_is_in_the_version_of_its_past(desk):
    section = make_night(pairs=6)
    version = find_seats_version(fetch_section(section.session_id))
    event = section.session.event
    event.date = date(2030, 1, 1)
    event.save()
    assert find_seats_version(fetch_section(section.session_id)) != version
