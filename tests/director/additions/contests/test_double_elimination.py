"""Double elimination of teams: whoever has lost two matches is out, by boards and by results."""

import pytest
from django.urls import reverse

from director.additions.contests.candidates import fetch_candidates
from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.draws.decisions import decide_match
from director.additions.contests.scoring.brackets import make_section_bracket
from director.additions.contests.stages import start_stage
from director.boards.scoring.standings.event import EventResults
from director.errors import DeskError
from tests.director.additions.contests.both_ways import BOARDS, Tournament
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    make_section_to_draw,
    reload_drawn_section,
    start_draw,
)

pytestmark = pytest.mark.django_db


def make_double(desk, size=16):
    section = make_section_to_draw()
    response = start_draw(desk, section, key="knock-out", size=size, boards=BOARDS, losses="2")
    assert response.status_code == 302
    return reload_drawn_section(section)


def play_four(desk, final_margin):
    """Play four teams up to the final of 1, which is unbeaten, against 2."""
    tournament = Tournament("results", desk, make_double(desk, 4))
    for round_no, margins in enumerate(
        [{(1, 4): 5, (2, 3): 5}, {(1, 2): 5, (3, 4): 5}, {(2, 3): 5}, {(1, 2): final_margin}], 1
    ):
        tournament.play(round_no, margins)
        if round_no < 4:
            tournament.draw()
    return tournament


@pytest.mark.slow
def test_a_second_final_is_asked_for_if_the_unbeaten_team_loses_the_first(desk):
    tournament = play_four(desk, -5)
    section = reload_drawn_section(tournament.section)
    assert find_drawn_contest(section).winner is None
    assert "Draw round 5" in desk.get(f"/sessions/{section.session_id}/play/").content.decode()
    candidates = fetch_candidates(tournament.event, EventResults(tournament.event))
    with pytest.raises(DeskError) as refused:
        start_stage(
            event=tournament.event,
            name="Final",
            day=None,
            entry_ids_by_letter={"A": [candidate.entry_id for candidate in candidates[:2]]},
            is_early=False,
            user=None,
        )
    assert "round 5" in str(refused.value).lower()
    tournament.draw()
    assert tournament.pairings[4] == [(1, 2)]
    tournament.play(5, {(1, 2): -1})
    assert find_drawn_contest(reload_drawn_section(section)).winner == 2
    bracket = make_section_bracket(reload_drawn_section(section))
    assert [bracket_round.title for bracket_round in bracket.rounds] == [
        "Round 1",
        "Round 2, unbeaten",
        "Round 2, beaten once",
        "Round 3, unbeaten",
        "Round 3, beaten once",
        "Final",
        "Second final",
    ]


@pytest.mark.slow
def test_a_corrected_result_after_the_draw_is_noticed_and_keeps_the_draw(desk):
    tournament = Tournament("results", desk, make_double(desk, 4))
    tournament.play(1, {(1, 4): 5, (2, 3): 5})
    tournament.draw()
    assert tournament.notices == ()
    tournament.play(1, {(1, 4): -5})
    (notice,) = tournament.notices
    assert "team 4" in notice.lower()
    assert "team 1" in notice.lower()
    contest = find_drawn_contest(reload_drawn_section(tournament.section))
    assert [match.winner for match in contest.knockout.bracket_rounds[0]] == [1, 2]
    with pytest.raises(DeskError):
        decide_match(
            section=reload_drawn_section(tournament.section),
            round_no=1,
            contestants=(1, 4),
            winner=4,
            reason="ruling",
            user=None,
        )


def test_too_many_teams_are_refused_in_one_sentence(desk):
    response = start_draw(
        desk, make_section_to_draw(), key="knock-out", size=65, boards=BOARDS, losses="2"
    )
    assert response.status_code == 422
    assert "A double elimination doesn’t work for 65 contestants. It takes 4 to 64." in (
        response.content.decode().replace("&#x27;", "’")
    )


def test_the_ready_shape_fills_in_the_draw_form(desk):
    section = make_section_to_draw()
    response = desk.post(reverse("session_results_stage", args=[section.ref]), {"shape": "double"})
    assert response.status_code == 302
    form = desk.get(draw_address(section)).context["form"]
    assert form["key"].value() == "knock-out"
    assert form["losses"].value() == "2"
