"""A team withdraws from a round robin: from that round on nothing is due, and what it played counts or does not."""

import pytest
from django.utils import timezone

from director.additions.contests.matches.reported import report_match, set_match_void
from director.additions.phones.boards.state import make_table_state
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_scoring_field
from director.boards.play.plan import store_plan
from director.boards.play.results.method import set_scoring
from director.boards.play.screens import read_boards_room
from director.boards.scoring.json import serialize_results
from director.boards.scoring.standings.event import EventResults
from director.boards.tables.files import make_event_table
from director.core.files.exports import list_formats
from director.core.night.links.opening import open_entry_addresses, open_table_addresses
from director.models.event import Clock, Contest
from movements.registry import make_plan
from scoring.model import MatchResult
from tests.director.additions.contests.draws.test_draws import (
    enter_round,
    make_drawn_section,
    make_section_to_draw,
    reload_drawn_section,
)
from tests.director.pages import count_queries, find_texts
from tests.factories import enter_on_line
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db


def league(rounds_played, *, teams=6, scoring="team-imps", options=None, **chosen):
    """Return a round robin of which so many rounds are played; with 6 teams, team 2 meets 5, 1, 6, 3 and 4."""
    section = make_section_to_draw(Contest.TEAMS)
    store_plan(
        section=section,
        movement=make_plan("round-robin", teams=teams, boards_per_set=2, options=chosen),
    )
    if scoring != "team-imps" or options:
        set_scoring(section=reload_drawn_section(section), scoring=scoring, options=options or {})
    for round_no in range(1, rounds_played + 1):
        enter_round(reload_drawn_section(section), round_no)
    return reload_drawn_section(section)


def withdrawals_address(section, path="withdrawals/"):
    return f"/sessions/{section.session_id}/{path}"


def withdraw(desk, section, team, from_round):
    return desk.post(withdrawals_address(section), {"team": team, "from_round": from_round})


def rows(section):
    return {row.contestant: row for row in EventResults(section.session.event).first_session.rows}


def due(section):
    sheets = EventResults(section.session.event).first_session
    return sheets.results_in, sheets.results_due


@pytest.mark.slow
@pytest.mark.parametrize(("played", "has_place"), [(2, False), (3, True)])
@pytest.mark.parametrize(
    ("scoring", "options"),
    [
        ("team-imps", {"victory_points": "continuous"}),
        ("team-imps", {"victory_points": "none"}),
        ("board-a-match", {}),
        ("patton", {}),
    ],
)
def test_standings_follow_the_share_it_has_played(desk, scoring, options, played, has_place):
    section = league(played, scoring=scoring, options=options)
    before = rows(section)
    withdraw(desk, section, 2, played + 1)
    after = rows(section)
    assert bool(after[2].place) is has_place
    assert compute_field_differences(fetch_scoring_field(reload_drawn_section(section))) == []
    awarded = {team for team in after if after[team].total != before[team].total and team != 2}
    if not has_place:
        assert awarded <= {5, 1}
        assert after[2].total is None
    else:
        assert awarded <= (set() if scoring == "board-a-match" else {3, 4})
        assert after[2].total == before[2].total
    if scoring == "team-imps" and has_place and options["victory_points"] == "continuous":
        assert all(after[team].total >= before[team].total + 12 for team in (3, 4))
    shown = {
        row["contestant"]: row["total"]
        for row in serialize_results(EventResults(reload_drawn_section(section).session.event))[
            "standings"
        ]
    }
    assert (shown[2] is None) is not has_place
    how_much = "at least half" if has_place else "fewer than half"
    facts = make_event_table(
        EventResults(reload_drawn_section(section).session.event).standings
    ).rows
    assert any(
        str(value).startswith(f"Team 2 withdrew after {how_much} of its matches, so ")
        for _item, value in facts
    )


@pytest.mark.slow
def read_progress(desk, section) -> list[str]:
    return find_texts(desk.get(withdrawals_address(section)), "tbody tr")


@pytest.mark.parametrize(("played", "verb"), [(2, "don’t count"), (3, "count")])
def test_the_page_says_whether_the_results_of_a_team_would_count(desk, played, verb):
    section = league(played)
    assert read_progress(desk, section)[1] == f"2 {played} of 5 {verb}"
    withdraw(desk, section, 2, played + 1)
    section = reload_drawn_section(section)
    rows_after = read_progress(desk, section)
    assert rows_after[1] == f"2 {played} of 5 {verb}, withdrawn from round {played + 1}"
    # Team 5 met team 2 in round 1: a match that doesn't count isn't one of its matches.
    expected = "5 3 of 5 count" if verb == "count" else "5 1 of 4 don’t count"
    assert rows_after[4] == expected


def test_the_matches_of_more_teams_cost_no_more(desk):
    costs = []
    for teams in (6, 10):
        section = league(2, teams=teams)
        costs.append(count_queries(desk, withdrawals_address(section)))
    assert costs[0] == costs[1]


def test_everybody_meets_twice_and_each_match_counts_for_itself(desk):
    section = league(5, teams=4, twice="yes")
    withdraw(desk, section, 2, 6)
    assert rows(section)[2].place
    assert (
        len(
            [
                note
                for note in EventResults(section.session.event).standings.notes
                if "has withdrawn)" in note
            ]
        )
        == 1
    )
    assert compute_field_differences(fetch_scoring_field(reload_drawn_section(section))) == []


@pytest.mark.slow
def test_the_room_and_the_tables_are_told(desk):
    section = league(2)
    withdraw(desk, section, 2, 3)
    section = reload_drawn_section(section)
    session = section.session
    session.clock, session.round_no, session.round_ends_at = Clock.RUNNING, 3, timezone.now()
    session.save()
    lines = {
        line.left_text: line.right_text
        for line in read_boards_room(fetch_scoring_field(section), show="seats").page.lines
    }
    assert lines["2"] == "withdrawn"
    assert lines["3"] == "sits out, team 2 has withdrawn"
    opened = open_table_addresses(session=session, section=section, tables=range(1, 7))
    states = {table_no: make_table_state(access).state for table_no, access in opened.items()}
    sentence = "Team 2 has withdrawn, so nobody plays at this table in round {}."
    assert [states[number]["sit_out"] for number in range(1, 7)] == [sentence.format(3)] * 2 + [
        ""
    ] * 4
    assert [states[number]["say"] for number in range(3, 7)] == [[sentence.format(5)]] * 2 + [
        [sentence.format(4)]
    ] * 2


def test_there_is_no_such_page_for_a_swiss(desk):
    section = make_drawn_section(desk)
    response = desk.get(withdrawals_address(section), follow=True)
    assert "Teams can withdraw only from a round robin." in find_texts(response, "#messages")[0]


PAGES = (
    "",
    "matches/",
    "matches/?after=2",
    "matches/3/4/",
    "recap/",
    "results.json?explain=1",
    "pairs/2/",
    "pairs/3/?why",
)
SHEETS = (
    "guide-cards",
    "match-cards",
    "team-sheets",
    "score-slips",
    "master-sheet",
    "personal-guides",
)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("played", "scoring"),
    [(0, "team-imps"), (2, "board-a-match"), (3, "team-imps"), (3, "patton"), (3, "fours")],
)
def test_every_page_and_file_opens(desk, played, scoring):
    section = league(played, scoring=scoring, options={})
    withdraw(desk, section, 2, played + 1)
    open_table_addresses(
        session=section.session, section=reload_drawn_section(section), tables=range(1, 7)
    )
    open_entry_addresses(section=reload_drawn_section(section), pairs=range(1, 7))
    event = f"/events/{section.session.event_id}/"
    steps = (
        "field/",
        "seats/",
        "print/",
        "play/",
        "scores/",
        "results/",
        "room/",
        "tables/",
        "lineups/",
    )
    # Two formats hold results of boards only, and refuse an event without any in a sentence.
    left_out = {"site"} if played else {"site", "pbn", "pbn-results", "bridgewebs"}
    exports = [f"{event}export/{form.key}/" for form in list_formats() if form.key not in left_out]
    sheets = withdrawals_address(
        section, f"print/sheets.pdf?{'&'.join(f'kinds={kind}' for kind in SHEETS)}&paper=a4"
    )
    asked = [
        *(withdrawals_address(section, path) for path in steps),
        *(event + path for path in PAGES),
        *exports,
        sheets,
    ]
    assert {path for path in asked if desk.get(path, follow=True).status_code != 200} == set()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "sizes"),
    [("american-whist", {"teams": 5}), ("triple", {"teams": 3}), ("awl-24", {"teams": 2})],
    ids=str,
)
@pytest.mark.parametrize(
    "scoring", ["team-imps", "board-a-match", "patton", "fours", "team-totals"]
)
def test_in_other_movements_what_is_not_played_counts_for_nobody(desk, key, sizes, scoring):
    section = make_section_to_draw(Contest.TEAMS)
    store_plan(section=section, movement=make_plan(key, boards_per_set=2, **sizes))
    set_scoring(section=reload_drawn_section(section), scoring=scoring, options={})
    enter_round(reload_drawn_section(section), 1)
    section = reload_drawn_section(section)
    before = rows(section)
    assert "Withdraw team" not in find_texts(desk.get(withdrawals_address(section, "seats/")), "a")
    for path in ("seats/", "play/"):
        assert "Change movement" in find_texts(desk.get(withdrawals_address(section, path)), "a")
    later = [
        line
        for line in fetch_section_lines(section).all
        if line.round_no > 1 and 2 in (line.ns, line.ew)
    ]
    for line in later:
        enter_on_line(section, line, "NP: withdrawn")
    after = rows(section)
    assert {team: row.total for team, row in after.items()} == {
        team: row.total for team, row in before.items()
    }
    assert compute_field_differences(fetch_scoring_field(reload_drawn_section(section))) == []


def report(section, round_no, first, second, points):
    low, high = sorted((first, second))
    report_match(
        section=reload_drawn_section(section),
        key=(round_no, low, high),
        result=MatchResult("imp", *points),
        user=None,
    )


def list_meetings(section, round_no):
    """Return the matches of a round, with the lower number first."""
    meetings = section.plan.rows.filter(round_no=round_no).values_list("ns", "ew")
    return sorted({tuple(sorted(meeting)) for meeting in meetings})


@pytest.mark.slow
def test_a_match_that_was_reported_early_stays(desk):
    section = league(0, teams=4)
    for round_no in (1, 3):
        for first, second in list_meetings(section, round_no):
            report(section, round_no, first, second, (20, 10))
    assert withdraw(desk, section, 2, 2).status_code == 302
    kept = {
        (line.round_no, *sorted((line.ns, line.ew)))
        for line in fetch_section_lines(reload_drawn_section(section)).all
        if 2 in (line.ns, line.ew)
    }
    assert {round_no for round_no, *_teams in kept} == {1, 3}


def test_nobody_gets_anything_for_a_void_match_of_a_team_that_withdraws(desk):
    section = league(0, teams=4)
    (opponent,) = {
        team
        for meeting in list_meetings(section, 3)
        if 3 in meeting
        for team in meeting
        if team != 3
    }
    for round_no in (1, 2, 3):
        for first, second in list_meetings(section, round_no):
            if (round_no, 3) in ((3, first), (3, second)):
                continue
            report(section, round_no, first, second, (20, 10))
    void_key = (3, min(3, opponent), max(3, opponent))
    set_match_void(section=reload_drawn_section(section), key=void_key, is_void=True, user=None)
    before = rows(section)[opponent].total
    assert withdraw(desk, section, 3, 3).status_code == 302
    assert rows(section)[opponent].total == before
