"""Without table units, their files are refused like those of any unknown program."""

import pytest

from director.formats.door import recognise
from director.formats.errors import ImportFileError
from director.formats.source.read import READERS, read_source

DATABASE = b"\x00\x01\x00\x00Standard Jet DB\x00" + bytes(4096)


def test_their_files_are_refused_without_them(monkeypatch):
    assert [bid.format_name for bid in recognise(DATABASE)] == ["a Bridgemate file"]
    monkeypatch.delitem(READERS, "a database (.bws, .mdb)")
    assert recognise(DATABASE) == []
    with pytest.raises(ImportFileError, match=r"looks like a database \(.bws, .mdb\), not results"):
        read_source(DATABASE)
