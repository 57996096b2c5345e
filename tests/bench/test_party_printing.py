"""How fast the paper and the files of the largest party are."""

from dataclasses import replace

import pytest

from director.core.base.address import make_qr_rows
from director.core.files.exports import export_file
from director.party.paper.files import make_download_tables
from tests.director.party.paper.pdf.factories import (
    make_party_job,
    make_played_sheets,
    print_party_sheets,
)

pytestmark = pytest.mark.bench


def test_tally_cards_of_four_hundred_players(benchmark):
    """A card of 12 games for each of 400 players, four a page; wanted in under 3 seconds."""
    job = make_party_job(400)
    data = benchmark(print_party_sheets, job, "tally-cards")
    assert data.startswith(b"%PDF")


def test_tally_cards_with_codes(benchmark):
    """The same with a code for a phone on every card, made and drawn; wanted in a second."""
    job = make_party_job(400)
    addresses = {card.number: f"http://192.168.1.5:8000{card.path}" for card in job.results.cards}

    def make():
        codes = {number: make_qr_rows(address) for number, address in addresses.items()}
        return print_party_sheets(replace(job, codes=codes), "tally-cards")

    assert benchmark(make).startswith(b"%PDF")


def test_workbook_of_four_hundred_players(benchmark):
    """The evening of 400 players and 24 rounds, 9600 lines."""
    sheets = make_played_sheets(400, 24)
    file = benchmark(export_file, make_download_tables(sheets), "xlsx")
    assert file.content.startswith(b"PK")
