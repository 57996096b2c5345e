"""Matches of which some boards are missing: shown everywhere, counted once they are finished."""

import pytest

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.paper.exports import make_matches_table
from director.additions.contests.scoring.match_results import SessionMatches
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_scoring_field
from director.boards.play.plan import store_plan
from director.boards.play.results.method import set_scoring
from director.boards.play.scores.result import enter_result
from director.boards.scoring.standings.event import EventResults
from director.errors import DeskError
from director.models.event import Contest
from movements.registry import make_plan
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    make_drawn_section,
    make_section_to_draw,
    reload_drawn_section,
    start_draw,
)
from tests.director.pages import find_errors, find_texts
from tests.factories import enter_on_line
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db


def start_swiss(desk, *, boards: int = 4):
    section = make_drawn_section(desk, size=4, boards=boards, first_round="halves")
    set_scoring(section=section, scoring="team-imps", options={"victory_points": "continuous"})
    return reload_drawn_section(section)


def list_totals(section) -> dict[int, object]:
    return {
        row.contestant: row.total for row in EventResults(section.session.event).first_session.rows
    }


def enter_slam(section, home, away, boards) -> None:
    """Let *home* win a slam at both tables of so many *boards* of the first round that are missing."""
    lines = [
        line
        for line in fetch_section_lines(section).all
        if {line.ns, line.ew} == {home, away} and not line.is_entered
    ]
    for board_no in sorted({line.board_no for line in lines})[:boards]:
        for ns, ew in ((home, away), (away, home)):
            text = "6NTN=" if ns == home else "6NTN-1"
            enter_result(section=section, board_no=board_no, ns=ns, ew=ew, text=text, user=None)


@pytest.mark.slow
def test_one_board_of_four_counts_for_nothing_yet_and_shows(desk):
    section = start_swiss(desk)
    home, away = find_drawn_contest(section).rounds[0].pairings[0]
    enter_slam(section, home, away, 1)
    assert (
        find_drawn_contest(section).shown_rounds[0].matches[0].score == "14 : 0 IMPs after 1 board"
    )
    assert (
        find_texts(desk.get(draw_address(section)), "main")[0].count("14 : 0 IMPs after 1 board")
        == 1
    )
    assert list_totals(section) == {home: 0, away: 0, **dict.fromkeys({1, 2, 3, 4} - {home, away})}
    results = EventResults(section.session.event)
    match = SessionMatches(results.first_session).match(home, away)
    assert (match.points, match.score) == ((14, -14), (None, None))
    assert match.score_explanation == "1 board entered so far; the match counts when all are"
    assert "1 match counts when all its boards have been entered." in results.standings.notes
    table = make_matches_table(results)
    values_by_key = dict(zip([column.key for column in table.columns], table.rows[0], strict=True))
    keys = ("boards", "home_points", "away_points", "home_score", "away_score")
    assert [values_by_key[key] for key in keys] == [1, 14, 0, None, None]
    assert [
        cell.score
        for row in SessionMatches(results.first_session).cross_table.rows
        for cell in row.cells
        if cell
    ] == [None] * 2
    assert compute_field_differences(fetch_scoring_field(section)) == []
    enter_slam(section, home, away, 3)
    assert find_drawn_contest(section).shown_rounds[0].matches[0].score == "62 : 0 IMPs, 20.00–0.00"
    enter_slam(section, *find_drawn_contest(section).rounds[0].pairings[1], 1)
    assert find_texts(desk.get(draw_address(section)), "#draw .say.warn") == [
        "Results of round 1 are missing: 2 – 4. A match counts 0 until all its results are entered. Scores"
    ]
    assert list_totals(section)[home] == 20


@pytest.mark.slow
def test_a_board_not_played_finishes_a_match_by_the_scale_of_its_boards(desk):
    section = start_swiss(desk, boards=6)
    set_scoring(section=section, scoring="team-imps", options={"victory_points": "acbl-20"})
    home, away = find_drawn_contest(reload_drawn_section(section)).rounds[0].pairings[0]
    enter_slam(section, home, away, 1)
    for address in (
        draw_address(section),
        f"/sessions/{section.session_id}/results/",
        f"/sessions/{section.session_id}/play/",
    ):
        assert desk.get(address).status_code == 200
    enter_slam(section, home, away, 4)
    for ns, ew in ((home, away), (away, home)):
        enter_result(section=section, board_no=6, ns=ns, ew=ew, text="NP late", user=None)
    assert (
        find_drawn_contest(reload_drawn_section(section)).shown_rounds[0].matches[0].score
        == "79 : 0 IMPs, 20.00–0.00"
    )
    assert list_totals(section)[home] == 20
    assert compute_field_differences(fetch_scoring_field(reload_drawn_section(section))) == []


REFUSED = (
    "The scale ACBL 20 is for matches of 6 to 8 and 9 to 11 boards, not of 4. Choose another number of boards, or "
    "another scale at Results."
)


@pytest.mark.slow
def test_a_scale_without_a_table_for_the_boards_is_refused_from_both_sides(desk):
    section = start_swiss(desk)
    asked = {"scoring": "team-imps", "option_victory_points": "acbl-20"}
    assert find_errors(desk.post(f"/sessions/{section.session_id}/results/", asked)) == [REFUSED]
    with pytest.raises(DeskError) as refused:
        set_scoring(section=section, scoring="team-imps", options={"victory_points": "acbl-20"})
    assert str(refused.value) == REFUSED
    other = make_section_to_draw()
    set_scoring(section=other, scoring="team-imps", options={"victory_points": "acbl-20"})
    other = reload_drawn_section(other)
    with pytest.raises(DeskError) as refused:
        store_plan(section=other, movement=make_plan("round-robin", teams=4, boards_per_set=4))
    assert str(refused.value) == REFUSED
    assert find_errors(start_draw(desk, other, size=4, boards=4)) == [REFUSED]
    assert reload_drawn_section(other).plan is None
    store_plan(section=other, movement=make_plan("round-robin", teams=4, boards_per_set=6))


def test_what_cannot_be_scored_leads_from_the_draw_to_the_scoring(desk):
    section = start_swiss(desk)
    event = section.session.event
    event.scoring_options = {"victory_points": "acbl-20"}  # as older programs let it be chosen
    event.save()
    home, away = find_drawn_contest(reload_drawn_section(section)).rounds[0].pairings[0]
    enter_slam(section, home, away, 4)
    response = desk.get(draw_address(section), follow=True)
    assert response.redirect_chain == [(f"/sessions/{section.session_id}/results/", 302)]
    sentence = (
        "The scale ACBL 20 is for matches of 6 to 8 and 9 to 11 boards, not of 4. Choose another scale, or another "
        "number of boards."
    )
    assert find_texts(response, "#messages .say") == [sentence]


def test_an_unfinished_match_of_pairs_counts_later(desk):
    section = make_drawn_section(desk, contest=Contest.PAIRS, key="swiss-pairs", size=4, boards=2)
    lines = [line for line in fetch_section_lines(section).all if line.round_no == 1]
    for line in lines[:3]:
        text = "4SS=" if line is lines[0] else "PASS"
        enter_on_line(section, line, text)
    done = (
        {lines[0].ns, lines[0].ew}
        if {lines[0].ns, lines[0].ew} == {lines[1].ns, lines[1].ew}
        else set()
    )
    assert done
    own = list_totals(section)
    assert {number for number, total in own.items() if total} <= done
    assert sum(own[number] for number in done) == 20
    assert compute_field_differences(fetch_scoring_field(section)) == []
