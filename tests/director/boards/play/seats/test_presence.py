"""Who is here, marked at the door: one press each, said at Draw and Play, kept for the next stage."""

import pytest
from django.test import Client
from django.urls import reverse

from director.boards.play.seats.seating import swap_entries
from director.boards.play.seats.section_seats import (
    fetch_missing_numbers,
    mark_everybody_here,
    mark_here,
)
from director.core.base.roles import Role
from tests.director.additions.contests.draws.test_draws import (
    draw_address,
    make_drawn_section,
)
from tests.director.additions.contests.stages.test_next_stage import make_league
from tests.director.boards.play.sessions.test_rules_of_carry_over import start_final
from tests.director.pages import HTMX, count_queries, find_elements, find_errors, find_texts
from tests.factories import enter_all_results, make_account, make_night

pytestmark = pytest.mark.django_db


def get_door(section) -> str:
    return reverse("session_door", args=[section.ref])


def press(desk, section, number, **headers):
    """Press the button of a contestant as the page shows it."""
    (button,) = find_elements(desk.get(get_door(section)), f"#here-{number}")
    post_data = {button.get("name"): button.get("value")}
    return desk.post(get_door(section), post_data, **headers)


def list_here(section) -> list[int]:
    return list(section.entries.filter(is_here=True).values_list("pair_no", flat=True))


@pytest.fixture
def swiss(desk):
    return make_drawn_section(desk)


def mark_all_but(desk, section, *numbers):
    desk.post(get_door(section), {"everybody": "1"})
    for number in numbers:
        press(desk, section, number)


def test_one_press_marks_a_contestant_and_another_takes_it_back(desk, swiss):
    assert press(desk, swiss, 4).url == f"{get_door(swiss)}#here-4"
    assert list_here(swiss) == [4]
    page = desk.get(get_door(swiss))
    (button,) = find_elements(page, "#here-4")
    assert button.get("aria-pressed") == "true"
    assert find_texts(page, "#door .tick") == ["", "", "", "", "", "✓"]
    assert "1 of 6 here" in find_texts(page, "span")
    press(desk, swiss, 4)
    assert list_here(swiss) == []


def test_a_press_with_a_script_sends_the_list_alone(desk, swiss):
    response = press(desk, swiss, 2, **HTMX)
    assert response.status_code == 200
    assert "<html" not in response.content.decode()
    assert "1 of 6 here" in find_texts(response, "span")


@pytest.mark.parametrize("boxes", [{"here": "9"}, {"here": "x"}, {"gone": "0"}, {}])
def test_an_unknown_number_marks_nobody(desk, swiss, boxes):
    response = desk.post(get_door(swiss), boxes, **HTMX)
    assert response.status_code == 422
    assert find_errors(response) == [
        "This team is no longer on the list, so nothing was marked. Press another."
    ]
    assert list_here(swiss) == []


def test_viewers_see_the_list_and_scorers_press(swiss):
    viewer, scorer = Client(), Client()
    viewer.force_login(make_account("vera", Role.VIEWER))
    scorer.force_login(make_account("sam", Role.SCORER))
    assert not find_elements(viewer.get(get_door(swiss)), "#door button")
    assert viewer.post(get_door(swiss), {"here": "4"}).status_code == 403
    assert press(scorer, swiss, 4).status_code == 302
    assert list_here(swiss) == [4]


def test_nobody_is_missing_where_the_door_is_not_used(desk, swiss):
    assert fetch_missing_numbers(swiss) == ()
    for address in (draw_address(swiss), f"/sessions/{swiss.session_id}/play/"):
        assert not [text for text in find_texts(desk.get(address), "p") if "Not here yet" in text]


def test_the_first_round_is_drawn_again_without_who_is_missing(desk, swiss):
    mark_all_but(desk, swiss, 6)
    page = desk.get(draw_address(swiss))
    (link,) = [link for link in find_elements(page, "p a") if link.text == "Draw without them"]
    drawn = desk.get(draw_address(swiss) + link.get("href").partition("draw/")[2])
    contest = drawn.context["contest"]
    assert contest.is_redraw
    assert drawn.context["bye"] in range(1, 6)
    assert not contest.fills_gaps
    (link,) = [link for link in find_elements(page, "p a") if link.text == "Fill the gaps"]
    filled = desk.get(draw_address(swiss) + link.get("href").partition("draw/")[2])
    assert [(row.home, row.away) for row in filled.context["rows"]] == [("1", "4"), ("2", "5")]
    assert filled.context["bye"] == 3


@pytest.mark.slow
def test_groups_and_individuals_are_told_at_play_until_the_first_result(desk):
    section = make_night(pairs=8)
    mark_all_but(desk, section, 3)
    address = f"/sessions/{section.session_id}/play/"
    (warning,) = [text for text in find_texts(desk.get(address), "p") if "Not here yet" in text]
    assert warning.startswith("Not here yet: 3 N-S ")
    enter_all_results(section)
    assert not [text for text in find_texts(desk.get(address), "p") if "Not here yet" in text]


def test_presence_moves_with_the_people(desk, swiss):
    press(desk, swiss, 1)
    swap_entries(section=swiss, first_no=1, second_no=2, user=None)
    assert list_here(swiss) == [2]


def test_a_stage_that_follows_begins_with_the_same_list(desk):
    league = make_league()
    # Its own list is closed by now, since play is over.
    mark_everybody_here(section=league)
    mark_here(section=league, pair_no=2, is_here=False)
    final = start_final(desk, league)
    former = {entry.pair_no: entry.continues.pair_no for entry in final.entries.all()}
    missing = [number for number, number_before in former.items() if number_before == 2]
    assert list(fetch_missing_numbers(final)) == missing


def test_the_list_takes_as_many_queries_for_many(desk):
    few, many = make_night(pairs=6), make_night(pairs=14)
    assert count_queries(desk, get_door(few)) == count_queries(desk, get_door(many))
