"""A total that is only a bye: it has a place, a handicap and a penalty like any other."""

from decimal import Decimal
from fractions import Fraction

import pytest

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.proof.check import compute_field_differences
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

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("contest", "asked", "method", "options", "total"),
    [
        (Contest.TEAMS, {}, "team-imps", {"victory_points": "continuous"}, 12),
        (Contest.TEAMS, {}, "team-imps", {"victory_points": "none"}, 0),
        (Contest.TEAMS, {}, "board-a-match", {}, 0),
        (Contest.TEAMS, {}, "patton", {}, Fraction("4.8")),
        (Contest.TEAMS, {"boards": 8}, "patton", {}, Fraction("19.2")),
        (Contest.PAIRS, {"key": "swiss-pairs", "boards": 4}, "swiss-pairs", {}, 12),
    ],
)
def test_a_total_of_a_bye_alone_has_a_place_and_takes_a_penalty(
    desk, contest, asked, method, options, total
):
    section = make_drawn_section(desk, contest=contest, size=5, **asked)
    enter_round(section, 1)
    section = reload_drawn_section(section)
    set_scoring(section=section, scoring=method, options=options)
    (row,) = [
        row
        for row in EventResults(reload_drawn_section(section).session.event).first_session.rows
        if row.contestant == 5
    ]
    assert (row.total, bool(row.place)) == (total, True)
    unit = "mp" if method == "board-a-match" else "imp" if total == 0 else "vp"
    add_ruling(
        section=reload_drawn_section(section),
        user=None,
        facts="late",
        decision="fined",
        penalty=Penalty(Decimal(1), unit, 5),
    )
    (row,) = [
        row
        for row in EventResults(reload_drawn_section(section).session.event).first_session.rows
        if row.contestant == 5
    ]
    assert row.total == total - 1
    assert row.penalties.startswith("\N{MINUS SIGN}1")
    assert compute_field_differences(fetch_scoring_field(reload_drawn_section(section))) == []


def test_whoever_has_a_bye_in_patton_is_drawn_by_what_it_brings(desk):
    section = make_drawn_section(desk, size=5, boards=8)
    set_scoring(section=reload_drawn_section(section), scoring="patton", options={})
    entrants = find_drawn_contest(reload_drawn_section(section))._make_entrants(range(1, 6), 1)
    assert [entrant.score for entrant in entrants if entrant.bye_count] == [Fraction("19.2")]
