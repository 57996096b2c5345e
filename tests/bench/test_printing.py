"""How fast paper is: a large night printed in one go."""

import pytest
from django.test import Client

from tests.director.pdf.factories import job, printed
from tests.factories import make_director, make_night

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


@pytest.mark.django_db
@pytest.mark.parametrize(
    "kinds", [["guide-cards"], ["guide-cards", "travellers"], ["score-slips", "personal-guides"]]
)
def test_a_tick_of_the_print_page_of_twenty_tables(benchmark, kinds):
    """The preview and the counts of 20 tables and 26 boards after a tick; wanted in under 300 ms."""
    desk = Client()
    desk.force_login(make_director())
    path = f"/sessions/{make_night(pairs=40, rounds=13, boards_per_set=2).session_id}/print/"
    asked = {"kinds": kinds, "paper": "a4", "set": "before"}
    shown = benchmark(desk.get, path, asked, headers={"HX-Request": "true"})
    assert "Preview" in shown.content.decode()
