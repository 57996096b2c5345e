"""Whole evenings of fours in parallel rows: by the book the two halves of a team play some deals against each other."""

import csv
from collections import defaultdict
from io import BytesIO

import pytest
from django.core.management import call_command
from openpyxl import load_workbook
from pypdf import PdfReader

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_scoring_field, fetch_section
from director.boards.play.results.method import set_scoring
from director.boards.play.scores.result import enter_result
from director.boards.scoring.standings.event import EventResults
from director.core.night.publishing import publish_results
from director.models import Event
from director.models.event import Contest
from tests.director.additions.contests.seated_nights import (
    choose_tricks,
    enter_all_lines,
    make_whist,
)
from tests.director.boards.others import make_empty_section
from tests.director.pages import fetch_print_preview, find_elements
from tests.factories import make_pair_names
from tests.golden import read_golden
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db

KEY = "fours-parallel"
SCHEDULES = {"": "fours-parallel_4_teams.csv", "skip": "fours-parallel_4_teams_skip.csv"}
"""The schedules of the book for four teams, looked over by hand, by what is said of team-mates at Field."""
DESK = (
    "field/",
    "field/?round=1",
    "field/?pair=1",
    "seats/",
    "lineups/",
    "print/",
    "play/",
    "scores/boards/1/",
)
AT_TABLES = (
    "scores/rounds/1/tables/1/",
    "tables/",
    "room/?show=seats",
    "results/",
    "rulings/",
    "acts/",
)
PUBLIC = (
    "",
    "?why=total-1",
    "boards/1/",
    "boards/1/?why=1-1-1",
    "pairs/1/",
    "pairs/1/?why=1-1-1",
    "recap/",
)
SHEETS = (
    "guide-cards",
    "score-slips",
    "personal-guides",
    "master-sheet",
    "seating-list",
    "name-slips",
    "badges",
)
AFTER = ("standings", "board-sheets", "pair-cards", "recap")


def rows_of(home: str):
    """Return round, table, N-S team, E-W team and boards of every row of the schedule of the book, two boards a set."""
    for row in csv.DictReader(read_golden(f"movements/{SCHEDULES[home]}").splitlines()):
        for table_no in range(1, 5):
            teams, board_set = row[f"table {table_no}"].split("/")
            ns, ew = map(int, teams.split("-"))
            yield int(row["round"]), table_no, ns, ew, (2 * int(board_set) - 1, 2 * int(board_set))


def totals(home: str) -> dict[int, int]:
    """Return the tricks of the two pairs of each team, added up from the schedule of the book."""
    won: dict[int, int] = defaultdict(int)
    for round_no, table_no, ns, ew, boards in rows_of(home):
        for board_no in boards:
            tricks = choose_tricks(board_no, round_no, table_no)
            won[ns] += tricks
            won[ew] += 13 - tricks
    return dict(won)


def begun(desk, section, home: str = "", **asked):
    """Choose the movement at Field and seat four teams at Seats; return the section as it is then."""
    address = f"/sessions/{section.session_id}"
    chosen = {"teams": 4, "key": KEY, "boards": 2} | ({"home": home} if home else {}) | asked
    page = desk.get(f"{address}/field/movement/", chosen)
    assert (
        desk.post(f"{address}/field/movement/", page.context["movement_query"]).status_code == 302
    )
    people = [[make_pair_names(4 * team + index)[0] for index in range(4)] for team in range(4)]
    listed = "\n".join(
        f"{number} Team{number}: {', '.join(person)}" for number, person in enumerate(people, 1)
    )
    assert desk.post(f"{address}/seats/list/", {"text": listed}).status_code == 302
    return fetch_section(section.session_id)


def make_whist_night(desk, home: str = ""):
    section = begun(desk, make_whist(), home)
    set_scoring(section=section, scoring="team-totals", options={}, user=None)
    return fetch_section(section.session_id)


def make_bridge_night(desk, method: str):
    section = begun(desk, make_empty_section(Contest.TEAMS))
    if section.session.event.scoring != method:
        set_scoring(section=section, scoring=method, options={}, user=None)
    for number, line in enumerate(fetch_section_lines(section).all):
        where = {"board_no": line.board_no, "ns": line.ns, "ew": line.ew}
        enter_result(
            section=section, **where, text=("4SS=", "3NTN-1", "2HE+1")[number % 3], user=None
        )
    return fetch_section(section.session_id)


def rows_by_team(section):
    results = EventResults(Event.objects.get(pk=section.session.event_id))
    return {row.contestant: row for row in results.standings.groups[0].rows}


@pytest.mark.slow
@pytest.mark.parametrize("home", list(SCHEDULES))
def test_a_whole_evening_typed_at_the_desk_ends_in_the_sums_of_the_book(desk, home):
    section = make_whist_night(desk, home)
    stored = section.plan.rows.values_list("round_no", "table_no", "ns", "ew", "boards")
    assert [(*row, tuple(boards)) for *row, boards in stored] == list(rows_of(home))
    address = f"/sessions/{section.session_id}"
    for round_no, table_no, ns, ew, boards in rows_of(home):
        page = f"{address}/scores/rounds/{round_no}/tables/{table_no}/"
        typed = {
            f"{board}-{ns}-{ew}": str(choose_tricks(board, round_no, table_no)) for board in boards
        }
        shown = {
            name: box.get("value", "")
            for box in find_elements(desk.get(page), "input")
            if (name := box.get("name"))
        }
        fields = {f"text-{line}": tricks for line, tricks in typed.items()}
        assert fields.keys() <= shown.keys()
        assert desk.post(page, shown | fields).status_code in (200, 302)
    publish_results(event=section.session.event)
    rows = rows_by_team(section)
    assert {team: row.total for team, row in rows.items()} == totals(home)
    assert {row.boards for row in rows.values()} == {24 if home == "skip" else 32}
    assert compute_field_differences(fetch_scoring_field(fetch_section(section.session_id))) == []
    for page in (*DESK, *AT_TABLES):
        assert desk.get(f"{address}/{page}").status_code == 200, page
    for page in (*PUBLIC, "results.json?explain"):
        assert desk.get(f"/events/{section.session.event_id}/{page}").status_code == 200, page


def test_the_choice_to_leave_home_deals_out_is_offered_at_field(desk):
    section = make_whist()
    page = desk.get(
        f"/sessions/{section.session_id}/field/movement/", {"teams": 4, "key": KEY, "boards": 2}
    )
    (select,) = [box for box in find_elements(page, "select") if box.get("name") == "home"]
    assert [option.get("value") for option in select.iter("option")] == ["play", "skip"]
    assert page.context["movement_query"]["home"] == "play"


@pytest.mark.slow
def test_the_paper_of_the_evening_shows_home_deals(desk):
    section = make_whist_night(desk)
    enter_all_lines(section)
    response = fetch_print_preview(
        desk, f"/sessions/{section.session_id}/print/", {"kinds": (*SHEETS, *AFTER), "paper": "a4"}
    )
    assert response.headers["Content-Type"] == "application/pdf"
    only = fetch_print_preview(
        desk, f"/sessions/{section.session_id}/print/", {"kinds": ["master-sheet"], "paper": "a4"}
    )
    words = " ".join(page.extract_text() for page in PdfReader(BytesIO(only.content)).pages)
    assert words.count("1 v 1") == 2


METHODS = ["team-imps", "board-a-match", "patton", "team-totals"]


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS)
def test_at_bridge_home_deals_are_no_match_and_change_no_place(desk, method):
    section = make_bridge_night(desk, method)
    scored = EventResults(section.session.event).first_session.scored
    home = {key: line for key, line in scored.points_by_line.items() if key[1] == key[2]}
    assert len(home) == 16
    assert all((line.ns_points is None) is (method != "team-totals") for line in home.values())
    assert all(match.home != match.away for match in scored.ranking.matches)
    assert [note for note in scored.ranking.notes if "1 N-S against 1 E-W" in note] == []
    assert compute_field_differences(fetch_scoring_field(section)) == []
    with_home = {team: (row.place, row.total) for team, row in rows_by_team(section).items()}
    for _board_no, ns, ew in home:
        section.results.filter(ns=ns, ew=ew).delete()
    assert {
        team: (row.place, row.total) for team, row in rows_by_team(section).items()
    } == with_home
    event_id = section.session.event_id
    for page in ("", "boards/1/", "pairs/1/", "recap/", "players/", "results.json?explain"):
        assert desk.get(f"/events/{event_id}/{page}").status_code == 200, page
    assert desk.get(f"/events/{event_id}/matches/1/1/").status_code == 404


@pytest.mark.slow
def test_home_deals_are_in_every_file_that_holds_lines(desk, tmp_path):
    section = make_bridge_night(desk, "team-imps")
    event_id = section.session.event_id
    files = {name: tmp_path / f"night.{name}" for name in ("xlsx", "pbn", "usebio", "json")}
    for name, target in files.items():
        call_command("export", event_id, "--format", name, "--output", str(target))
    head, *lines = load_workbook(files["xlsx"])["Boards"].iter_rows(values_only=True)
    rows = [dict(zip(head, line, strict=True)) for line in lines]
    assert sum(row["N-S"] == row["E-W"] for row in rows) == 16
    assert "  1  1     1     1 4S    S 10" in files["pbn"].read_text()
    answer = desk.get(f"/events/{event_id}/results.json").json()
    assert {"ns": 1, "ew": 1}.items() <= answer["boards"][0]["lines"][0].items()
    call_command("import_results", str(files["json"]), "--again")
    taken = Event.objects.exclude(pk=event_id).get()
    assert [row.total for row in EventResults(taken).standings.groups[0].rows] == [
        row.total for row in rows_by_team(section).values()
    ]
