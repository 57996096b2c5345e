"""Matches of teams: all against all, standings after a round, and one match with both tables side by side."""

import csv
from datetime import date
from fractions import Fraction
from io import BytesIO, StringIO
from random import Random

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from openpyxl import load_workbook

from director.additions.contests.scoring.match_results import ResultsAfterRound, SessionMatches
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_first_section, fetch_section
from director.boards.paper.exports import make_export_tables
from director.boards.play.plan import store_plan
from director.boards.play.results.method import set_scoring
from director.boards.play.scores.result import import_result
from director.boards.play.sessions import create_event
from director.boards.scoring.standings.event import EventResults
from director.core.files.exports import export_file, list_formats
from director.core.night.publishing import publish_results
from director.models import Ruling
from director.models.event import Contest
from movements.registry import make_plan
from scoring.display import format_exact
from scoring.teams.victory_points import convert_to_victory_points
from tests.director.additions.contests.draws.test_draws import (
    enter_round,
    make_drawn_section,
    reload_drawn_section,
)
from tests.director.pages import count_queries, find_elements, find_texts, read_table_rows
from tests.factories import (
    enter_all_results,
    enter_on_line,
    make_club,
    make_demo_event,
    make_director,
)

SENT = [form.key for form in list_formats() if form.needed_part == "results"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_demo_event(Contest.TEAMS)


def matches_of(event):
    return SessionMatches(EventResults(event).first_session)


def test_scores_of_a_row_make_the_total_of_its_team(event):
    table = matches_of(event).cross_table
    assert len(table.rows) == 6
    for index, row in enumerate(table.rows):
        assert row.cells[index] is None
        assert sum(cell.score for cell in row.cells if cell) == row.standing.total


def test_both_ways_of_a_match_share_twenty_victory_points(event):
    table = matches_of(event).cross_table
    assert table.unit == "victory points"
    for index, row in enumerate(table.rows):
        for other, cell in enumerate(row.cells):
            if cell:
                assert cell.score + table.rows[other].cells[index].score == 20
                assert cell.opponent_no == table.teams[other].contestant


def test_a_match_runs_up_to_its_points(event):
    match = matches_of(event).match(1, 4)
    assert [board.board_no for board in match.boards] == sorted(
        board.board_no for board in match.boards
    )
    home = away = Fraction(0)
    for board in match.boards:
        assert board.open_room.key[1:] == (1, 4)
        assert board.closed_room.key[1:] == (4, 1)
        home, away = home + board.home_points, away + board.away_points
        assert board.running_totals == (home, away)
    assert match.points == (home - away, away - home)


def test_the_other_team_sees_the_same_match_turned(event):
    own, other = matches_of(event).match(1, 4), matches_of(event).match(4, 1)
    assert (own.points, own.score) == (other.points[::-1], other.score[::-1])
    assert [board.open_room for board in own.boards] == [
        board.closed_room for board in other.boards
    ]


def test_standings_after_a_round_count_its_matches_alone(event):
    sheets = EventResults(event).first_session
    for round_no in matches_of(event).rounds:
        rows = ResultsAfterRound(sheets, round_no).rows
        assert {row.matches for row in rows} == {round_no}
        assert sum(row.imps for row in rows) == 0
    assert ResultsAfterRound(sheets, 5).rows == sheets.rows


def test_standings_say_matches_and_imps(event):
    rows = {row.contestant: row for row in EventResults(event).first_session.rows}
    matches = matches_of(event)
    for team, row in rows.items():
        met = [matches.match(team, other) for other in rows if other != team]
        assert row.matches == len(met)
        assert row.imps == sum(match.points[0] for match in met)
    heads = find_texts(Client().get(f"/events/{event.pk}/"), "thead th")
    assert heads[1:8] == ["Team", "Names", "Won", "Drawn", "Lost", "IMPs", "VPs"]
    for row in rows.values():
        assert row.won + row.drawn + row.lost == row.matches


def test_a_board_with_one_table_counts_for_nobody_yet(event):
    section = fetch_first_section(event.pk)
    line = next(line for line in fetch_section_lines(section).all if {line.ns, line.ew} == {1, 4})
    enter_on_line(section, line, "")
    match = matches_of(event).match(1, 4)
    board = next(board for board in match.boards if board.board_no == line.board_no)
    assert board.home_points is None
    assert board.away_points is None
    page = Client().get(f"/events/{event.pk}/matches/1/4/")
    assert "missing" in find_texts(page, "tbody td")


def test_a_match_that_has_not_been_played_has_no_figures_on_the_card_of_a_team(event):
    section = fetch_first_section(event.pk)
    for line in fetch_section_lines(section).all:
        if {line.ns, line.ew} == {1, 4}:
            enter_on_line(section, line, "")
    match = matches_of(event).match(1, 4)
    rows = {row[1]: row for row in read_table_rows(Client().get(f"/events/{event.pk}/pairs/1/"))}
    assert rows[match.away.names][2:] == ["", "", ""]


def test_pages_lead_from_all_matches_to_one_and_explain_its_boards(event):
    page = Client().get(f"/events/{event.pk}/matches/?after=2")
    links = [link.get("href") for link in find_elements(page, "td a")]
    assert f"/events/{event.pk}/matches/1/4/" in links
    assert [
        link.get("href") for link in find_elements(page, ".pager a") if link.get("aria-current")
    ] == ["?after=2"]
    match = matches_of(event).match(1, 4)
    first = match.boards[0].board_no
    page = Client().get(f"/events/{event.pk}/matches/1/4/?why={first}-1-4")
    assert len(find_texts(page, ".why p")) == 2
    assert "IMPs on 4 boards gave" in find_texts(page, ".sheet p.muted")[0]


def test_the_card_of_a_team_has_a_row_per_match_which_opens_its_boards(event):
    card = f"/events/{event.pk}/pairs/1/"
    match = matches_of(event).match(1, 4)
    page = Client().get(card)
    assert find_texts(page, "thead th") == ["Round", "Against", "IMPs", "VP", "Theirs"]
    rows = {row[1]: row for row in read_table_rows(page)}
    won = [
        sum(getattr(board, side) or 0 for board in match.boards)
        for side in ("home_points", "away_points")
    ]
    assert rows[match.away.names][2] == f"{won[0]} : {won[1]}"
    assert "why-match-4" in [link.get("id") for link in find_elements(page, ".why-of")]
    opened = Client().get(f"{card}?why=match-4")
    assert [row[1] for row in read_table_rows(opened, ".match")] == [
        str(board.board_no) for board in match.boards
    ]
    first = match.boards[0].board_no
    asked = Client().get(f"{card}?why={first}-1-4")
    assert len(find_texts(asked, ".match .why p")) == 2
    assert (
        find_elements(asked, f"#why-{first}-1-4")[0].get("href") == f"?why=match-4#why-{first}-1-4"
    )


def test_the_desk_corrects_a_match_and_says_what_counts_besides(event, client):
    client.force_login(make_director())
    section = fetch_first_section(event.pk)
    address = f"/sessions/{section.ref}/results/matches/1/4/?round=4"
    page = client.get(address)
    board = matches_of(event).match(1, 4).boards[0].board_no
    links = [link.get("href") for link in find_elements(page, ".match td a")]
    lines = [
        f"/sessions/{section.ref}/scores/boards/{board}/#line-{board}-{way}"
        for way in ("1-4", "4-1")
    ]
    assert [link for link in links if f"scores/boards/{board}/" in link] == lines
    assert find_texts(page, "h2")[0] == "Round 4, tables 3 and 4"
    facts = {"facts": "slow", "decision": "penalty", "given_at": timezone.now()}
    line = {"table_no": 3, "board_no": board, "ns": 1, "ew": 4}
    penalty = {"penalty": 2, "penalty_unit": "vp", "penalty_to": 4}
    Ruling.objects.create(section=section, number=1, **line, **penalty, **facts)
    section.carry_over_unit, section.strata = "vp", "below"
    section.save()
    section.entries.filter(pair_no=1).update(carry_over="5")
    assert matches_of(event).match(1, 4).total_adjustments == (
        "Team 1: carry-over +5 VPs",
        "Team 4: penalty −2 VPs, ruling 1",
    )
    assert matches_of(event).match(2, 3).total_adjustments == ()


def test_draw_leads_to_matches_before_they_are_played(client):
    client.force_login(make_director())
    section = make_drawn_section(client, key="swiss-teams", size=6, boards=5)
    page = client.get(f"/sessions/{section.ref}/draw/")
    links = [
        link.get("href") for link in find_elements(page, "a") if "/matches/" in link.get("href", "")
    ]
    assert len({*links}) == 3
    assert find_texts(client.get(links[0]), "h2")[0].startswith("Round 1, tables 1 and 2")


@pytest.mark.parametrize("address", ["matches/1/9/", "matches/1/1/", "matches/1001/2/"])
def test_there_is_no_match_of_strangers(event, address):
    assert Client().get(f"/events/{event.pk}/{address}").status_code == 404


def test_pairs_have_no_page_of_matches():
    session = create_event(club=make_club(), name="Pairs", date=date(2026, 11, 17))
    publish_results(event=session.event)
    assert Client().get(f"/events/{session.event_id}/matches/").status_code == 404


def make_played_night(teams):
    session = create_event(
        club=make_club(), name=f"{teams} teams", date=date(2026, 11, 17), contest=Contest.TEAMS
    )
    section = fetch_section(session.pk)
    store_plan(section=section, movement=make_plan("round-robin", teams=teams, boards_per_set=1))
    enter_all_results(section)
    return publish_results(event=session.event)


@pytest.mark.parametrize("page", ["", "matches/", "matches/?after=1", "matches/1/2/", "pairs/1/"])
def test_pages_of_matches_cost_the_database_no_more_for_more_teams(page):
    small, large = (make_played_night(teams) for teams in (4, 9))
    counts = [count_queries(Client(), f"/events/{event.pk}/{page}") for event in (small, large)]
    assert counts[0] == counts[1] > 0


def test_a_bye_stands_beside_the_matches():
    event = make_played_night(5)
    table = matches_of(event).cross_table
    assert sorted(row.byes for row in table.rows) == [f"round {number}" for number in range(1, 6)]
    assert "Sits out" in find_texts(Client().get(f"/events/{event.pk}/matches/"), "thead th")


def make_played_teams(key: str, *, teams: int, seed: int, per_set: int = 2, **options):
    """A schedule of teams with seeded results on every line."""
    session = create_event(club=make_club(), name="Teams", date="2026-11-17", contest=Contest.TEAMS)
    section = fetch_section(session.pk)
    store_plan(
        section=section,
        movement=make_plan(key, teams=teams, boards_per_set=per_set, options=options),
    )
    draw = Random(seed)
    for line in fetch_section_lines(section).all:
        text = draw.choice(("4SS=", "3NTN-1", "2HE+1", "PASS", "6CW=", "4SSX-2", "1NTN+2"))
        import_result(section=section, line=line, text=text, user=None)
    return section


@pytest.mark.parametrize("seed", [3, 14])
@pytest.mark.parametrize(("teams", "per_set"), [(3, 1), (4, 2)])
def test_two_who_meet_twice_in_a_round_robin_play_two_matches(teams, per_set, seed):
    section = make_played_teams("round-robin", teams=teams, seed=seed, per_set=per_set, twice="yes")
    sheets = EventResults(section.session.event).first_session
    matches = SessionMatches(sheets)
    both = matches.match(1, 2)
    for round_no in both.rounds:
        one = matches.match(1, 2, round_no)
        assert one.round_no == round_no
        assert len(one.boards) == per_set
    assert sum(matches.match(1, 2, round_no).score[0] for round_no in both.rounds) == both.score[0]
    met = sheets.scored.ranking.matches
    couples = teams * (teams - 1) // 2
    assert len(met) == 2 * couples == 2 * len({(own.home, own.away) for own in met})
    assert {row.matches for row in sheets.rows} == {2 * (teams - 1)}
    for own in met:
        sheet = matches.match(own.home, own.away)
        boards = [board for board in sheet.boards if board.round_no == own.round_no]
        margin = sum(board.home_points - board.away_points for board in boards)
        assert len(boards) == per_set
        assert margin == own.points[0]
        assert boards[-1].running_totals == (
            sum(board.home_points for board in boards),
            sum(board.away_points for board in boards),
        )
        assert own.score == convert_to_victory_points(margin, per_set, "continuous")
        assert sheet.score_explanation.count(f"of round {own.round_no} gave") == 1
    totals = {row.contestant: row.total for row in sheets.rows}
    for team, total in totals.items():
        assert total == sum(
            own.view_from_team(team).score[0] for own in met if team in (own.home, own.away)
        )


@pytest.mark.parametrize(
    ("key", "teams"), [("triple", 3), ("fours-howell", 4), ("american-whist", 5)]
)
def test_two_who_meet_in_several_rounds_of_another_schedule_play_one_match(key, teams):
    section = make_played_teams(key, teams=teams, seed=8)
    met = EventResults(section.session.event).first_session.scored.ranking.matches
    assert len(met) == len({(own.home, own.away) for own in met}) == teams * (teams - 1) // 2
    assert {own.round_no for own in met} == {None}


def test_swiss_pairs_have_their_matches(client):
    client.force_login(make_director())
    section = make_drawn_section(client, contest=Contest.PAIRS, key="swiss-pairs", size=6, boards=5)
    enter_round(section, 1)
    publish_results(event=section.session.event)
    address = f"/events/{section.session.event_id}"
    matches = matches_of(section.session.event)
    (first, *_others) = matches.played_matches
    visitor = Client()
    page = visitor.get(f"{address}/matches/").content.decode()
    assert "Each round: opponent, VPs, total so far" in page
    home, away = first.home.contestant, first.away.contestant
    match = visitor.get(f"{address}/matches/{home}/{away}/")
    html = match.content.decode()
    assert f"Pair {home}" in html
    assert "Closed room" not in html
    own, other = (format_exact(figure) for figure in first.score)
    assert f"% on 5 boards gave {own} : {other} victory points." in html
    assert "Matches" in visitor.get(f"{address}/").content.decode()
    assert sum(first.score) == 20


def test_the_total_of_a_team_is_explained_match_by_match_with_names(event):
    row = EventResults(event).first_session.rows[1]
    publish_results(event=event)
    page = Client().get(f"/events/{event.pk}/?why=total-{row.contestant}")
    matches = read_table_rows(page, ".why .adding")
    names = {other.names for other in EventResults(event).first_session.rows} - {row.names}
    assert {name for name, *_figures in matches} == names
    assert [text.split()[0] for text in find_texts(page, ".why .adding thead th")] == [
        "Opponent",
        "IMPs",
        "VPs",
        "Sum",
    ]
    assert matches[-1][-1] == f"{float(row.total):.2f}"
    assert all(len(vps.partition(".")[2]) == 2 for _name, _imps, vps, _total in matches)
    (sentence,) = find_texts(page, ".why p")
    assert "VPs from 5 matches. Second place." in sentence


@pytest.mark.parametrize(
    ("method", "scale", "name", "head"),
    [
        ("swiss-pairs", "ebu-10", "Swiss pairs, EBU 10", "Match percent"),
        ("swiss-pairs-imps", "discrete", "Swiss pairs by IMPs, EBU", "IMPs"),
    ],
)
def test_swiss_pairs_show_their_scale_and_what_it_converts(client, method, scale, name, head):
    client.force_login(make_director())
    section = make_drawn_section(client, contest=Contest.PAIRS, key="swiss-pairs", size=6, boards=5)
    enter_round(section, 1)
    set_scoring(section=section, scoring=method, options={"victory_points": scale})
    event = reload_drawn_section(section).session.event
    results = EventResults(event)
    publish_results(event=event)
    page = Client().get(f"/events/{event.pk}/")
    heads = find_texts(page, "thead th")
    assert heads[3:5] == [head, "VPs"]
    assert name in page.content.decode()
    rows = results.first_session.rows
    figures = [row.match_percent if method == "swiss-pairs" else row.imps for row in rows]
    average = 50 if method == "swiss-pairs" else 0
    assert sum(figures) == average * len(rows)
    assert [row.percent for row in rows] == [None] * len(rows)
    assert client.get(f"/events/{event.pk}/matches/").status_code == 200
    (first, *_others) = matches_of(event).played_matches
    away = first.away.contestant
    match = client.get(f"/events/{event.pk}/matches/{first.home.contestant}/{away}/")
    assert "on 5 boards gave" in match.content.decode()
    # Figures are numbers in a workbook, and text that reads as numbers in CSV.
    book = load_workbook(BytesIO(export_file(make_export_tables(results), "xlsx").content))
    columns = {cell[0].value: cell[1].value for cell in book["Standings"].columns}
    for title in (head, "Total", "Matches", "Boards"):
        assert isinstance(columns[title], int | float), title
    titles = [cell.value for cell in book["Matches"][1]]
    first_score = titles.index("Boards") + 1
    scores = [cell.value for cell in book["Matches"][2]][first_score : first_score + 4]
    assert all(isinstance(score, int | float) for score in scores)
    table = csv.DictReader(
        StringIO(export_file(make_export_tables(results), "csv").content.decode("utf-8-sig"))
    )
    for row in table:
        float(row["Total"])
        float(row[head])
    for form in SENT:
        assert export_file(make_export_tables(results), form).content
    paper = client.get(reverse("session_print_pdf", args=[section]) + "?kinds=standings&paper=a4")
    assert paper.content.startswith(b"%PDF")
