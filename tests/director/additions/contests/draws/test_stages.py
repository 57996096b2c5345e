"""A knock-out and another session in one event: refused, and ranked by the knock-out where an event has both."""

import pytest

from director.additions.contests.draws.drawing import begin_contest
from director.boards.contests import Entrant
from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.seats.seating import name_entries
from director.boards.play.sessions import add_session
from director.boards.scoring.standings.event import EventResults
from director.errors import DeskError
from director.models import Plan, Section
from movements.registry import make_plan
from tests.director.additions.contests.draws.test_draws import (
    enter_round,
    make_drawn_section,
    post_draw,
    reload_drawn_section,
    start_draw,
)
from tests.director.boards.play.seats.contests import make_teams_section
from tests.director.pages import find_errors
from tests.factories import enter_all_results

pytestmark = pytest.mark.django_db
SENTENCE = "A knock-out can’t share a stage with another session. Start it as the next stage: Results, More, Next stage."


def sessions() -> tuple[Section, Section]:
    first = make_teams_section(4, boards_per_set=2)
    name_entries(
        section=first, pairs=[(number, Entrant((), f"Team {number}")) for number in range(1, 5)]
    )
    second = add_session(section=first, number=2, is_seated=True)
    return fetch_section(first.session_id), fetch_section(second.pk)


def test_a_knockout_is_refused_after_a_round_robin(desk):
    _first, second = sessions()
    answer = start_draw(desk, make_empty_plan(second), key="knock-out", size=4, boards=2)
    assert find_errors(answer) == [SENTENCE]


def make_empty_plan(section: Section) -> Section:
    """Return *section* without its movement, so that Draw asks how a contest begins."""
    section.plans.all().delete()
    return reload_drawn_section(section)


def test_another_session_is_refused_beside_a_knockout():
    first, second = sessions()
    second.plans.update(key="knock-out")
    with pytest.raises(DeskError) as refused:
        store_plan(section=first, movement=make_plan("round-robin", teams=4, boards_per_set=2))
    assert str(refused.value) == SENTENCE


def test_a_knockout_alone_begins(desk):
    make_drawn_section(desk, key="knock-out", size=4, boards=2)


def test_an_event_that_has_both_is_ranked_by_its_knockout(desk):
    first, second = sessions()
    enter_all_results(first)
    Plan.objects.filter(section=first).update(
        in_force=False
    )  # so that the knock-out is taken, as it was formerly
    begin_contest(
        section=make_empty_plan(second),
        movement_key="knock-out",
        size=4,
        round_count=2,
        boards_per_set=2,
        options={},
    )
    Plan.objects.filter(section=first).update(in_force=True)
    enter_round(reload_drawn_section(second), 1)
    assert post_draw(desk, reload_drawn_section(second)).status_code == 302
    enter_round(reload_drawn_section(second), 2)
    results = EventResults(first.session.event)
    last = {row.contestant: (row.place, row.total) for row in results.sessions[1].rows}
    assert sorted(place for place, _total in last.values()) == ["1", "2", "3=", "3="]
    whole = {
        row.contestant: (row.place, row.total)
        for group in results.standings.groups
        for row in group.rows
    }
    assert whole == last
    round_robin = {row.contestant: row.total for row in results.sessions[0].rows}
    sums = {number: round_robin[number] + total for number, (_place, total) in last.items()}
    assert max(sums, key=sums.get) != next(
        number for number, (place, _total) in last.items() if place == "1"
    )
