"""Results of every format, told apart by what is in the file; whatever is damaged is one sentence each."""

import io
import re
from functools import cache
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from openpyxl import Workbook

from director.additions.imports.formats.door import read_source
from director.formats.deals import read_deals
from director.formats.errors import ImportFileError
from tests.cases import leave_to_slow
from tests.director.additions.imports.formats.usebio.factories import write_usebio

FIXTURES = Path(__file__).parents[5] / "fixtures"
ROWS = [
    ("Board", "NS", "EW", "Contract", "By", "Tricks"),
    *((number, 1, 2, "4S", "N", 10) for number in range(1, 9)),
]


def workbook():
    book, buffer = Workbook(), io.BytesIO()
    for row in ROWS:
        book.active.append(row)
    book.save(buffer)
    return buffer.getvalue()


@cache
def sample(kind):
    return {
        "usebio": write_usebio,
        "pbn": lambda: (FIXTURES / "pbn" / "nine-pairs-cross-imps.scoretable.pbn").read_bytes()[
            :6000
        ],
        "pbn, a game a result": lambda: (
            FIXTURES / "pbn" / "nine-pairs-cross-imps.pbn"
        ).read_bytes()[:6000],
        "csv": lambda: "\n".join(",".join(map(str, row)) for row in ROWS).encode(),
        "xlsx": workbook,
    }[kind]()


KINDS = ("usebio", "pbn", "pbn, a game a result", "csv", "xlsx")


@pytest.mark.parametrize(
    ("data", "way"),
    [
        (b"\xd0\xcf\x11\xe0\xa1\xb1", "save it as XLSX or CSV and choose that file."),
        (b"%PDF-1.7", "export them as USEBIO, PBN, CSV or XLSX and choose that file."),
    ],
)
def test_what_cannot_be_read_is_told_how_it_can(data, way):
    with pytest.raises(ImportFileError) as refused:
        read_source(data)
    assert str(refused.value).endswith(f", not results; {way}")


@pytest.mark.parametrize("kind", leave_to_slow(KINDS, but=3))
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(data=st.data())
def test_whatever_is_damaged_it_is_read_or_refused_with_sentences(kind, data):
    damaged = bytearray(sample(kind))
    for _change in range(data.draw(st.integers(1, 6))):
        at = data.draw(st.integers(0, len(damaged) - 1))
        damaged[at : at + data.draw(st.integers(0, 5))] = data.draw(st.binary(max_size=5))
    if data.draw(st.booleans()):
        damaged = damaged[: data.draw(st.integers(0, len(damaged)))]
    try:
        sentences = [str(doubt) for doubt in read_source(bytes(damaged)).warnings]
    except ImportFileError as error:
        sentences = [str(fault) for fault in error.problems]
        assert sentences
    assert all(sentence.endswith(".") and "\n" not in sentence for sentence in sentences)


HOSTILE = [
    *(
        "",
        "0",
        "-7",
        "½",
        "٣",
        "1e999",
        "NaN",
        "-inf",
        "99999",
        "9" * 5_000,
        "-" + "9" * 5_000,
        "0" * 5_000 + "1",
    ),
    *("x" * 60_000, "=1+1", "\x07", "\x00", "\u202e", "\n", '"', "\\", "[", "]]>", "&#xD800;"),
    *("A5050", "A-5", "7NTXX", "PASS", "0NS", "31/12/9999", "0001-01-01"),
]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["usebio", "pbn", "pbn, a game a result", "csv"])
@settings(
    max_examples=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)
@given(
    changes=st.lists(
        st.tuples(st.integers(0, 10**6), st.sampled_from(HOSTILE), st.booleans()),
        min_size=1,
        max_size=5,
    ),
    encoding=st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-be", "utf-32", "cp1252"]),
)
def test_whatever_word_or_number_stands_for_another_it_is_read_or_refused_with_sentences(
    kind, changes, encoding
):
    """One place, or every place where the same stands."""
    text = sample(kind).decode()
    for at, hostile, everywhere in changes:
        words = list(re.finditer(r"\w+", text))
        word = words[at % len(words)]
        text = (
            text.replace(word[0], hostile)
            if everywhere
            else text[: word.start()] + hostile + text[word.end() :]
        )
    data = text.encode(encoding, errors="replace")
    for read in (read_source, read_deals):
        try:
            event = read(data)
            sentences = [str(doubt) for doubt in event.warnings] if read is read_source else []
        except ImportFileError as error:
            sentences = [str(fault) for fault in error.problems]
            assert sentences
        assert all(sentence.endswith(".") and sentence.isprintable() for sentence in sentences)


def test_a_workbook_whose_packed_pieces_are_broken_is_refused_in_one_sentence():
    whole, refused = sample("xlsx"), []
    for number in range(30, len(whole), max(1, len(whole) // 80)):
        damaged = bytearray(whole)
        damaged[number : number + 8] = b"\xff" * 8
        try:
            read_source(bytes(damaged))
        except ImportFileError as error:
            refused.append(len(error.problems))
    assert len(refused) > 20
    assert set(refused) == {1}
