"""Why?: beside every figure, on the pages of visitors too, and in the results for programs."""

import pytest
from django.test import Client

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.scores.result import enter_result
from director.core.night.publishing import publish_results
from tests.director.pages import count_queries, find_elements, find_texts
from tests.factories import (
    enter_all_results,
    make_night,
    make_played_section,
    public_address,
)

pytestmark = pytest.mark.django_db

SOURCE = "(Matchpoints: 2 per result beaten, 1 per tie, Law 78A)."


@pytest.fixture
def section():
    """A published Mitchell of five tables with results on board 1 alone: two equal, two worse, one artificial."""
    section = make_night(pairs=10, boards_per_set=2)
    lines = fetch_section_lines(section)
    for line, text in zip(
        lines.get_board_lines(1), ("4SS=", "4SS-1", "A6040", "4SS=", "PASS"), strict=True
    ):
        enter_result(section=section, board_no=1, ns=line.ns, ew=line.ew, text=text, user=None)
    publish_results(event=section.session.event)
    return section


def keys(section):
    """The keys of the five lines of board 1, in the order of its traveller."""
    return [f"1-{line.ns}-{line.ew}" for line in fetch_section_lines(section).get_board_lines(1)]


def asking(page):
    return [link.get("id") for link in find_elements(page, ".why-of")]


# -- on the pages ------------------------------------------------------------------------------------------------------


def test_a_line_is_explained_for_both_sides_without_scripts(section):
    key = keys(section)[0]
    page = Client().get(public_address(section, f"boards/1/?why={key}"))
    assert find_texts(page, ".why p") == [
        f"N-S 420 beats −50, 0; ties with 420. 2 × 2 beaten + 1 tied = 5; (5 + 1) × 5 ÷ 4 − 1 = 6.5 {SOURCE}"
        " 6.5 of 8 = 81.25%",
        f"E-W −420 ties with −420; loses to 50, 0. 1 tied = 1; (1 + 1) × 5 ÷ 4 − 1 = 1.5 {SOURCE} 1.5 of 8 = 18.75%",
    ]
    assert [link.get("aria-expanded") for link in find_elements(page, ".why-of")] == ["true"] + [
        "false"
    ] * 4
    first = find_elements(page, ".why-of")[0]
    assert first.get("href") == f"?#why-{key}"  # asked again, it closes
    assert find_texts(page, f"#{first.get('aria-describedby')}") != []


def test_a_line_without_a_result_has_nothing_to_ask(section):
    page = Client().get(public_address(section, "boards/2/"))
    assert asking(page) == []


@pytest.mark.slow
def test_an_answer_costs_no_query_whatever_the_size():
    small, large = make_played_section(), make_night(pairs=14, boards_per_set=1)
    enter_all_results(large)
    publish_results(event=large.session.event)
    for page in ("", "boards/1/", "pairs/1/"):
        counts = []
        for section in (small, large):
            key = keys(section)[0] if page else "total-1"
            plain = count_queries(Client(), public_address(section, page))
            counts.append(
                (plain, count_queries(Client(), public_address(section, f"{page}?why={key}")))
            )
        assert counts[0] == counts[1]
        assert counts[0][1] <= counts[0][0], "the answer is made of what the page has scored"
