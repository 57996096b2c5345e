"""Without rulings no page leads to them, and what is stored still counts."""

from decimal import Decimal

import pytest

from director.additions.rulings.rulings import Penalty
from director.boards.movement.sections import fetch_section
from director.boards.pages.steps import make_unsettled_tabs
from director.boards.play.hooks import RULING_DESK, RulingDesk
from director.boards.play.scores.result import enter_result
from director.core.night.kind_parts import DoubtKind
from director.models.ruling import Unit
from tests.director.additions.rulings.ruled import give_ruling, make_section_to_rule_on
from tests.director.additions.rulings.test_irregularities import (
    enter_rounds,
    store_unforeseen_result,
)
from tests.director.boards.scored import fetch_session_sheets
from tests.director.pages import find_elements
from tests.factories import make_night

pytestmark = pytest.mark.django_db

PAGES = (
    "seats/",
    "play/",
    "scores/boards/1/",
    "scores/boards/1/otherwise/",
    "results/",
    "changed/",
)
OF_RULINGS = ("/rulings/", "/happened/")


def leads_to_rulings(response) -> bool:
    addresses = [link.get("href", "") for link in find_elements(response, "a")]
    return any(part in address for address in addresses for part in OF_RULINGS)


@pytest.fixture
def left_out(monkeypatch):
    """Return a function that leaves rulings out."""
    return lambda: monkeypatch.setattr(RULING_DESK, "answers", RulingDesk())


def test_pages_lead_to_rulings_only_with_them(desk, left_out):
    section = make_section_to_rule_on()
    addresses = [f"/sessions/{section.ref}/{page}" for page in PAGES]
    assert [leads_to_rulings(desk.get(address)) for address in addresses] == [True] * len(PAGES)
    left_out()
    responses = [desk.get(address) for address in addresses]
    assert [response.status_code for response in responses] == [200] * len(PAGES)
    assert not any(map(leads_to_rulings, responses))


def test_play_off_schedule_waits_for_nobody_without_rulings(desk, left_out):
    section = make_night(pairs=10, boards_per_set=2)
    enter_rounds(section, rounds=3, but={(2, 2), *((3, table) for table in range(1, 6))})
    store_unforeseen_result(section, 7, 2, 6, 2, 2)
    section = fetch_section(section.pk)
    assert [tab.key for tab in make_unsettled_tabs(section)] == [DoubtKind.OFF_SCHEDULE]
    left_out()
    assert make_unsettled_tabs(section) == []
    for page in ("play/", "scores/boards/1/", "results/"):
        assert b"to settle" not in desk.get(f"/sessions/{section.ref}/{page}").content


def test_stored_penalties_and_adjusted_scores_count_without_rulings(director, left_out):
    section = make_section_to_rule_on()
    give_ruling(section, director, penalty=Penalty(Decimal(10), Unit.MATCHPOINTS, 1))
    with_rulings = fetch_session_sheets(section).standings
    left_out()
    assert fetch_session_sheets(section).standings == with_rulings
    enter_result(section=section, board_no=1, ns=1, ew=6, text="A6040", user=director)
    line = fetch_session_sheets(section).boards[0].lines[0]
    assert line.ns.points > line.ew.points
