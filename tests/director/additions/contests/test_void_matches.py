"""Void matches: neither side gets anything, the standings are as if they hadn't been played."""

import json

import pytest
from django.urls import reverse

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.matches.reported import set_match_void
from director.additions.contests.paper.exports import make_matches_table
from director.boards.movement.lines.matches import EnteredBy, MatchState, fetch_match_by_key
from director.boards.movement.lines.section_lines import fetch_result_counts_by_section
from director.boards.scoring.standings.event import EventResults
from director.errors import DeskError
from tests.director.additions.contests.both_ways import BY_BOARDS, BY_RESULTS, Tournament
from tests.director.additions.contests.draws.test_bracket import print_text
from tests.director.additions.contests.draws.test_draws import reload_drawn_section
from tests.director.additions.contests.test_both_ways import (
    BEGUN,
    CORRECTED,
    each_way,
    list_pairings,
    make_drawn,
    make_own_round_robin,
    make_round_margins,
)
from tests.director.pages import find_texts

pytestmark = pytest.mark.django_db
__all__ = ["each_way"]


def void(section, key, *, is_void=True):
    set_match_void(section=reload_drawn_section(section), key=key, is_void=is_void, user=None)


def play_round_robin(tournament, *, without=()):
    for round_no in (1, 2, 3):
        pairings = list_pairings(tournament, round_no)
        margins = {both: 4 * both[1] - 3 * both[0] for both in pairings if both not in without}
        tournament.play(round_no, margins)


def match_address(section, key) -> str:
    round_no, home, away = key
    address = reverse("session_results_match", args=[section.ref, home, away])
    return f"{address}?round={round_no}"


def find_key(tournament, both):
    return next(
        (round_no, *both) for round_no in (1, 2, 3) if both in list_pairings(tournament, round_no)
    )


@pytest.mark.slow
@pytest.mark.parametrize("way", [BY_BOARDS, BY_RESULTS])
def test_a_void_match_is_shown_everywhere(desk, way):
    section = make_own_round_robin()
    tournament = Tournament(way, desk, section)
    play_round_robin(tournament)
    key = find_key(tournament, (1, 2))
    address = match_address(section, key)
    response = desk.post(address, {"round": key[0], "void": "1"})
    assert response.status_code == 409
    assert "Nothing is saved yet." in " ".join(find_texts(response, "main"))
    assert "The match is void." not in " ".join(find_texts(response, "main"))
    assert not fetch_match_by_key(reload_drawn_section(section))[key].is_void
    response = desk.post(address, {"round": key[0], "void": "1", "sure": "1"}, follow=True)
    assert "The match is void." in " ".join(find_texts(response, "body"))
    text = " ".join(find_texts(response, "main"))
    assert "This match is void: it doesn’t count" in text
    assert "Count match" in text
    match = fetch_match_by_key(reload_drawn_section(section))[key]
    assert match.state == MatchState.VOID
    assert match.entered_by == (EnteredBy.BOARDS if way == BY_BOARDS else EnteredBy.RESULT)
    event = reload_drawn_section(section).session.event
    results = EventResults(event)
    assert results.is_complete
    (counted,) = fetch_result_counts_by_section([section.pk]).values()
    assert counted == (results.standings.results_in, results.standings.results_due)
    payload = json.loads(desk.get(f"/events/{event.pk}/results.json").content)
    states = {(match["home"], match["away"]): match["state"] for match in payload["matches"]}
    assert states.pop(("1", "2")) == "void"
    assert set(states.values()) == {"played"}
    assert all(
        (match["score"] is None) == (match["state"] == "void") for match in payload["matches"]
    )
    fixtures = reverse("session_results_fixtures", args=[section.ref])
    assert "void" in " ".join(find_texts(desk.get(fixtures), "tr"))
    matches = desk.get(reverse("session_results_matches", args=[section.ref]))
    assert "void" in " ".join(find_texts(matches, "table.matches"))
    table = make_matches_table(results)
    assert sum("void" in row for row in table.rows) == 1
    assert "void" in print_text(reload_drawn_section(section), "fixtures")
    assert "void" in print_text(reload_drawn_section(section), "scored-matches")
    desk.post(address, {"round": key[0], "void": "0"})
    assert fetch_match_by_key(reload_drawn_section(section))[key].state == MatchState.PLAYED


@pytest.mark.slow
def test_teams_of_a_void_match_of_a_swiss_can_meet_again_and_the_draw_says_it(desk, each_way):
    def scenario(tournament):
        section = tournament.section
        tournament.play(1, make_round_margins(tournament, 1))
        both = tournament.pairings[0][0]
        tournament.draw()
        void(section, (1, *both))
        yield tournament.notices
        contest = find_drawn_contest(reload_drawn_section(section))
        assert contest.get_last_meeting_round(*both) == 0
        assert contest.get_last_meeting_round(*tournament.pairings[0][1]) == 1
        page = desk.get(reverse("session_results_matches", args=[section.ref]))
        assert "void" in " ".join(find_texts(page, "td"))
        yield print_text(section, "swiss-table").count("void")
        void(section, (1, *both), is_void=False)
        yield tournament.notices
        tournament.play(2, make_round_margins(tournament, 2))
        void(section, (1, *both))
        yield tournament.notices
        yield tournament.standings

    outcome = each_way(scenario, lambda: make_drawn(desk))
    assert outcome[:4] == [(CORRECTED,), 2, (), (BEGUN,)]


def test_a_match_of_a_knockout_needs_a_winner(desk):
    section = make_drawn(desk, key="knock-out", size=4)
    with pytest.raises(DeskError, match="needs a winner"):
        void(section, (1, 1, 4))
    response = desk.post(match_address(section, (1, 1, 4)), {"round": 1, "void": "1"}, follow=True)
    assert "A match of a knock-out needs a winner" in " ".join(find_texts(response, "body"))
    assert not section.matches.exists()
