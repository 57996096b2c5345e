"""Whole nights of teams whose players sit one by one: from Field to published results, each by the rules of 1900."""

from io import BytesIO

import pytest
from pypdf import PdfReader

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_scoring_field, fetch_section
from director.boards.play.scores.result import import_result
from director.boards.scoring.explanation import explain_line
from director.boards.scoring.standings.event import EventResults
from director.core.night.publishing import publish_results
from director.models import Event
from director.models.event import Contest
from movements.check.faults import check_plan
from movements.registry import MOVEMENTS
from tests.director.additions.contests.seated_nights import (
    MATCHES,
    NIGHTS,
    count_totals,
    enter_all_lines,
    make_pure_plan,
    make_whist,
    start_seated_event,
)
from tests.director.additions.phones.tables import TablePhones
from tests.director.boards.others import make_empty_section
from tests.director.pages import count_queries, fetch_print_preview, find_elements, find_texts
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db
EVERY = pytest.mark.parametrize("key", list(NIGHTS))
DESK = (
    "field/",
    "field/movements/?teams=2",
    "seats/",
    "print/",
    "play/",
    "scores/boards/1/",
    "tables/",
    "rulings/",
)
AT_TABLES = ("scores/rounds/1/tables/1/", "room/?show=seats", "results/")
PUBLIC = ("", "boards/1/", "pairs/1/", "recap/", "results.json?explain")


def test_every_movement_that_seats_players_of_teams_is_played_here():
    seated = {
        spec.key
        for spec in MOVEMENTS
        if spec.contest == "teams"
        and (spec.players_per_contestant or spec.team_and_player_counts[0])
    }
    assert seated == set(NIGHTS)
    assert [fault for key in NIGHTS for fault in check_plan(make_pure_plan(key))] == []


@pytest.mark.slow
@EVERY
def test_a_whole_night_ends_in_the_figures_of_the_book(desk, key):
    section = start_seated_event(desk, make_whist(), key)
    address = f"/sessions/{section.session_id}"
    for page in (*DESK, *AT_TABLES):
        assert desk.get(f"{address}/{page}").status_code == 200, page
    enter_all_lines(section)
    publish_results(event=section.session.event)
    results = EventResults(Event.objects.get(pk=section.session.event_id))
    rows = {row.contestant: row for row in results.standings.groups[0].rows}
    expected = count_totals(key)
    assert {number: row.total for number, row in rows.items()} == expected
    assert [row.names for row in rows.values()] == sorted(
        (row.names for row in rows.values()), key=lambda name: -expected[int(name[-1])]
    )
    assert results.results_in == results.results_due == len(fetch_section_lines(section).all)
    assert compute_field_differences(fetch_scoring_field(fetch_section(section.session_id))) == []
    for page in PUBLIC:
        assert desk.get(f"/events/{section.session.event_id}/{page}").status_code == 200, page
    leads = [
        link.get("href", "") for link in find_elements(desk.get(f"{address}/results/"), "main a")
    ]
    assert any(link.endswith("/matches/") for link in leads) is (key in MATCHES)
    has_matches = desk.get(f"/events/{section.session.event_id}/matches/").status_code == 200
    assert has_matches is (key in MATCHES)


BEFORE = (
    "guide-cards",
    "score-slips",
    "personal-guides",
    "team-lists",
    "master-sheet",
    "seating-list",
)


@pytest.mark.slow
@EVERY
def test_the_paper_of_before_play_is_printed(desk, key):
    section = start_seated_event(desk, make_whist(), key)
    address = f"/sessions/{section.session_id}/print/"
    boxes = [
        box
        for box in find_elements(desk.get(address), "fieldset input")
        if box.get("name") == "kinds"
    ]
    assert set(BEFORE) <= {box.get("value") for box in boxes if box.get("disabled") is None}
    response = fetch_print_preview(desk, address, {"kinds": BEFORE, "paper": "a4"})
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/pdf"
    words = " ".join(sheet.extract_text() for sheet in PdfReader(BytesIO(response.content)).pages)
    assert {"Team1", "Team2", "1+2"} <= set(words.split())


@pytest.mark.slow
@EVERY
def test_the_seating_list_is_offered_once_the_players_of_any_team_are_named(desk, key):
    section = start_seated_event(desk, make_whist(), key, last_team_only=True)
    boxes = find_elements(desk.get(f"/sessions/{section.session_id}/print/"), "fieldset input")
    [box] = [box for box in boxes if box.get("value") == "seating-list"]
    assert box.get("disabled") is None


def test_every_line_is_explained_by_its_own_figures(desk):
    section = start_seated_event(desk, make_whist(), "large-teams-progressive")
    enter_all_lines(section)
    scored = EventResults(section.session.event).first_session.scored
    for key, line in scored.points_by_line.items():
        for side, points in (("NS", line.ns_points), ("EW", line.ew_points)):
            assert explain_line(scored, key, side).points == points
    page = desk.get(f"/events/{section.session.event_id}/?why=total-1")
    assert "for the pairs it has fewer in one direction" in " ".join(find_texts(page, "main"))


def test_a_table_is_told_who_sits_there_and_where_each_of_the_four_goes(desk):
    section = start_seated_event(desk, make_whist(), "awl-24")
    tables = TablePhones(section, tables=2)
    state = tables.client.get(f"/t/{tables.open[1].token}/state.json").json()
    assert state["called"] == "player"
    assert state["players"] == {"N": 1, "E": 5, "S": 2, "W": 6}
    assert state["labels"] == {"ns": "1+2", "ew": "5+6"}
    assert state["places"] == {"N": "stay", "E": "table 2 North", "S": "stay", "W": "table 2 South"}
    assert all(state["seats"].values())


@pytest.mark.slow
def test_a_match_is_shown_board_by_board_though_tables_exchange_boards_between_rounds(desk):
    section = start_seated_event(desk, make_whist(), "new-england-qualifying")
    enter_all_lines(section)
    page = desk.get(f"/events/{section.session.event_id}/matches/1/2/")
    match = page.context["match"]
    assert [board.board_no for board in match.boards] == list(range(1, 9))
    assert all(board.open_room and board.closed_room for board in match.boards)
    own = sum(board.open_room.score - board.closed_room.score for board in match.boards)
    assert match.points == (own, -own)


def test_the_players_of_teams_have_a_record_of_their_own_at_bridge(desk):
    section = start_seated_event(desk, make_empty_section(Contest.TEAMS), "awl-24")
    for number, line in enumerate(fetch_section_lines(section).all):
        text = ("4SS=", "3NTN-1", "2HE+1")[number % 3]
        import_result(section=section, line=line, text=text, user=None)
    record = desk.get(f"/events/{section.session.event_id}/players/").context["record"]
    assert len(record.players) == 8
    assert record.unknown_seat_count == 0
    assert {player.teams for player in record.players} == {("Team1",), ("Team2",)}
    assert {player.boards for player in record.players} == {6}


@pytest.mark.slow
def test_queries_stay_the_same_with_larger_teams(desk):
    small, large = (
        start_seated_event(desk, make_whist(key), key)
        for key in ("harvard-sixes", "three-teams-all-pairs")
    )
    for section in (small, large):
        enter_all_lines(section)
    for page in (
        "play/",
        "scores/boards/1/",
        "scores/rounds/1/tables/1/",
        "field/",
        "seats/",
        "room/?show=seats",
    ):
        asked = [
            count_queries(desk, f"/sessions/{section.session_id}/{page}")
            for section in (small, large)
        ]
        assert asked[0] == asked[1], page
    public = [
        count_queries(desk, f"/events/{section.session.event_id}/boards/1/")
        for section in (small, large)
    ]
    assert public[0] == public[1]
