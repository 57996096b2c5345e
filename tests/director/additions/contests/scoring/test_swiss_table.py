"""The Swiss table: who met whom in each round, what it gave, and where it takes the cross-table's place."""

import csv
from fractions import Fraction
from io import BytesIO, StringIO

import pytest
from django.test import Client
from django.utils import timezone
from openpyxl import load_workbook

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.draws.drawing import begin_contest, propose_round, use_round
from director.additions.contests.draws.rounds import DrawChoices
from director.additions.contests.matches.reported import report_match
from director.additions.contests.paper.exports import get_match_table_makers_by_name
from director.additions.contests.paper.exports import make_swiss_table as swiss_file
from director.additions.contests.paper.kinds import MatchSheets
from director.additions.contests.paper.swiss_grids import make_swiss_data
from director.additions.contests.scoring.swiss_table import has_swiss, make_session_swiss_table
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.paper.exports import make_export_tables
from director.boards.paper.section_job import SectionJob
from director.boards.play.sessions import add_section
from director.boards.scoring.standings.event import EventResults
from director.core.files.exports import export_file
from director.core.night.publishing import publish_results
from director.formats.figures import compute_column_decimals
from director.models import Ruling
from director.models.event import Contest
from scoring.model import MatchResult
from tests.director.additions.contests.draws.test_draws import (
    enter_round,
    make_section_to_draw,
    reload_drawn_section,
)
from tests.director.additions.contests.scoring.test_matches import make_played_night
from tests.director.pages import count_queries, find_elements, find_texts, read_table_rows
from tests.factories import make_director, sign_in

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


def test_rows_are_by_place_and_rounds_add_up_to_the_total():
    section = swiss(8, 3)
    table = table_of(section)
    assert [row.standing for row in table.rows] == EventResults(
        section.session.event
    ).first_session.rows
    assert table.rounds == (1, 2, 3)
    assert table.unit == "VPs"
    for row in table.rows:
        running = Fraction(0)
        for cell in row.cells:
            running += cell.score
            assert cell.running_total == running
        assert row.standing.total == running
        assert row.adjustment is None


def test_both_sides_of_a_match_name_each_other_and_share_its_points():
    section = swiss(8, 3)
    rows = rows_by_team(section)
    pairings = [contest_round.pairings for contest_round in find_drawn_contest(section).rounds]
    for index, matches in enumerate(pairings):
        for home, away in matches:
            home_cell, away_cell = rows[home].cells[index], rows[away].cells[index]
            assert home_cell.opponents_text == str(away)
            assert away_cell.opponents_text == str(home)
            assert home_cell.score + away_cell.score == 20


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


def test_an_unfinished_match_has_an_opponent_and_no_score_yet():
    section = draw_next(swiss_begun())
    first, *_others = (line for line in fetch_section_lines(section).all if line.round_no == 2)
    cell = rows_by_team(section)[first.ns].cells[1]
    assert cell.opponents_text == str(first.ew)
    assert cell.score is None
    assert cell.running_total is None


def swiss_begun():
    section = begin(make_section_to_draw(), teams=6, rounds=3)
    enter_round(section, 1)
    return section


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


def test_a_penalty_is_a_column_of_its_own_before_the_total():
    section = swiss(6, 2)
    facts = {"facts": "Late.", "decision": "3 VPs.", "given_at": timezone.now()}
    penalty = {"penalty": 3, "penalty_unit": "vp", "penalty_to": 2}
    Ruling.objects.create(section=section, number=1, **penalty, **facts)
    row = rows_by_team(reload_drawn_section(section))[2]
    assert row.adjustment == -3
    assert row.standing.total == row.cells[-1].running_total - 3
    columns = [
        column.title for column in make_swiss_data(table_of(reload_drawn_section(section))).columns
    ]
    assert columns[-2:] == ["Penalties", "Total VPs"]


def test_sections_are_drawn_apart_and_ranked_in_one_table():
    section = swiss_begun()
    second = add_section(section=section, letter="B")
    second = begin(second, teams=4, rounds=3)
    enter_round(second, 1)
    draw_next(reload_drawn_section(section))
    table = table_of(reload_drawn_section(section))
    cells = {row.standing.label: row.cells for row in table.rows}
    assert len(cells) == 10
    assert {cell.opponents_text for label, (cell, _later) in cells.items() if label[0] == "B"} == {
        "B1",
        "B2",
        "B3",
        "B4",
    }
    # Section B is a round behind: nobody has withdrawn.
    assert {later.mark for label, (_cell, later) in cells.items() if label[0] == "B"} == {""}


def test_pages_show_the_swiss_table_in_place_of_the_cross_table():
    section = swiss(6, 2)
    event = section.session.event
    desk = sign_in(make_director())
    for client, page in (
        (Client(), f"/events/{event.pk}/matches/"),
        (desk, f"/sessions/{section.session_id}/results/matches/"),
    ):
        response = client.get(page)
        assert find_texts(response, "caption")[0].startswith("Swiss table")
        heads = find_texts(response, ".swiss thead th")
        assert heads[:4] == ["Place", "Team", "Names", "VPs"]
        assert heads[-2:] == ["Round 1", "Round 2"]
        assert not find_elements(response, ".cross")
        assert len(read_table_rows(response, ".swiss")) == 6


def test_an_opponent_links_to_the_match_and_its_title_is_the_name():
    section = swiss(6, 2)
    section.entries.filter(pair_no=4).update(name="Red <Lions>")
    answer = Client().get(f"/events/{section.session.event_id}/matches/")
    titles = {link.get("title"): link for link in find_elements(answer, ".met a")}
    link = titles["Red <Lions>"]
    assert link.text == "4"
    match = Client().get(link.get("href"))
    assert match.status_code == 200


@pytest.mark.parametrize("key", ["score_1", "opponent_1", "running_2", "total", "-names"])
def test_a_page_is_sorted_by_any_column_or_by_place(key):
    section = eventful()
    page = f"/events/{section.session.event_id}/matches/?swiss-sort={key}"
    assert len(read_table_rows(Client().get(page), ".swiss")) == 7


def test_a_larger_swiss_costs_the_database_no_more():
    pages = [
        f"/events/{section.session.event_id}/matches/" for section in (swiss(4, 2), swiss(12, 4))
    ]
    counts = [count_queries(Client(), page) for page in pages]
    assert counts[0] == counts[1] > 0


def test_swiss_pairs_have_the_table_too():
    section = swiss(6, 2, contest=Contest.PAIRS, key="swiss-pairs")
    table = table_of(section)
    assert table.unit == "VPs"
    assert [sum(cell.score for cell in row.cells) for row in table.rows] == [
        row.standing.total for row in table.rows
    ]
    assert SectionJob(section).get_added_sheets(MatchSheets).swiss_table == table


def test_a_round_robin_keeps_the_cross_table_and_a_knock_out_has_its_bracket():
    robin = EventResults(make_played_night(4)).first_session
    assert not has_swiss(robin)
    section = make_section_to_draw()
    begin_contest(
        section=section,
        movement_key="knock-out",
        size=4,
        round_count=2,
        boards_per_set=2,
        options={},
    )
    section = reload_drawn_section(section)
    enter_round(section, 1)
    results = EventResults(section.session.event)
    assert not has_swiss(results.first_session)
    assert list(get_match_table_makers_by_name(results)) == ["matches"]
    publish_results(event=section.session.event)
    answer = Client().get(f"/events/{section.session.event_id}/matches/")
    assert not find_elements(answer, ".cross")
    assert "Bracket" in find_texts(answer, "h2")
    job = SectionJob(section)
    assert job.get_added_sheets(MatchSheets).cross_tables == ()
    assert job.get_added_sheets(MatchSheets).swiss_table is None
    assert len(job.get_added_sheets(MatchSheets).brackets) == 1


def test_files_have_numbers_as_numbers_and_equal_decimals():
    section = eventful()
    results = EventResults(section.session.event)
    assert list(get_match_table_makers_by_name(results)) == ["matches", "swiss-table"]
    files = make_export_tables(results)
    text = export_file(files, "csv", table="swiss-table").content.decode("utf-8-sig")
    head, *rows = csv.reader(StringIO(text))
    assert head[3:6] == ["Round 1 opponent", "Round 1 VPs", "Round 1 total"]
    assert len(rows) == 7
    sheet = load_workbook(BytesIO(export_file(files, "xlsx").content))["Swiss table"]
    for row in sheet.iter_rows(min_row=2, values_only=True):
        opponents = [value for value in row[3:-1:3] if value]
        assert {type(value) for value in opponents} <= {int, str}
        words = {value for value in opponents if isinstance(value, str)}
        assert words <= {"bye", "late", "withdrawn"}
        assert not isinstance(row[-1], str)
    table = swiss_file(results)
    decimals = compute_column_decimals(table)
    scores = {
        decimals[index] for index, column in enumerate(table.columns) if column.group == "scores"
    }
    assert scores == {2}
