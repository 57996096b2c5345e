"""Step 5: entering by traveller and by table, and other nights."""

import re

import pytest
from django.test import Client

from director.additions.imports.store.event import import_file
from director.boards.movement.lines.progress import format_line_key
from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.movement.sections import fetch_first_section
from director.boards.play.plan import store_plan
from director.boards.play.scores.result import enter_result
from director.models import Result, Session
from director.models.event import Clock
from movements.registry import make_plan
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
    enter_on_line,
    make_night,
    make_section,
    make_small_and_large_sections,
)

pytestmark = pytest.mark.django_db


class TestThePage:
    def test_opens_at_the_first_board_with_something_missing(self, desk, section):
        enter_all_results(section)
        line = fetch_section_lines(section).get_board_lines(4)[2]
        enter_result(section=section, board_no=4, ns=line.ns, ew=line.ew, text="", user=None)
        response = desk.get(scores_address(section))
        assert response.status_code == 302
        assert response.url == scores_address(section, "boards/4/")
        response = desk.get(scores_address(section), {"by": "table"})
        assert response.url == scores_address(
            section, f"rounds/{line.round_no}/tables/{line.table_no}/"
        )

    def test_opens_at_the_first_board_when_all_is_in(self, desk, section):
        enter_all_results(section)
        assert desk.get(scores_address(section)).url == scores_address(section, "boards/1/")

    def test_before_a_movement_is_chosen_it_says_where_to_choose(self, desk):
        response = desk.get(scores_address(make_section()))
        assert response.status_code == 200
        assert find_texts(response, "main .say") == [
            "No movement has been chosen yet. Choose one in Field."
        ]

    def test_traveller_has_a_line_for_each_table_in_order_of_ns(self, desk, section):
        response = desk.get(scores_address(section, "boards/1/"))
        assert find_texts(response, "caption")[0] == "Board 1 North deals, nobody vulnerable"
        assert [element.get("id") for element in find_elements(response, ".line")] == [
            "line-1-1-6",
            "line-1-2-8",
            "line-1-3-10",
            "line-1-4-7",
            "line-1-5-9",
        ]
        assert find_texts(response, "#line-1-1-6 tr")[0].startswith(
            "1 N-S table 1 Ada Ash Ash & Fred Dunn 0 1 E-W "
        )
        assert [
            element.get("id")
            for element in find_elements(response, "input")
            if "autofocus" in element.attrib
        ] == ["text-1-1-6"]

    def test_table_has_a_line_for_each_board_of_the_round(self, desk, section):
        response = desk.get(scores_address(section, "rounds/2/tables/5/"))
        assert find_texts(response, ".lines caption")[0].startswith("Round 2, table 5 5 N-S ")
        assert find_texts(response, ".lines caption")[0].endswith(", boards 1–2")
        assert [element.get("id") for element in find_elements(response, ".line")] == [
            "line-1-5-9",
            "line-2-5-9",
        ]

    @pytest.mark.parametrize(
        ("clock", "entered", "words"),
        [
            pytest.param({}, 0, ["round 1", "round 2", "round 3"], id="before play"),
            pytest.param({}, 1, ["missing", "round 2", "round 3"], id="nobody runs the clock"),
            pytest.param(
                {"clock": Clock.PAUSED}, 0, ["round 1", "round 2", "round 3"], id="first round"
            ),
            pytest.param(
                {"clock": Clock.PAUSED, "round_no": 2},
                0,
                ["missing", "round 2", "round 3"],
                id="second",
            ),
            pytest.param(
                {"clock": Clock.WAITING, "round_no": 3},
                0,
                ["missing", "missing", "round 3"],
                id="moving",
            ),
            pytest.param({"clock": Clock.OVER, "round_no": 3}, 0, ["missing"] * 3, id="over"),
        ],
    )
    def test_only_what_should_be_entered_is_missing(self, desk, clock, entered, words):
        section = make_night(key="howell", pairs=4, boards_per_set=1)
        lines = {line.round_no: line for line in fetch_section_lines(section).all}
        for line in fetch_section_lines(section).get_table_lines(1, 1)[:entered]:
            enter_on_line(section, line, "PASS")
        Session.objects.filter(pk=section.session_id).update(**clock)
        shown = []
        for _round_no, line in sorted(lines.items()):
            page = desk.get(scores_address(section, f"boards/{line.board_no}/"))
            shown += find_texts(
                page, f"#line-{format_line_key(line.board_no, line.ns, line.ew)} .open"
            )
        assert shown == words

    def test_saved_line_shows_what_it_means_and_earns(self, desk, section):
        for key, text in ((6, "4SXE-2"), (8, "420")):
            ns = {6: 1, 8: 2}[key]
            enter_result(section=section, board_no=1, ns=ns, ew=key, text=text, user=None)
        response = desk.get(scores_address(section, "boards/1/"))
        cells = [find_texts(response, f"#line-1-{key} td")[2:7] for key in ("1-6", "2-8", "3-10")]
        assert cells == [
            ["4♠×", "E", "8", "300", "0"],
            ["", "", "", "420", "2"],
            ["missing", "", ""],
        ]
        assert [
            element.get("aria-label")
            for element in find_elements(response, "#line-1-1-6 span")
            if element.get("role")
        ] == [
            "spades",
            "doubled",
        ]

    def test_standings_and_grid_stand_beside(self, desk, section):
        enter_result(section=section, board_no=1, ns=1, ew=6, text="4SS=", user=None)
        enter_result(section=section, board_no=1, ns=2, ew=8, text="3NTN-1", user=None)
        response = desk.get(scores_address(section, "boards/1/"))
        assert find_texts(response, "#in-words .muted") == ["2 of 50 entered."]
        assert find_texts(response, "#leaders caption") == ["North-South", "East-West"]
        assert find_texts(response, "#leaders tr")[0] == "1 Ada Ash Ash & Fred Dunn 0 100.00"
        assert [element.get("class") for element in find_elements(response, "#grid span")].count(
            "square in"
        ) == 2

    def test_headings_of_the_narrow_grid_have_room(self, desk):
        response = desk.get(scores_address(make_night(pairs=26, boards_per_set=2), "boards/1/"))
        columns = [heading.get("colspan") for heading in find_elements(response, "#grid thead th")]
        assert find_texts(response, "#grid thead th") == ["1", "5", "9", "13", "17", "21"]
        assert columns == ["4"] * 5 + ["6"]

    def test_pages_lead_to_each_other(self, desk, section):
        enter_all_results(section)
        first = desk.get(scores_address(section, "boards/1/"))
        assert find_elements(first, "#previous-page") == []
        assert find_elements(first, "#next-page")[0].get("href") == scores_address(
            section, "boards/2/"
        )
        assert find_texts(first, "#stops a")[0] == "1✓, complete"
        assert find_elements(first, "#lines")[0].get("data-next") == ""
        table = desk.get(scores_address(section, "rounds/2/tables/1/"))
        assert find_elements(table, "#previous-page")[0].get("href") == scores_address(
            section, "rounds/1/tables/5/"
        )
        assert [element.get("href") for element in find_elements(table, "#stops a")][:2] == [
            scores_address(section, "rounds/1/tables/1/"),
            scores_address(section, "rounds/2/tables/1/"),
        ]
        assert find_texts(table, "#stops a")[1] == "2✓, complete"

    def test_results_of_a_later_round_than_that_of_the_clock_are_noted(self, desk, section):
        line = next(line for line in fetch_section_lines(section).all if line.round_no == 2)
        enter_on_line(section, line, "4SS=")
        note = "Round 2 has results, but the clock is at round 1."
        assert note not in find_texts(desk.get(scores_address(section, "boards/1/")), ".say.warn")
        section.session.clock = Clock.PAUSED
        section.session.save()
        assert note in find_texts(desk.get(scores_address(section, "boards/1/")), ".say.warn")

    def test_next_page_with_something_missing_comes_round_again(self, desk, section):
        enter_all_results(section)
        line = fetch_section_lines(section).get_board_lines(3)[0]
        enter_result(section=section, board_no=3, ns=line.ns, ew=line.ew, text="", user=None)
        response = desk.get(scores_address(section, "boards/9/"))
        assert find_elements(response, "#lines")[0].get("data-next") == scores_address(
            section, "boards/3/"
        )

    @pytest.mark.parametrize(
        "tail", ["boards/11/", "boards/0/", "rounds/2/tables/6/", "rounds/9/tables/1/"]
    )
    def test_page_outside_the_plan_is_not_found(self, desk, section, tail):
        assert desk.get(scores_address(section, tail)).status_code == 404

    def test_signed_out_goes_to_sign_in_and_stores_nothing(self, client: Client, section):
        url = scores_address(section, "boards/1/")
        response = client.get(url)
        assert response.status_code == 302
        assert response.url == f"/sign-in/?next={url}"
        for extra in ({}, HTMX):
            assert client.post(url, make_posted_line("1-1-6", "4SS="), **extra).status_code == 403
        assert client.post(scores_address(section, "undo/"), {"change": "1-1"}).status_code == 403
        assert list_stored_results() == []

    @pytest.mark.parametrize(("tail", "asked"), [("boards/1/", 22), ("rounds/1/tables/1/", 21)])
    def test_same_number_of_queries_for_a_small_and_a_large_night(self, desk, tail, asked):
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


class TestEntering:
    def test_plain_form_stores_every_changed_line_and_comes_back(self, desk, section, director):
        data = (
            make_posted_line("1-1-6", "4ss=")
            | make_posted_line("1-2-8", "")
            | make_posted_line("1-3-10", "pass")
        )
        response = desk.post(scores_address(section, "boards/1/"), data, follow=True)
        assert response.redirect_chain == [(scores_address(section, "boards/1/"), 302)]
        assert find_texts(response, "#messages p") == ["2 results saved."]
        assert list_stored_results() == [(1, 1, 6, "4SS="), (1, 3, 10, "PASS")]
        assert {result.entered_by for result in Result.objects.all()} == {director}
        assert [read_box(response, key) for key in ("1-1-6", "1-2-8", "1-3-10")] == [
            ("4SS=", 1),
            ("", 0),
            ("PASS", 1),
        ]

    def test_htmx_stores_the_line_and_gets_it_back(self, desk, section):
        response = desk.post(
            scores_address(section, "boards/1/"), make_posted_line("1-1-6", "3 n x e -2"), **HTMX
        )
        assert response.status_code == 200
        assert response.templates[0].name == "boards/scores/_lines_saved.html"
        saved, _others = response.content.decode().split("data-others")
        assert re.findall(r'<tbody[^>]* id="([\w-]+)"', saved) == ["line-1-1-6"]
        assert read_box(response, "1-1-6") == ("3NTXE-2", 1)
        assert list_stored_results() == [(1, 1, 6, "3NTXE-2")]
        assert "HX-Request" in response.headers["Vary"]

    @pytest.mark.parametrize(
        ("text", "canonical"),
        [
            ("4ss10", "4SS="),
            ("w3nt=", "3NTW="),
            ("ave+", "A60+/60+"),
            ("60/40", "A6040"),
            ("60% / 40%", "A6040"),
        ],
    )
    def test_other_ways_of_writing_a_result_are_stored_in_the_one_way(
        self, desk, section, text, canonical
    ):
        response = desk.post(
            scores_address(section, "boards/1/"), make_posted_line("1-1-6", text), **HTMX
        )
        assert read_box(response, "1-1-6") == (canonical, 1)

    def test_htmx_answer_brings_what_the_result_changes_elsewhere(self, desk, section):
        enter_result(section=section, board_no=1, ns=2, ew=8, text="4SS-1", user=None)
        response = desk.post(
            scores_address(section, "boards/1/"), make_posted_line("1-1-6", "4SS="), **HTMX
        )
        assert find_texts(response, "#points-1-1-6") == ["2"]
        assert find_texts(response, "#points-1-2-8") == ["0"]
        assert find_texts(response, "#in-words .muted") == ["2 of 50 entered."]
        assert find_texts(response, "#leaders tr")[0] == "1 Ada Ash Ash & Fred Dunn 0 100.00"
        assert find_texts(response, "#undo button") == ["Undo: table 1, board 1"]
        assert read_box(response, "1-2-8") == ("4SS-1", 1)
        swapped = re.findall(r'id="([\w-]+)"[^>]* hx-swap-oob=', response.content.decode())
        assert set(swapped) == {
            *("stops", "doubts", "undo", "redo", "in-words", "leaders", "moved", "entry-status"),
            "square-1-1-6",
            "row-1",
        }

    def test_table_page_stores_its_boards(self, desk, section):
        url = scores_address(section, "rounds/2/tables/5/")
        response = desk.post(
            url, make_posted_line("1-5-9", "1CE+1") | make_posted_line("2-5-9", "A6040")
        )
        assert response.status_code == 302
        assert response.url == url
        assert list_stored_results() == [(1, 5, 9, "1CE+1"), (2, 5, 9, "A6040")]

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

    @pytest.mark.parametrize("extra", BOTH_WAYS)
    def test_emptied_line_is_taken_out(self, desk, section, extra):
        enter_result(section=section, board_no=1, ns=1, ew=6, text="4SS=", user=None)
        desk.post(
            scores_address(section, "boards/1/"),
            make_posted_line("1-1-6", " ", shown="4SS=", version=1),
            **extra,
        )
        assert list_stored_results() == [(1, 1, 6, "")]
        response = desk.get(scores_address(section, "boards/1/"))
        assert read_box(response, "1-1-6") == ("", 2)
        assert "round 1" in find_texts(response, "#line-1-1-6 td")

    @pytest.mark.parametrize("extra", BOTH_WAYS)
    def test_line_nobody_touched_shows_what_somebody_else_entered(self, desk, section, extra):
        enter_result(section=section, board_no=1, ns=1, ew=6, text="4SS=", user=None)
        enter_result(section=section, board_no=1, ns=1, ew=6, text="4SS-1", user=None)
        url = scores_address(section, "boards/1/")
        response = desk.post(
            url, make_posted_line("1-1-6", "4SS=", shown="4SS=", version=1), **extra, follow=True
        )
        assert read_box(response, "1-1-6") == ("4SS-1", 2)

    def test_markup_is_shown_and_not_obeyed(self, desk, section):
        response = desk.post(
            scores_address(section, "boards/1/"), make_posted_line("1-1-6", '"><script>')
        )
        assert read_box(response, "1-1-6") == ('"><script>', 0)
        assert b'"><script>' not in response.content


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
    def test_whist_is_entered_in_tricks(self, desk):
        section = make_section(game="whist")
        store_plan(section=section, movement=make_plan("mitchell", pairs=10, boards_per_set=2))
        url = scores_address(section, "boards/1/")
        desk.post(url, make_posted_line("1-1-6", "8") | make_posted_line("1-2-8", "6-7"))
        response = desk.get(url)
        assert find_texts(response, ".lines thead th") == [
            "N-S",
            "E-W",
            "Result",
            "N-S tricks",
            "+/-",
            "Changes",
        ]
        assert [find_texts(response, f"#line-1-{pairs} td")[2:4] for pairs in ("1-6", "2-8")] == [
            ["8", "1"],
            ["6", "−1"],
        ]

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
