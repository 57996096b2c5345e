"""Tournaments with published results, played again on the pages from the IMPs of their matches alone.

The data is in ``tests/fixtures/tournaments``, each with event, year and publisher.
"""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from django.urls import reverse

from director.additions.contests.draws.contest import find_drawn_contest
from director.boards.scoring.standings.event import EventResults
from scoring.teams.victory_points import convert_to_victory_points
from tests.director.additions.contests.draws.test_draws import (
    make_drawn_section,
    post_draw,
    reload_drawn_section,
)
from tests.director.pages import find_errors, find_texts

pytestmark = pytest.mark.django_db
TOURNAMENTS = Path(__file__).parents[3] / "fixtures" / "tournaments"


def published(name: str) -> dict:
    return json.loads((TOURNAMENTS / f"{name}.json").read_text(encoding="utf-8"))


def report(desk, section, round_no: int, home: int, away: int, imps) -> None:
    """Type the IMPs of a match on its page."""
    address = reverse("session_results_match", args=[section.ref, home, away])
    post_data = {"round": round_no, "home": imps[0], "away": imps[1], "unit": "imp"}
    response = desk.post(f"{address}?round={round_no}", post_data)
    assert response.status_code == 302, response.content.decode()


def rows(section) -> dict:
    return {
        row.contestant: row
        for row in EventResults(reload_drawn_section(section).session.event).first_session.rows
    }


def test_victory_points_of_sixteen_boards_match_the_bulletin():
    scale = published("victory-points-16")
    ours = {
        margin: float(convert_to_victory_points(int(margin), scale["boards"])[0])
        for margin in scale["winner"]
    }
    assert ours == {margin: float(points) for margin, points in scale["winner"].items()}
    assert len(ours) > 50


@pytest.mark.slow
def test_semi_finals_with_carry_over_have_the_published_totals(desk):
    tournament = published("senior-semi-finals-2015")
    section = make_drawn_section(desk, key="knock-out", size=4, boards=tournament["boards"])
    post_data = {"carry_over_unit": "imp"}
    for match in tournament["matches"]:
        for team, carried in zip(match["teams"], match["carried"], strict=True):
            post_data[f"carry_over-{team}"] = carried
    response = desk.post(reverse("session_results_extras", args=[section.ref]), post_data)
    assert response.status_code == 302, find_errors(response)
    for match in tournament["matches"]:
        home, away = match["teams"]
        report(
            desk,
            reload_drawn_section(section),
            1,
            home,
            away,
            [sum(imps) for imps in match["sets"]],
        )
        for team, penalty in zip(match["teams"], match["penalties"], strict=True):
            if penalty:
                ruling = {
                    "facts": "Slow play.",
                    "decision": f"{penalty} IMPs",
                    "penalty": penalty,
                    "penalty_unit": "imp",
                    "penalty_to": team,
                    "match": f"1-{home}-{away}",
                }
                response = desk.post(reverse("session_rulings", args=[section.ref]), ruling)
                assert response.status_code == 302, find_errors(response)
    points = find_drawn_contest(reload_drawn_section(section)).knockout.points_by_key
    for match in tournament["matches"]:
        home, away = match["teams"]
        totals = [Fraction(total) for total in match["totals"]]
        both = points[1, frozenset((home, away))]
        assert both.winner == home
        assert both.margin / 2 == totals[0] - totals[1]
        assert both.totals_by_team == {home: totals[0], away: totals[1]}
        address = reverse("session_results_match", args=[section.ref, home, away])
        shown = find_texts(desk.get(f"{address}?round=1"), "dd")[:2]
        assert [Fraction(figure) for figure in shown] == totals
        assert len({len(figure.partition(".")[2]) for figure in shown}) == 1
    assert post_draw(desk, reload_drawn_section(section)).status_code == 302
    assert find_drawn_contest(reload_drawn_section(section)).rounds[1].pairings == ((1, 2),)


def test_carry_over_decides_a_match_that_is_level_by_its_boards(desk):
    section = make_drawn_section(desk, key="knock-out", size=4, boards=16)
    address = reverse("session_results_extras", args=[section.ref])
    desk.post(address, {"carry_over_unit": "imp", "carry_over-4": "0.1"})
    for home, away in ((1, 4), (2, 3)):
        report(desk, reload_drawn_section(section), 1, home, away, (30, 30))
    points = find_drawn_contest(reload_drawn_section(section)).knockout.points_by_key
    assert points[1, frozenset((1, 4))].winner == 4
    assert points[1, frozenset((2, 3))].winner is None
