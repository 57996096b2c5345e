"""A Swiss with two games against each opponent: one draw for two rounds."""

from decimal import Decimal

import pytest

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.draws.mismatches import list_wrong_rounds
from director.additions.contests.draws.notices import list_section_notices
from director.additions.rulings.rulings import Penalty
from director.boards.movement.sections import fetch_scoring_field
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    enter_round,
    make_drawn_section,
    reload_drawn_section,
)
from tests.director.pages import find_texts
from tests.factories import add_ruling
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db


def use_shown_round(desk, section):
    """Press Use this draw on the page as it is shown."""
    page = desk.get(draw_address(section))
    context = page.context
    data = {"action": "use", "mark": context["contest"].state_version, "bye": f"{context['bye']}"}
    for row in context["rows"]:
        data |= {f"home-{row.match_no}": row.home, f"away-{row.match_no}": row.away}
    response = desk.post(draw_address(section), data)
    assert response.status_code == 302, find_texts(response, ".say")
    return reload_drawn_section(section)


def get_pairings(section, round_no: int):
    return find_drawn_contest(section).rounds[round_no - 1].pairings


@pytest.mark.slow
@pytest.mark.parametrize("size", [6, 7])
def test_the_second_game_exchanges_home_and_away_and_the_third_round_is_drawn(desk, size):
    section = make_drawn_section(desk, size=size, rounds=4, games="2", boards=2)
    enter_round(section, 1)
    section = use_shown_round(desk, reload_drawn_section(section))
    first_games = get_pairings(section, 1)
    assert get_pairings(section, 2) == tuple((away, home) for home, away in first_games)
    contest = find_drawn_contest(section)
    assert contest.rounds[0].byes == contest.rounds[1].byes
    enter_round(section, 2, shift=2)
    section = use_shown_round(desk, reload_drawn_section(section))
    third_round = {frozenset(pairing) for pairing in get_pairings(section, 3)}
    assert not third_round & {frozenset(pairing) for pairing in first_games}
    assert list_wrong_rounds(find_drawn_contest(section)) == ()
    assert compute_field_differences(fetch_scoring_field(section)) == []


@pytest.mark.slow
def test_results_and_penalties_of_the_first_game_entered_after_the_draw_need_no_redraw(desk):
    section = make_drawn_section(desk, size=6, rounds=4, games="2", boards=2)
    section = use_shown_round(desk, section)
    enter_round(section, 1)
    add_ruling(
        section=section,
        user=None,
        facts="Late.",
        decision="Fined.",
        penalty=Penalty(Decimal(1), "imp", 1),
    )
    section = reload_drawn_section(section)
    assert list_section_notices(section) == ()
    assert not any(
        "Redraw it" in text for text in find_texts(desk.get(draw_address(section)), ".say")
    )
    enter_round(section, 2, shift=2)
    section = use_shown_round(desk, reload_drawn_section(section))
    enter_round(section, 2, shift=4)
    (notice,) = list_section_notices(reload_drawn_section(section)) or ()
    assert notice.startswith("The results of round 2 have changed since round 3 was drawn.")
