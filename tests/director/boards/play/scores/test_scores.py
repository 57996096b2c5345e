"""Step 5: entering by traveller and by table, and other nights."""

import re

import pytest
from django.test import Client

from director.additions.imports.store.event import import_file
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_first_section
from director.boards.play.scores.result import enter_result
from tests.cases import leave_to_slow
from tests.director.additions.imports.store.usebio_files import read_fixture
from tests.director.boards.play.scores.entry_pages import (
    BOTH_WAYS,
    HTMX,
    list_stored_results,
    make_posted_line,
    read_box,
    scores_address,
)
from tests.director.pages import count_queries, find_elements, find_texts
from tests.factories import (
    enter_all_results,
    make_night,
    make_section,
    make_small_and_large_sections,
)

pytestmark = pytest.mark.django_db


class TestThePage:
    def test_before_a_movement_is_chosen_it_says_where_to_choose(self, desk):
        response = desk.get(scores_address(make_section()))
        assert response.status_code == 200
        assert find_texts(response, "main .say") == [
            "No movement has been chosen yet. Choose one in Field."
        ]

    def test_next_page_with_something_missing_comes_round_again(self, desk, section):
        enter_all_results(section)
        line = fetch_section_lines(section).get_board_lines(3)[0]
        enter_result(section=section, board_no=3, ns=line.ns, ew=line.ew, text="", user=None)
        response = desk.get(scores_address(section, "boards/9/"))
        assert find_elements(response, "#lines")[0].get("data-next") == scores_address(
            section, "boards/3/"
        )

    def test_signed_out_goes_to_sign_in_and_stores_nothing(self, client: Client, section):
        url = scores_address(section, "boards/1/")
        response = client.get(url)
        assert response.status_code == 302
        assert response.url == f"/sign-in/?next={url}"
        for extra in ({}, HTMX):
            assert client.post(url, make_posted_line("1-1-6", "4SS="), **extra).status_code == 403
        assert client.post(scores_address(section, "undo/"), {"change": "1-1"}).status_code == 403
        assert list_stored_results() == []


class TestEntering:
    @pytest.mark.parametrize("extra", BOTH_WAYS)
    def test_correction_keeps_what_it_was(self, desk, section, extra):
        url = scores_address(section, "boards/1/")
        desk.post(url, make_posted_line("1-1-6", "4SS="))
        desk.post(url, make_posted_line("1-1-6", "4SS-1", shown="4SS=", version=1), **extra)
        response = desk.get(url)
        assert read_box(response, "1-1-6") == ("4SS-1", 2)
        assert find_texts(response, "#line-1-1-6 a") == ["changed"]
        history = desk.get(find_elements(response, "#line-1-1-6 a")[0].get("href"))
        assert find_texts(history, "caption") == ["Board 1, 1 N-S against 1 E-W history"]
        rows = [
            re.sub(r"\d+ \w+ \d\d:\d\d:\d\d", "today", row)
            for row in find_texts(history, "tbody tr")
        ]
        assert rows == [
            "4♠ S −1 −50 today by dora current",
            "4♠ S = 420 today by dora today by dora",
        ]


class TestOddResults:
    def test_odd_result_is_kept_and_flagged(self, desk, section):
        for line, text in zip(
            fetch_section_lines(section).get_board_lines(1),
            ("4SS=", "4SS=", "4SSXX-4", "4SS+1"),
            strict=False,
        ):
            enter_result(section=section, board_no=1, ns=line.ns, ew=line.ew, text=text, user=None)
        response = desk.get(scores_address(section, "boards/1/"))
        assert find_texts(response, "#doubts .warn") == [
            "Unusual result: board 1, 3 N-S against 5 E-W, −1600; other tables 420 to 450. Check with table 3."
        ]
        assert find_texts(response, "#points-1-3-10") == ["! unusual result 0"]
        assert find_texts(response, "#in-words .muted") == ["4 of 50 entered. 1 unusual result."]


class TestOtherNights:
    def test_night_played_elsewhere_is_corrected_by_board(self, desk):
        section = fetch_first_section(
            import_file(data=read_fixture("club-mitchell-13-pairs"), file_name="night.xml").event.pk
        )
        result = section.results.filter(board_no=3).order_by("ns").first()
        key = f"3-{result.ns}-{result.ew}"
        response = desk.get(scores_address(section, "boards/3/"))
        assert find_elements(response, ".tabs") == []
        assert read_box(response, key) == (result.text, 1)
        desk.post(
            scores_address(section, "boards/3/"),
            make_posted_line(key, "PASS", shown=result.text, version=1),
        )
        result.refresh_from_db()
        assert result.text == "PASS"
        assert result.ns_score == 0
        assert result.version == 2
        assert result.versions.get().version == 1
        assert desk.get(scores_address(section), {"by": "table"}).url == scores_address(
            section, "boards/1/"
        )
        assert desk.get(scores_address(section, "rounds/1/tables/1/")).status_code == 404

    def test_result_of_another_night_has_no_history_here(self, desk, section):
        other = make_night(pairs=10, boards_per_set=2, named=False)
        result = enter_result(section=other, board_no=1, ns=1, ew=6, text="4SS=", user=None)
        assert desk.get(scores_address(section, f"history/{result.pk}/")).status_code == 404
        assert desk.get(scores_address(other, f"history/{result.pk}/")).status_code == 200

    def test_howell_with_one_winner_calls_pairs_by_their_number(self, desk):
        section = make_night(key="howell", pairs=8, boards_per_set=2)
        line = fetch_section_lines(section).get_board_lines(1)[0]
        response = desk.get(scores_address(section, "boards/1/"))
        label = find_elements(response, f"#text-1-{line.ns}-{line.ew}")[0].get("aria-label")
        assert label == f"Result, board 1, {line.ns} against {line.ew}"


@pytest.mark.parametrize(
    ("tail", "asked"), leave_to_slow([("boards/1/", 22), ("rounds/1/tables/1/", 21)], but=1)
)
def test_same_number_of_queries_for_a_small_and_a_large_night(desk, tail, asked):
    small, large = make_small_and_large_sections()
    assert (
        count_queries(desk, scores_address(small, tail))
        == count_queries(desk, scores_address(large, tail))
        == asked
    )
    assert (
        count_queries(desk, scores_address(small, tail))
        == count_queries(desk, scores_address(large, tail))
        == asked - 11
    )
