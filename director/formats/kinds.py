"""Recognise the kind of a file: each kind says how sure it is and by what, and the surest one wins.

A first byte or a first tag alone decides nothing. A web page may begin with a style, a remark or a
text, and a PBN file with a comment.
"""

import re
from collections.abc import Iterator
from enum import IntEnum
from typing import NamedTuple

from director.formats.reading import (
    GZIP,
    UTF_8_MARK,
    UTF_16_MARKS,
    ZIP_START,
    is_archive,
    is_numbers_file,
    unwrap_file,
)

PLAIN_TEXT = "plain text"
WEB_PAGE = "a web page"
XML = "XML"
JSON = "JSON"
PBN = "a PBN file"
ACBLSCORE = "a game file of ACBLscore"
ACBLSCORE_MOVEMENT = "a movement of ACBLscore (.MOV)"
DATABASE = "a database (.bws, .mdb)"
_BINARY = "something that is not text"
_OLD_OFFICE = "an old Office document (.xls or .doc)"
_OPEN_DOCUMENT = "an OpenDocument file (.ods or .odt)"
_XML_SPREADSHEET = "a spreadsheet saved as XML"
_NUMBERS = "a Numbers spreadsheet"
OFFICE_KINDS = frozenset({_OLD_OFFICE, _OPEN_DOCUMENT, _XML_SPREADSHEET, _NUMBERS})
"""Kinds of files that a spreadsheet can save in a readable format."""
_ZIP, _GZ, _7Z, _RAR, _BZ2, _XZ, _LZH, _TAR = (
    "a zip archive",
    *(f"a compressed file (.{name})" for name in ("gz", "7z", "rar", "bz2", "xz", "lzh")),
    "an archive (.tar)",
)
ARCHIVE_KINDS = frozenset({_ZIP, _GZ, _7Z, _RAR, _BZ2, _XZ, _LZH, _TAR})
"""Kinds of files that hold others."""


class Evidence(IntEnum):
    """By what a file was recognised, the weakest first."""

    NONE = 0
    SHAPE = 1
    """Its lines look like it."""
    HEADINGS = 2
    """Headings, tags or words of the format are in it."""
    STRUCTURE = 3
    """The whole file is built like it, from its first tag on."""
    SIGNATURE = 4
    """It has bytes that no other kind of file has."""


class KindCandidate(NamedTuple):
    """A kind that a file may be of, as words for a sentence, and the evidence for it."""

    kind: str
    evidence: Evidence


_BEGINNING_BYTES = 64_000
"""Bytes that are looked at. Scripts of a page are before its body."""
_KINDS_BY_FIRST_BYTES = (
    (b"%PDF", "a PDF"),
    (GZIP, _GZ),
    (b"7z\xbc\xaf\x27\x1c", _7Z),
    (b"Rar!", _RAR),
    (b"BZh", _BZ2),
    (b"\xfd7zXZ", _XZ),
    (b"\x12\x0a\x03AC3", ACBLSCORE),
    (b"{\\rtf", "a text with formats (.rtf)"),
    (b"BEGIN:VCARD", "contacts (.vcf)"),
    (b"\xd0\xcf\x11\xe0", _OLD_OFFICE),
    (b"\x00\x01\x00\x00Standard", DATABASE),
    (b"\x5d\x8d\x00", ACBLSCORE_MOVEMENT),
    (b"\x5d\x8d\x01", ACBLSCORE_MOVEMENT),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"SQLite format 3", "a database (.sqlite3)"),
    (b"% PBN", PBN),
)
_KINDS_BY_LATER_BYTES = (
    (2, re.compile(rb"-l[hz][0-9sd]-"), _LZH),
    (257, re.compile(rb"ustar"), _TAR),
)
_UTF_16_STARTS = (*UTF_16_MARKS, b"<\x00", b"\x00<")
_SPREADSHEET_START = re.compile(
    rb"(?:<\?[^>]{0,200}\?>\s*){0,5}<(?:\w{1,20}:)?(?:Workbook|document)\s[^>]{0,2000}"
    rb"(?:office:spreadsheet|xmlns:office:1)"
)

# Web pages and XML.

_MAIL_HEADERS = re.compile(
    rb"(?:[A-Za-z][A-Za-z-]{1,40}:[^\r\n]{0,1000}\r?\n(?:[ \t][^\r\n]{0,1000}\r?\n){0,20}){1,40}"
)
_MAIL_OF_PAGE = re.compile(
    rb"^(?:From: <Saved by |MIME-Version: 1\.0|Content-Type: (?:multipart/related|text/html))",
    re.IGNORECASE | re.MULTILINE,
)
_PROLOG_PART = re.compile(
    rb"\s+|\xef\xbb\xbf|<!--.*?-->|<\?(?P<target>[\w-]{1,30})[^>]*>|<!doctype\s+(?P<root>[\w:-]+)[^>]*>|<![^>]*>",
    re.IGNORECASE | re.DOTALL,
)
_FIRST_TAG = re.compile(rb"<(?:[\w.-]{1,40}:)?(?P<name>[A-Za-z][\w.-]{0,60})")
_PAGE_TAGS = frozenset({"html", "head", "body", "table"})
"""Roots of pages that may follow an XML declaration."""
_HTML_TAGS_WORDS = """a abbr address applet area article aside b base basefont big blockquote br button canvas
    caption center code col colgroup dd details dialog div dl dt em embed fieldset figure font footer form frame
    frameset h1 h2 h3 h4 h5 h6 header hr i iframe img input label layer li link main map marquee menu meta nav nobr
    noframes noscript object ol p pre script section select small span strong style sub summary sup svg tbody td
    template textarea tfoot th thead title tr tt u ul video"""
_HTML_TAGS = _PAGE_TAGS | frozenset(_HTML_TAGS_WORDS.split())
_INNER_PAGE_TAG = re.compile(rb"<(?:html|body|pre)\b|<tr\b[^<]*<t[dh]\b", re.IGNORECASE)
_USEBIO_TAG = re.compile(rb"<USEBIO\b", re.IGNORECASE)

# Tagged text.

# "[09/09/2026", "[9.9.26, 18:03]" and "[18:03, 9/9/26]" begin lines of chats.
_JSON_START = re.compile(
    rb'\{\s*["}]|\[\s*(?:[\[{"\]]|-?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?\s*[,\]])'
)
# Comments may stand anywhere: lines with % or ;, and text in braces.
_PBN_START = re.compile(
    rb'(?:(?:[%;][^\r\n]*(?:[\r\n]|$)|\{[^}]*\})\s*)*\[\s*[A-Za-z][A-Za-z0-9_]*\s*"'
)
# Some programs write a line of their own above the first tag.
_PBN_BELOW_LINES = re.compile(
    rb"(?>[^\r\n\[|]{0,200}(?>\r\n|\r|\n)){1,20}+"
    rb'\[(?:Event|Site|Date|Board|Dealer|Deal|West|Generator)\s+"',
    re.IGNORECASE,
)


def describe_file_kind(data: bytes) -> str:
    """Return the likeliest kind of file that *data* is, as words for a sentence.

    >>> describe_file_kind(b"%PDF-1.7"), describe_file_kind(b"  <USEBIO>"), describe_file_kind(b"Ada Ash;Bert Hazel")
    ('a PDF', 'XML', 'plain text')
    >>> describe_file_kind(b"<style>td {color: red}</style><table>")
    'a web page'
    """
    return list_kind_candidates(data)[0].kind


def list_kind_candidates(data: bytes) -> list[KindCandidate]:
    """Return the kinds of file that *data* may be of, the surest first.

    >>> [(candidate.kind, candidate.evidence.name) for candidate in list_kind_candidates(b"Results <pre>")]
    [('a web page', 'HEADINGS'), ('plain text', 'NONE')]
    """
    if data.startswith(ZIP_START):
        return [KindCandidate(_describe_zip_kind(data), Evidence.SIGNATURE)]
    beginning = data[:_BEGINNING_BYTES]
    if beginning.startswith(_UTF_16_STARTS):
        unwrapped = unwrap_file(beginning, _BEGINNING_BYTES)
        if unwrapped.startswith(_UTF_16_STARTS):
            return [KindCandidate(PLAIN_TEXT, Evidence.NONE)]
        beginning = unwrapped
    candidates = _iter_kind_candidates(beginning.removeprefix(UTF_8_MARK))
    # Equal evidence leaves the order of the kinds.
    return sorted(candidates, key=lambda candidate: -candidate.evidence)


def _iter_kind_candidates(beginning: bytes) -> Iterator[KindCandidate]:
    text = beginning.lstrip()
    yield from _iter_signed_candidates(beginning, text)
    yield from _iter_markup_candidates(text)
    if _PBN_START.match(text):
        yield KindCandidate(PBN, Evidence.STRUCTURE)
    elif _PBN_BELOW_LINES.match(text):
        yield KindCandidate(PBN, Evidence.HEADINGS)
    if _JSON_START.match(text):
        yield KindCandidate(JSON, Evidence.STRUCTURE)
    elif text.startswith(b"{"):
        yield KindCandidate(JSON, Evidence.SHAPE)
    yield KindCandidate(_BINARY if b"\x00" in text[:1000] else PLAIN_TEXT, Evidence.NONE)


def _iter_signed_candidates(beginning: bytes, text: bytes) -> Iterator[KindCandidate]:
    """Yield the kinds whose bytes or headers no other kind has."""
    kinds = [kind for signature, kind in _KINDS_BY_FIRST_BYTES if beginning.startswith(signature)]
    for position, pattern, kind in _KINDS_BY_LATER_BYTES:
        if pattern.match(beginning, position):
            kinds.append(kind)
    if _SPREADSHEET_START.match(text):
        kinds.append(_XML_SPREADSHEET)
    if is_mail_of_page(text):
        kinds.append(WEB_PAGE)
    for kind in kinds:
        yield KindCandidate(kind, Evidence.SIGNATURE)


def is_mail_of_page(text: bytes) -> bool:
    """Return whether *text* is a page saved in one file, with the headers of a mail."""
    headers = _MAIL_HEADERS.match(text[:_BEGINNING_BYTES].lstrip())
    return bool(headers and _MAIL_OF_PAGE.search(headers[0]))


def _iter_markup_candidates(text: bytes) -> Iterator[KindCandidate]:
    """Yield the kinds of *text* by its tags, if it has any."""
    has_page_tags = bool(_INNER_PAGE_TAG.search(text))
    if not text.startswith(b"<"):
        if has_page_tags:
            yield KindCandidate(WEB_PAGE, Evidence.HEADINGS)
        return
    position = 0
    has_declaration = False
    while part := _PROLOG_PART.match(text, position):
        if (part["root"] or b"").lower() == b"html":
            yield KindCandidate(WEB_PAGE, Evidence.STRUCTURE)
            return
        has_declaration = has_declaration or (part["target"] or b"").lower() == b"xml"
        position = part.end()
    first_tag = _FIRST_TAG.match(text, position)
    root = first_tag["name"].decode("ascii", errors="replace").lower() if first_tag else ""
    if root in (_PAGE_TAGS if has_declaration else _HTML_TAGS):
        yield KindCandidate(WEB_PAGE, Evidence.STRUCTURE)
    elif _USEBIO_TAG.search(text):
        yield KindCandidate(XML, Evidence.SIGNATURE)
    elif has_page_tags and not has_declaration:
        yield KindCandidate(WEB_PAGE, Evidence.HEADINGS)
    yield KindCandidate(XML, Evidence.STRUCTURE if has_declaration else Evidence.SHAPE)


def _describe_zip_kind(data: bytes) -> str:
    if is_archive(data):
        return _ZIP
    if b"xl/" in data:
        return "an Excel workbook (.xlsx)"
    if b"word/" in data:
        return "a Word document (.docx)"
    if b"opendocument" in data[:200]:
        return _OPEN_DOCUMENT
    if is_numbers_file(data):
        return _NUMBERS
    return _ZIP
