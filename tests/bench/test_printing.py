"""How fast paper is: a large night printed in one go."""

import pytest

from tests.director.pdf.factories import job, printed

pytestmark = pytest.mark.bench


def test_everything_for_the_tables_of_a_large_night(benchmark):
    """All guide cards, travellers and pick-up slips of 20 tables and 26 boards; wanted in under 2 seconds."""
    sheets = job(20, 13, 2)
    data = benchmark(printed, sheets, "guide-cards", "travellers", "score-slips")
    assert data.startswith(b"%PDF")


def test_every_result_of_a_large_night(benchmark):
    """Standings, scored travellers, pair cards and recap of 40 pairs and 26 boards."""
    sheets = job(20, 13, 2)
    data = benchmark(printed, sheets, "standings", "board-sheets", "pair-cards", "recap")
    assert data.startswith(b"%PDF")
