"""Captains' links where teams change places, members are replaced, and home and away are swapped."""

import pytest
from django.test import Client

from director.additions.contests.lineups import fetch_lined_up_teams
from director.additions.contests.matches.reported import TypedMatch, enter_matches, report_match
from director.boards.contests import Entrant
from director.boards.movement.lines.progress import fetch_match_by_key
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sitters import fetch_line_ups
from director.boards.play.results.acts import undo_section
from director.boards.play.scores.result import enter_result
from director.boards.play.seats.seating import name_entry, swap_entries
from director.core.night.publishing import publish_results
from director.models import Event
from scoring.model import MatchResult
from tests.director.additions.contests.captains.test_captains import (
    Captain,
    find_first_match,
    league,
    reload_drawn_section,
)
from tests.director.additions.contests.lineups.test_captain_line_ups import (
    ORDER,
    hand_in,
    list_members,
    open_line_ups,
)
from tests.director.doors.page_forms import iterate_doors
from tests.director.pages import find_texts
from tests.director.sent_forms import fill_form
from tests.factories import enter_on_line

__all__ = ["league"]

pytestmark = pytest.mark.django_db


def test_a_captains_link_goes_along_with_the_team(league):
    captain = Captain(league, 1)
    hand_in(captain, *list_members("Elm", *ORDER))
    swap_entries(section=reload_drawn_section(league), first_no=1, second_no=2)
    assert find_texts(captain.page(), "h1")[0].startswith("Elm")
    act = reload_drawn_section(league).acts.latest("number")
    undo_section(section=reload_drawn_section(league), number=act.number, user=None)
    assert find_texts(captain.page(), "h1")[0].startswith("Elm")


def test_programs_see_no_line_up_before_its_match(league):
    hand_in(Captain(league, 1), *list_members("Elm", *ORDER))
    event = league.session.event
    publish_results(event=event, hours=240)
    answer = Client().get(f"/events/{event.pk}/results.json").content.decode()
    assert '"n": "Elm' not in answer


def test_home_and_away_swapped_while_a_captain_types_change_no_figures(league):
    code, home, _away = find_first_match(league)
    shown = home.page(f"?match={code}")
    prefix = shown.context["form"].prefix
    key = tuple(map(int, code.split("-")))
    enter_matches(
        section=reload_drawn_section(league),
        typed_matches=[TypedMatch(key, None, is_swapped=True)],
        user=None,
    )
    sent = {
        "key": shown.context["entry_key"],
        "match": code,
        f"{prefix}-shown-home": shown.context["form"].fixture.home_no,
        f"{prefix}-home": "40",
        f"{prefix}-away": "12",
        f"{prefix}-unit": "imp",
    }
    home.client.post(home.address, sent, follow=True)
    match = reload_drawn_section(league).matches.get()
    points = {match.home: match.home_points, match.away: match.away_points}
    assert points[shown.context["form"].fixture.home_no] == "40"


def test_a_line_up_handed_in_keeps_who_was_replaced_later(league):
    section = reload_drawn_section(league)
    for line in fetch_section_lines(section).all:
        if line.round_no == 2:
            enter_on_line(reload_drawn_section(league), line, "3NTN=")
    names = [f"Elm {side}" for side in ("North", "East", "South", "New")]
    name_entry(
        section=reload_drawn_section(league),
        pair_no=1,
        names=Entrant(names, team="Elm"),
        from_round=3,
    )
    members_before = [
        str(member.text)
        for member in fetch_line_ups(reload_drawn_section(league)).get_members(1, 2)
    ]
    assert "Elm West" in members_before
    captain = Captain(league, 1)
    choices = [
        name for name, _ in open_line_ups(captain, 1).context["form"].fields["N"].choices if name
    ]
    hand_in(captain, *choices)
    assert reload_drawn_section(league).line_up_seats.filter(round_no=1, to_round=None).count() == 4
    assert [
        str(member.text)
        for member in fetch_line_ups(reload_drawn_section(league)).get_members(1, 2)
    ] == members_before


def replace_west(league, from_round: int) -> None:
    names = [f"Elm {side}" for side in ("North", "East", "South", "New")]
    name_entry(
        section=reload_drawn_section(league),
        pair_no=1,
        names=Entrant(names, team="Elm"),
        from_round=from_round,
    )


def test_a_line_up_that_goes_on_with_a_new_member_is_not_handed_in(league):
    hand_in(Captain(league, 1), *list_members("Elm", *ORDER))
    for line in fetch_section_lines(reload_drawn_section(league)).all:
        if line.round_no == 1:
            key = {"board_no": line.board_no, "ns": line.ns, "ew": line.ew}
            enter_result(section=reload_drawn_section(league), text="3NTN=", user=None, **key)
    replace_west(league, 2)
    assert fetch_lined_up_teams(reload_drawn_section(league), 2) == set()
    hand_in(Captain(league, 1), "Elm North", "Elm East", "Elm South", "Elm New", round_no=2)
    assert fetch_lined_up_teams(reload_drawn_section(league), 2) == {1}


def test_a_new_team_has_handed_in_no_line_up_of_the_one_before(league):
    hand_in(Captain(league, 1), *list_members("Elm", *ORDER))
    for line in fetch_section_lines(reload_drawn_section(league)).all:
        if line.round_no == 1:
            enter_on_line(reload_drawn_section(league), line, "3NTN=")
    hand_in(Captain(league, 1), *list_members("Elm", *ORDER), round_no=2)
    assert fetch_lined_up_teams(reload_drawn_section(league), 2) == {1}
    newcomers = Entrant(["Una", "Vic", "Wes", "Xan"], team="Elm")
    name_entry(section=reload_drawn_section(league), pair_no=1, names=newcomers, from_round=2)
    assert fetch_lined_up_teams(reload_drawn_section(league), 2) == set()
    assert fetch_lined_up_teams(reload_drawn_section(league), 1) == {1}


def test_a_member_replaced_after_results_without_boards_keeps_the_rounds_played(league):
    hand_in(Captain(league, 1), *list_members("Elm", *ORDER))
    code, home, away = find_first_match(league)
    home.send(code, "40", "12")
    away.confirm(code)
    for other in fetch_match_by_key(reload_drawn_section(league)):
        if other[0] == 1:
            result = MatchResult("imp", 20, 10)
            report_match(section=reload_drawn_section(league), key=other, result=result, user=None)
    replace_west(league, 2)
    line_ups = fetch_line_ups(reload_drawn_section(league))
    assert "Elm West" in [member.text for member in line_ups.get_members(1, 1)]
    assert "Elm New" in [member.text for member in line_ups.get_members(1, 2)]


def replace_member(desk, league, team: int) -> None:
    """Type another name for the fourth member of *team* on the page of seats, and press Save."""
    path = f"/sessions/{league.session_id}/seats/"
    box = f"name-{team}-4"
    doors = iterate_doors(path, desk.get(path))
    door = next(
        door for door in doors if {box, "from-round"} <= {part.get("name") for part in door.form}
    )
    sent = fill_form(door.form, {box: f"Late Joiner {team}"}, button=door.button)
    assert desk.post(door.address, sent).status_code in (200, 302)


@pytest.mark.parametrize("played", ["boards", "typed"])
def test_a_member_replaced_in_a_league_keeps_every_match_the_team_has_played(league, desk, played):
    """One of two matches of round 1 is in: the round isn't over, but this team's match is."""
    Event.objects.filter(pk=league.session.event_id).update(is_long_running=True)
    key = min(key for key in fetch_match_by_key(reload_drawn_section(league)) if 1 in key[1:])
    if played == "typed":
        result = MatchResult("imp", 20, 10)
        report_match(section=reload_drawn_section(league), key=key, result=result, user=None)
    for line in fetch_section_lines(reload_drawn_section(league)).all if played == "boards" else ():
        if line.round_no == key[0] and {line.ns, line.ew} == set(key[1:]):
            enter_on_line(reload_drawn_section(league), line, "3NTN=")
    shown = desk.get(f"/sessions/{league.session_id}/seats/")
    assert find_texts(shown, "#from-round option")[:2] == ["The team’s next match", "All rounds"]
    other = next(number for number in (2, 3, 4) if number not in key[1:])
    for team in (1, other):
        replace_member(desk, league, team)
    line_ups = fetch_line_ups(reload_drawn_section(league))

    def has_joined(team: int, round_no: int) -> bool:
        return f"Late Joiner {team}" in [
            member.text for member in line_ups.get_members(team, round_no)
        ]

    assert [has_joined(1, round_no) for round_no in (1, 2, 3)] == [False, True, True]
    # The other team has not played yet, so the newcomer plays from its first match on.
    assert [has_joined(other, round_no) for round_no in (1, 2, 3)] == [True, True, True]
