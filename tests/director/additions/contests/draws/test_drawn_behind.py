"""A Swiss whose rounds are drawn from the standings one round earlier, so that play never waits."""

import pytest

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.draws.drawing import propose_round
from director.additions.contests.draws.rounds import DrawChoices
from director.boards.movement.rounds import get_standings_round
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    enter_round,
    make_drawn_section,
    make_section_to_draw,
    post_draw,
    reload_drawn_section,
    start_draw,
)
from tests.director.pages import find_elements, find_errors, find_texts

pytestmark = pytest.mark.django_db


@pytest.fixture
def section(desk):
    section = make_section_to_draw()
    asked = {"size": 8, "rounds": 4, "drawn_from": "behind"}
    assert start_draw(desk, section, **asked).status_code == 302
    return reload_drawn_section(section)


def pairings(section, round_no):
    return find_drawn_contest(section).rounds[round_no - 1].pairings


def test_round_2_is_drawn_before_a_result_and_round_3_while_round_2_is_played(desk, section):
    assert post_draw(desk, section).status_code == 302
    section = reload_drawn_section(section)
    assert get_standings_round(section.plan) == 0
    enter_round(section, 1)
    expected = propose_round(
        find_drawn_contest(section), DrawChoices(after_round=1)
    ).drawn_round.pairings
    assert post_draw(desk, section).status_code == 302
    section = reload_drawn_section(section)
    assert get_standings_round(section.plan) == 1
    assert pairings(section, 3) == expected
    met = [frozenset(both) for round_no in (1, 2, 3) for both in pairings(section, round_no)]
    assert len(met) == len(set(met)) == 12


def test_the_page_offers_the_draw_without_warning_of_the_round_in_play(desk, section):
    post_draw(desk, section)
    section = reload_drawn_section(section)
    page = desk.get(draw_address(section))
    assert [text for text in find_texts(page, "p.say.warn") if "missing" in text] == [
        text for text in find_texts(page, "p.say.warn") if "Results of round 1" in text
    ]
    enter_round(section, 1)
    page = desk.get(draw_address(section))
    assert find_texts(page, "p.say.warn") == []
    assert "Draw round 3" in find_texts(page, "summary")
    assert next(iter(find_elements(page, "#after"))).get("value") == "1"
    for address in (
        f"/sessions/{section.session_id}/scores/",
        f"/sessions/{section.session_id}/play/",
    ):
        assert "Draw round 3" in find_texts(desk.get(address, follow=True), "a"), address


def test_a_correction_counts_only_for_draws_that_used_the_round(desk, section):
    post_draw(desk, section)
    enter_round(reload_drawn_section(section), 1)
    post_draw(desk, reload_drawn_section(section))
    enter_round(reload_drawn_section(section), 2)
    enter_round(reload_drawn_section(section), 2, shift=3)
    assert find_texts(desk.get(draw_address(section)), "p.say.warn") == []
    enter_round(reload_drawn_section(section), 1, shift=3)
    (notice,) = find_texts(desk.get(draw_address(section)), "p.say.warn")
    assert notice.startswith("The results of round 1 have changed since round 3 was drawn.")


def test_the_rule_changes_between_rounds(desk):
    section = make_drawn_section(desk)
    enter_round(section, 1)
    post_data = {"rounds": 4, "drawn_from": "behind"}
    assert desk.post(f"{draw_address(section)}rounds/", post_data).status_code == 302
    assert find_drawn_contest(reload_drawn_section(section)).default_standings_round == 0
    assert post_draw(desk, reload_drawn_section(section)).status_code == 302
    assert get_standings_round(reload_drawn_section(section).plan) == 0
    desk.post(f"{draw_address(section)}rounds/", post_data | {"drawn_from": "last"})
    assert find_drawn_contest(reload_drawn_section(section)).default_standings_round == 2


def test_other_standings_can_be_typed_for_one_draw(desk, section):
    post_draw(desk, section)
    enter_round(reload_drawn_section(section), 1)
    enter_round(reload_drawn_section(section), 2)
    assert post_draw(desk, reload_drawn_section(section), after="2").status_code == 302
    assert get_standings_round(reload_drawn_section(section).plan) == 2
    answer = post_draw(desk, reload_drawn_section(section), after="9")
    assert find_errors(answer) == [
        "Standings after round can’t be “9”. Type a number from 0 to 3; 0 is before round 1."
    ]


def test_an_unknown_rule_is_refused(desk):
    section = make_section_to_draw()
    response = start_draw(desk, section, drawn_from="tomorrow")
    assert response.status_code == 422
    assert reload_drawn_section(section).plan is None
