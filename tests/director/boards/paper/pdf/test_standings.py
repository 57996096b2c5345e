"""The notice-board list: every place, one winner or two, and whether it is final."""

from dataclasses import replace

import pytest

from tests.director.pdf.factories import LONG_NAMES, PrintJob, make_names, make_standings
from tests.director.pdf.reading import PAPER_CASES, read_row, read_sound_pages


def pages_of(sheet, **options):
    return read_sound_pages(PrintJob(standings=(sheet,)), "standings", **options)


def percents(pages):
    return [
        item.text
        for page in pages
        for item in page.drawn
        if item.text.count(".") == 1 and item.text[-3] == "."
    ]


def names_column(pages):
    """All that stands in the column of names, as one text."""
    found = []
    for page in pages:
        title = next(item for item in page.drawn if item.text == "Names")
        found += [
            item.text
            for item in page.drawn
            if abs(item.left - title.left) < 0.1 and item.top < title.bottom
        ]
    return " ".join(found)


@pytest.mark.parametrize("paper", PAPER_CASES)
@pytest.mark.parametrize(
    ("pairs", "winners", "count"),
    [
        pytest.param(4, 1, 1, id="4-pairs"),
        pytest.param(14, 2, 1, id="14-pairs-two-winners"),
        pytest.param(26, 2, 1, id="26-pairs-two-winners"),
        pytest.param(32, 1, 1, id="32-pairs"),
        pytest.param(44, 2, 2, id="44-pairs-a-page-a-group"),
        pytest.param(80, 1, 3, id="80-pairs"),
    ],
)
def test_every_pair_has_its_line(pairs, winners, count, paper):
    sheet = make_standings(pairs, winners=winners)
    pages = pages_of(sheet, paper=paper)
    assert len(pages) == count
    shown = [text for page in pages for text in page.texts if " & " in text]
    assert shown == [row.names for group in sheet.groups for row in group.rows]
    assert len(percents(pages)) == pairs


def test_line_of_one_winner():
    (page,) = pages_of(make_standings(8))
    item = next(item for item in page.drawn if item.text == make_names(3))
    assert read_row(page, item) == ["3", "3", make_names(3), "26", "289.5", "66.43"]


def test_groups_of_two_winners_have_titles_and_plain_numbers():
    (page,) = pages_of(make_standings(8, winners=2))
    item = next(item for item in page.drawn if item.text == make_names(6))
    assert read_row(page, item) == ["2", "6", make_names(6), "26", "293.0", "67.39"]
    assert [text for text in page.texts if text in {"North-South", "East-West"}] == [
        "North-South",
        "East-West",
    ]


def test_group_that_runs_over_says_so():
    pages = pages_of(make_standings(160, winners=2))
    titles = [text for page in pages for text in page.texts if "South" in text or "West" in text]
    assert titles[:2] == ["North-South", "North-South (continued)"]
    assert titles.count("East-West") == 1


@pytest.mark.parametrize(
    ("results_in", "results_due", "note"),
    [
        pytest.param(40, 42, ["Provisional: 40 of 42 results entered"], id="some-missing"),
        pytest.param(42, 42, [], id="complete"),
        pytest.param(12, 0, [], id="no-plan"),
    ],
)
def test_provisional_standings_say_how_much_is_in(results_in, results_due, note):
    pages = pages_of(make_standings(8, results_in=results_in, results_due=results_due))
    assert [text for page in pages for text in page.texts if "rovisional" in text] == note


def test_notes_stand_below_the_last_line():
    (page,) = pages_of(
        make_standings(8, notes=("Board 7 was not played at table 3.", "Tie split by lot."))
    )
    lowest_row = min(item.bottom for item in page.drawn if " & " in item.text)
    notes = [item for item in page.drawn if item.text.startswith(("Board 7", "Tie"))]
    assert [item.text for item in notes] == [
        "Board 7 was not played at table 3.",
        "Tie split by lot.",
    ]
    assert max(item.top for item in notes) < lowest_row


@pytest.mark.parametrize(
    ("count", "pages"),
    [
        pytest.param(24, 1, id="below-the-list"),
        pytest.param(70, 2, id="next-page"),
        pytest.param(140, 3, id="more"),
    ],
)
def test_many_notes_run_over_and_none_is_lost(count, pages):
    notes = tuple(f"Board {number}: 2 of 7 results compared." for number in range(1, count + 1))
    printed_pages = pages_of(make_standings(8, notes=notes))
    assert len(printed_pages) == pages
    assert (
        tuple(text for page in printed_pages for text in page.texts if text.startswith("Board "))
        == notes
    )


@pytest.mark.parametrize("paper", PAPER_CASES)
def test_long_names_take_more_lines_and_lose_nothing(paper):
    sheet = make_standings(20, name=LONG_NAMES)
    assert names_column(pages_of(sheet, paper=paper)) == " ".join([LONG_NAMES] * 20)


def test_name_without_a_blank_is_parted_and_kept_whole():
    name = "Wolfeschlegelsteinhausenbergerdorff" * 4
    (page,) = pages_of(make_standings(4, name=name))
    assert "".join(item.text for item in page.drawn if item.text in name) == name * 4


def test_letter_outside_the_typeface_is_a_box_and_the_foot_explains_it():
    sheet = make_standings(4)
    group = sheet.groups[0]
    rows = (replace(group.rows[0], names="Li 王 & Łucja Győri"), *group.rows[1:])
    (page,) = pages_of(replace(sheet, groups=(replace(group, rows=rows),)))
    assert "Li □ & Łucja Győri" in page.texts
    assert "□ = letter not in this font" in " ".join(page.texts)


def test_list_without_percentages_has_no_column_for_them():
    sheet = make_standings(4)
    group = sheet.groups[0]
    rows = tuple(replace(row, percent=None) for row in group.rows)
    (page,) = pages_of(replace(sheet, groups=(replace(group, rows=rows),)))
    assert [text for text in page.texts if text in {"Total", "%"}] == ["Total"]


def test_nothing_scored_yet_leaves_figures_empty():
    sheet = make_standings(4)
    group = sheet.groups[0]
    rows = tuple(replace(row, place="", boards=0, total=None, percent=None) for row in group.rows)
    (page,) = pages_of(replace(sheet, groups=(replace(group, rows=rows),)))
    item = next(item for item in page.drawn if item.text == make_names(3))
    assert read_row(page, item) == ["3", make_names(3), "0"]


@pytest.mark.parametrize(
    "winners", [pytest.param(1, id="one-winner"), pytest.param(2, id="two-winners")]
)
@pytest.mark.parametrize("paper", PAPER_CASES)
def test_large_print_has_18_points(winners, paper):
    pages = pages_of(make_standings(40, winners=winners), paper=paper, large_print=True)
    assert min(item.size for page in pages for item in page.drawn if "&" in item.text) >= 18


def test_penalties_handicaps_and_strata_have_columns_where_anybody_has_them():
    sheet = make_standings(4)
    first, *rest = sheet.groups[0].rows
    rows = (replace(first, penalties="−2 MP"), *rest)
    (page,) = pages_of(replace(sheet, groups=(replace(sheet.groups[0], rows=rows),)))
    assert (
        read_row(page, next(item for item in page.drawn if item.text == first.names))[4] == "−2 MP"
    )
    assert [text for text in page.texts if text in {"Penalty", "strata", "cap"}] == ["Penalty"]
    more = replace(
        first,
        handicap="+3 %",
        gross_percent=first.percent,
        carry_over="+4 MP",
        stratum="C",
        stratum_places="C 1, B 2",
    )
    (page,) = pages_of(replace(sheet, groups=(replace(sheet.groups[0], rows=(more, *rest)),)))
    assert {"C 1, B 2", "+4 MP", "+3 %"} <= set(page.texts)
    assert [text for text in page.texts if text in {"Penalty", "Gross", "cap"}] == ["Gross", "cap"]
