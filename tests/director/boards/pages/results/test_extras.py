"""Handicaps, strata and carry-over: typed or pasted, net and gross in the standings, put back, kept when published."""

from fractions import Fraction

import pytest

from director.boards.movement.sections import fetch_section
from director.boards.movement.words import PairExtras
from director.boards.play.results.extras import store_extras
from director.boards.play.results.method import set_scoring
from director.boards.play.seats.seating import swap_entries
from director.boards.scoring.extras import SectionExtras, fetch_section_extras
from director.errors import DeskError
from scoring.errors import ScoringError
from tests.director.boards.scored import (
    fetch_scored_session,
    fetch_session_sheets,
    find_session_differences,
    replace_awards_by_passes,
)
from tests.director.pages import (
    count_queries,
    find_elements,
    find_errors,
    find_texts,
)
from tests.factories import extras_address, make_night, make_played_section

pytestmark = pytest.mark.django_db


@pytest.fixture
def section():
    """A Howell of four pairs with every result in."""
    return fetch_section(make_played_section(published=False).session_id)


def rows(section):
    section = fetch_section(section.session_id)
    return {
        row.contestant: row
        for group in fetch_session_sheets(section).standings.groups
        for row in group.rows
    }


def store(section, pairs, user=None, **more):
    extras = SectionExtras({number: PairExtras(*one) for number, one in pairs.items()}, **more)
    store_extras(section=section, extras=extras, user=user)


def stored(section):
    return fetch_section_extras(fetch_section(section.session_id))


def test_a_handicap_is_added_and_what_it_was_without_it_stays_to_be_read(section):
    before = rows(section)
    store(section, {2: ("3.5",), 3: ("-2",)}, handicap_unit="%")
    after = rows(section)
    assert {number: row.gross_percent for number, row in after.items()} == {
        number: row.percent for number, row in before.items()
    }
    assert {number: row.gross for number, row in after.items()} == {
        number: row.total for number, row in before.items()
    }
    assert [after[number].percent - before[number].percent for number in (1, 2, 3, 4)] == [
        0,
        Fraction(7, 2),
        -2,
        0,
    ]
    assert [after[number].handicap for number in (1, 2, 3, 4)] == ["", "+3.5 %", "−2 %", ""]
    assert find_session_differences(fetch_section(section.session_id)) == []


@pytest.mark.parametrize(
    ("pairs", "units", "sentence"),
    [
        pytest.param(
            {9: ("", "A")},
            {},
            "There is no pair 9 here. The pairs are 1, 2, 3, 4.",
            id="no-such-pair",
        ),
        pytest.param(
            {1: ("1",)},
            {"handicap_unit": "imp"},
            "A handicap needs a unit. Choose one of matchpoints, % of the total.",
            id="a-unit-of-another-method",
        ),
        pytest.param(
            {1: ("", "", "1")},
            {},
            "A carry-over needs a unit. Choose one of matchpoints, % of the total.",
            id="no-unit",
        ),
    ],
)
def test_impossible_extras_are_refused_in_one_sentence(section, pairs, units, sentence):
    with pytest.raises(DeskError) as refused:
        store(section, pairs, **units)
    assert str(refused.value) == sentence
    assert stored(section) == SectionExtras()


def test_a_method_without_credits_takes_strata_only(desk, section):
    set_scoring(section=section, scoring="ascherman", options={})
    store(section, {1: ("1", "B")}, handicap_unit="mp")
    with pytest.raises(ScoringError) as refused:
        set_scoring(section=section, scoring="cross-imps", options={})
    assert str(refused.value) == "Pair 1: Cross-IMPs doesn’t use mp. Enter the adjustment in imp."
    store(section, {1: ("", "B")})
    replace_awards_by_passes()
    set_scoring(section=section, scoring="safford", options={})
    page = desk.get(f"/sessions/{section.session_id}/results/extras/")
    assert find_texts(page, ".warn")[-1] == (
        "Safford’s shared totals can’t use handicaps or carry-over, only strata."
    )
    with pytest.raises(DeskError) as refused:
        store(section, {1: ("1",)}, handicap_unit="mp")
    assert str(refused.value) == (
        "Scoring by safford’s shared totals doesn’t use any handicap. Empty that column, or choose another method."
    )


# -- at the desk -------------------------------------------------------------------------------------------------------


def press(desk, page, name):
    """Press the button *name* of a page."""
    (button,) = [
        button for button in find_elements(page, ".actions button") if button.get("name") == name
    ]
    return desk.post(page.request["PATH_INFO"], {name: button.get("value")}, follow=True)


def test_extras_are_not_undone_after_another_director_s_change(desk):
    section = make_night(pairs=10)
    store(section, {1: ("1", "A")}, handicap_unit="%")
    page = desk.get(extras_address(section))
    swap_entries(section=section, first_no=1, second_no=7)
    refused = press(desk, page, "undo")
    swapped = "Pairs 1 N-S and 2 E-W swapped."
    assert find_errors(refused) == [
        f"A later change depends on this one. Undo that first: {swapped}"
    ]
    assert stored(section).extras_by_pair == {7: PairExtras("1", "A")}


def test_what_cannot_be_read_is_named_line_by_line_and_nothing_is_stored_half(desk, section):
    data = {"handicap_unit": "%", "handicap-1": "three", "stratum-2": "AB", "carry_over-3": "1"}
    refused = desk.post(extras_address(section), data | {"pasted": "9;1\n2\n4;x"})
    assert refused.status_code == 422
    assert find_errors(refused) == [
        "Pair 1: “three” isn’t a handicap. Type a number such as 3, −2 or 1.5.",
        "Pair 2: “AB” isn’t a stratum. Type one letter, A for the highest.",
        "Line 1: “9” isn’t a pair. Begin with a number from the list.",
        "Line 2: type pair, handicap, stratum and carry-over, separated by tabs or semicolons.",
        "Pair 4: “x” isn’t a handicap. Type a number such as 3, −2 or 1.5.",
    ]
    assert [
        box.get("value")
        for box in find_elements(refused, "input")
        if box.get("name") == "handicap-1"
    ] == ["three"]
    assert find_texts(refused, "#pasted") == ["9;1 2 4;x"]
    assert stored(section) == SectionExtras()


def test_without_any_the_standings_are_as_they_were(section):
    scored, sheets = fetch_scored_session(section)
    assert scored.gross_standings_by_pair == {}
    assert {row.gross for group in sheets.standings.groups for row in group.rows} == {None}


def test_they_cost_no_query_on_the_page_of_results(desk, section):
    page = f"/sessions/{section.session_id}/results/"
    before = count_queries(desk, page)
    store(section, {1: ("3", "B")}, handicap_unit="%")
    assert count_queries(desk, page) == before
