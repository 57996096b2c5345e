"""Files that are no USEBIO, are broken, or mean harm."""

import io
import tracemalloc
import zipfile
from xml.etree.ElementTree import Element, SubElement

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from director.additions.imports.formats.door import read_source
from director.additions.imports.formats.source.model import SourceBoard, SourceLine
from director.additions.imports.formats.usebio.boards import make_pair_rounds, read_pair_matches
from director.additions.imports.formats.usebio.files import read_usebio
from director.additions.imports.formats.xml import MAX_DEPTH, read_xml
from director.formats.errors import ImportFileError
from director.formats.result import ResultInFile
from tests.director.additions.imports.formats.usebio.factories import (
    HOWELL,
    MITCHELL,
    write_usebio,
)
from tests.director.additions.imports.formats.usebio.test_faults import get_usebio_refusal

AGAIN = "export the event as USEBIO and choose that file."
LAUGHS = b'<!DOCTYPE USEBIO [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;&lol;">]>'


def workbook():
    buffer = io.BytesIO()
    Workbook().save(buffer)
    return buffer.getvalue()


def archive(name, text=b"anything"):
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as file:
        file.writestr(name, text)
    return buffer.getvalue()


@pytest.mark.parametrize(
    "data", [b"", b" \r\n\t ", b"\xef\xbb\xbf"], ids=["nothing", "blanks", "only a mark"]
)
def test_an_empty_file(data):
    assert get_usebio_refusal(data) == "The file is empty. Export it again and choose that file."


@pytest.mark.parametrize(
    ("data", "looks_like"),
    [
        pytest.param(workbook(), "an Excel workbook (.xlsx)", id="xlsx"),
        pytest.param(archive("word/document.xml"), "a Word document (.docx)", id="docx"),
        pytest.param(
            archive("mimetype", b"application/vnd.oasis.opendocument.spreadsheet"),
            "an OpenDocument file (.ods or .odt)",
            id="ods",
        ),
        pytest.param(b"\x00\x01\x00\x00Standard Jet DB\x00", "a database (.bws, .mdb)", id="bws"),
        pytest.param(
            b"\xd0\xcf\x11\xe0\xa1\xb1", "an old Office document (.xls or .doc)", id="xls"
        ),
        pytest.param(b"%PDF-1.7 ...", "a PDF", id="pdf"),
        pytest.param(b"\x89PNG\r\n", "a picture", id="png"),
        pytest.param(b'% PBN 2.1\r\n[Event ""]', "a PBN file", id="pbn, export format"),
        pytest.param(b'[Event "Monday"]\r\n', "a PBN file", id="pbn, import format"),
        pytest.param(b'{"club": "Ash"}', "JSON", id="json"),
        pytest.param(b"<!DOCTYPE html><html></html>", "a web page", id="html"),
        pytest.param(b"Pair,Name\r\n1,Ada Ash\r\n", "plain text", id="csv"),
        pytest.param(b"abc\x00\x01\x02def", "something that is not text", id="binary"),
    ],
)
def test_a_file_of_another_kind_is_named(data, looks_like):
    assert get_usebio_refusal(data) == f"The file looks like {looks_like}, not USEBIO; {AGAIN}"


def test_xml_of_another_kind():
    assert get_usebio_refusal(b'<?xml version="1.0"?><rss><channel/></rss>') == (
        "The file is XML but starts with <rss> instead of <USEBIO>. Export the event as USEBIO."
    )


@pytest.mark.parametrize("length", [30, 3_000, 30_000, len(MITCHELL) - 12])
def test_a_file_that_is_cut_short(length):
    cut = MITCHELL[:length]
    line = cut.count(b"\n") + 1
    assert get_usebio_refusal(cut) == (
        f"The file is incomplete: it ends near line {line}. Export it again."
    )


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        pytest.param(
            b"<USEBIO>\n<CLUB></EVENT></USEBIO>",
            "Line 2, column 9 isn’t valid XML (mismatched tag). Correct it or export the event again.",
            id="mismatched tag",
        ),
        pytest.param(
            b"\n\n<USEBIO>\n</USEBIO>\n<USEBIO/>",
            "Line 5, column 1 isn’t valid XML (junk after document element). Correct it or export the event again.",
            id="two roots after blank lines",
        ),
        pytest.param(
            b"<USEBIO><NAME>Ash < Reed</NAME></USEBIO>",
            "Line 1, column 20 has a character that XML doesn’t allow. Use &amp; for & and &lt; for <, or export the "
            "event again.",
            id="bare sign",
        ),
        pytest.param(
            b"<USEBIO>Zo&what;</USEBIO>",
            "Line 1, column 11 has an unknown XML name between & and ;. Type the letter itself.",
            id="unknown entity",
        ),
        pytest.param(
            b'<!DOCTYPE USEBIO SYSTEM "http://example.org/usebio.dtd">\n<USEBIO>Zo&what;</USEBIO>',
            "Line 2, column 11 has an unknown XML name between & and ;. Type the letter itself.",
            id="unknown entity beside a DTD",
        ),
        *(
            pytest.param(
                f'<?xml version="1.0" encoding="{encoding}"?><USEBIO/>'.encode(),
                f"The file isn’t in the encoding it names, “{encoding}”. Save it as UTF-8.",
                id=f"encoding {encoding}",
            )
            for encoding in ("klingon", "utf-7", "big5", "base64", "idna")
        ),
        pytest.param(
            LAUGHS + b"<USEBIO>&lol2;</USEBIO>",
            "The file has an XML entity “lol”, which can be unsafe. Delete the <!ENTITY …> lines or export the "
            "event again.",
            id="a billion laughs",
        ),
        pytest.param(
            b'<!DOCTYPE USEBIO [<!ENTITY secret SYSTEM "file:///etc/passwd">]><USEBIO>&secret;</USEBIO>',
            "The file asks to fetch “file:///etc/passwd” as its entity “secret”, which isn’t allowed. Delete the "
            "<!ENTITY …> lines or export the event again.",
            id="external entity, local",
        ),
        pytest.param(
            b'<!DOCTYPE USEBIO [<!ENTITY % more SYSTEM "http://example.org/more.dtd"> %more;]><USEBIO/>',
            "The file asks to fetch “http://example.org/more.dtd” as its entity “more”, which isn’t allowed. "
            "Delete the <!ENTITY …> lines or export the event again.",
            id="external entity, remote parameter",
        ),
        pytest.param(
            b"<USEBIO>" + b"<A>" * MAX_DEPTH,
            "The file has elements more than 30 deep inside each other, too many for a session. Choose another file.",
            id="too deep",
        ),
    ],
)
def test_a_broken_or_hostile_file(data, sentence):
    assert get_usebio_refusal(data) == sentence


def test_more_elements_than_any_session_has():
    with pytest.raises(ImportFileError) as caught:
        read_xml(b"<USEBIO>" + b"<A/>" * 1000 + b"</USEBIO>", max_elements=1000)
    assert str(caught.value) == (
        "The file has more than 1000 elements, too many for a session. Choose another file."
    )


class Endless:
    """A file of 200 MB that counts how much of it is read, a little at a time."""

    size = 200_000_000

    def __init__(self):
        self.given = 0

    def read(self, size=-1):
        assert size > 0, "the whole file was asked for"
        size = min(size, 65_536, self.size - self.given)
        self.given += size
        return b"<" * size


@pytest.mark.parametrize(
    ("limit", "shown"),
    [pytest.param(5_000_000, "5 MB", id="5 MB"), pytest.param(1_000, "1000 bytes", id="1 kB")],
)
def test_a_file_of_200_mb_is_refused_after_the_limit_and_one_byte(limit, shown):
    file = Endless()
    tracemalloc.start()
    sentence = get_usebio_refusal(file, max_bytes=limit)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert sentence == f"The file is larger than {shown}. Choose another file."
    assert file.given == limit + 1
    assert peak < 3 * limit + 1_000_000


def test_bytes_above_the_limit_are_refused_and_those_at_the_limit_are_read():
    data = write_usebio()
    assert get_usebio_refusal(data, max_bytes=len(data) - 1).startswith("The file is larger than")
    assert read_usebio(data, max_bytes=len(data)) == read_usebio(data)
    assert read_usebio(io.BytesIO(data), max_bytes=len(data)) == read_usebio(data)


def read_or_refuse(data):
    try:
        read_usebio(data)
        sentences = []
    except ImportFileError as error:
        sentences = [str(fault) for fault in error.problems]
    assert all(sentence.endswith(".") for sentence in sentences)


@given(st.data())
def test_a_file_with_changed_words_is_read_or_refused_in_a_sentence(data):
    words = HOWELL.decode().split(">")
    texts = st.text(
        alphabet=st.characters(exclude_characters="<&>", exclude_categories=("Cs", "Cc")),
        max_size=12,
    )
    for place, text in data.draw(
        st.lists(st.tuples(st.integers(5, len(words) - 2), texts), max_size=20)
    ):
        _, tag, tail = words[place].rpartition("</")
        if tag:
            words[place] = f"{text}</{tail}"
    read_or_refuse(">".join(words).encode())


@given(st.binary(max_size=300))
def test_any_bytes_are_refused_in_a_sentence(data):
    with pytest.raises(ImportFileError):
        read_usebio(data)


@pytest.mark.parametrize("round_text", ["0", "1000", "9" * 5000])
def test_rounds_that_no_night_has_make_no_movement(round_text):
    match = Element("MATCH")
    texts = (round_text, "1", "2", "1", "2")
    tags = ("ROUND_NUMBER", "NS_PAIR_NUMBER", "EW_PAIR_NUMBER", "START_BOARD_NUMBER")
    for tag, text in zip((*tags, "END_BOARD_NUMBER"), texts, strict=True):
        SubElement(match, tag).text = text
    section = Element("SECTION")
    section.append(match)
    line = SourceLine(1, 2, ResultInFile("4S", "N", 10, 420))
    assert make_pair_rounds(read_pair_matches([section]), [SourceBoard(1, (line,))]) == ()


def test_a_movement_of_acblscore_leads_to_the_library_of_movements():
    data = b"\x5d\x8d\x01\x02\x03\x03Two tables".ljust(725, b"\0")
    with pytest.raises(ImportFileError) as caught:
        read_source(data)
    assert str(caught.value) == (
        "The file looks like a movement of ACBLscore (.MOV), not results; import it under Club → "
        "Movements → Import."
    )
