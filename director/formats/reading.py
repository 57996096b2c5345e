"""Bytes of uploads: limits, wrappers, text, and other content.

A wrapper is an archive of one file, UTF-16, or the end mark of DOS.
"""

import io
import re
import zlib
from pathlib import PurePosixPath
from typing import BinaryIO
from zipfile import ZipFile, ZipInfo

from director.formats.errors import ImportFileError
from director.formats.refusals import make_file_other_format_error

_GZIP = b"\x1f\x8b"
_ZIP_START = b"PK\x03\x04"
_ZIP_END = b"PK\x05\x06"
_OFFICE_PARTS = (b"[Content_Types].xml", b"_rels/", b"docProps/", b"xl/", b"word/", b"mimetype")
"""What the first part of a workbook or document is called, which is an archive too."""
_NUMBERS_PARTS = (b"Index/", b"Metadata/", b"Data/", b"preview.jpg")
"""What the first part of a Numbers spreadsheet is called. A club's folder may be called so too."""
_BESIDE_FILES = re.compile(r"\.|thumbs\.db$|desktop\.ini$|readme(?:\.[a-z]{1,4})?$", re.IGNORECASE)
"""The names of files that systems and programs add to a folder."""
_MAX_DIRECTORY_BYTES = 1_000_000
_MAX_NAMES_SHOWN = 5
_UTF_8_MARK = b"\xef\xbb\xbf"
_UTF_16_MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_UTF_16_SAMPLE_BYTES = 400
_END_MARKS = b"\0\x1a"
_DEALS = re.compile(rb"[0-9]{78}|\x06")
"""The beginning of files of dealing machines, which fill up their records with end marks."""


def unwrap(data: bytes, max_bytes: int) -> bytes:
    """Return the file within *data*, text as UTF-8, or *data* itself if it has no wrapper.

    At most one byte more than *max_bytes* is unpacked.

    >>> unwrap("Zoë".encode("utf-16"), 1000).decode("utf-8-sig"), unwrap(b"1;2\\x1a", 1000)
    ('Zoë', b'1;2')

    :raises ImportFileError: if an archive has several files, a password or damage
    """
    if data.startswith(_GZIP):
        data = _unpack_gzip(data, max_bytes)
    elif is_archive(data):
        data = _unpack_zip(data, max_bytes)
    return _without_end_marks(_to_utf_8(data))


def is_archive(data: bytes) -> bool:
    """Return whether *data* is a zip file, and no workbook or document."""
    if not data.startswith(_ZIP_START):
        return False
    first_name = _get_first_name(data).strip(b"\0")
    is_other = first_name.startswith(_OFFICE_PARTS) or is_numbers_file(data)
    return bool(first_name) and not is_other


def is_numbers_file(data: bytes) -> bool:
    """Return whether *data* is a Numbers spreadsheet: a zip file with parts of its format."""
    return _get_first_name(data).startswith(_NUMBERS_PARTS) and b".iwa" in data


def _get_first_name(data: bytes) -> bytes:
    length = int.from_bytes(data[26:28], "little")
    return data[30 : 30 + length]


def _unpack_gzip(data: bytes, max_bytes: int) -> bytes:
    try:
        return zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(data, max_bytes + 1)
    except zlib.error:
        raise _make_archive_broken_error() from None


def _unpack_zip(data: bytes, max_bytes: int) -> bytes:
    end = data.rfind(_ZIP_END)
    # The whole directory is read at once, so its size is looked at first.
    if end < 0 or int.from_bytes(data[end + 12 : end + 16], "little") > _MAX_DIRECTORY_BYTES:
        raise _make_archive_broken_error()
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            members = [member for member in archive.infolist() if _is_wanted(member)]
            if len(members) != 1:
                raise _make_member_fault(members)
            if members[0].flag_bits & 1:
                raise ImportFileError(
                    "archive-locked",
                    "The archive has a password. Unpack it and choose the file in it.",
                )
            # The stated size may be false, so no more than the limit is unpacked.
            with archive.open(members[0]) as file:
                return file.read(max_bytes + 1)
    except ImportFileError:
        raise
    # zipfile and the packages that unpack raise many errors for damage and unknown methods.
    except Exception:
        raise _make_archive_broken_error() from None


def _is_wanted(member: ZipInfo) -> bool:
    """Return whether *member* is a file that somebody chose, and not one that was added to it."""
    path = PurePosixPath(member.filename)
    is_beside = "__MACOSX" in path.parts or _BESIDE_FILES.match(path.name) is not None
    return not (member.is_dir() or is_beside)


def _make_member_fault(members: list[ZipInfo]) -> ImportFileError:
    if not members:
        return ImportFileError("archive-empty", "The archive has no files. Choose the file itself.")
    names = ", ".join(member.filename for member in members[:_MAX_NAMES_SHOWN])
    return ImportFileError(
        "archive-several",
        "The archive has {count} files ({names}). Unpack it and choose one of them.",
        count=len(members),
        names=names,
    )


def _to_utf_8(data: bytes) -> bytes:
    """Return *data* as UTF-8 if it is text in UTF-16, with or without its mark."""
    encoding = _UTF_16_MARKS.get(data[:2]) or _guess_utf_16(data[:_UTF_16_SAMPLE_BYTES])
    if not encoding:
        return data
    text = data.decode(encoding, errors="replace").removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    return _UTF_8_MARK + text.encode("utf-8", errors="replace")


def _guess_utf_16(sample: bytes) -> str:
    """Return the encoding of *sample* if every second byte of it is zero, else ""."""
    sample = sample[: len(sample) // 2 * 2]
    for encoding, zeros, letters in (
        ("utf-16-le", sample[1::2], sample[::2]),
        ("utf-16-be", sample[::2], sample[1::2]),
    ):
        if len(zeros) > 3 and zeros.count(0) * 10 > len(zeros) * 9 and 0 not in letters:
            return encoding
    return ""


def _without_end_marks(data: bytes) -> bytes:
    """Return text without what DOS writes behind its end, and other files as they are."""
    if data[-1:] not in (b"\0", b"\x1a") or _DEALS.match(data):
        return data
    text = data.rstrip(_END_MARKS)
    return data if b"\0" in text else text


_MEGABYTE = 1_000_000
_MAX_LIST_BYTES = 1_000_000
MAX_BYTES = 100_000_000
"""Bytes of a file of results. 5,000 tables with 26 boards make some 80 million."""

_OLD_OFFICE = "an old Office document (.xls or .doc)"
_OPEN_DOCUMENT = "an OpenDocument file (.ods or .odt)"
_XML_SPREADSHEET = "a spreadsheet saved as XML"
_NUMBERS = "a Numbers spreadsheet"
OFFICE = frozenset({_OLD_OFFICE, _OPEN_DOCUMENT, _XML_SPREADSHEET, _NUMBERS})
"""Results of :func:`describe_file_kind` for files that a spreadsheet can save in a readable format."""

ACBLSCORE = "a game file of ACBLscore"
_ZIP, _GZ, _7Z, _RAR, _BZ2, _XZ, _LZH, _TAR = (
    "a zip archive",
    *(f"a compressed file (.{name})" for name in ("gz", "7z", "rar", "bz2", "xz", "lzh")),
    "an archive (.tar)",
)
ARCHIVES = frozenset({_ZIP, _GZ, _7Z, _RAR, _BZ2, _XZ, _LZH, _TAR})
"""Results of :func:`describe_file_kind` for files that hold others."""

_BY_FIRST_BYTES = (
    (b"%PDF", "a PDF"),
    (_GZIP, _GZ),
    (b"7z\xbc\xaf\x27\x1c", _7Z),
    (b"Rar!", _RAR),
    (b"BZh", _BZ2),
    (b"\xfd7zXZ", _XZ),
    (b"\x12\x0a\x03AC3", ACBLSCORE),
    (b"{\\rtf", "a text with formats (.rtf)"),
    (b"BEGIN:VCARD", "contacts (.vcf)"),
    (b"\xd0\xcf\x11\xe0", _OLD_OFFICE),
    (b"\x00\x01\x00\x00Standard", "a database (.bws, .mdb)"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"SQLite format 3", "a database (.sqlite3)"),
    (b"% PBN", "a PBN file"),
)
_BY_START_OF_TEXT = (
    (
        re.compile(
            rb"(?:<\?xml[^>]{0,200}>\s*)?(?:<!--(?:(?!-->).)*-->\s*)*"
            rb"<(?:!doctype\s+html|html|head|body|table|meta|title)\b",
            re.IGNORECASE | re.DOTALL,
        ),
        "a web page",
    ),
    (
        re.compile(
            rb"From: <Saved by |MIME-Version: 1\.0|Content-Type: multipart/related", re.IGNORECASE
        ),
        "a web page",
    ),
    (
        re.compile(
            rb"(?:<\?[^>]{0,200}\?>\s*){0,5}<(?:\w{1,20}:)?(?:Workbook|document)\s[^>]{0,2000}"
            rb"(?:office:spreadsheet|xmlns:office:1)"
        ),
        _XML_SPREADSHEET,
    ),
    (re.compile(rb"<"), "XML"),
    # Comments may stand anywhere: lines with % or ;, and text in braces.
    (
        re.compile(
            rb'(?:(?:[%;][^\r\n]*(?:[\r\n]|$)|\{[^}]*\})\s*)*\[\s*[A-Za-z][A-Za-z0-9_]*\s*"'
        ),
        "a PBN file",
    ),
    # Some programs write a line of their own above the first tag.
    (
        re.compile(
            rb"(?>[^\r\n\[|]{0,200}(?>\r\n|\r|\n)){1,20}+"
            rb'\[(?:Event|Site|Date|Board|Dealer|Deal|West|Generator)\s+"',
            re.IGNORECASE,
        ),
        "a PBN file",
    ),
    (re.compile(rb'\{|\[\s*[\[{"\]0-9-]'), "JSON"),
)
_BY_LATER_BYTES = (
    (2, re.compile(rb"-l[hz][0-9sd]-"), _LZH),
    (257, re.compile(rb"ustar"), _TAR),
)
_UTF_16 = (*_UTF_16_MARKS, b"<\x00", b"\x00<")
_BEGINNING_BYTES = 20_000
_CODE_PAGES = ("windows-1252", "windows-1250", "iso-8859-2")
_CYRILLIC = "windows-1251"
_SAMPLE_BYTES = 1_000_000
_WORDS_WITH_MARKS = re.compile(rb"[A-Za-z]*[\x80-\xff][A-Za-z\x80-\xff]*")


def read_limited(source: bytes | BinaryIO, max_bytes: int) -> bytes:
    """Return the bytes of the file in *source*, without an archive around it and in UTF-8.

    At most one byte more than *max_bytes* is read.

    :raises ImportFileError: if *source* is larger than *max_bytes*.
    :raises ImportFileError: if it is empty or only has blanks.
    """
    data = source if isinstance(source, bytes) else _read_bytes(source, max_bytes + 1)
    if len(data) <= max_bytes:
        data = unwrap(data, max_bytes)
    if len(data) > max_bytes:
        raise ImportFileError(
            "file-too-large",
            "The file is larger than {limit}. Choose another file.",
            limit=_format_size(max_bytes),
        )
    if not data.strip(b" \t\r\n\xef\xbb\xbf"):
        raise ImportFileError(
            "file-empty", "The file is empty. Export it again and choose that file."
        )
    return data


def describe_file_kind(data: bytes) -> str:
    """Return the kind of file that *data* is by its first bytes, as words for a sentence.

    >>> describe_file_kind(b"%PDF-1.7"), describe_file_kind(b"  <USEBIO>"), describe_file_kind(b"Ada Ash;Bert Hazel")
    ('a PDF', 'XML', 'plain text')
    """
    if data.startswith(_ZIP_START):
        return _describe_zip_kind(data)
    if data.startswith(_UTF_16):
        beginning = unwrap(data[:_BEGINNING_BYTES], _BEGINNING_BYTES)
        return "plain text" if beginning.startswith(_UTF_16) else describe_file_kind(beginning)
    data = data.removeprefix(_UTF_8_MARK)
    for signature, kind in _BY_FIRST_BYTES:
        if data.startswith(signature):
            return kind
    for position, pattern, kind in _BY_LATER_BYTES:
        if pattern.match(data, position):
            return kind
    text = data.lstrip()
    for pattern, kind in _BY_START_OF_TEXT:
        if pattern.match(text):
            return kind
    return "something that is not text" if b"\x00" in text[:1000] else "plain text"


def decode_text(data: bytes) -> str:
    """Return *data* as text: by byte-order mark, else UTF-8, else by what its letters tell.

    >>> decode_text(b"Zo\\xeb"), decode_text(b"Zo\\xc3\\xab"), decode_text(b"Rozgrywaj\\xb9cy")
    ('Zoë', 'Zoë', 'Rozgrywający')
    """
    if data.startswith(tuple(_UTF_16_MARKS)):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode(guess_code_page(data), errors="replace")


def guess_code_page(data: bytes) -> str:
    """Return the code page in which most words of *data* have letters only.

    A sign within a word, such as ¹ or ³, is a letter of another page. Where all pages are alike,
    Windows-1252 is by far the most common one.

    >>> guess_code_page(b"Zo\\xeb"), guess_code_page(b"\\xa3ukasz"), guess_code_page(b"\\xc0\\xed\\xed\\xe0")
    ('windows-1252', 'windows-1250', 'windows-1251')
    """
    words = set(_WORDS_WITH_MARKS.findall(data[:_SAMPLE_BYTES]))
    if not words:
        return _CODE_PAGES[0]
    if sum(map(_is_of_other_script, words)) * 2 > len(words):
        return _CYRILLIC
    return max(_CODE_PAGES, key=lambda page: sum(_has_letters_only(word, page) for word in words))


def _is_of_other_script(word: bytes) -> bool:
    """Return whether *word* has no letter of ASCII, as words of Latin languages have."""
    return len(word) > 1 and not any(byte < 0x80 for byte in word)


def _has_letters_only(word: bytes, code_page: str) -> bool:
    return word.decode(code_page, errors="replace").isalpha()


def read_names_file(data: bytes) -> str:
    """Return the text of an uploaded list of names.

    >>> read_names_file(b"Ada Ash & Bert Birch")
    'Ada Ash & Bert Birch'

    :raises ImportFileError: if the bytes look like something else, such as a workbook
    :raises ImportFileError: for more than a megabyte
    """
    raw = read_limited(data, _MAX_LIST_BYTES)
    if (kind := describe_file_kind(raw)) != "plain text":
        advice = "copy the names and paste them, or save them as CSV"
        raise make_file_other_format_error(
            looks_like=kind,
            wanted="a list of names",
            advice=advice,
        )
    return decode_text(raw)


def strip_invisible(text: str) -> str:
    """Return *text* on one line without invisible characters.

    >>> strip_invisible("Ada\\u202e \\tAsh\\x07")
    'Ada Ash'
    """
    if not text.isprintable():
        text = "".join(sign for sign in text if sign.isprintable() or sign.isspace())
    return " ".join(text.split())


def strip_unstorable(text: str) -> str:
    """Return *text* without NUL and lone surrogates, which no database keeps.

    >>> strip_unstorable("A\\x00da\\ud83d")
    'Ada'
    """
    return text.replace("\0", "").encode(errors="ignore").decode()


def has_nul(value: object) -> bool:
    """Return whether a text in *value*, as JSON has it, has a NUL, which PostgreSQL can't store."""
    if isinstance(value, dict):
        return any(map(has_nul, [*value, *value.values()]))
    if isinstance(value, list):
        return any(map(has_nul, value))
    return isinstance(value, str) and "\0" in value


def _read_bytes(source: BinaryIO, limit: int) -> bytes:
    data = bytearray()
    while len(data) < limit and (chunk := source.read(limit - len(data))):
        data += chunk
    return bytes(data)


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


def _format_size(size: int) -> str:
    if size >= _MEGABYTE:
        return f"{size // _MEGABYTE} MB"
    return f"{size} bytes"


def _make_archive_broken_error() -> ImportFileError:
    return ImportFileError(
        "archive-broken", "The archive can’t be unpacked here. Unpack it and choose the file in it."
    )
