"""Lines that turn page by page, for every kind of event."""

from hypothesis import given
from hypothesis import strategies as st

from director.core.night.screens import DEFAULT_ROWS, PageTurn, ScreenLine, get_turn_page

LINES = st.lists(
    st.builds(ScreenLine, st.text(max_size=8), st.text(max_size=130), st.text(max_size=30)),
    max_size=90,
)


@given(st.lists(st.tuples(st.text(max_size=9), LINES), max_size=3))
def test_every_line_comes_once_and_no_page_holds_more_than_it_has_rows(lists):
    number, shown = 1, []
    while True:
        page = get_turn_page(lists, PageTurn(number))
        shown += page.lines
        assert len(page.lines) <= 1 or sum(line.rows for line in page.lines) <= DEFAULT_ROWS
        number = page.next_number
        if number == 1:
            break
    assert shown == [line for _title, lines in lists for line in lines]


def test_list_without_lines_keeps_its_title():
    assert get_turn_page([("Standings", [])], PageTurn(3)).title == "Standings"


def test_list_begins_on_a_page_of_its_own():
    line = ScreenLine("1", "Ada Ash", "table 1")
    pages = [
        get_turn_page([("N-S", [line]), ("E-W", [line])], PageTurn(number)) for number in (1, 2, 3)
    ]
    assert [(page.title, page.number, page.pages) for page in pages] == [
        ("N-S", 1, 2),
        ("E-W", 2, 2),
        ("N-S", 1, 2),
    ]
