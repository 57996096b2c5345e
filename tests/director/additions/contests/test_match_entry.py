"""A match entered by its boards on one page, both tables of a board side by side."""

import pytest
from django.urls import reverse

from director.additions.contests.draws.contest import find_drawn_contest
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.plan import store_plan
from director.models import Result
from movements.registry import make_plan
from tests.director.additions.contests.draws.test_draws import (
    make_section_to_draw,
    reload_drawn_section,
)
from tests.director.additions.contests.draws.test_unfinished import start_swiss
from tests.director.pages import find_elements, find_errors, find_texts

pytestmark = pytest.mark.django_db


def match_boards(section, home: int, away: int, round_no: int = 1) -> str:
    return reverse("session_scores_match", args=[section.ref, round_no, home, away])


def typed_boards(page, *results: str) -> dict[str, str]:
    """Return what the page sends with *results* in its boxes from the first."""
    data = {}
    boxes = find_elements(page, "input.entry-box")
    for box, result in zip(boxes, results, strict=False):
        key = box.get("name").removeprefix("text-")
        data |= {f"text-{key}": result, f"shown-{key}": "", f"version-{key}": "0"}
    return data


def test_both_tables_of_each_board_stand_side_by_side(desk):
    section = start_swiss(desk)
    home, away = find_drawn_contest(section).rounds[0].pairings[0]
    page = desk.get(match_boards(section, away, home))
    lines = fetch_section_lines(section).get_match_lines((1, min(home, away), max(home, away)))
    boards = [text.split()[0] for text in find_texts(page, "tbody.line th")]
    assert boards == [str(board) for board in sorted(line.board_no for line in lines)]
    assert find_texts(page, "thead th")[:3] == ["Board", "Sides", "Result"]
    assert boards[0] == boards[1]


def test_the_boards_of_a_match_are_entered_and_the_next_match_is_offered(desk):
    section = start_swiss(desk)
    home, away = find_drawn_contest(section).rounds[0].pairings[0]
    address = match_boards(section, home, away)
    response = desk.post(address, typed_boards(desk.get(address), "1NTN=", "PASS"))
    assert response.url == address
    assert Result.objects.count() == 2
    page = desk.get(address)
    assert find_texts(page, "td.points")[0] not in ("", "–")
    other = find_drawn_contest(section).rounds[0].pairings[1]
    assert find_elements(page, "#next-page")[0].get("href") == match_boards(section, *sorted(other))
    assert find_texts(page, "#stops b") == ["Round", "Match"]


def test_a_refused_board_stays_as_typed(desk):
    section = start_swiss(desk)
    home, away = find_drawn_contest(section).rounds[0].pairings[0]
    address = match_boards(section, home, away)
    response = desk.post(address, typed_boards(desk.get(address), "9NT", "1NTN="))
    assert response.status_code == 422
    assert len(find_errors(response)) == 1
    assert find_elements(response, "input.entry-box")[0].get("value") == "9NT"
    assert Result.objects.count() == 1


def test_undo_goes_back_to_the_match(desk):
    section = start_swiss(desk)
    home, away = find_drawn_contest(section).rounds[0].pairings[0]
    address = match_boards(section, home, away)
    desk.post(address, typed_boards(desk.get(address), "1NTN="))
    page = desk.get(address)
    number = find_elements(page, "#undo button")[0].get("value")
    by = next(
        box.get("value")
        for box in find_elements(page, "#undo-form input")
        if box.get("name") == "by"
    )
    undone = desk.post(
        reverse("session_scores_undo", args=[section.ref]), {"change": number, "by": by}
    )
    assert undone.url.partition("#")[0] == match_boards(section, *sorted((home, away)))
    assert not Result.objects.exclude(text="").exists()


def test_the_pages_of_a_match_lead_to_its_boards(desk):
    section = start_swiss(desk)
    home, away = sorted(find_drawn_contest(section).rounds[0].pairings[0])
    address = match_boards(section, home, away)
    by_match = desk.get(reverse("session_scores_round", args=[section.ref, 1]))
    assert address in [link.get("href") for link in find_elements(by_match, ".match-rows small a")]
    match_page = desk.get(
        reverse("session_results_match", args=[section.ref, home, away]) + "?round=1"
    )
    assert address in [link.get("href") for link in find_elements(match_page, "main a")]
    table = desk.get(reverse("session_scores_table", args=[section.ref, 1, 1]))
    assert "Both tables of the match" in find_texts(table, "#entry-page a")


def test_teams_that_do_not_meet_have_no_page(desk):
    section = start_swiss(desk)
    home, away = find_drawn_contest(section).rounds[0].pairings[0]
    assert desk.get(match_boards(section, home, home)).status_code == 404
    assert desk.get(match_boards(section, home, away, 7)).status_code == 404


def test_a_match_over_several_rounds_is_one_page(desk):
    section = make_section_to_draw()
    movement = make_plan("team-match", teams=2, boards_per_set=4)
    store_plan(section=section, movement=movement)
    page = desk.get(match_boards(reload_drawn_section(section), 1, 2, 0))
    assert page.status_code == 200
    assert find_texts(page, "#stops b") == ["Match"]


def test_boards_of_teams_that_no_longer_meet_stay_as_typed(desk):
    section = start_swiss(desk)
    home, away = find_drawn_contest(section).rounds[0].pairings[0]
    typed = typed_boards(desk.get(match_boards(section, home, away)), "1NTN=")
    (box,) = [name for name in typed if name.startswith("text-")]
    board_no, ns, _ew = box.removeprefix("text-").split("-")
    gone = f"{board_no}-{ns}-{ns}"
    response = desk.post(
        match_boards(section, home, away, 7),
        {f"text-{gone}": "1NTN=", f"shown-{gone}": "", f"version-{gone}": "0"},
    )
    assert response.status_code == 422
    assert find_texts(response, "caption small") == ["these teams don’t meet"]
    assert find_elements(response, "input.entry-box")[0].get("value") == "1NTN="
    assert not Result.objects.exists()
