"""The page of rulings: given, refused where it was typed, withdrawn and struck through; penalties in the standings."""

import pytest

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.boards.play.scores.result import enter_result
from director.models import Ruling
from tests.cases import leave_to_slow
from tests.director.additions.rulings.ruled import is_unchanged
from tests.director.pages import (
    count_queries,
    find_elements,
    find_errors,
    find_texts,
)
from tests.factories import enter_on_line

pytestmark = pytest.mark.django_db


def rulings_address(section, tail=""):
    return f"/sessions/{section.session_id}/rulings/{tail}"


TYPED = {
    **{
        "board_no": "1",
        "pair_no": "6",
        "facts": "East revoked.",
        "law": "64C",
        "decision": "Two tricks.",
    },
    **{"adjusted": "4SS+2", "penalty": "10", "penalty_unit": "top", "penalty_to": "6"},
}


NOT_MADE = ["", "LATER", "NP no time", "CARDS EW", "A6040"]
BY_FAULT = TYPED | {"adjusted": "", "penalty": "", "penalty_unit": "", "penalty_to": ""}


@pytest.mark.slow
@pytest.mark.parametrize(
    ("ns", "ew", "award"),
    [
        ("none", "full", "A60+/40-"),
        ("partly", "partly", "A5050"),
        ("full", "none", "A40-/60+"),
        ("none", "none", "A60+/60+"),
    ],
)
def test_the_fault_of_each_side_makes_the_score(desk, section, ns, ew, award):
    response = desk.post(
        rulings_address(section), BY_FAULT | {"ns_fault": ns, "ew_fault": ew}, follow=True
    )
    given = Ruling.objects.get().award
    assert given.text == award
    assert given.ns_fault == ns
    assert given.ew_fault == ew
    assert given.ns_law == "64C"
    words = {"none": "not at fault", "partly": "partly at fault", "full": "at fault"}
    assert find_texts(response, ".ruling dt")[3] == "Fault"
    assert find_texts(response, ".ruling dd")[3] == f"N-S {words[ns]}, E-W {words[ew]}"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("typed", "said"),
    [
        (
            {"ns_fault": "full"},
            (
                "Choose how far each side is at fault. Or choose neither, and enter an adjusted score."
            ),
        ),
        (
            {"ns_fault": "full", "ew_fault": "none", "board_no": ""},
            "An adjusted score needs a board and a pair. Choose both.",
        ),
        (
            {"ns_fault": "x", "ew_fault": "none"},
            "Select a valid choice. x is not one of the available choices.",
        ),
    ],
    ids=["one-side", "no-board", "unknown"],
)
def test_a_fault_that_makes_no_score_is_one_sentence(desk, section, typed, said):
    response = desk.post(rulings_address(section), BY_FAULT | typed)
    assert response.status_code == 422
    assert find_errors(response) == [said]
    assert is_unchanged(section)


def test_an_irregular_deal_is_no_second_result_and_needs_one_where_it_was_played(desk, section):
    response = desk.post(rulings_address(section), TYPED | {"irregular": "CARDS EW"})
    assert response.status_code == 422
    assert find_errors(response) == ["Enter an adjusted score or an irregular deal, not both."]
    assert Ruling.objects.count() == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("stands", "said"),
    [
        *((text, "This line has no played result. Enter the result first.") for text in NOT_MADE),
        ("4SS= SHIFTED", "This line already has 4SS= SHIFTED. Enter another result, or none."),
    ],
)
def test_hands_are_exchanged_of_what_was_made_at_the_table_only(desk, section, stands, said):
    enter_result(section=section, board_no=1, ns=1, ew=6, text=stands, user=None)
    response = desk.post(rulings_address(section), TYPED | {"adjusted": "", "irregular": "SHIFTED"})
    assert find_errors(response) == [said]
    assert Ruling.objects.count() == 0


@pytest.mark.slow
def test_withdrawing_on_the_page_strikes_it_through(desk, section):
    desk.post(rulings_address(section), TYPED)
    response = desk.post(
        rulings_address(section, "1/withdraw/"), {"why": "wrong table"}, follow=True
    )
    assert find_texts(response, "#messages .say")[1].startswith(
        "Ruling 1 is withdrawn; board 1 is 4SS= again."
    )
    assert [element.get("class") for element in find_elements(response, "article")] == [
        "sheet ruling withdrawn"
    ]
    assert find_texts(response, ".after")[0].endswith(": wrong table")
    again = desk.post(rulings_address(section, "1/withdraw/"))
    assert again.status_code == 422


@pytest.mark.slow
def test_an_appeal_on_the_page(desk, section):
    desk.post(rulings_address(section), TYPED)
    refused = desk.post(rulings_address(section, "1/appeal/"), {"outcome": "stands"})
    assert refused.status_code == 422
    assert find_errors(refused) == ["Ruling 1 has an outcome but no appeal. Enter the appeal."]
    response = desk.post(
        rulings_address(section, "1/appeal/"), {"appeal": "1 E-W", "outcome": "stands"}, follow=True
    )
    assert find_texts(response, ".ruling dd")[-1] == "1 E-W ruling upheld"


@pytest.mark.parametrize("tail", leave_to_slow(["7/withdraw/", "7/appeal/"], but=1))
def test_there_is_no_such_ruling(desk, section, tail):
    assert desk.post(rulings_address(section, tail)).status_code == 404


@pytest.mark.slow
def test_the_page_takes_the_same_few_queries_for_one_ruling_and_for_many(desk, section, give):
    give()
    few = count_queries(desk, rulings_address(section))
    for _more in range(5):
        give()
    assert count_queries(desk, rulings_address(section)) == few


def read_lines(desk, section, tail="") -> list[str]:
    return find_texts(desk.get(rulings_address(section, tail)), "#lines tbody tr")


def test_the_results_of_the_board_stand_beside_the_new_ruling(desk, section):
    lines = fetch_section_lines(section).get_board_lines(1)
    rows = read_lines(desk, section, "?board_no=1")
    assert len(rows) == len(lines)
    assert rows == read_lines(desk, section, "?board=1"), "the link from Scores has another name"
    assert [row.split()[0] for row in rows] == [str(line.table_no) for line in lines]
    assert find_texts(desk.get(rulings_address(section, "?board=99")), "#lines") == [
        "No board 99 in this section."
    ]


def test_without_a_board_the_unusual_results_are_listed(desk, section):
    for line in fetch_section_lines(section).get_board_lines(1):
        enter_on_line(section, line, "7NTXXN-13" if line.ns == 1 else "1NTN=")
    boards = [row.split()[1] for row in read_lines(desk, section)]
    assert boards.count("1") == 1, "the others agree"
    link = find_elements(desk.get(rulings_address(section)), "#lines a")[0]
    assert link.get("href") == "?board=1#new"
    assert "unusual" in read_lines(desk, section, "?board=1")[0]


def test_the_results_beside_a_ruling_cost_no_query(desk, section):
    desk.get(rulings_address(section))
    costs = [count_queries(desk, rulings_address(section, tail)) for tail in ("", "?board=1")]
    assert costs[0] == costs[1]
