"""Without the addition, nothing leads to its pages, and its files are refused like unknown ones."""

import pytest

from director.additions.imports.desk import ResultsReader
from director.core.base.hooks import FILE_READERS
from director.core.base.uploads import read_hands, recognise_file
from director.formats.errors import ImportFileError
from tests.director.additions.imports.formats.usebio.factories import MITCHELL
from tests.director.kinds import leave_addition_out

DATABASE = b"\x00\x01\x00\x00Standard Jet DB\x00" + bytes(4096)
TABLE = b"Board,NS,EW,Contract,By,Tricks,Score\n1,1,2,4S,N,10,420"
DEALS = (
    b'[Board "1"]\n[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]\n'
)


@pytest.fixture
def left_out(monkeypatch):
    """A function that takes the addition out."""

    def leave_out():
        leave_addition_out(monkeypatch, "imports")
        kept = [reader for reader in FILE_READERS.answers if not isinstance(reader, ResultsReader)]
        monkeypatch.setattr(FILE_READERS, "answers", kept)

    return leave_out


def names_of(data):
    return [found.format_name for found in recognise_file(data)]


def test_files_of_results_are_recognised_by_the_addition_alone(left_out):
    assert [names_of(data) for data in (DATABASE, MITCHELL, TABLE)] == [
        ["a Bridgemate file"],
        ["USEBIO"],
        ["a table"],
    ]
    left_out()
    assert [names_of(data) for data in (DATABASE, MITCHELL, TABLE)] == [[], [], []]
    with pytest.raises(ImportFileError, match=r"looks like a database \(.bws, .mdb\)"):
        read_hands(DATABASE)


def test_files_of_deals_are_read_without_it(left_out):
    left_out()
    assert names_of(DEALS) == ["PBN"]
    assert [deal.board_no for deal in read_hands(DEALS)] == [1]


@pytest.mark.parametrize("address", ["/", "/nights/"])
def test_nothing_leads_to_its_page(desk, left_out, address):
    assert "Import results" in desk.get(address).content.decode()
    left_out()
    assert "Import results" not in desk.get(address).content.decode()
