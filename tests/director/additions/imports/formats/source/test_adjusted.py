"""An adjusted score that a file gives as 0 is an award, not a board that was passed out."""

from decimal import Decimal

import pytest

from director.additions.imports.formats.door import read_source
from director.additions.imports.store.event import import_file

HEADINGS = "Board,NS,EW,Contract,By,Tricks,Score,MP NS,MP EW"


def read_results(*rows):
    (section,) = read_source("\n".join([HEADINGS, *rows]).encode()).sections
    return [line.result for board in section.boards for line in board.lines]


@pytest.mark.parametrize(
    ("points_of_lower", "award", "points_of_higher"),
    [("2,0", "1,1", "4,0"), ("0,2", "0,2", "4,0"), ("0,4", "4,0", "3,1")],
    ids=["lower has more", "lower has as much", "higher has less"],
)
def test_zero_without_a_contract_is_an_award_if_its_points_say_so(
    points_of_lower, award, points_of_higher
):
    results = read_results(
        f"1,1,2,4S,E,10,-420,{points_of_lower}",
        f"1,3,4,,,,0,{award}",
        f"1,5,6,4S,E,9,50,{points_of_higher}",
    )
    assert results[1].artificial == "A5050"
    assert results[1].score is None


def test_zero_that_fits_its_points_is_a_board_passed_out():
    results = read_results(
        "1,1,2,4S,E,10,-420,0,4",
        "1,3,4,,,,0,2,2",
        "1,5,6,4S,E,9,50,4,0",
        "2,1,2,,,,0,1,1",
        "2,3,4,,,,0,1,1",
    )
    assert [(result.artificial, result.score) for result in results[1::2]] == [("", 0), ("", 0)]


@pytest.mark.parametrize("word", ["ADJ", "Adjusted", "N/A"])
@pytest.mark.parametrize("score", ["0", ""])
def test_word_for_adjusted_with_a_score_of_0_is_an_award(word, score):
    results = read_results(f"1,1,2,{word},,,{score},1.2,0.8", "1,3,4,4S,N,10,420,1,1")
    assert results[0].artificial == "A5050"
    assert results[0].score is None


@pytest.mark.django_db
def test_points_of_the_award_are_those_of_the_file():
    text = "\n".join(
        [
            HEADINGS,
            "1,1,2,ADJ,,,0,1.2,0.8",
            "1,3,4,4S,N,10,420,1,1",
            "2,1,2,2H,N,8,110,2,0",
            "2,3,4,2H,N,7,-50,0,2",
        ]
    )
    imported = import_file(data=text.encode(), file_name="adjusted.csv")
    assert not imported.difference_texts
    assert Decimal("1.2") in {
        line.ns_points for line in read_source(text.encode()).sections[0].boards[0].lines
    }
