"""The worst files of every format but workbooks: each is refused in a sentence, or read as far as it goes."""

import pytest

from director.additions.imports.formats.door import read_source
from director.formats.errors import ImportFileError
from tests.cases import leave_to_slow

NO_RESULTS = "The file has no results. Export the event again after entering its results."
NO_TABLE = (
    "The file looks like plain text, not a table of results. Add a row of headings such as Board, NS, EW, Contract, "
    "By, Tricks, Score."
)
NO_PAIRS = "The file has no pairs. Export the event again with its pairs."
SCORES = b'[Event "x"]\n[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW"]\n'


def usebio(inside):
    method = b"<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>"
    return b'<USEBIO><EVENT EVENT_TYPE="MP_PAIRS">%s%s</EVENT></USEBIO>' % (method, inside)


def many(kind):
    return f"The file has 501 {kind}, but an event has at most 500. Export one event per file."


WORST = {
    "xml-sections": (lambda: usebio(b"<SECTION/>" * 501), many("sections")),
    "xml-sections-in-sessions": (
        lambda: usebio(b"<SESSION><SECTION/></SESSION>" * 3 + b"<SESSION/>" * 498),
        many("sessions"),
    ),
    "xml-deep": (
        lambda: usebio(b"<a>" * 500_000),
        "The file has elements more than 30 deep inside each other, too many for a session. Choose another file.",
    ),
    "xml-attributes": (
        lambda: usebio(b"<a %s/>" % b" ".join(b'a%d="1"' % index for index in range(50_000))),
        NO_PAIRS,
    ),
    "xml-long-name": (lambda: usebio(b"<%s/>" % (b"a" * 5_000_000)), NO_PAIRS),
    "pbn-long-tag": (lambda: b'[Event "%s"]\n[Board "1"]\n' % (b"a" * 3_000_000), NO_RESULTS),
    "pbn-open-quote": (lambda: b'[Event "%s\n[Board "1"]\n' % (b"\\" * 1_000_000), NO_RESULTS),
    "pbn-open-tags": (lambda: b'[Event "x"]\n' + b'[A "' * 200_000, NO_RESULTS),
    "pbn-braces": (lambda: SCORES + b"{" * 1_000_000, NO_RESULTS),
    "pbn-rows": (
        lambda: SCORES + b"1 2\n" * 20_001,
        "The PBN file has more than 20000 rows in a table. Choose a file with one session.",
    ),
    "pbn-columns": (
        lambda: b'[Event "x"]\n[Board "1"]\n[ScoreTable "%s"]\n1 2\n3 4\n' % (b"a;" * 1_000_000),
        "The results name no pairs, by number or by name. Export the file with pair numbers or names.",
    ),
    "csv-long-cell": (
        lambda: b"Board,NS,EW,Score\n1,1,2," + b"4" * 3_000_000,
        "Line 2 isn’t valid CSV (field larger than field limit (131072)). Save the table again as CSV.",
    ),
    "csv-open-quote": (
        lambda: b'Board,NS,EW,Score\n"' + b"a\n" * 1_000_000,
        "Line 65538 isn’t valid CSV (field larger than field limit (131072)). Save the table again as CSV.",
    ),
    "csv-commas": (lambda: b"Board,NS,EW,Score\n" + b"," * 2_000_000, NO_TABLE),
    "csv-blank-rows": (lambda: b"Board,NS,EW,Score\n" + b"\n" * 400_000, NO_TABLE),
    "csv-rows": (
        lambda: b"Board,NS,EW,Score\n" + b",,,\n" * 400_001,
        "The file has more than 400000 rows. Choose a file with one session.",
    ),
    "text-of-one-line": (
        lambda: b"x" * 5_000_000,
        "Line 1 isn’t valid CSV (field larger than field limit (131072)). Save the table again as CSV.",
    ),
    "json-deep": (
        lambda: b"[" * 1_000_000,
        "The file looks like JSON, not results; export them as USEBIO, PBN, CSV or XLSX and choose that file.",
    ),
}


@pytest.mark.parametrize("worst", leave_to_slow(WORST, but=3))
def test_the_worst_file_is_refused_in_a_sentence(worst):
    written, sentence = WORST[worst]
    with pytest.raises(ImportFileError) as refused:
        read_source(written())
    assert str(refused.value) == sentence


def test_a_pbn_file_with_more_games_than_any_session_is_refused(monkeypatch):
    monkeypatch.setattr("director.formats.pbn.MAX_GAMES", 3)
    with pytest.raises(ImportFileError) as refused:
        read_source(b'[Event "x"]\n' + b'[Board "1"]\n' * 4)
    assert (
        str(refused.value)
        == "The PBN file has more than 3 boards or results. Choose a file with one session."
    )


def test_a_part_of_a_line_in_very_many_pieces_is_read_once():
    name = b"a&amp;" * 300_000
    line = (
        b"<TRAVELLER_LINE><NS_PAIR_NUMBER>%s</NS_PAIR_NUMBER><EW_PAIR_NUMBER>2</EW_PAIR_NUMBER></TRAVELLER_LINE>"
        % name
    )
    with pytest.raises(ImportFileError) as refused:
        read_source(usebio(b"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>%s</BOARD>" % line))
    assert len(str(refused.value)) < 1_000
