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
from director.core.night.phone_entries import discard_phone_entries
from director.models import Act, Call, Event, TableWord
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


def test_a_team_confirms_its_match_once(tables):
    table_no = seats_of(tables, 1, 4)
    assert tables.reveal_match(table_no)["said"] == {}
    acts, change_no = Act.objects.count(), Event.objects.get().change_no
    response = send(tables, table_no, "ns", key="first")
    stored = {"stored": True, "round": 1, "side": "ns", "right": True}
    assert response.status_code == 201
    assert response.json() == stored
    again = send(tables, table_no, "ns", key="first")
    assert again.status_code == 200
    assert again.json() == stored
    said = tables.reveal_match(table_no)["said"]
    word = TableWord.objects.get(kind="match")
    assert set(said) == {"ns"}
    assert said["ns"] == {
        "right": True,
        "current": True,
        "words": f"Team 1 confirmed the result at {word.heard_at.astimezone():%H:%M}.",
    }
    # It changes no result, so it isn't in the history, but the desk's pages are made anew.
    assert Act.objects.count() == acts
    assert Event.objects.get().change_no == change_no + 1
    # The other table of the match shows the team on its other side.
    assert set(tables.reveal_match(seats_of(tables, 4, 1))["said"]) == {"ew"}


def test_a_team_that_disagrees_calls_the_director_with_its_match(tables):
    table_no = seats_of(tables, 1, 4)
    assert send(tables, table_no, "ew", right=False).status_code == 201
    call = Call.objects.get()
    reason = "Match 1 against 4, round 1: team 4 says the result isn’t right"
    assert (call.table_no, call.reason) == (table_no, reason)
    # Pressed again, it is the same call.
    assert send(tables, table_no, "ew", right=False).status_code == 201
    assert Call.objects.count() == 1
    said = tables.reveal_match(table_no)["said"]["ew"]
    assert said["words"].endswith("that the result isn’t right.")
    # What a team says last counts, at whichever of its tables.
    send(tables, seats_of(tables, 4, 1), "ns")
    assert tables.reveal_match(table_no)["said"]["ew"]["right"]


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


@pytest.mark.parametrize(
    ("data", "error"),
    [
        (
            {"side": "both"},
            "Say for which side, ns or ew, and whether the result is right, true or false.",
        ),
        (
            {"right": None},
            "Say for which side, ns or ew, and whether the result is right, true or false.",
        ),
        (
            {"right": "yes"},
            str("“{name}” must be true or false, so nothing was saved.".format(name="right")),
        ),
        ({"round": 0}, "The round must be a whole number, such as 2."),
        ({"round": 2}, "Round 2 has no complete match here to confirm."),
        ({"round": 9}, "Round 9 has no complete match here to confirm."),
        ({"mark": ""}, CHANGED),
        ({"mark": 7}, CHANGED),
        (
            {"key": ""},
            str("Every entry needs its own key, of at most {most} characters.".format(most=200)),
        ),
    ],
)
def test_each_wrong_word_has_its_sentence(tables, data, error):
    response = send(tables, 1, "ns", **data)
    assert response.status_code == 422
    assert response.json() == {"error": error}
    assert not TableWord.objects.filter(kind="match").exists()


def test_tables_confirm_nothing_once_the_results_are_published(tables):
    Event.objects.update(published_at="2026-01-01T00:00Z")
    assert tables.reveal_match(1)["mark"] == ""
    answer = send(tables, 1, "ns")
    assert answer.json() == {
        "error": (
            "Results are published or final, so tables can’t enter any now. Tell the director "
            "what is wrong."
        )
    }


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


def test_matches_that_are_doubted_come_first(desk, tables, section):
    send(tables, seats_of(tables, 1, 4), "ns")
    doubted = next(
        line
        for line in fetch_section_lines(section).all
        if line.round_no == 1 and line.ns in (2, 3)
    )
    send(tables, doubted.table_no, "ns", right=False)
    page = desk_page(desk, section)
    assert page.index("Not right, says") < page.index("Confirmed by team 1.")
    assert "Round 1, 1 Ash, Birch, Cole, Dunn against 4 " in page


def test_visitors_do_not_read_what_teams_said(client, tables, section):
    send(tables, seats_of(tables, 1, 4), "ns")
    Event.objects.update(published_at="2026-01-01T00:00Z")
    for path in ("matches/", "matches/1/4/"):
        response = client.get(f"/events/{section.session.event_id}/{path}")
        assert response.status_code == 200
        assert "onfirmed" not in response.content.decode()


def test_a_new_movement_drops_what_teams_said(tables, section):
    send(tables, seats_of(tables, 1, 4), "ns")
    discard_phone_entries(section)
    assert tables.reveal_match(seats_of(tables, 1, 4))["said"] == {}


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
