"""Zips that can't be unpacked are refused in a sentence, whatever the package that unpacks them raises."""

import pytest

from director.additions.library.exchange import load_uploaded_movements
from director.errors import DeskError
from tests.director.additions.imports.formats.columns.books import make_zip

BROKEN = "ours.zip can’t be unpacked: it is damaged or has a password. Save it again."
TEXT = "[X] One\n0,1,1,1,1,0\n1,2,1\n" * 50


@pytest.mark.parametrize("place", [40, 60, 70])
def test_a_zip_with_damaged_content_is_refused(place):
    data = bytearray(make_zip({"one.txt": TEXT}))
    data[place : place + 4] = b"\xff\xff\xff\xff"
    with pytest.raises(DeskError) as refused:
        load_uploaded_movements("ours.zip", bytes(data))
    assert str(refused.value) == BROKEN
