"""Bytes of uploads: limits, wrappers, text, and other content.

A wrapper is an archive of one file, UTF-16, or the end mark of DOS.
"""

import io
import re
import zlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import PurePosixPath
from typing import Any, BinaryIO
from zipfile import ZipFile, ZipInfo

from director.formats.errors import ImportFileError

GZIP = b"\x1f\x8b"
ZIP_START = b"PK\x03\x04"
_ZIP_END = b"PK\x05\x06"
_OFFICE_PARTS = (b"[Content_Types].xml", b"_rels/", b"docProps/", b"xl/", b"word/", b"mimetype")
"""What the first part of a workbook or document is called, which is an archive too."""
_NUMBERS_PARTS = (b"Index/", b"Metadata/", b"Data/", b"preview.jpg")
"""What the first part of a Numbers spreadsheet is called. A club's folder may be called so too."""
_ADDED_FILE_NAMES = re.compile(
    r"\.|thumbs\.db$|desktop\.ini$|readme(?:\.[a-z]{1,4})?$", re.IGNORECASE
)
"""The names of files that systems and programs add to a folder."""
_MAX_DIRECTORY_BYTES = 1_000_000
_MAX_NAMES_SHOWN = 5
UTF_8_MARK = b"\xef\xbb\xbf"
UTF_16_MARKS = {b"\xff\xfe": "utf-16-le", b"\xfe\xff": "utf-16-be"}
_UTF_16_SAMPLE_BYTES = 400
_END_MARKS = b"\0\x1a"
_DEALING_MACHINE_START = re.compile(rb"[0-9]{78}|\x06")
"""The beginning of files of dealing machines, which fill up their records with end marks."""


def unwrap_file(data: bytes, max_bytes: int) -> bytes:
    """Return the file within *data*, text as UTF-8, or *data* itself if it has no wrapper.

    At most one byte more than *max_bytes* is unpacked.

    >>> unwrap_file("Zoë".encode("utf-16"), 1000).decode("utf-8-sig"), unwrap_file(b"1;2\\x1a", 1000)
    ('Zoë', b'1;2')

    :raises ImportFileError: if an archive has several files, a password or damage
    """
    if data.startswith(GZIP):
        data = _unpack_gzip(data, max_bytes)
    elif is_archive(data):
        data = _unpack_zip(data, max_bytes)
    return _strip_end_marks(_to_utf_8(data))


def is_archive(data: bytes) -> bool:
    """Return whether *data* is a zip file, and no workbook or document."""
    if not data.startswith(ZIP_START):
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
            members = [member for member in archive.infolist() if _is_chosen_file(member)]
            if len(members) != 1:
                raise _make_member_error(members)
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


def _is_chosen_file(member: ZipInfo) -> bool:
    """Return whether *member* is a file that somebody chose, and not one that was added to it."""
    path = PurePosixPath(member.filename)
    is_added_file = "__MACOSX" in path.parts or _ADDED_FILE_NAMES.match(path.name) is not None
    return not (member.is_dir() or is_added_file)


def _make_member_error(members: list[ZipInfo]) -> ImportFileError:
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
    encoding = UTF_16_MARKS.get(data[:2]) or _detect_utf_16(data[:_UTF_16_SAMPLE_BYTES])
    if not encoding:
        return data
    text = data.decode(encoding, errors="replace").removeprefix("\N{ZERO WIDTH NO-BREAK SPACE}")
    return UTF_8_MARK + text.encode("utf-8", errors="replace")


def _detect_utf_16(sample: bytes) -> str:
    """Return the encoding of *sample* if every second byte of it is zero, else ""."""
    sample = sample[: len(sample) // 2 * 2]
    for encoding, zeros, letters in (
        ("utf-16-le", sample[1::2], sample[::2]),
        ("utf-16-be", sample[::2], sample[1::2]),
    ):
        if len(zeros) > 3 and zeros.count(0) * 10 > len(zeros) * 9 and 0 not in letters:
            return encoding
    return ""


def _strip_end_marks(data: bytes) -> bytes:
    """Return text without what DOS writes behind its end, and other files as they are."""
    if data[-1:] not in (b"\0", b"\x1a") or _DEALING_MACHINE_START.match(data):
        return data
    text = data.rstrip(_END_MARKS)
    return data if b"\0" in text else text


_MEGABYTE = 1_000_000
MAX_BYTES = 100_000_000
"""Bytes of a file of results. 5,000 tables with 26 boards make some 80 million."""

_MAX_HEADING_LINES = 10
_CODE_PAGES = ("windows-1252", "windows-1250", "iso-8859-2")
_CYRILLIC, _GREEK = "windows-1251", "windows-1253"
_OTHER_CODE_PAGES = (
    _CYRILLIC,
    _GREEK,
    "windows-1254",
    "windows-1257",
    "cp850",
    "cp852",
    "mac-roman",
)
"""Pages of lists that only their headings tell."""
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
        data = unwrap_file(data, max_bytes)
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


_SAMPLE_OF_LARGE_FILE = 500_000
"""Bytes in which a large file shows what it is. A session of 20 tables has fewer."""


def cut_sample(data: bytes) -> bytes:
    """Return *data*, or the first lines of a large file.

    >>> cut_sample(b"Ada Ash"), len(cut_sample(b"Ada Ash;" * 1_000_000))
    (b'Ada Ash', 500000)
    """
    if len(data) <= _SAMPLE_OF_LARGE_FILE:
        return data
    sample = data[:_SAMPLE_OF_LARGE_FILE]
    return sample[: sample.rfind(b"\n") + 1] or sample


def decode_text(data: bytes) -> str:
    """Return *data* as text: by byte-order mark, else UTF-8, else by what its letters tell.

    >>> decode_text(b"Zo\\xeb"), decode_text(b"Zo\\xc3\\xab"), decode_text(b"Rozgrywaj\\xb9cy")
    ('Zoë', 'Zoë', 'Rozgrywający')
    """
    if data.startswith(tuple(UTF_16_MARKS)):
        return shorten_blanks(data.decode("utf-16", errors="replace"))
    try:
        return shorten_blanks(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        return shorten_blanks(data.decode(detect_code_page(data), errors="replace"))


def detect_code_page(data: bytes) -> str:
    """Return the code page in which most words of *data* have letters only.

    A sign within a word, such as ¹ or ³, is a letter of another page. Where all pages are alike,
    Windows-1252 is by far the most common one.

    >>> detect_code_page(b"Zo\\xeb"), detect_code_page(b"\\xa3ukasz"), detect_code_page(b"\\xc0\\xed\\xed\\xe0")
    ('windows-1252', 'windows-1250', 'windows-1251')
    >>> detect_code_page("Άννα Φλαμούρη".encode("cp1253"))
    'windows-1253'
    """
    words = set(_WORDS_WITH_MARKS.findall(data[:_SAMPLE_BYTES]))
    if not words:
        return _CODE_PAGES[0]
    if sum(map(_has_no_ascii_letter, words)) * 2 > len(words):
        return min((_CYRILLIC, _GREEK), key=lambda page: _compute_mixed_word_counts(words, page))
    return max(_CODE_PAGES, key=lambda page: sum(_has_letters_only(word, page) for word in words))


def _has_no_ascii_letter(word: bytes) -> bool:
    """Return whether *word* has no letter of ASCII, as words of Latin languages have."""
    return len(word) > 1 and not any(byte < 0x80 for byte in word)


def _compute_mixed_word_counts(words: Iterable[bytes], code_page: str) -> tuple[int, int]:
    """Return how many words can't be names, and how many of the others have no capital."""
    texts = [word.decode(code_page, errors="replace") for word in words]
    possible = [text for text in texts if text.isalpha() and _is_of_one_case(text)]
    return len(texts) - len(possible), sum(map(str.islower, possible))


def _is_of_one_case(text: str) -> bool:
    return text.istitle() or text.islower() or text.isupper()


def list_code_pages(data: bytes) -> list[str]:
    """Return the encodings that *data* may have, the most likely one first.

    >>> list_code_pages(b"Ann Ash"), list_code_pages(b"Zo\\xeb")[0]
    (['utf-8-sig'], 'windows-1252')
    """
    if data.startswith(tuple(UTF_16_MARKS)):
        return ["utf-16"]
    try:
        data.decode("utf-8-sig")
    except UnicodeDecodeError:
        likely_page = detect_code_page(data)
        return list(dict.fromkeys([likely_page, *_CODE_PAGES, *_OTHER_CODE_PAGES]))
    return ["utf-8-sig"]


def decode_by_headings(data: bytes, rate: Callable[[Sequence[str], str], object]) -> str:
    """Return *data* as text in the encoding of which *rate* makes the most.

    *rate* gets the cells of the first lines, and the encoding in which they were read.
    """
    pages = list_code_pages(data)
    if len(pages) == 1:
        return shorten_blanks(data.decode(pages[0], errors="replace"))
    sample = b"\n".join(data.splitlines()[:_MAX_HEADING_LINES])

    def rate_page(page: str) -> Any:
        cells = re.split(r"[\t;|,\r\n]", sample.decode(page, errors="replace"))
        return rate([cell.strip('" ') for cell in cells], page)

    return shorten_blanks(data.decode(max(pages, key=rate_page), errors="replace"))


def _has_letters_only(word: bytes, code_page: str) -> bool:
    return word.decode(code_page, errors="replace").isalpha()


MAX_BLANKS = 200
"""Blanks and line breaks in a row. Patterns that skip them take the square of their number."""
_LONG_BLANKS = re.compile(rf"(\s{{{MAX_BLANKS}}})\s+")


def shorten_blanks(text: str) -> str:
    """Return *text* with at most ``MAX_BLANKS`` blanks in a row.

    Everything typed, pasted or uploaded passes here before another pattern reads it.

    >>> len(shorten_blanks("Ada" + " " * 50_000 + "Ash"))
    206
    """
    return _LONG_BLANKS.sub(r"\1", text)


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


def _format_size(size: int) -> str:
    if size >= _MEGABYTE:
        return f"{size // _MEGABYTE} MB"
    return f"{size} bytes"


def _make_archive_broken_error() -> ImportFileError:
    return ImportFileError(
        "archive-broken", "The archive can’t be unpacked here. Unpack it and choose the file in it."
    )
