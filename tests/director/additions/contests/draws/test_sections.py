"""Rounds drawn in each of two sections of a night: every page keeps to the people and the penalties of its own."""

from decimal import Decimal

import pytest

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.scoring.brackets import make_section_bracket
from director.additions.rulings.rulings import Penalty
from director.boards.movement.sections import fetch_section
from director.boards.play.seats.seating import name_entries
from director.boards.play.sessions import add_section
from tests.director.additions.contests.draws.test_draws import enter_round, make_drawn_section
from tests.factories import add_ruling

pytestmark = pytest.mark.django_db


@pytest.fixture(params=["swiss-teams", "knock-out"])
def sections(request, desk):
    """Two sections of four teams each, the first round of both played; a team of the second has a penalty."""
    first = make_drawn_section(desk, key=request.param, size=4)
    second = add_section(section=first, letter="B", user=None)
    asked = {
        "action": "begin",
        "key": request.param,
        "size": 4,
        "rounds": 2,
        "boards": 2,
        "meetings": "once",
    }
    assert (
        desk.post(f"/sessions/{second.ref}/draw/", asked | {"first_round": "halves"}).status_code
        == 302
    )
    both = [fetch_section(section.ref) for section in (first, second)]
    for section in both:
        people = [
            (None, tuple(f"{section.letter}{team}{seat}" for seat in "abcd"))
            for team in range(1, 5)
        ]
        name_entries(section=section, pairs=people)
        enter_round(section, 1)
    fine = Penalty(pair_no=1, amount=Decimal(9), unit="imp")
    add_ruling(section=both[1], user=None, facts="Late.", decision="Fined.", penalty=fine)
    return [fetch_section(section.ref) for section in both]


@pytest.mark.parametrize("step", ["draw", "print", "play", "results"])
def test_every_step_of_either_section_is_shown(desk, sections, step):
    for section in sections:
        assert desk.get(f"/sessions/{section.ref}/{step}/").status_code == 200


def test_a_penalty_counts_in_its_own_section_alone(sections):
    first, second = (find_drawn_contest(section).get_ranking(1) for section in sections)
    totals = [
        {standing.contestant: standing.total for standing in ranking.standings}
        for ranking in (first, second)
    ]
    assert totals[0][1] > totals[1][1]
    assert {team: total for team, total in totals[0].items() if team > 1} == {
        team: total for team, total in totals[1].items() if team > 1
    }


def test_a_bracket_names_the_teams_of_its_section(sections):
    for section in sections:
        bracket = make_section_bracket(section)
        sides = (
            [side for match in bracket.rounds[0].matches for side in match.sides] if bracket else []
        )
        assert all(side.name.startswith(section.letter) for side in sides)
