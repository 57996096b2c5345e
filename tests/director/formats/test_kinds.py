"""The kind of a file follows from all of its beginning, whatever tag or line comes first."""

import pytest

from director.additions.imports.formats.door import read_source
from director.formats.errors import ImportFileError
from director.formats.kinds import Evidence, describe_file_kind, list_kind_candidates

TABLE = (
    "<table><tr><th>Board<th>NS<th>EW<th>Contract<th>By<th>Tricks"
    "<tr><td>1<td>1<td>2<td>3NT<td>N<td>9<tr><td>1<td>3<td>4<td>3NT<td>N<td>10</table>"
)
BEGINNINGS = {
    "style": "<style>td {font: 12px}</style>",
    "paragraph": "<p>Results & names</p>",
    "script": "<script>if (a < b && c) { go() }</script><HTML>",
    "comment": "<!-- saved from our club -->",
    "long comment": f"<!-- {'x' * 5000} -->",
    "doctype": '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">',
    "xhtml": (
        '<?xml version="1.0" encoding="utf-8"?><!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd">'
        '<html xmlns="http://www.w3.org/1999/xhtml">'
    ),
    "xhtml without doctype": '<?xml version="1.0"?>\n<html xmlns="http://www.w3.org/1999/xhtml">',
    "style sheet": '<?xml version="1.0"?><?xml-stylesheet href="a.css"?><html>',
    "two marks": "\ufeff\ufeff<center>",
    "text": "Tuesday’s results\n",
    "own element": "<club-page>",
    "condition": "<![if !IE]><div>",
    "font": "<FONT size=2>Tom & Ann</FONT>",
}


@pytest.mark.parametrize("beginning", BEGINNINGS.values(), ids=BEGINNINGS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_page_is_read_whatever_comes_first(beginning, encoding):
    page = (beginning + TABLE).encode(encoding)
    assert describe_file_kind(page) == "a web page"
    (board,) = read_source(page).sections[0].boards
    assert [line.result.tricks for line in board.lines] == [9, 10]


def test_page_saved_as_one_file_is_known_by_any_header():
    page = f"Subject: Results\r\nDate: 5 May\r\nMIME-Version: 1.0\r\nContent-Type: text/html\r\n\r\n{TABLE}"
    assert len(read_source(page.encode()).sections[0].boards[0].lines) == 2


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("<USEBIO><CLUB/></USEBIO>", "XML"),
        ("<!DOCTYPE USEBIO SYSTEM 'usebio.dtd'><!-- <html> --><USEBIO/>", "XML"),
        ('<?xml version="1.0"?><section><title>Rounds</title></section>', "XML"),
        ('<?xml version="1.0"?><rss><p>1</p></rss>', "XML"),
        ('[Event "<table><tr><td>"]\n[Board "1"]', "a PBN file"),
        ('{<pre> our club </pre>}\n[Board "1"]', "a PBN file"),
        ('{"page": "<html><body>"}', "JSON"),
        ("Board,NS,EW,Score,Remark\n1,1,2,420,<b>late</b>", "plain text"),
        ("Movement <M1> for 4 tables", "plain text"),
        ("{", "JSON"),
    ],
)
def test_other_files_are_not_taken_for_pages(text, kind):
    assert describe_file_kind(text.encode()) == kind


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
