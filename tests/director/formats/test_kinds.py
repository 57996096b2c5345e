"""The kind of a file follows from all of its beginning, whatever tag or line comes first."""

import pytest

from director.additions.imports.formats.door import read_source
from director.formats.errors import ImportFileError
from director.formats.kinds import Evidence, list_kind_candidates

TABLE = (
    "<table><tr><th>Board<th>NS<th>EW<th>Contract<th>By<th>Tricks"
    "<tr><td>1<td>1<td>2<td>3NT<td>N<td>9<tr><td>1<td>3<td>4<td>3NT<td>N<td>10</table>"
)


def test_page_saved_as_one_file_is_known_by_any_header():
    page = f"Subject: Results\r\nDate: 5 May\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n{TABLE}"
    assert len(read_source(page.encode()).sections[0].boards[0].lines) == 2


def test_surest_kind_comes_first_and_says_by_what():
    candidates = list_kind_candidates(b'<svg-club>\n<html>\n<td>[Event "Club"]')
    assert candidates == [
        ("a web page", Evidence.HEADINGS),
        ("XML", Evidence.SHAPE),
        ("plain text", Evidence.NONE),
    ]


def test_page_without_results_is_not_called_broken_xml():
    with pytest.raises(ImportFileError) as refusal:
        read_source(b"<h1>Tom & Ann</h1><p>won on <b>Tuesday</p>")
    assert str(refusal.value) == (
        "This web page has no table with boards, pairs and results. Export the results as USEBIO, PBN, CSV or "
        "XLSX and choose that file."
    )
