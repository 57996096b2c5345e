"""A knock-out whose first round has three-way matches, through the pages, by boards and by results."""

import pytest
from django.urls import reverse

from director.additions.contests.draws.contest import find_drawn_contest
from director.additions.contests.draws.decisions import decide_match
from director.additions.contests.matches.reported import report_match
from director.additions.contests.scoring.brackets import make_section_bracket
from director.boards.movement.cards.cards import make_guide_cards
from director.boards.movement.sections import fetch_scoring_field
from director.boards.scoring.json import serialize_results
from director.boards.scoring.standings.event import EventResults
from scoring.model import MatchResult
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    enter_round,
    make_section_to_draw,
    post_draw,
    reload_drawn_section,
    start_draw,
)
from tests.director.additions.contests.draws.test_triangles import start_swiss
from tests.director.pages import find_elements, find_errors, find_texts
from tests.oracle.events import compute_field_differences

pytestmark = pytest.mark.django_db


def begin_three_way(desk, size: int, boards: int = 8):
    section = make_section_to_draw()
    response = start_draw(
        desk, section, key="knock-out", size=size, boards=boards, uneven="three-way"
    )
    assert response.status_code == 302, find_errors(response)
    return reload_drawn_section(section)


def report(section, round_no: int, imps: dict[tuple[int, int], tuple[int, int]]) -> None:
    """Enter the IMPs of matches by both teams."""
    for (home, away), points in imps.items():
        report_match(
            section=reload_drawn_section(section),
            key=(round_no, home, away),
            result=MatchResult("imp", *points),
            user=None,
        )


def list_places(section) -> list[tuple[str, int]]:
    rows = EventResults(section.session.event).standings.groups[0].rows
    return [(row.place, row.contestant) for row in rows]


@pytest.mark.slow
def test_seven_teams_by_results(desk):
    section = begin_three_way(desk, 7)
    (drawn,) = find_drawn_contest(section).rounds
    assert (drawn.pairings, drawn.triangles) == (((2, 5), (3, 4)), ((1, 6, 7),))
    assert dict(section.plan.options)["planned_rounds"] == "3"
    report(section, 1, {(2, 5): (30, 10), (3, 4): (10, 30), (1, 6): (20, 0), (6, 7): (15, 0)})
    refused = post_draw(desk, reload_drawn_section(section))
    assert refused.status_code == 422
    # Everybody has won once. 1 is 12 ahead, 6 loses 5 and 7 loses 7.
    report(section, 1, {(1, 7): (0, 8)})
    page = desk.get(draw_address(section))
    assert "Round 1" in find_texts(page, "main")[0]
    bracket = make_section_bracket(reload_drawn_section(section))
    (group,) = [match for match in bracket.rounds[0].matches if match.third_side]
    assert [(side.label, side.score, side.is_winner) for side in group.sides] == [
        ("1", "1 win, +12", True),
        ("6", "1 win, −5", True),
        ("7", "1 win, −7", False),
    ]
    assert post_draw(desk, reload_drawn_section(section)).status_code == 302
    contest = find_drawn_contest(reload_drawn_section(section))
    # 1 and 6 come from one group, so they don't meet before the final.
    assert contest.rounds[1].pairings == ((1, 4), (2, 6))
    report(section, 2, {(1, 4): (30, 10), (2, 6): (10, 30)})
    assert post_draw(desk, reload_drawn_section(section)).status_code == 302
    report(section, 3, {(1, 6): (10, 30)})
    section = reload_drawn_section(section)
    assert find_drawn_contest(section).winner == 6
    assert list_places(section) == [
        ("1", 6), ("2", 1), ("3=", 2), ("3=", 4), ("5=", 3), ("5=", 5), ("5=", 7),
    ]  # fmt: skip
    assert compute_field_differences(fetch_scoring_field(section)) == []
    for name in ("session_results", "session_results_matches", "session_play", "session_draw"):
        assert desk.get(reverse(name, args=[section])).status_code == 200
    paper = reverse("session_print_pdf", args=[section])
    assert desk.get(f"{paper}?kinds=bracket&paper=a4").status_code == 200


@pytest.mark.slow
def test_six_teams_by_boards_have_cards_and_two_groups(desk):
    section = begin_three_way(desk, 6, boards=4)
    (drawn,) = find_drawn_contest(section).rounds
    assert drawn.triangles == ((1, 4, 6), (2, 3, 5))
    places = [(row.table_no, row.half) for row in section.plan.rows.all()]
    assert places == [(table, half) for table in range(1, 7) for half in (1, 2)]
    assert len(make_guide_cards(section, section.plan)) >= 6
    enter_round(section, 1)
    section = reload_drawn_section(section)
    knockout = find_drawn_contest(section).knockout
    assert [len(group.advancing_teams) for group in knockout.three_way_matches] == [2, 2]
    assert post_draw(desk, section).status_code == 302
    assert compute_field_differences(fetch_scoring_field(reload_drawn_section(section))) == []


@pytest.mark.slow
def test_the_director_decides_what_is_level_in_everything(desk):
    section = begin_three_way(desk, 3)
    report(section, 1, {(1, 2): (9, 1), (2, 3): (9, 1), (1, 3): (1, 9)})
    refused = post_draw(desk, reload_drawn_section(section))
    assert refused.status_code == 422
    assert find_errors(refused) == [
        "The three-way match of 1, 2, 3 isn’t decided yet. Enter its results, or choose winners of its matches below."
    ]
    decide_match(
        section=reload_drawn_section(section), round_no=1, contestants=(1, 3), winner=1, reason="ruling",
        is_against_score=True, user=None,
    )  # fmt: skip
    assert post_draw(desk, reload_drawn_section(section)).status_code == 302
    assert find_drawn_contest(reload_drawn_section(section)).rounds[1].pairings == ((1, 2),)
    # Once round 2 is drawn, the group is fixed until it is redrawn.
    response = desk.post(
        reverse("session_draw_decide", args=[section]),
        {"round": 1, "home": 1, "away": 3, "winner": 3, "how": "ruling"},
        follow=True,
    )
    assert "Round 2 was drawn with team 1 and team 2" in response.content.decode()


@pytest.mark.parametrize("size", [3, 5, 6, 7])
def test_programs_read_a_group_with_its_third_team(desk, size):
    section = begin_three_way(desk, size)
    results = serialize_results(EventResults(section.session.event))
    (bracket,) = results["knockouts"]
    groups = [match for match in bracket["rounds"][0]["matches"] if "third" in match]
    assert groups
    assert all(match["through"] == [] and match["winner"] is None for match in groups)


def read_choices(response, name: str) -> list[str]:
    """Return the values of the list *name*, or its hidden value."""
    for box in find_elements(response, "select"):
        if box.get("name") == name:
            return [option.get("value") for option in box.iter("option")]
    return [box.get("value") for box in find_elements(response, "input") if box.get("name") == name]


def has_box(response, name: str) -> bool:
    return any(box.get("name") == name for box in find_elements(response, "input"))


def test_a_three_way_match_of_a_swiss_offers_no_boxes_and_takes_its_boards(desk):
    section = start_swiss(desk)
    round_page = desk.get(reverse("session_scores_round", args=[section.ref, 1]))
    assert has_box(round_page, "1-1-2-home")
    assert not any(has_box(round_page, f"1-{pair}-home") for pair in ("3-4", "3-5", "4-5"))
    text = find_texts(round_page, "main")[0]
    assert text.count("A three-way match counts by its boards.") == 3
    # A browser sends what the page has, and the match beside them is saved.
    sent = {
        box.get("name"): box.get("value", "")
        for box in find_elements(round_page, "form.match-round input")
    }
    sent |= {"1-1-2-home": "20", "1-1-2-away": "8", "1-1-2-unit": "imp"}
    saved = desk.post(reverse("session_scores_round", args=[section.ref, 1]), sent)
    assert saved.status_code == 302, find_errors(saved)
    page = desk.get(reverse("session_results_match", args=[section.ref, 3, 4]), {"round": "1"})
    assert not has_box(page, "home")
    assert "A three-way match counts by its boards." in find_texts(page, "main")[0]
    # A page from before the draw was changed is refused with the reason.
    old_page = {"round": "1", "home": "9", "away": "1", "unit": "imp"}
    path = f"{reverse('session_results_match', args=[section.ref, 3, 4])}?round=1"
    refused = desk.post(path, old_page)
    assert refused.status_code == 422
    assert find_errors(refused)[0].startswith("A three-way match counts by its boards")


def test_a_three_way_match_of_a_knock_out_offers_only_the_unit_that_it_takes(desk):
    section = begin_three_way(desk, 7)
    path = reverse("session_scores_round", args=[section.ref, 1])
    page = desk.get(path)
    assert read_choices(page, "1-1-6-unit") == ["imp"]
    sent = {
        box.get("name"): box.get("value", "")
        for box in find_elements(page, "form.match-round input")
    }
    sent |= {"1-1-6-home": "20", "1-1-6-away": "8"}
    saved = desk.post(path, sent)
    assert saved.status_code == 302, find_errors(saved)
    match_page = desk.get(
        reverse("session_results_match", args=[section.ref, 6, 7]), {"round": "1"}
    )
    assert read_choices(match_page, "unit") == ["imp"]
