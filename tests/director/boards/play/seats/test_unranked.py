"""Pairs that play without standing: compared like all others, with no place on any page, paper or file."""

import pytest
from django.urls import reverse

from director.additions.exports.event import make_results_export
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.results.method import set_scoring
from director.boards.play.seats.seating import set_unranked, swap_entries
from director.boards.play.seats.undoing import undo_seats
from director.boards.play.sessions import add_session
from director.boards.scoring.standings.event import EventResults, load_results
from director.boards.scoring.standings.versions import compute_event_outcome
from director.errors import DeskError
from director.models import Entry, Event
from director.models.event import Contest, RankingScope
from scoring.registry import list_methods_for_game
from tests.cases import leave_to_slow
from tests.director.boards.others import make_contest_section
from tests.director.boards.play.seats.seating import seats_address
from tests.director.boards.scored import fetch_session_sheets, read_cached_figures
from tests.director.pages import HTMX, find_texts
from tests.factories import (
    enter_all_results,
    enter_on_line,
    make_night,
    make_played_section,
    make_sections,
    results_address,
)

pytestmark = pytest.mark.django_db

METHODS = [method.key for method in list_methods_for_game("bridge")]
TEXTS = ("2HE=", "PASS", "1NTW-2", "2SS+1", "3CN=", "+110", "2DW-1")


def places(section) -> dict[int, str]:
    """The place of each contestant in the standings, by number."""
    groups = fetch_session_sheets(fetch_section(section.session_id)).standings.groups
    return {row.contestant: row.place for group in groups for row in group.rows}


def points(section):
    return fetch_session_sheets(section).scored.points_by_line


@pytest.mark.parametrize("method", leave_to_slow(METHODS, but=1))
def test_places_close_up_and_no_comparison_changes(method):
    section = make_night(key="howell", pairs=4, boards_per_set=2)
    for number, line in enumerate(fetch_section_lines(section).all):
        enter_on_line(section, line, TEXTS[number * 3 % len(TEXTS)])
    set_scoring(section=section, scoring=method, options={}, places=RankingScope.FIELD)
    section = fetch_section(section.session_id)
    all_rows = {row.contestant: row for row in fetch_session_sheets(section).rows}
    all_points = points(section)
    first = next(iter(all_rows))
    set_unranked(section=section, pair_no=first, is_unranked=True)
    section = fetch_section(section.session_id)
    sheets = fetch_session_sheets(section)
    assert points(section) == all_points
    rows = {row.contestant: row for row in sheets.rows}
    for number, row in all_rows.items():
        assert (rows[number].total, rows[number].percent) == (row.total, row.percent)
    assert rows[first].place == ""
    assert places(section).keys() == all_rows.keys() - {first}
    assert next(iter(places(section).values())).startswith("1")
    assert f"Pair {first} plays without standing." in sheets.standings.notes


@pytest.mark.parametrize("contest", [Contest.INDIVIDUAL, Contest.TEAMS])
def test_players_and_teams_can_play_without_standing(contest):
    section = make_contest_section(contest)
    enter_all_results(section)
    before = places(section)
    last = next(iter(before))
    set_unranked(section=section, pair_no=last, is_unranked=True)
    assert places(section).keys() == before.keys() - {last}
    assert fetch_session_sheets(section).find_card(last).lines


@pytest.mark.slow
def test_sections_of_their_own_and_two_winners_close_up_too():
    sections = make_sections(letters="AB", key="mitchell", pairs=8)
    set_scoring(section=sections[0], scoring="matchpoints", options={}, places=RankingScope.SECTION)
    section = fetch_section(sections[1].ref)
    sheets = fetch_session_sheets(section)
    group = next(
        group
        for group in sheets.standings.groups
        if sheets.scoring_field.get_letter(group.rows[0].contestant) == "B"
    )
    _section, first = sheets.scoring_field.get_section_and_number(group.rows[0].contestant)
    set_unranked(section=section, pair_no=first, is_unranked=True)
    groups = fetch_session_sheets(fetch_section(sections[1].ref)).standings.groups
    for own_group in groups:
        assert own_group.rows[0].place.startswith("1")
    assert sum(len(own_group.rows) for own_group in groups) == 15


def test_no_season_prize_or_masterpoint_counts_it(desk):
    section = make_played_section(published=False)
    first = next(iter(places(section)))
    before = compute_event_outcome(section.session.event)
    set_unranked(section=section, pair_no=first, is_unranked=True)
    after = compute_event_outcome(Event.objects.select_related("club").get())
    assert len(after.entrants) == len(before.entrants) - 1
    assert min(entrant.rank for entrant in after.entrants) == 1


def test_sessions_are_added_up_without_it():
    section = make_played_section(published=False)
    first = next(iter(places(section)))
    set_unranked(section=section, pair_no=first, is_unranked=True)
    second = add_session(section=fetch_section(section.session_id), number=2, is_seated=True)
    enter_all_results(fetch_section(second.pk))
    assert Entry.objects.filter(is_unranked=True).count() == 2
    rows = [
        row for group in EventResults(Event.objects.get()).standings.groups for row in group.rows
    ]
    assert len(rows) == 3
    assert first not in {row.contestant for row in rows}


def test_whoever_starts_again_in_a_later_session_stands_with_that_alone():
    section = make_played_section(published=False)
    first = next(iter(places(section)))
    set_unranked(section=section, pair_no=first, is_unranked=True)
    second = fetch_section(
        add_session(section=fetch_section(section.session_id), number=2, is_seated=True).pk
    )
    enter_all_results(second)
    set_unranked(section=second, pair_no=first, is_unranked=False)
    rows = EventResults(Event.objects.get()).standings.groups[0].rows
    assert len(rows) == 4


def test_the_mark_goes_with_the_people_and_is_undone():
    section = make_played_section(published=False)
    set_unranked(section=section, pair_no=2, is_unranked=True)
    swap_entries(section=section, first_no=2, second_no=3)
    assert [*section.entries.filter(is_unranked=True).values_list("pair_no", flat=True)] == [3]
    acts = section.session.event.acts.filter(kind="seats").order_by("-number")
    for act in acts[:2]:
        undo_seats(section=section, number=act.number, user=None)
    assert not section.entries.filter(is_unranked=True)
    with pytest.raises(DeskError):
        set_unranked(section=section, pair_no=9, is_unranked=True)


def test_cached_results_are_those_scored_anew():
    section = make_played_section(published=False)
    load_results(section.session.event)
    set_unranked(section=section, pair_no=1, is_unranked=True)
    read_cached_figures(Event.objects.select_related("club").get())


def test_a_director_marks_it_at_seats_and_takes_it_back(desk):
    section = make_played_section(published=False)
    address = seats_address(section, "standing/")
    answer = desk.post(address, {"unranked": "2"}, follow=True)
    assert "plays without standing" in answer.content.decode()
    assert "without standing" in find_texts(answer, "#pair-2 th small")
    room = desk.get(seats_address(section, "?by=table"))
    assert "without standing" in find_texts(room, "#pair-2 small")
    menu = desk.get(seats_address(section, "?menu=2"), **HTMX)
    assert "Give a place again" in find_texts(menu, "button")
    page = desk.get(results_address(section))
    assert "Pair 2 plays without standing." in page.content.decode()
    desk.post(address, {"ranked": "2"})
    assert not Entry.objects.filter(is_unranked=True)


def test_scorecard_and_travellers_keep_it(desk, client):
    section = make_played_section(published=True)
    set_unranked(section=section, pair_no=2, is_unranked=True)
    sheets = fetch_session_sheets(fetch_section(section.session_id))
    card = sheets.find_card(2)
    assert card.standing.percent is not None
    assert any(2 in (line.ns.number, line.ew.number) for line in sheets.boards[0].lines)


def test_files_list_it_without_a_place():
    section = make_played_section(published=False)
    set_unranked(section=section, pair_no=2, is_unranked=True)
    event = make_results_export(EventResults(Event.objects.select_related("club").get()))
    (entry,) = [entry for entry in next(iter(event.sections)).entries if entry.number == 2]
    assert entry.rank == ""
    assert {entry.number for group in event.standings for entry in group} == {1, 3, 4}


def test_its_own_page_and_every_tab_of_results_can_be_read(desk, client):
    section = make_played_section(published=True)
    set_unranked(section=section, pair_no=2, is_unranked=True)
    page = client.get(reverse("event_pair", args=[section.session.event_id, 2]))
    assert "without standing" in " ".join(find_texts(page, ".sheet .head p"))
    for tab in ("standings", "boards", "recap", "rulings", "export"):
        answer = desk.get(results_address(section) + f"?tab={tab}&why=total-2", follow=True)
        assert answer.status_code == 200, tab
