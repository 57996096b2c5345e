"""What a director types on the page of a draw: what is wrong is said in one sentence, and nothing typed is lost."""

import pytest

from director.additions.contests.draws.contest import find_drawn_contest
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.models.event import Contest
from tests.cases import leave_to_slow
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    enter_round,
    make_draw_form,
    make_drawn_section,
    make_section_to_draw,
    post_draw,
    reload_drawn_section,
    start_draw,
)
from tests.director.pages import find_elements, find_errors, find_texts
from tests.factories import enter_on_line

pytestmark = pytest.mark.django_db
OTHER_MATCHES = {
    "home-1": "1",
    "away-1": "5",
    "home-2": "4",
    "away-2": "3",
    "home-3": "6",
    "away-3": "2",
}
"""The boxes of a second round of six teams that the program would not propose."""


@pytest.fixture
def section(desk):
    """Six teams whose first round is played: 1-4, 2-5, 3-6."""
    section = make_drawn_section(desk, rounds=4)
    enter_round(section, 1)
    return reload_drawn_section(section)


def rows_shown(answer) -> list[tuple[str, str]]:
    return [(row.home, row.away) for row in answer.context["rows"]]


REFUSED = {
    "unknown": ({"home-1": "999"}, "Match 1: there is no team “999”. Type one of 1 to 6."),
    "nought": ({"away-1": "0"}, "Match 1: there is no team “0”. Type one of 1 to 6."),
    "letters": ({"home-1": "Ada"}, "Match 1: there is no team “Ada”. Type one of 1 to 6."),
    "itself": (
        {"home-1": "2", "away-1": "2"},
        "Match 1: team 2 can’t play itself. Type another number.",
    ),
    "alone": (
        {"home-1": "2", "away-1": ""},
        "Match 1: team 2 has no opponent. Type one, or clear both boxes of the match.",
    ),
}
OF_A_DRAW = {
    "no such round": (
        {"after": "7"},
        "Standings after round can’t be “7”. Type a number from 0 to 1; 0 is before round 1.",
    ),
    "letters for a round": (
        {"after": "x"},
        "Standings after round can’t be “x”. Type a number from 0 to 1; 0 is before round 1.",
    ),
    "bye of one that is away": (
        {"bye": "4", "keep-bye": "1", "absent": ["4"]},
        "Team 4 isn’t playing, but is to sit out. Remove one.",
    ),
}


@pytest.mark.parametrize(
    ("changed", "sentence"),
    leave_to_slow([*REFUSED.values(), *OF_A_DRAW.values()], but=1),
    ids=[*REFUSED, *OF_A_DRAW],
)
def test_an_unusable_fixed_pairing_is_refused_once_and_no_row_is_redrawn(
    desk, section, changed, sentence
):
    typed = OTHER_MATCHES | changed
    response = desk.post(
        draw_address(section),
        make_draw_form(desk, section) | typed | {"action": "draw", "keep-1": "1"},
    )
    assert response.status_code == 422
    assert find_errors(response) == [sentence]
    assert rows_shown(response) == [(typed[f"home-{at}"], typed[f"away-{at}"]) for at in (1, 2, 3)]
    assert [row.is_kept for row in response.context["rows"]] == [True, False, False]


@pytest.mark.slow
def test_a_result_that_comes_in_meanwhile_stores_nothing_and_takes_nothing_typed_away(
    desk, section
):
    post_data = make_draw_form(desk, section) | OTHER_MATCHES | {"action": "use"}
    line = fetch_section_lines(section).all[0]
    enter_on_line(section, line, "7NTN=")
    response = desk.post(draw_address(section), post_data)
    (said,) = find_errors(response)
    assert said.startswith("Results have changed since this draw, so it was not saved.")
    assert rows_shown(response) == [("1", "5"), ("4", "3"), ("6", "2")]
    assert len(find_drawn_contest(reload_drawn_section(section)).rounds) == 1
    again = desk.post(
        draw_address(section), post_data | {"mark": response.context["contest"].state_version}
    )
    assert again.status_code == 302
    assert find_drawn_contest(reload_drawn_section(section)).rounds[1].pairings == (
        (1, 5),
        (4, 3),
        (6, 2),
    )


SECOND_SIT_OUT = {"home-1": "1", "away-1": "4", "home-2": "2", "away-2": "3", "bye": "5"}
"""Round 2 of five, with team 5 sitting out as in round 1."""


@pytest.mark.parametrize(
    ("contest", "key", "noun"),
    leave_to_slow(
        [(Contest.TEAMS, "swiss-teams", "Team"), (Contest.PAIRS, "swiss-pairs", "Pair")], but=1
    ),
)
def test_a_second_sit_out_while_others_had_none_needs_a_tick(desk, contest, key, noun):
    section = make_drawn_section(desk, contest=contest, key=key, size=5)
    enter_round(section, 1)
    refused = post_draw(desk, section, **SECOND_SIT_OUT)
    assert refused.status_code == 422
    assert find_errors(refused) == [
        f"{noun} 5 has sat out before, in round 1; 1, 2, 3 and 4 less often. Allow repeat sit-outs, "
        "or choose who sits out."
    ]
    assert rows_shown(refused) == [("1", "4"), ("2", "3")]
    assert refused.context["bye"] == "5"
    (box,) = [box for box in find_elements(refused, "input") if box.get("name") == "sit-again"]
    assert "checked" not in box.attrib
    assert len(find_drawn_contest(reload_drawn_section(section)).rounds) == 1
    assert post_draw(desk, section, **SECOND_SIT_OUT, **{"sit-again": "1"}).status_code == 302
    assert find_drawn_contest(reload_drawn_section(section)).rounds[1].byes == (5,)


@pytest.mark.slow
def test_a_sit_out_is_asked_for_only_while_others_had_fewer(desk):
    """As in the draw, a late team is the last to sit out."""
    section = make_drawn_section(desk, size=5)
    enter_round(section, 1)
    assert post_draw(desk, section).status_code == 302
    contest = find_drawn_contest(reload_drawn_section(section), late_count=1)
    (second,) = contest.rounds[1].byes
    others = sorted({1, 2, 3, 4} - {second})
    numbers = [1, 2, 3, 4, 5, 6]
    assert contest.list_before_in_sit_outs(5, numbers) == others
    assert contest.list_before_in_sit_outs(second, numbers) == others
    assert contest.list_before_in_sit_outs(others[0], numbers) == []


def test_the_numbers_of_a_swiss_stand_open_and_the_rest_folds_with_its_values(desk):
    page = desk.get(draw_address(make_section_to_draw(Contest.TEAMS)))
    boxes = [*find_elements(page, ".begin .row select"), *find_elements(page, ".begin .row input")]
    names = ["key", "losses", "size", "rounds", "boards", "each_round"]
    assert [box.get("name") for box in boxes] == names
    (swiss, knockout) = find_texts(page, ".begin summary small")
    assert "First round: top half against bottom half" in swiss
    assert "Rematches: no" in swiss
    assert knockout
    assert [fold.get("open") for fold in find_elements(page, ".begin details")] == [None, None]


def test_a_refused_box_that_is_folded_stands_open(desk):
    answer = start_draw(desk, make_section_to_draw(Contest.TEAMS), first_round="sideways")
    folds = [fold.get("open") for fold in find_elements(answer, ".begin details")]
    assert folds == ["", None]
