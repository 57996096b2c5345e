"""A correction after the next round was drawn: said at Draw, Play and Scores, and drawn again."""

from types import SimpleNamespace

import pytest

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.draws.notices import _has_same_score, list_draw_notices
from director.additions.contests.scoring.brackets import make_section_bracket
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_scoring_field
from tests.director.additions.contests.draws.test_bracket import (
    draw_next_round,
    enter_winning_slam,
    start_knock_out,
)
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    enter_round,
    make_draw_form,
    make_drawn_section,
    post_draw,
    reload_drawn_section,
)
from tests.director.pages import find_texts
from tests.factories import enter_on_line
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db
REVERSED = "In round 1, team 4 now wins, but round 2 was drawn with team 1. Redraw round 2, or correct the result."
CORRECTED = "The results of round 1 have changed since round 3 was drawn. Redraw it, or play on."


def notices(section):
    section = reload_drawn_section(section)
    return list_draw_notices(section, section.plan, fetch_section_lines(section, section.plan))


def notices_of_draw(desk, section):
    """What Draw, Play and Scores say of the draw, without the link."""
    paths = (
        draw_address(section),
        f"/sessions/{section.session_id}/play/",
        f"/sessions/{section.session_id}/scores/",
    )
    pages = (desk.get(path, follow=True) for path in paths)
    return [
        [text.removesuffix(" Draw") for text in find_texts(page, "p.say.warn") if "drawn" in text]
        for page in pages
    ]


def correct(section, round_no, text, at=0):
    lines = [
        line for line in fetch_section_lines(section, section.plan).all if line.round_no == round_no
    ]
    line = lines[at]
    was = line.text
    enter_on_line(section, line, text)
    return was


def swiss(desk, **asked):
    """A Swiss of six teams with round 3 drawn and not begun."""
    section = make_drawn_section(desk, **asked)
    for round_no in (1, 2):
        enter_round(reload_drawn_section(section), round_no)
        assert post_draw(desk, reload_drawn_section(section)).status_code == 302
    return reload_drawn_section(section)


@pytest.mark.slow
def test_a_correction_that_reverses_a_drawn_match_is_said_and_redrawn(desk):
    section = start_knock_out(desk, 4)
    enter_winning_slam(section, 1, 1)
    enter_winning_slam(section, 1, 2)
    section = draw_next_round(desk, section, ())
    assert notices_of_draw(desk, section) == [[], [], []]
    enter_winning_slam(section, 1, 4)
    assert notices_of_draw(desk, section) == [[REVERSED]] * 3
    decided = [
        match.decision_text
        for contest_round in make_section_bracket(reload_drawn_section(section)).rounds
        for match in contest_round.matches
    ]
    assert decided == ["1 goes through as drawn", "", ""]
    assert compute_field_differences(fetch_scoring_field(reload_drawn_section(section))) == []
    state_version = find_drawn_contest(reload_drawn_section(section)).state_version
    assert (
        desk.post(
            draw_address(section), {"mark": state_version, "anew": "1", "action": "use"}
        ).status_code
        == 302
    )
    assert set(find_drawn_contest(reload_drawn_section(section)).rounds[1].playing_contestants) == {
        2,
        4,
    }
    assert notices_of_draw(desk, section) == [[], [], []]


@pytest.mark.slow
def test_a_correction_after_a_swiss_round_was_drawn_is_said_until_it_is_drawn_again(desk):
    section = swiss(desk)
    assert notices_of_draw(desk, section) == [[], [], []]
    was = correct(section, 1, "7NTN=")
    assert notices_of_draw(desk, section) == [[CORRECTED]] * 3
    correct(section, 1, was)
    assert notices_of_draw(desk, section) == [[], [], []]
    correct(section, 1, "7NTN=")
    post_data = make_draw_form(desk, section) | {"anew": "1", "action": "use"}
    response = desk.get(f"{draw_address(section)}?anew=1")
    for row in response.context["rows"]:
        post_data |= {f"home-{row.match_no}": row.home, f"away-{row.match_no}": row.away}
    assert find_texts(response, "p.say.warn") == []
    assert desk.post(draw_address(section), post_data).status_code == 302
    assert notices_of_draw(desk, section) == [[], [], []]


@pytest.mark.parametrize(
    ("was", "now", "is_same"),
    [
        ("4SN=", "4S=", True),
        ("4SN=", "4SN= MOVED +2/-2 MP", False),
        ("4SN= MOVED +2/-2 MP", "4SN=", False),
    ],
)
def test_points_moved_by_hand_after_the_draw_are_a_correction(was, now, is_same):
    then, line = (SimpleNamespace(text=text, ns_score=420) for text in (was, now))
    assert _has_same_score(then, line) is is_same
