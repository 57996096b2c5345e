"""The invented night."""

from datetime import date

import pytest

from director.boards.kind import PAIRS_KIND
from director.boards.movement.sections import fetch_first_section
from director.boards.pages.steps import fetch_session_steps
from director.models import Result
from tests.director.boards.scored import fetch_session_sheets

pytestmark = pytest.mark.django_db
EVENING = date(2026, 11, 17)


def texts(event) -> list[str]:
    results = Result.objects.filter(section__session__event=event).order_by("board_no", "ns")
    return list(results.values_list("text", flat=True))


@pytest.mark.slow
def test_demo_is_a_complete_published_night():
    section = fetch_first_section(PAIRS_KIND.create_demo_event(seed=1, event_date=EVENING).pk)
    assert {step.key: step.state for step in fetch_session_steps(section).steps} == dict.fromkeys(
        ("field", "seats", "print", "play", "scores", "results"), "done"
    )
    sheets = fetch_session_sheets(section)
    assert sheets.standings.is_complete
    assert [len(group.rows) for group in sheets.standings.groups] == [7, 7]
    assert all(
        row.names.count(" & ") == 1 for group in sheets.standings.groups for row in group.rows
    )


@pytest.mark.slow
def test_demo_follows_its_seed():
    one, again, other = (
        PAIRS_KIND.create_demo_event(seed=seed, event_date=EVENING) for seed in (5, 5, 6)
    )
    assert texts(one) == texts(again)
    assert texts(one) != texts(other)


@pytest.mark.slow
def test_demo_boards_are_worth_comparing():
    section = fetch_first_section(PAIRS_KIND.create_demo_event(seed=1, event_date=EVENING).pk)
    for board in fetch_session_sheets(section).boards:
        assert len({line.score for line in board.lines}) > 1
