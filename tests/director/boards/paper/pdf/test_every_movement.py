"""Guide cards of every movement, at a small and at a large size: everything on paper, nothing clipped."""

from datetime import date

import pytest

from director.boards.movement.cards.cards import make_movement_cards
from director.boards.movement.numbering import make_planned_section
from director.sheets import Heading
from movements.registry import MOVEMENTS, make_plan
from tests.director.pdf.factories import FINGERPRINT, PrintJob
from tests.director.pdf.reading import read_sound_pages

SHORTENED = "…"


def sizes() -> list:
    cases = []
    for spec in MOVEMENTS:
        if spec.contest == "pairs":
            small = spec.legal_sizes[min(3, len(spec.legal_sizes) - 1)]
            cases += [(spec, pairs) for pairs in (small, spec.legal_sizes[-1])]
    return cases


def on_paper() -> list:
    """Return every size with both papers; every day each movement with one of them, in turn large and small."""
    papers = ("a4", "letter")
    return [
        pytest.param(spec, pairs, paper, id=f"{spec.key}-{pairs}-{paper}")
        for place, (spec, pairs) in enumerate(sizes())
        for paper in (papers[place // 4 % 2 :][:1])
        if place % 4 in (1, 2)
    ]


def cards_of(spec, pairs: int) -> list:
    movement = make_plan(spec.key, pairs=pairs)
    head = Heading(
        club="Riverside Club",
        event="Tuesday pairs",
        date=date(2026, 11, 17),
        session="",
        section="B",
        movement=f"{movement.name}, {movement.tables} tables, {movement.contestants} pairs",
        fingerprint=FINGERPRINT,
    )
    return list(make_movement_cards(make_planned_section(None, movement), movement, head))


def written(pages) -> list[str]:
    return [text for page in pages for text in page.texts]


@pytest.mark.parametrize(("spec", "pairs", "paper"), on_paper())
def test_whole_card_is_on_paper(spec, pairs, paper):
    cards = cards_of(spec, pairs)
    for card in (cards[0], cards[-1]):
        pages = read_sound_pages(PrintJob(guide_cards=(card,)), "guide-cards", paper=paper)
        words = " ".join(written(pages))
        assert SHORTENED not in words
        table = f"B{card.table_no}"
        scoring_field = sum(
            seat.partition(" ")[0] == table for row in card.rows for seat in (row.ns, row.ew)
        )
        assert written(pages).count(table) == 4 * len(pages) + scoring_field, (
            "in every corner, and as a pair"
        )
        assert (
            min(
                item.size
                for page in pages
                for item in page.drawn
                if item.text == "stay" or item.text.isdigit()
            )
            >= 8
        )
        for row in card.rows:
            assert str(row.round_no) in words
            for mark in row.marks:
                # What all rounds share is said once beside "Boards", and a table that only sits out
                # says so in the head of its column.
                is_there = mark.split(",")[0].removeprefix("boards ") in words
                assert is_there or (mark.endswith("sits out") and "nobody sits here" in words)
        for note in card.notes:
            assert all(word in words for word in note.split())


def smaller() -> list:
    """Return every movement at a small size with 2 and with 4 cards on a page; every day with one of them, in turn."""
    return [
        pytest.param(spec, pairs, cards_per_page, id=f"{spec.key}-{pairs}-{cards_per_page}")
        for place, (spec, pairs) in enumerate(sizes()[::2])
        for cards_per_page in ((2, 4)[place % 2 :][:1])
    ]


@pytest.mark.parametrize(("spec", "pairs", "cards_per_page"), smaller())
def test_smaller_cards_are_whole_too(spec, pairs, cards_per_page):
    cards = cards_of(spec, pairs)[:2]
    pages = read_sound_pages(
        PrintJob(guide_cards=tuple(cards)), "guide-cards", cards_per_page=cards_per_page
    )
    assert SHORTENED not in " ".join(written(pages))
