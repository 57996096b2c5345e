"""Matches that were entered without boards keep their teams in place, as results of boards do."""

import pytest

from director.additions.contests.draws.decisions import decide_match
from director.additions.contests.matches.reported import report_match
from director.boards.contests import Entrant
from director.boards.play.seats.seating import (
    Seeding,
    draw_entries,
    name_entry,
    seat_list,
    seed_entries,
)
from director.boards.play.seats.undoing import undo_entries_draw
from director.boards.play.sessions import add_section
from director.boards.scoring.standings.carried import fetch_source_events
from director.core.night.events import change_event
from director.errors import DeskError
from scoring.model import MatchResult
from tests.director.additions.contests.draws.test_draws import (
    make_drawn_section,
    make_section_to_draw,
    reload_drawn_section,
    start_draw,
)

pytestmark = pytest.mark.django_db


def begin_contest_of_four(desk, key):
    contest = make_drawn_section(desk, key=key, size=4, boards=8)
    for number, name in enumerate(("Elm", "Oak", "Ash", "Yew"), start=1):
        people = [f"{name} {seat}" for seat in ("North", "East", "South", "West")]
        name_entry(
            section=reload_drawn_section(contest), pair_no=number, names=Entrant(people, team=name)
        )
    return reload_drawn_section(contest)


def settle_first_match(section, key):
    """Enter a result of a match of round 1, or decide it in a knock-out."""
    ns, ew = section.plan.rows.values_list("ns", "ew").first()
    if key == "knock-out":
        decide_match(
            section=section,
            round_no=1,
            contestants=(ns, ew),
            winner=ns,
            reason="regulations",
            user=None,
        )
    else:
        match_key = (1, min(ns, ew), max(ns, ew))
        report_match(section=section, key=match_key, result=MatchResult("imp", 20, 0), user=None)


@pytest.fixture(params=["swiss-teams", "knock-out"])
def section(request, desk):
    """Four teams after a match of round 1, which was reported or decided."""
    contest = begin_contest_of_four(desk, request.param)
    settle_first_match(contest, request.param)
    return reload_drawn_section(contest)


def test_seats_are_not_drawn(section):
    with pytest.raises(DeskError, match="you can’t draw seats now"):
        draw_entries(section=section, seed=5)


def test_seeds_stay(section):
    with pytest.raises(DeskError, match="teams keep their seeds"):
        seed_entries(section=section, seeding=[Seeding(number) for number in (4, 3, 2, 1)])


def test_another_list_does_not_replace_the_teams(section):
    people = [[f"New {team} {seat}" for seat in "NESW"] for team in range(4)]
    with pytest.raises(DeskError, match="so the list can’t replace the names"):
        seat_list(
            section=section,
            source="\n".join(", ".join(names) for names in people),
            is_replacement=True,
        )


def test_a_draw_of_seats_is_not_undone_after_a_match(desk):
    section = begin_contest_of_four(desk, "swiss-teams")
    draw_entries(section=section, seed=5)
    settle_first_match(reload_drawn_section(section), "swiss-teams")
    with pytest.raises(DeskError, match="you can’t undo the draw now"):
        undo_entries_draw(section=reload_drawn_section(section))


def test_the_game_stays(section):
    with pytest.raises(DeskError):
        change_event(event=section.session.event, game="whist")


def test_a_knock_out_in_another_section_leaves_the_scale_of_typed_matches(desk):
    section = begin_contest_of_four(desk, "swiss-teams")
    settle_first_match(section, "swiss-teams")
    options = dict(reload_drawn_section(section).session.event.scoring_options)
    second = add_section(section=reload_drawn_section(section), letter="B")
    start_draw(desk, second, key="knock-out", size=4, boards=8)
    assert dict(reload_drawn_section(section).session.event.scoring_options) == options


def test_carry_over_is_offered_from_an_event_of_typed_matches(section):
    other = make_section_to_draw()
    assert section.session.event in fetch_source_events(other)
