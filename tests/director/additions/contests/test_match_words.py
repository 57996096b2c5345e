"""What teams say on their phones about the results of their matches."""

import json
from itertools import count

import pytest

from director.additions.contests.matches.reported import report_match
from director.additions.contests.scoring.match_results import SessionMatches
from director.additions.contests.scoring.match_words import TeamStatements
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_scoring_field
from director.boards.play.results.method import set_scoring
from director.boards.play.scores.result import enter_result
from director.boards.scoring.standings.sheets import SessionResults
from director.models.event import Contest
from scoring.model import MatchResult
from tests.director.additions.phones.tables import TablePhones
from tests.director.boards.others import make_contest_section

pytestmark = pytest.mark.django_db
KEYS = count(1)
CHANGED = "The result of the match has changed, so nothing was saved. Check it and try again."


@pytest.fixture
def section():
    return make_contest_section(Contest.TEAMS)


@pytest.fixture
def tables(section) -> TablePhones:
    """The tables of four teams, once all have entered the boards of round 1."""
    tables = TablePhones(section, tables=4)
    for line in fetch_section_lines(section).all:
        if line.round_no == 1:
            tables.say(line, "4SS=" if line.ns < line.ew else "4SS-1")
            tables.agree(line)
    return tables


def send(tables: TablePhones, table_no: int, seat: str, **data):
    """Let a side of a table say whether the result of its match is right."""
    sent = {
        "key": f"match-{next(KEYS)}",
        "round": 1,
        "side": seat,
        "right": True,
        "mark": tables.reveal_match(table_no)["mark"],
        **data,
    }
    path = f"/t/{tables.open[table_no].token}/matches"
    return tables.client.post(path, json.dumps(sent), content_type="application/json")


def seats_of(tables: TablePhones, home: int, away: int) -> int:
    """Return the table of round 1 at which *home* sits N-S against *away*."""
    lines = fetch_section_lines(tables.section).all
    return next(line.table_no for line in lines if (line.ns, line.ew) == (home, away))


def correct(section, text: str = "4SS+1") -> None:
    """Let the director correct the first board of the match of teams 1 and 4."""
    line = next(line for line in fetch_section_lines(section).all if (line.ns, line.ew) == (1, 4))
    enter_result(section=section, board_no=line.board_no, ns=1, ew=4, text=text, user=None)


@pytest.mark.slow
def test_a_correction_makes_a_word_void_by_comparison(tables, section):
    table_no = seats_of(tables, 1, 4)
    mark = tables.reveal_match(table_no)["mark"]
    assert mark == tables.reveal_match(seats_of(tables, 4, 1))["mark"]
    send(tables, table_no, "ns")
    send(tables, table_no, "ew", right=False)
    correct(section)
    said = tables.reveal_match(table_no)["said"]
    assert said["ns"]["words"] == "Team 1 confirmed the result before a correction."
    assert said["ew"]["words"] == "Team 4 said before a correction that the result isn’t right."
    late = send(tables, table_no, "ns", mark=mark)
    assert late.status_code == 422
    assert late.json() == {"error": CHANGED}
    # If the correction is corrected, the teams have confirmed just this result.
    correct(section, "4SS=")
    assert tables.reveal_match(table_no)["mark"] == mark
    assert tables.reveal_match(table_no)["said"]["ns"]["current"]


def test_a_result_that_the_director_entered_can_be_confirmed(section):
    set_scoring(section=section, scoring="team-imps", options={"victory_points": "continuous"})
    tables = TablePhones(section, tables=4)
    report_match(section=section, key=(1, 1, 4), result=MatchResult("imp", 24, 10), user=None)
    table_no = seats_of(tables, 1, 4)
    assert send(tables, table_no, "ns").status_code == 201
    report_match(section=section, key=(1, 1, 4), result=MatchResult("imp", 25, 11), user=None)
    assert not tables.reveal_match(table_no)["said"]["ns"]["current"]


def desk_page(desk, section, path: str = "") -> str:
    content = desk.get(f"/sessions/{section.ref}/results/matches/{path}").content.decode()
    return " ".join(content.split())


@pytest.mark.slow
def test_the_desk_reads_who_confirmed_each_match(desk, tables, section):
    assert "Confirmed on phones" not in desk_page(desk, section)
    here, there = seats_of(tables, 1, 4), seats_of(tables, 4, 1)
    send(tables, here, "ns")
    assert "Confirmed by team 1." in desk_page(desk, section)
    send(tables, there, "ns")
    assert "Confirmed by both teams." in desk_page(desk, section)
    for path in ("1/4/", "1/4/?round=1", "4/1/?round=1"):
        assert "<p>Confirmed by both teams.</p>" in desk_page(desk, section, path)
    correct(section)
    send(tables, here, "ew", right=False)
    words = "Not right, says team 4. Confirmed by team 1 before a correction."
    assert f"<strong>{words}</strong>" in desk_page(desk, section)
    assert f'<p class="say">{words}</p>' in desk_page(desk, section, "1/4/")


@pytest.mark.slow
@pytest.mark.parametrize("matches", [1, 2])
def test_words_cost_the_page_of_matches_one_query(
    desk, tables, section, matches, django_assert_max_num_queries
):
    for home, away in [(1, 4), (2, 3)][:matches]:
        for line in fetch_section_lines(section).all:
            if line.round_no == 1 and {line.ns, line.ew} == {home, away}:
                send(tables, line.table_no, "ns")
    sheets = SessionResults(fetch_scoring_field(section))
    sheets.read()
    assert sheets.scored
    with django_assert_max_num_queries(1):
        assert len(TeamStatements(SessionMatches(sheets)).all) == matches
