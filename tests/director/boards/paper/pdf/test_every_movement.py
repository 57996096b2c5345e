"""Guide cards of every movement, at a small and at a large size: everything on paper, nothing clipped."""

from datetime import date

import pytest

from director.boards.movement.cards.cards import make_movement_cards
from director.boards.movement.numbering import make_planned_section
from director.sheets import Heading
from movements.registry import MOVEMENTS, make_plan
from tests.cases import leave_to_slow
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


def smaller() -> list:
    """Return every movement at a small size with 2 and with 4 cards on a page; every day with one of them, in turn."""
    return [
        pytest.param(spec, pairs, cards_per_page, id=f"{spec.key}-{pairs}-{cards_per_page}")
        for place, (spec, pairs) in enumerate(sizes()[::2])
        for cards_per_page in ((2, 4)[place % 2 :][:1])
    ]


@pytest.mark.parametrize(("spec", "pairs", "cards_per_page"), leave_to_slow(smaller(), but=4))
def test_smaller_cards_are_whole_too(spec, pairs, cards_per_page):
    cards = cards_of(spec, pairs)[:2]
    pages = read_sound_pages(
        PrintJob(guide_cards=tuple(cards)), "guide-cards", cards_per_page=cards_per_page
    )
    assert SHORTENED not in " ".join(written(pages))
