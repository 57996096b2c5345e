"""A knock-out and another session in one event: refused, and ranked by the knock-out where an event has both."""

import pytest

from director.boards.contests import Entrant
from director.boards.movement.sections import fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.seats.seating import name_entries
from director.boards.play.sessions import add_session
from director.errors import DeskError
from director.models import Section
from movements.registry import make_plan
from tests.director.boards.play.seats.contests import make_teams_section

pytestmark = pytest.mark.django_db
SENTENCE = "A knock-out can’t share a stage with another session. Start it as the next stage: Results, More, Next stage."


def sessions() -> tuple[Section, Section]:
    first = make_teams_section(4, boards_per_set=2)
    name_entries(
        section=first, pairs=[(number, Entrant((), f"Team {number}")) for number in range(1, 5)]
    )
    second = add_session(section=first, number=2, is_seated=True)
    return fetch_section(first.session_id), fetch_section(second.pk)


def test_another_session_is_refused_beside_a_knockout():
    first, second = sessions()
    second.plans.update(key="knock-out")
    with pytest.raises(DeskError) as refused:
        store_plan(section=first, movement=make_plan("round-robin", teams=4, boards_per_set=2))
    assert str(refused.value) == SENTENCE
