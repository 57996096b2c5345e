"""How fast the paper and the files of the largest party are."""

import pytest

from director.exports.formats import export_file
from tests.director.printing.party_factories import party_job, played_sheets, printed_party

pytestmark = pytest.mark.bench


def test_tally_cards_of_four_hundred_players(benchmark):
    """A card of 12 games for each of 400 players, four a page; wanted in under 3 seconds."""
    job = party_job(400)
    data = benchmark(printed_party, job, "tally-cards")
    assert data.startswith(b"%PDF")


def test_workbook_of_four_hundred_players(benchmark):
    """The evening of 400 players and 24 rounds, 9600 lines."""
    sheets = played_sheets(400, 24)
    file = benchmark(export_file, sheets, "xlsx")
    assert file.content.startswith(b"PK")
