"""Lines that turn page by page, for every kind of event."""

from director.core.night.screens import (
    PageRequest,
    ScreenRanking,
    ScreenRow,
    get_requested_page,
    make_standings_screen,
)


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
