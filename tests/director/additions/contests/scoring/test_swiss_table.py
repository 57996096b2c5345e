"""The Swiss table: who met whom in each round, what it gave, and where it takes the cross-table's place."""

from fractions import Fraction

import pytest
from django.test import Client

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.draws.drawing import begin_contest, propose_round, use_round
from director.additions.contests.draws.rounds import DrawChoices
from director.additions.contests.matches.reported import report_match
from director.additions.contests.scoring.swiss_table import make_session_swiss_table
from director.boards.scoring.standings.event import EventResults
from director.core.night.publishing import publish_results
from director.models.event import Contest
from scoring.model import MatchResult
from tests.director.additions.contests.draws.test_draws import (
    enter_round,
    make_section_to_draw,
    reload_drawn_section,
)
from tests.director.pages import count_queries

pytestmark = pytest.mark.django_db


def begin(section, *, teams, rounds, key="swiss-teams"):
    begin_contest(
        section=section,
        movement_key=key,
        size=teams,
        round_count=rounds,
        boards_per_set=2,
        options={},
    )
    return reload_drawn_section(section)


def draw_next(section, *, late=0, away=()):
    contest = find_drawn_contest(section, late_count=late)
    drawn = propose_round(contest, DrawChoices(absent_numbers=frozenset(away))).drawn_round
    use_round(contest=contest, drawn_round=drawn, user=None, withdrawn_numbers=away)
    return reload_drawn_section(section)


def swiss(teams, rounds, *, contest=Contest.TEAMS, key="swiss-teams"):
    """A Swiss of *rounds* that are all entered and published."""
    section = begin(make_section_to_draw(contest), teams=teams, rounds=rounds, key=key)
    for round_no in range(1, rounds + 1):
        if round_no > 1:
            section = draw_next(section)
        enter_round(section, round_no)
    publish_results(event=section.session.event)
    return section


def eventful():
    """Six teams and a late one, a bye in round 2, and team 1 withdrawn from round 3."""
    section = begin(make_section_to_draw(), teams=6, rounds=4)
    enter_round(section, 1)
    section = draw_next(section, late=1)
    enter_round(section, 2)
    for round_no in (3, 4):
        section = draw_next(section, away=(1,))
        enter_round(section, round_no)
    publish_results(event=section.session.event)
    return section


def table_of(section):
    return make_session_swiss_table(EventResults(section.session.event).first_session)


def rows_by_team(section):
    return {row.standing.contestant: row for row in table_of(section).rows}


@pytest.mark.slow
def test_a_bye_a_late_entry_and_a_withdrawal_are_marked():
    section = eventful()
    rows = rows_by_team(section)
    assert [cell.mark for cell in rows[7].cells][:1] == ["late"]
    assert rows[7].cells[0].score is None
    assert [cell.mark for cell in rows[1].cells][2:] == ["withdrawn", "withdrawn"]
    (bye,) = find_drawn_contest(section).rounds[1].byes
    cell = rows[bye].cells[1]
    assert cell.mark == "bye"
    assert cell.opponents_text == "bye"
    assert cell.score == 12
    assert cell.running_total == rows[bye].cells[0].score + 12
    for row in rows.values():
        scores = [cell.score for cell in row.cells if cell.score is not None]
        assert sum(scores) == row.standing.total


def test_matches_entered_as_results_and_the_bye_of_their_round_count():
    section = begin(make_section_to_draw(), teams=5, rounds=2)
    (first_round,) = find_drawn_contest(section).rounds
    for home, away in first_round.pairings:
        result = MatchResult("vp", Fraction(13), Fraction(7))
        key = (1, min(home, away), max(home, away))
        report_match(section=section, key=key, result=result, user=None)
    rows = rows_by_team(reload_drawn_section(section))
    scores = [row.cells[0].score for row in rows.values()]
    assert sorted(scores) == [7, 7, 12, 13, 13]
    assert all(row.adjustment is None for row in rows.values())


@pytest.mark.slow
def test_a_larger_swiss_costs_the_database_no_more():
    pages = [
        f"/events/{section.session.event_id}/matches/" for section in (swiss(4, 2), swiss(12, 4))
    ]
    counts = [count_queries(Client(), page) for page in pages]
    assert counts[0] == counts[1] > 0
