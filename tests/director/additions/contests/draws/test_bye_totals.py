"""A total of nothing but a bye has a place and takes a penalty, as any other."""

from collections.abc import Mapping
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

import pytest

from director.additions.rulings.rulings import Penalty
from director.boards.movement.sections import fetch_scoring_field
from director.boards.play.results.method import set_scoring
from director.boards.scoring.standings.event import EventResults
from director.models.event import Contest
from tests.director.additions.contests.draws.test_draws import (
    enter_round,
    make_drawn_section,
    reload_drawn_section,
)
from tests.factories import add_ruling
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db


class ByeCase(NamedTuple):
    method: str
    bye_total: int | Fraction
    penalty_unit: str
    method_options: Mapping[str, str] = {}
    contest: Contest = Contest.TEAMS
    draw_boxes: Mapping[str, object] = {}
    """Boxes of the form of the draw that differ from its defaults."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "case",
    [
        pytest.param(
            ByeCase("team-imps", 12, "vp", {"victory_points": "continuous"}),
            id="teams by victory points",
        ),
        pytest.param(
            ByeCase("team-imps", 0, "imp", {"victory_points": "none"}), id="teams by IMPs"
        ),
        pytest.param(ByeCase("board-a-match", 0, "mp"), id="board-a-match"),
        pytest.param(ByeCase("patton", Fraction("4.8"), "vp"), id="patton of 2 boards"),
        pytest.param(
            ByeCase("patton", Fraction("19.2"), "vp", draw_boxes={"boards": 8}),
            id="patton of 8 boards",
        ),
        pytest.param(
            ByeCase(
                "swiss-pairs",
                12,
                "vp",
                contest=Contest.PAIRS,
                draw_boxes={"key": "swiss-pairs", "boards": 4},
            ),
            id="swiss pairs",
        ),
    ],
)
def test_a_total_of_a_bye_alone_has_a_place_and_takes_a_penalty(desk, case):
    section = make_drawn_section(desk, contest=case.contest, size=5, **case.draw_boxes)
    enter_round(section, 1)
    section = reload_drawn_section(section)
    set_scoring(section=section, scoring=case.method, options=case.method_options)
    row = compute_standings_row(section, 5)
    assert row.total == case.bye_total
    assert row.place
    add_ruling(
        section=reload_drawn_section(section),
        user=None,
        facts="late",
        decision="fined",
        penalty=Penalty(Decimal(1), case.penalty_unit, 5),
    )
    row = compute_standings_row(section, 5)
    assert row.total == case.bye_total - 1
    assert row.penalties.startswith("\N{MINUS SIGN}1")
    assert compute_field_differences(fetch_scoring_field(reload_drawn_section(section))) == []


def compute_standings_row(section, contestant):
    results = EventResults(reload_drawn_section(section).session.event)
    (row,) = [row for row in results.first_session.rows if row.contestant == contestant]
    return row
