"""What the pages of a Swiss of 128 teams cost in processor time: draw, standings, *Use this draw*."""

import time

import pytest
from django.db import transaction

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.draws.drawing import propose_round, use_round
from director.additions.contests.draws.rounds import DrawChoices
from director.additions.contests.matches.reported import TypedMatch, enter_matches
from director.boards.play.results.method import set_scoring
from director.models import Section
from scoring.model import MatchResult
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    make_drawn_section,
    reload_drawn_section,
)

pytestmark = [
    pytest.mark.bench,
    pytest.mark.django_db,
    pytest.mark.benchmark(timer=time.process_time),
]

TEAMS, ROUNDS = 128, 5


def enter_round(section: Section, round_no: int) -> None:
    """Enter every match of a round as a result."""
    typed = []
    for index, both in enumerate(find_drawn_contest(section).rounds[round_no - 1].pairings):
        home, away = sorted(both)
        margin = (index * 37 + round_no * 11) % 61 - 30
        result = MatchResult("imp", max(margin, 0), max(-margin, 0))
        typed.append(TypedMatch((round_no, home, away), result))
    _count, refused = enter_matches(section=section, typed_matches=typed, user=None)
    assert not refused


@pytest.fixture
def section(desk) -> Section:
    """A Swiss of 128 teams before the draw of its sixth round."""
    section = make_drawn_section(desk, size=TEAMS, rounds=7, boards=8)
    options = {"victory_points": "continuous"}
    set_scoring(section=reload_drawn_section(section), scoring="team-imps", options=options)
    for round_no in range(1, ROUNDS + 1):
        enter_round(reload_drawn_section(section), round_no)
        if round_no < ROUNDS:
            contest = find_drawn_contest(reload_drawn_section(section))
            use_round(
                contest=contest,
                drawn_round=propose_round(contest, DrawChoices()).drawn_round,
                user=None,
            )
    return reload_drawn_section(section)


@pytest.mark.parametrize("name", ["draw", "standings"])
def test_page(benchmark, desk, section, name):
    """Wanted: under 150 ms."""
    address = draw_address(section) if name == "draw" else f"/sessions/{section.ref}/results/"
    counting = iter(range(1000))

    def get():
        # Another address each time, so that nothing is answered from a cache of pages.
        return desk.get(f"{address}?n={next(counting)}")

    assert benchmark.pedantic(get, rounds=8, warmup_rounds=1).status_code == 200


def test_use_this_draw(benchmark, desk, section):
    """Wanted: under 300 ms."""
    contest = find_drawn_contest(section)
    post_data = {"mark": contest.state_version, "bye": "", "action": "use"}
    for number, (home, away) in enumerate(
        propose_round(contest, DrawChoices()).drawn_round.pairings, start=1
    ):
        post_data |= {f"home-{number}": home, f"away-{number}": away}

    def store():
        with transaction.atomic():
            response = desk.post(draw_address(section), post_data)
            transaction.set_rollback(True)
        return response

    assert benchmark.pedantic(store, rounds=8, warmup_rounds=1).status_code == 302
