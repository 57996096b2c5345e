"""Matches of teams: all against all, standings after a round, and one match with both tables side by side."""

from datetime import date
from fractions import Fraction

import pytest
from django.test import Client
from django.utils import timezone

from director.additions.contests.scoring.match_results import SessionMatches
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_first_section, fetch_section
from director.boards.play.plan import store_plan
from director.boards.play.sessions import create_event
from director.boards.scoring.standings.event import EventResults
from director.core.night.publishing import publish_results
from director.models import Ruling
from director.models.event import Contest
from movements.registry import make_plan
from scoring.display import format_exact
from tests.cases import leave_to_slow
from tests.director.additions.contests.draws.test_draws import (
    enter_round,
    make_drawn_section,
)
from tests.director.pages import count_queries, find_elements, find_texts, read_table_rows
from tests.factories import (
    enter_all_results,
    enter_on_line,
    make_club,
    make_demo_event,
    make_director,
)

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    return make_demo_event(Contest.TEAMS)


def matches_of(event):
    return SessionMatches(EventResults(event).first_session)


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
    ] == ["?after=2#standings"]
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


@pytest.mark.parametrize(
    "address", leave_to_slow(["matches/1/9/", "matches/1/1/", "matches/1001/2/"], but=1)
)
def test_there_is_no_match_of_strangers(event, address):
    assert Client().get(f"/events/{event.pk}/{address}").status_code == 404


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


def make_played_night(teams):
    session = create_event(
        club=make_club(), name=f"{teams} teams", date=date(2026, 11, 17), contest=Contest.TEAMS
    )
    section = fetch_section(session.pk)
    store_plan(section=section, movement=make_plan("round-robin", teams=teams, boards_per_set=1))
    enter_all_results(section)
    return publish_results(event=session.event)


@pytest.mark.slow
@pytest.mark.parametrize("page", ["", "matches/", "matches/?after=1", "matches/1/2/", "pairs/1/"])
def test_pages_of_matches_cost_the_database_no_more_for_more_teams(page):
    small, large = (make_played_night(teams) for teams in (4, 9))
    counts = [count_queries(Client(), f"/events/{event.pk}/{page}") for event in (small, large)]
    assert counts[0] == counts[1] > 0
