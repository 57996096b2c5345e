"""Double elimination of teams: whoever has lost two matches is out, by boards and by results."""

import json
from collections import Counter

import pytest
from django.urls import reverse

from director.additions.contests.candidates import fetch_candidates
from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.draws.decisions import decide_match
from director.additions.contests.scoring.brackets import make_section_bracket
from director.additions.contests.stages import start_stage
from director.boards.scoring.standings.event import EventResults
from director.errors import DeskError
from tests.director.additions.contests.both_ways import BOARDS, Tournament, play_each_way
from tests.director.additions.contests.draws.test_bracket import print_text
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    make_section_to_draw,
    post_draw,
    reload_drawn_section,
    start_draw,
)
from tests.director.pages import find_texts

pytestmark = pytest.mark.django_db


def make_double(desk, size=16):
    section = make_section_to_draw()
    response = start_draw(desk, section, key="knock-out", size=size, boards=BOARDS, losses="2")
    assert response.status_code == 302
    return reload_drawn_section(section)


def margins_of_round(tournament, round_no):
    """Return margins of the drawn matches, none of them level."""
    pairings = (
        find_drawn_contest(reload_drawn_section(tournament.section)).rounds[round_no - 1].pairings
    )
    return {
        tuple(sorted(pairing)): [14, -9, 7, -3, 20, 5, -12][(sum(pairing) + round_no) % 7]
        for pairing in pairings
    }


def play_to_the_end(tournament):
    """Play and draw until the contest has a winner, and return the losses of each team."""
    losses = Counter()
    for round_no in range(1, 20):
        margins = margins_of_round(tournament, round_no)
        tournament.play(round_no, margins)
        losses.update(away if margin > 0 else home for (home, away), margin in margins.items())
        if find_drawn_contest(reload_drawn_section(tournament.section)).winner:
            return losses
        tournament.draw()
    raise AssertionError("Nobody won.")


@pytest.mark.parametrize("size", [16, 5])
def test_the_same_teams_go_out_in_the_same_rounds_by_boards_and_by_results(desk, size):
    def scenario(tournament):
        losses = play_to_the_end(tournament)
        winner = find_drawn_contest(reload_drawn_section(tournament.section)).winner
        assert losses.pop(winner, 0) < 2
        assert losses == dict.fromkeys(set(range(1, size + 1)) - {winner}, 2)
        yield winner
        yield tournament.pairings
        yield tournament.standings
        rows = EventResults(tournament.event).find_session(1).rows
        yield {row.contestant: row.came for row in rows}
        yield make_section_bracket(reload_drawn_section(tournament.section)).winner.label

    winner, pairings, standings, came, label = play_each_way(
        scenario, desk, lambda: make_double(desk, size)
    )
    assert label == str(winner) == str(standings[0].team)
    assert came[winner] == "Winner"
    assert came[standings[1].team] == "Runner-up"
    assert standings[1].place == "2"
    last_rounds = {
        team: max(no for no, both in enumerate(pairings, 1) if any(team in pair for pair in both))
        for team in came
    }
    for standing in standings[2:]:
        assert came[standing.team] == f"Out in round {last_rounds[standing.team]}"
        # Places follow from the round of the second loss.
        later = sum(last > last_rounds[standing.team] for last in last_rounds.values())
        assert standing.place.rstrip("=") == str(later + 1)


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


def test_the_final_is_over_if_the_unbeaten_team_wins_it(desk):
    tournament = play_four(desk, 5)
    section = reload_drawn_section(tournament.section)
    assert find_drawn_contest(section).winner == 1
    assert "1 has won the knock-out." in find_texts(desk.get(draw_address(section)), "p.say")
    steps = desk.get(f"/sessions/{section.session_id}/play/")
    assert "Draw round 5" not in steps.content.decode()
    rows = EventResults(tournament.event).find_session(1).rows
    assert [(row.place, row.contestant, row.came) for row in rows] == [
        ("1", 1, "Winner"),
        ("2", 2, "Runner-up"),
        ("3", 3, "Out in round 3"),
        ("4", 4, "Out in round 2"),
    ]


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


def test_a_tie_is_decided_by_the_director(desk):
    tournament = Tournament("results", desk, make_double(desk, 4))
    tournament.play(1, {(1, 4): 0, (2, 3): 5})
    assert post_draw(desk, reload_drawn_section(tournament.section)).status_code == 422
    decide_match(
        section=reload_drawn_section(tournament.section),
        round_no=1,
        contestants=(1, 4),
        winner=4,
        reason="lot",
        user=None,
    )
    tournament.draw()
    assert tournament.pairings[1] == [(1, 3), (2, 4)]


def test_pages_paper_and_files_show_the_rounds_as_lists(desk):
    tournament = Tournament("results", desk, make_double(desk, 5))
    play_to_the_end(tournament)
    section = reload_drawn_section(tournament.section)
    winner = find_drawn_contest(section).winner
    titles = find_texts(desk.get(draw_address(section)), ".bracket h3")
    assert "Round 2, beaten once" in titles
    assert titles[-1] == "Winner"
    results = json.loads(desk.get(reverse("event_json", args=[section.session.event_id])).content)
    (knockout,) = results["knockouts"]
    assert knockout["winner"] == str(winner)
    paper = print_text(section, "bracket")
    assert "Double elimination" in paper
    assert "Round 2, beaten once" in paper
    assert {"Round 2, unbeaten", "Round 2, beaten once"} <= {
        knockout_round["title"] for knockout_round in knockout["rounds"]
    }


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
