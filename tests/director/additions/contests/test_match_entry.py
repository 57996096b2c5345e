"""A match entered by its boards on one page, both tables of a board side by side."""

import pytest
from django.urls import reverse

from director.additions.contests.draws.contest import find_drawn_contest
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.models import Result
from tests.director.additions.contests.draws.test_unfinished import start_swiss
from tests.director.pages import find_elements, find_texts

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


@pytest.mark.slow
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
