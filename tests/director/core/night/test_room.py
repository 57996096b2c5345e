"""Lines that turn page by page, for every kind of event."""

from hypothesis import given
from hypothesis import strategies as st

from director.core.night.screens import (
    DEFAULT_ROW_COUNT,
    PageRequest,
    ScreenRanking,
    ScreenRow,
    get_requested_page,
    make_standings_screen,
)

LINES = st.lists(
    st.builds(ScreenRow, st.text(max_size=8), st.text(max_size=130), st.text(max_size=30)),
    max_size=90,
)


@given(st.lists(st.tuples(st.text(max_size=9), LINES), max_size=3))
def test_every_line_comes_once_and_no_page_holds_more_than_it_has_rows(lists):
    number, shown = 1, []
    while True:
        page = get_requested_page(lists, PageRequest(number))
        shown += page.lines
        assert len(page.lines) <= 1 or sum(line.height for line in page.lines) <= DEFAULT_ROW_COUNT
        number = page.next_number
        if number == 1:
            break
    assert shown == [line for _title, lines in lists for line in lines]


def test_list_without_lines_keeps_its_title():
    assert get_requested_page([("Standings", [])], PageRequest(3)).title == "Standings"


def test_list_begins_on_a_page_of_its_own():
    line = ScreenRow("1", "Ada Ash", "table 1")
    pages = [
        get_requested_page([("N-S", [line]), ("E-W", [line])], PageRequest(number))
        for number in (1, 2, 3)
    ]
    assert [(page.title, page.number, page.page_count) for page in pages] == [
        ("N-S", 1, 2),
        ("E-W", 2, 2),
        ("N-S", 1, 2),
    ]


RANKINGS = st.lists(
    st.builds(
        ScreenRanking,
        st.sampled_from(["Standings", "After all sessions"]),
        st.sampled_from(["", "North-South", "East-West"]),
        LINES.map(tuple),
    ),
    max_size=4,
)


@given(RANKINGS, st.integers(1, 12))
def test_every_place_comes_once_in_columns_that_the_room_can_read(rankings, rank_row_count):
    number, shown = 1, []
    while True:
        page = make_standings_screen(
            rankings, PageRequest(number, rank_row_count=rank_row_count)
        ).page
        shown += [row for column in page.columns for row in column.rows]
        assert len(page.columns) <= 2
        assert page.row_count <= rank_row_count
        if len(page.columns) == 1:
            assert page.row_count <= 7
        number = page.next_number
        if number == 1:
            break
    assert shown == [row for ranking in rankings for row in ranking.rows]


def test_columns_are_even():
    rows = tuple(ScreenRow(str(place), "Ada Ash", "50%") for place in range(1, 9))
    ranking = ScreenRanking("Standings", "", rows)
    lengths = [
        make_standings_screen([ranking], PageRequest(number)).page.row_count for number in (1, 2)
    ]
    assert lengths == [4, 4]


def test_a_very_long_ranking_has_two_columns_on_a_page():
    rows = tuple(ScreenRow(str(place), "Ada Ash", "50%") for place in range(1, 61))
    page = make_standings_screen([ScreenRanking("Standings", "", rows)], PageRequest()).page
    assert len(page.columns) == 2
    assert page.page_count == 3


def test_only_very_long_names_are_smaller_than_the_others():
    names = ("Ada Ash & Bert Hazel", "Maximilian Featherstonehaugh-Cholmondeley & Cora Elm")
    rows = tuple(ScreenRow("1", name, "50%") for name in names)
    page = make_standings_screen([ScreenRanking("Standings", "", rows)], PageRequest()).page
    assert page.common_length == 20
    assert rows[1].name_length == 52
