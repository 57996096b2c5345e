"""Line-ups of teams whose members are replaced between two rounds."""

import pytest
from django.test import Client

from director.additions.contests.lineup_changes import store_line_ups
from director.additions.contests.matches.reported import report_match
from director.boards.contests import Entrant
from director.boards.movement.lines.matches import fetch_match_by_key
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sitters import fetch_line_ups
from director.boards.play.plan import store_plan
from director.boards.play.scores.result import enter_result
from director.boards.play.seats.seating import name_entry
from director.core.night.publishing import publish_results
from movements.registry import make_plan
from scoring.model import MatchResult
from tests.director.additions.contests.draws.test_draws import (
    make_section_to_draw,
    reload_drawn_section,
)
from tests.factories import enter_on_line

pytestmark = pytest.mark.django_db
NAMES = ("Elm", "Oak", "Ash", "Yew")
ORDER = ("West", "North", "South", "East")


@pytest.fixture
def league(desk):
    section = make_section_to_draw()
    store_plan(section=section, movement=make_plan("round-robin", teams=4, boards_per_set=8))
    for number, name in enumerate(NAMES, start=1):
        people = [f"{name} {seat}" for seat in ("North", "East", "South", "West")]
        name_entry(
            section=reload_drawn_section(section), pair_no=number, names=Entrant(people, team=name)
        )
    return reload_drawn_section(section)


def line_up_elm(league, round_no: int = 1, order: tuple[str, ...] = ORDER) -> None:
    names = (f"Elm {seat}" for seat in order)
    store_line_ups(
        section=reload_drawn_section(league),
        round_no=round_no,
        line_ups_by_team={1: dict(zip("NSEW", names, strict=True))},
    )


def list_lined_up_rounds(league) -> list[int]:
    seats = reload_drawn_section(league).line_up_seats.filter(entry__pair_no=1, to_round=None)
    return sorted(set(seats.values_list("round_no", flat=True)))


def test_programs_see_no_line_up_before_its_match(league):
    line_up_elm(league)
    event = league.session.event
    publish_results(event=event, hours=240)
    answer = Client().get(f"/events/{event.pk}/results.json").content.decode()
    assert '"n": "Elm' not in answer


def test_a_line_up_stored_later_keeps_who_was_replaced(league):
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
    line_up_elm(league)
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


@pytest.mark.slow
def test_a_line_up_goes_on_with_a_new_member(league):
    line_up_elm(league)
    for line in fetch_section_lines(reload_drawn_section(league)).all:
        if line.round_no == 1:
            key = {"board_no": line.board_no, "ns": line.ns, "ew": line.ew}
            enter_result(section=reload_drawn_section(league), text="3NTN=", user=None, **key)
    replace_west(league, 2)
    assert list_lined_up_rounds(league) == [1, 2]
    sitters = fetch_line_ups(reload_drawn_section(league)).get_sitter_by_seat(1, 2)
    assert [sitters[seat].text for seat in "NSEW"] == [
        "Elm New",
        "Elm North",
        "Elm South",
        "Elm East",
    ]


@pytest.mark.slow
def test_a_new_team_has_no_line_up_of_the_one_before(league):
    line_up_elm(league)
    for line in fetch_section_lines(reload_drawn_section(league)).all:
        if line.round_no == 1:
            enter_on_line(reload_drawn_section(league), line, "3NTN=")
    line_up_elm(league, 2)
    newcomers = Entrant(["Una", "Vic", "Wes", "Xan"], team="Elm")
    name_entry(section=reload_drawn_section(league), pair_no=1, names=newcomers, from_round=2)
    line_ups = fetch_line_ups(reload_drawn_section(league))
    sitters = line_ups.get_sitter_by_seat(1, 2)
    assert {sitter.text for sitter in sitters.values()} == {"Una", "Vic", "Wes", "Xan"}
    assert line_ups.get_sitter_by_seat(1, 1)["N"].text == "Elm West"


def test_a_member_replaced_after_results_without_boards_keeps_the_rounds_played(league):
    line_up_elm(league)
    for other in fetch_match_by_key(reload_drawn_section(league)):
        if other[0] == 1:
            result = MatchResult("imp", 20, 10)
            report_match(section=reload_drawn_section(league), key=other, result=result, user=None)
    replace_west(league, 2)
    line_ups = fetch_line_ups(reload_drawn_section(league))
    assert "Elm West" in [member.text for member in line_ups.get_members(1, 1)]
    assert "Elm New" in [member.text for member in line_ups.get_members(1, 2)]
