"""Tournaments with published results, played again on the pages from the IMPs of their matches alone.

The data is in ``tests/fixtures/tournaments``, each with event, year and publisher.
"""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from django.urls import reverse

from director.additions.contests.draws.contest import find_drawn_contest
from director.boards.play.results.method import set_scoring
from director.boards.scoring.standings.event import EventResults
from scoring.teams.victory_points import convert_to_victory_points
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    make_drawn_section,
    make_round_robin,
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


def hundredths(points) -> str:
    """Return victory points as publishers print them."""
    return f"{float(points):.2f}"


def test_victory_points_of_sixteen_boards_match_the_bulletin():
    scale = published("victory-points-16")
    ours = {
        margin: float(convert_to_victory_points(int(margin), scale["boards"])[0])
        for margin in scale["winner"]
    }
    assert ours == {margin: float(points) for margin, points in scale["winner"].items()}
    assert len(ours) > 50


def test_single_matches_give_the_published_points(desk):
    for match in published("single-matches")["matches"]:
        section = make_round_robin(teams=3, boards=match["boards"])
        round_no = section.plan.rows.filter(ns__in=(1, 2), ew__in=(1, 2))[0].round_no
        report(desk, section, round_no, 1, 2, match["imps"])
        assert hundredths(rows(section)[1].total) == match["vp"]


def test_a_round_robin_of_five_has_the_published_cross_table(desk):
    tournament = published("senior-trials-2015")
    # Our numbers follow the published order; one number of five sits out in each round.
    numbers = {team: number for number, team in enumerate(tournament["rows"], start=1)}
    margins = {
        hundredths(convert_to_victory_points(margin, 16)[0]): margin for margin in range(-60, 61)
    }
    section = make_round_robin(teams=5, boards=tournament["boards"])
    wanted = {}
    for team, row in tournament["rows"].items():
        for other, points in row.items():
            if other != "total":
                wanted[numbers[team], numbers[other]] = points
    met = {(row.round_no, *sorted((row.ns, row.ew))) for row in section.plan.rows.all()}
    for round_no, home, away in sorted(met):
        margin = margins[wanted[home, away]]
        report(desk, section, round_no, home, away, (max(margin, 0), max(-margin, 0)))
    response = desk.get(reverse("session_results_matches", args=[section.ref]))
    assert response.status_code == 200
    results = EventResults(reload_drawn_section(section).session.event)
    scores = {}
    for match in results.first_session.scored.ranking.matches:
        scores[int(match.home), int(match.away)] = hundredths(match.score[0])
        scores[int(match.away), int(match.home)] = hundredths(match.score[1])
    assert scores == wanted
    # The bulletin gives a bye half a match. A round robin gives nothing here, as all have one.
    bye = Fraction(tournament["bye"])
    totals = {number: hundredths(row.total + bye) for number, row in rows(section).items()}
    assert totals == {numbers[team]: row["total"] for team, row in tournament["rows"].items()}
    assert [row.place for row in results.first_session.rows] == ["1", "2", "3", "4", "5"]


def test_a_knockout_of_fourteen_meets_and_ends_as_published(desk):
    tournament = published("trials-2014")
    section = make_drawn_section(desk, key="knock-out", size=14, boards=tournament["boards"])
    first_round = find_drawn_contest(section).rounds[0]
    assert {frozenset(both) for both in first_round.pairings} == {
        frozenset(match["teams"]) for match in tournament["matches"]
    }
    assert sorted(first_round.byes) == [1, 2]
    for match in tournament["matches"]:
        assert [sum(sets) for sets in match["sets"]] == match["totals"]
        home, away = match["teams"]
        report(desk, section, 1, home, away, match["totals"])
    assert post_draw(desk, reload_drawn_section(section)).status_code == 302
    second_round = find_drawn_contest(reload_drawn_section(section)).rounds[1]
    assert sorted(second_round.playing_contestants) == [1, 2, 3, 4, 5, 6, 7, 8]
    assert {frozenset(both) for both in second_round.pairings} == {
        frozenset(both) for both in ((1, 8), (2, 7), (3, 6), (4, 5))
    }


def test_a_swiss_of_eight_is_drawn_and_ends_as_computed(desk):
    tournament = published("swiss-8")
    section = make_drawn_section(
        desk, size=8, rounds=len(tournament["rounds"]), boards=tournament["boards"]
    )
    set_scoring(
        section=reload_drawn_section(section),
        scoring="team-imps",
        options={"victory_points": "discrete"},
    )
    for round_no, expected in enumerate(tournament["rounds"], start=1):
        if round_no > 1:
            assert post_draw(desk, reload_drawn_section(section)).status_code == 302
        drawn = find_drawn_contest(reload_drawn_section(section)).rounds[-1]
        assert {frozenset(both) for both in drawn.pairings} == {
            frozenset(both) for both in expected["pairings"]
        }
        for home, away, margin, *_points in expected["matches"]:
            imps = (max(margin, 0), max(-margin, 0))
            report(desk, reload_drawn_section(section), round_no, home, away, imps)
    matches = EventResults(
        reload_drawn_section(section).session.event
    ).first_session.scored.ranking.matches
    scores = {}
    for match in matches:
        scores[match.round_no, int(match.home)] = match.score[0]
        scores[match.round_no, int(match.away)] = match.score[1]
    for round_no, expected in enumerate(tournament["rounds"], start=1):
        for home, away, _margin, home_points, away_points in expected["matches"]:
            assert (scores[round_no, home], scores[round_no, away]) == (home_points, away_points)
    assert {number: row.total for number, row in rows(section).items()} == dict(
        map(tuple, tournament["final"])
    )
    assert desk.get(draw_address(reload_drawn_section(section))).status_code == 200


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
