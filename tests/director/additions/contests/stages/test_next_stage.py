"""Stages of an event: who goes on, their own scoring, and the places after all of them."""

import pytest

from director.additions.contests.candidates import fetch_candidates
from director.additions.contests.matches.reported import report_match
from director.additions.contests.stages import start_stage
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.sessions import add_session, remove_session
from director.boards.scoring.standings.event import EventResults
from director.models import Event, Session, Stage
from scoring.model import MatchResult
from tests.director.additions.contests.draws.test_draws import (
    make_round_robin,
    reload_drawn_section,
)
from tests.director.pages import count_queries, find_texts

pytestmark = pytest.mark.django_db


def report_all(section) -> None:
    """Let the lower number win every match, by more against higher numbers."""
    plan = section.plan
    for round_no, ns, ew in {(row.round_no, *sorted((row.ns, row.ew))) for row in plan.rows.all()}:
        result = MatchResult("imp", 10 * (ew - ns), 0)
        report_match(section=section, key=(round_no, ns, ew), result=result, user=None)


@pytest.fixture
def league(desk):
    return make_league()


def make_league():
    """Return a round robin of six teams, in which 1 is first and 6 last."""
    section = make_round_robin(teams=6, named=True)
    report_all(section)
    return reload_drawn_section(section)


def start_next_stage(section, sizes: dict[str, int], **more) -> Session:
    event = Event.objects.get(pk=section.session.event_id)
    people = iter(fetch_candidates(event, EventResults(event)))
    going_on = {
        letter: [next(people).entry_id for _ in range(size)] for letter, size in sizes.items()
    }
    return start_stage(
        event=event,
        **{
            "name": "Final",
            "day": None,
            "entry_ids_by_letter": going_on,
            "is_early": False,
            "user": None,
        }
        | more,
    )


def test_a_stage_goes_with_its_last_session(league):
    session = start_next_stage(league, {"A": 4})
    second = add_session(section=fetch_section(session.pk), number=3, is_seated=True, user=None)
    assert second.stage == session.stage
    remove_session(session=second)
    assert Stage.objects.exists()
    remove_session(session=session)
    assert not Stage.objects.exists()
    assert fetch_section_lines(league).results_in == 15  # matches: most were typed as results


def read_goers(desk, league, **params) -> list[str]:
    page = desk.get(f"/sessions/{league.session_id}/results/stage/", params)
    rows = find_texts(page, "#who-goes-on tbody tr")
    return [row.removesuffix("%") for row in rows]


def test_who_goes_on_stands_beside_the_numbers_of_the_finals(desk, league):
    assert [row.split()[:2] for row in read_goers(desk, league)] == [
        ["Final", "A"],
        ["1", "1"],
        ["2", "2"],
        ["3", "3"],
        ["Next", "in"],
        ["4", "4"],
        ["5", "5"],
        ["6", "6"],
    ]
    rows = read_goers(desk, league, **{"size-A": "2", "size-B": "2"})
    assert rows[0::3] == ["Final A", "Final B", "Next in the standings"]
    assert len(rows) == 9
    rows = read_goers(desk, league, **{"size-A": "4", "takes_others": "on"})
    assert rows.index("Final B") == 5
    assert "Next in the standings" not in rows
    assert Stage.objects.count() == 0, "looking starts nothing"


def test_more_places_than_teams_are_refused_beside_the_numbers(desk, league):
    page = desk.get(f"/sessions/{league.session_id}/results/stage/", {"size-A": "9"})
    (problem,) = find_texts(page, "#who-goes-on .say")
    assert problem == "The finals have 9 places, but only 6 can go on. Lower a number."


def test_the_list_of_who_goes_on_costs_the_same_for_more_teams(desk, league):
    address = f"/sessions/{league.session_id}/results/stage/"
    desk.get(address)
    few = count_queries(desk, address)
    larger = make_round_robin(teams=10, named=True)
    report_all(larger)
    address = f"/sessions/{larger.session_id}/results/stage/"
    desk.get(address)
    assert count_queries(desk, address) == few
