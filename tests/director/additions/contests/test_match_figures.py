"""What pages say about matches: both scores, carry-over, decisions, and how many results are missing."""

from fractions import Fraction

import pytest
from django.urls import reverse

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.draws.decisions import decide_match
from director.additions.contests.draws.drawing import begin_contest, propose_round
from director.additions.contests.draws.rounds import DrawChoices
from director.additions.contests.scoring.brackets import make_section_bracket
from director.boards.movement.lines.section_lines import fetch_event_result_counts
from director.boards.movement.sections import fetch_event_fields, fetch_section
from director.boards.play.results.method import set_scoring
from director.boards.scoring.standings.event import EventResults
from director.models import Session
from tests.director.additions.contests.draws.test_bracket import start_knock_out
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    make_draw_form,
    make_drawn_section,
    make_round_robin,
    post_draw,
    reload_drawn_section,
    start_draw,
)
from tests.director.additions.contests.stages.test_next_stage import report_all, start_next_stage
from tests.director.additions.contests.test_reported import report_score
from tests.director.pages import find_errors, find_texts
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db


def make_knockout(desk, boards: int = 16):
    return make_drawn_section(desk, key="knock-out", size=4, boards=boards)


def match_page(desk, section, home: int, away: int, round_no: int = 1):
    address = reverse("session_results_match", args=[section.ref, home, away])
    return desk.get(f"{address}?round={round_no}")


def counts(section) -> tuple[int, int]:
    """Return the results entered and due, which the lines and the database count alike."""
    results = EventResults(reload_drawn_section(section).session.event)
    counted = (results.results_in, results.results_due)
    assert fetch_event_result_counts(section.session.event) == counted
    return counted


def test_a_decision_that_is_taken_back_leaves_the_boards_missing(desk):
    section = start_knock_out(desk, 4)
    both = {"section": section, "round_no": 1, "contestants": (2, 3), "user": None}
    decide_match(winner=3, reason="withdrew", **both)
    assert counts(section)[0] > 0
    decide_match(winner=0, reason="", **both)
    assert counts(section)[0] == 0


def test_the_imps_of_both_sides_of_a_typed_match_are_shown(desk):
    section = make_knockout(desk)
    report_score(section, (1, 1, 4), 183, 139)
    report_score(section, (1, 2, 3), 20, 31)
    answer = match_page(desk, section, 4, 1)
    assert find_texts(answer, "dd")[:2] == ["139", "183"]
    assert "Entered as a result: 139 : 183 IMPs." in find_texts(answer, "main")[0]
    sides = [
        (match.upper_side.score, match.lower_side.score)
        for match in make_section_bracket(reload_drawn_section(section)).rounds[0].matches
    ]
    assert sides == [("183", "139"), ("20", "31")]
    fixtures = desk.get(reverse("session_results_fixtures", args=[section.ref]))
    assert "183 : 139" in find_texts(fixtures, "main")[0]


def test_victory_points_alone_and_carried_imps_decide_no_match(desk):
    section = make_knockout(desk)
    set_scoring(section=section, scoring="team-imps", options={"victory_points": "continuous"})
    extras = reverse("session_results_extras", args=[section.ref])
    desk.post(extras, {"carry_over_unit": "imp", "carry_over-4": "9"})
    report_score(reload_drawn_section(section), (1, 1, 4), 11, 9, "vp")
    points = find_drawn_contest(reload_drawn_section(section)).knockout.points_by_key[
        1, frozenset((1, 4))
    ]
    assert points.winner is None


@pytest.mark.slow
def test_victory_points_are_not_carried_over_as_imps(desk):
    section = make_round_robin(teams=6, named=True)
    report_all(section)
    session = start_next_stage(reload_drawn_section(section), {"A": 4})
    final = session.sections.get()
    begin_contest(
        section=final,
        movement_key="knock-out",
        size=4,
        round_count=2,
        boards_per_set=16,
        options={},
    )
    final = reload_drawn_section(final)
    extras = reverse("session_results_extras", args=[final.ref])
    for source in ("before", "met"):
        response = desk.get(extras, {"from": source, "share": "100"})
        assert (
            "The results of the stage before are victory points, those here IMPs."
            in find_texts(response, "main")[0]
        )
        assert {row["carry_over"] for row in response.context["rows"]} == {""}
    response = desk.get(extras, {"from": "opponents", "share": ""})
    assert {row["carry_over"] for row in response.context["rows"]} != {""}


def test_a_draw_after_a_round_that_was_not_played_is_not_saved(desk):
    section = make_drawn_section(desk, size=4, rounds=3)
    for home, away in find_drawn_contest(section).rounds[0].pairings:
        report_score(section, (1, *sorted((home, away))), 20, 11)
    post_data = make_draw_form(desk, reload_drawn_section(section)) | {
        "action": "use",
        "after": "7",
    }
    response = desk.post(draw_address(section), post_data)
    assert response.status_code == 422
    assert find_errors(response) == [
        "Standings after round can’t be “7”. Type a number from 0 to 1; 0 is before round 1."
    ]
    assert len(find_drawn_contest(reload_drawn_section(section)).rounds) == 1


@pytest.mark.slow
def test_a_swiss_stage_keeps_opponents_apart_and_counts_what_they_bring(desk):
    section = make_round_robin(teams=8, rounds=3, boards=4, named=True)
    report_all(section)
    stage_page = reverse("session_results_stage", args=[section.ref])
    typed = {"first_stage": "Groups", "name": "Swiss", "takes_others": "on"}
    typed |= {"carry_over": "before", "share": "100"}
    assert desk.post(stage_page, typed).status_code == 302
    stage = fetch_section(Session.objects.latest("number").pk)
    former_numbers = {
        entry.pair_no: entry.continues.pair_no
        for entry in stage.entries.select_related("continues")
    }
    met = {frozenset((row.ns, row.ew)) for row in section.plan.rows.all() if row.ns != row.ew}
    assert start_draw(desk, stage, size=8, rounds=3, boards=4).status_code == 302
    for round_no in (1, 2, 3):
        if round_no > 1:
            assert post_draw(desk, reload_drawn_section(stage)).status_code == 302
        drawn = find_drawn_contest(reload_drawn_section(stage)).rounds[-1]
        for home, away in drawn.pairings:
            assert frozenset((former_numbers[home], former_numbers[away])) not in met
            report_score(reload_drawn_section(stage), (round_no, *sorted((home, away))), 20, 11)
        groups, swiss = EventResults(reload_drawn_section(stage).session.event).sessions
        brought = {row.contestant: row.total for row in groups.rows}
        gained = Fraction(0)
        for row in swiss.rows:
            own = round(brought[former_numbers[row.contestant]], 2)
            assert row.carry_over == (f"+{float(own):g} VPs" if own else "")
            gained += row.total - own
        assert gained == 20 * 4 * round_no
    for scoring_field in fetch_event_fields(reload_drawn_section(stage).session.event):
        assert compute_field_differences(scoring_field) == []


def test_a_redrawn_first_round_keeps_them_apart_too(desk):
    section = make_round_robin(teams=4, rounds=1, boards=4, named=True)
    report_all(section)
    session = start_next_stage(reload_drawn_section(section), {"A": 4})
    stage = reload_drawn_section(session.sections.get())
    former_numbers = {
        entry.pair_no: entry.continues.pair_no
        for entry in stage.entries.select_related("continues")
    }
    start_draw(desk, stage, size=4, rounds=2, boards=4)
    first = find_drawn_contest(reload_drawn_section(stage)).rounds[0].pairings
    anew = propose_round(
        find_drawn_contest(reload_drawn_section(stage), is_redraw=True), DrawChoices()
    ).drawn_round.pairings
    for pairings in (first, anew):
        for both in pairings:
            assert {former_numbers[number] for number in both} not in ({1, 4}, {2, 3})
