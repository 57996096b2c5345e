"""Matches of teams on the phones of their tables."""

import pytest

from director.additions.contests.matches.reported import report_match
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_section
from director.boards.play.results.method import set_scoring
from director.models import Section
from director.models.event import Contest
from scoring.model import MatchResult
from tests.director.additions.phones.tables import TablePhones
from tests.director.boards.others import make_contest_section
from tests.factories import make_night

pytestmark = pytest.mark.django_db


def read_table_json(tables: TablePhones, table_no: int, path: str) -> dict:
    return tables.client.get(f"/t/{tables.open[table_no].token}/{path}").json()


def enter(tables: TablePhones, lines, text: str = "4SS=") -> None:
    for line in lines:
        assert tables.say(line, text).status_code == 201
        assert tables.agree(line).status_code == 201


def list_round_lines(tables: TablePhones, round_no: int):
    return [line for line in fetch_section_lines(tables.section).all if line.round_no == round_no]


def report(tables: TablePhones, line, home, away, unit) -> None:
    """Let the director enter the result of the match of *line*, the lower number first."""
    key = (line.round_no, *sorted((line.ns, line.ew)))
    report_match(section=tables.section, key=key, result=MatchResult(unit, home, away), user=None)


def test_the_last_match_entered_by_the_director_ends_the_evening():
    section = make_contest_section(
        Contest.TEAMS, size=2, key="team-match", rounds=1, boards_per_set=4
    )
    tables = TablePhones(section, tables=2)
    line = fetch_section_lines(section).all[0]
    key = (0, *sorted((line.ns, line.ew)))
    report_match(section=section, key=key, result=MatchResult("imp", 24, 10), user=None)
    state = read_table_json(tables, 1, "state.json")
    assert state["over"]
    assert state["reported"] == "The director has entered the result: 24 : 10 IMPs."
    page = tables.client.get(f"/t/{tables.open[1].token}/").content.decode()
    assert state["reported"] in page
    assert f'name="board" value="{line.board_no}"' not in page


def scored_by_vps(section) -> Section:
    options = {"victory_points": "continuous"}
    set_scoring(section=section, scoring="team-imps", options=options)
    return fetch_section(section.session_id)


def test_a_match_waits_for_the_opponents_of_its_table():
    tables = TablePhones(make_contest_section(Contest.TEAMS), tables=4)
    lines = [line for line in list_round_lines(tables, 1) if {line.ns, line.ew} == {1, 4}]
    enter(tables, lines[1:])
    assert tables.say(lines[0], "4SS-1").status_code == 201
    match = tables.reveal_match(lines[0].table_no)
    assert "confirmed all boards" in match["waits"]
    assert match["boards"] == []


def test_a_match_entered_by_the_director_is_shown_with_its_teams():
    tables = TablePhones(scored_by_vps(make_contest_section(Contest.TEAMS)), tables=4)
    line = next(line for line in list_round_lines(tables, 1) if line.ns > line.ew)
    report(tables, line, 24, 10, "imp")
    match = read_table_json(tables, line.table_no, "matches/1.json")
    assert match["reported"] == "The director has entered the result: 10 : 24 IMPs."
    assert match["figures"] == [
        {"unit": "IMPs", "points": ["10", "24"]},
        {"unit": "VPs", "points": ["3.58", "16.42"]},
    ]
    assert match["boards"] == []


def test_pairs_have_no_match():
    tables = TablePhones(make_night(pairs=10, boards_per_set=2))
    assert tables.client.get(f"/t/{tables.open[1].token}/matches/1.json").status_code == 404
