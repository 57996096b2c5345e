"""Howell's movement card and Safford's score card, held to the printed ones of 1900."""

import csv

import pytest

from director.additions.classic.cards import make_howell_cards, make_safford_cards
from director.boards.paper.section_job import SectionJob
from tests.director.pdf.factories import PrintJob, print_sheets
from tests.director.pdf.reading import read_pages, read_sound_pages
from tests.factories import make_night
from tests.golden import read_golden

pytestmark = pytest.mark.django_db


def night(key: str, pairs: int, boards_per_set: int = 1, **kwargs):
    section = make_night(key=key, pairs=pairs, boards_per_set=boards_per_set, named=False, **kwargs)
    return section, section.plan


@pytest.mark.slow
def test_howell_card_of_table_2_is_the_printed_one():
    """[WDW1900] p. 41, table 2 of eight pairs; South's table, garbled in print, follows as partners stay together."""
    card = make_howell_cards(*night("howell", 8))[1]
    assert card.ns == "6"
    assert card.ew == "3"
    assert card.boards == ("4", "5")
    assert (card.north, card.south, card.boards_next) == (
        "East at table 4",
        "West at table 4",
        "to table 1",
    )
    assert [(row.ns, row.ew, row.boards) for row in card.rows] == [
        ("6", "3", "4"), ("7", "4", "5"), ("1", "5", "6"), ("2", "6", "7"), ("3", "7", "1"), ("4", "1", "2"),
        ("5", "2", "3"),
    ]  # fmt: skip


def test_empty_table_of_an_odd_howell_says_so():
    card = make_howell_cards(*night("howell", 9))[0]
    assert card.ns == "1"
    assert card.ew == "–"
    assert card.boards == ("1", "2")
    assert (card.north, card.east) == ("North at table 3", "")
    seats = [card.east for card in make_howell_cards(*night("howell", 9))]
    assert seats.count("sit out at table 1") == 1


def test_safford_card_of_pair_5_is_the_printed_one():
    card = make_safford_cards(*night("safford", 8, 4))[4]
    printed = [
        (
            row["seat"],
            "ABCD".index(row["table"]) + 1,
            int(row["deals"].split()[0]),
            row["opponent"],
            row["squares"],
        )
        for row in csv.DictReader(read_golden("movements/safford_8_pairs_card_5.csv").splitlines())
    ]
    seats = {"N-S": "North", "E-W": "East"}
    deal_by_boards = {
        tuple(str(board) for board in range(4 * deal - 3, 4 * deal + 1)): deal
        for deal in range(1, 8)
    }
    ours = [
        (
            seats[line.side],
            line.table_no,
            deal_by_boards[line.boards],
            line.opponents,
            " ".join(line.shared_with),
        )
        for line in card.lines
    ]
    assert sorted(ours) == sorted(printed)
    assert card.label == "5"
    assert card.other_labels == ("1", "2", "3", "4", "6", "7", "8")


@pytest.mark.parametrize("pairs", [7, 8, 12, 18, 31])
def test_shared_boards_are_on_both_safford_cards(pairs):
    cards = {card.label: card for card in make_safford_cards(*night("safford", pairs))}
    shared = {
        (card.label, other, line.boards, line.side)
        for card in cards.values() for line in card.lines for other in line.shared_with
    }  # fmt: skip
    assert shared == {(other, label, boards, side) for label, other, boards, side in shared}
    assert len(cards) == pairs


@pytest.mark.parametrize("pairs", [8, 11, 32])
def test_tables_of_a_safford_card_are_letters_if_asked(pairs):
    section, plan = night("safford", pairs)
    cards = make_safford_cards(section, plan)
    lettered_cards = make_safford_cards(section, plan, has_table_letters=True)
    for card, lettered_card in zip(cards, lettered_cards, strict=True):
        tables = [line.table for line in card.lines]
        assert [
            str("ABCDEFGHIJKLMNOP".index(line.table) + 1) for line in lettered_card.lines
        ] == tables


def test_table_letters_and_lettered_cards_are_on_paper():
    section, _plan = night("safford", 8)
    job = SectionJob(section)
    texts_by_kind = {
        kind: {text for page in read_pages(print_sheets(job, kind)) for text in page.texts}
        for kind in ("safford-cards-letters", "safford-table-letters")
    }
    assert {"A", "B", "C", "D"} <= texts_by_kind["safford-cards-letters"]
    assert {"A", "B", "C", "D"} <= texts_by_kind["safford-table-letters"]
    assert "E" not in texts_by_kind["safford-table-letters"]


def test_other_movements_have_no_safford_card():
    assert make_safford_cards(*night("howell", 8)) == ()


def on_paper(*numbers: int) -> list:
    """Return every number with both papers; every day each number with one of them."""
    papers = ("a4", "letter")
    return [
        pytest.param(pairs, paper, id=f"{pairs}-{paper}")
        for place, pairs in enumerate(numbers)
        for paper in (papers[place % 2 :][:1])
    ]


def drawn(cards: dict, kind: str, paper: str):
    """Return the pages of cards whose heading carries the fingerprint that every page of a test has."""
    return read_sound_pages(PrintJob(**cards), kind, paper=paper)


@pytest.mark.parametrize(("pairs", "paper"), on_paper(4, 9, 20))
def test_howell_cards_fit_their_pages(pairs, paper):
    section, plan = night("howell", pairs, 2)
    plan.fingerprint = "K7QX2M"
    cards = make_howell_cards(section, plan)
    pages = drawn({"howell_cards": cards}, "howell-cards", paper)
    assert len(pages) == len(cards)
    for page, card in zip(pages, cards, strict=True):
        assert f"Original pairs: N-S {card.ns}, E-W {card.ew}" in page.texts
        turned = {(item.text, item.turn) for item in page.drawn if item.text.startswith("next: ")}
        wanted = ((card.south, 0), (card.north, 180), (card.east, 90), (card.west, -90))
        assert turned == {(f"next: {seat}", turn) for seat, turn in wanted if seat}


@pytest.mark.slow
@pytest.mark.parametrize(("pairs", "paper"), on_paper(8, 11))
def test_safford_cards_fit_their_pages(pairs, paper):
    pages = {8: 4, 11: 6, 18: 18, 32: 32}[pairs]
    section, plan = night("safford", pairs, 1)
    plan.fingerprint = "K7QX2M"
    found = drawn({"safford_cards": make_safford_cards(section, plan)}, "safford-cards", paper)
    assert len(found) == pages
    assert sorted(
        text for page in found for text in page.texts if text.startswith("Pair ")
    ) == sorted(f"Pair {number}" for number in range(1, pairs + 1))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("pairs", "boards", "paper"), [(8, 4, "a4"), (12, 6, "letter"), (32, 6, "letter")]
)
def test_every_board_of_a_safford_card_has_its_square(pairs, boards, paper):
    section, plan = night("safford", pairs, boards, options={"sets": "spread"})
    plan.fingerprint = "K7QX2M"
    cards = make_safford_cards(section, plan)
    pages = drawn({"safford_cards": cards}, "safford-cards", paper)
    texts = [text for page in pages for text in page.texts]
    assert not [text for text in texts if "…" in text]
    sets = section.plan.board_sets
    last_boards = [str(sets * place) for place in range(1, boards + 1)]
    for number in last_boards:
        assert number in texts
