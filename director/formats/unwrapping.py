"""Files in a wrapper: one file in an archive, text in UTF-16, text with an end mark of DOS."""

import io
import re
import zlib
from pathlib import PurePosixPath
from zipfile import ZipFile, ZipInfo

from director.formats.errors import ImportFileError
from director.formats.sentences import FileSentences

_GZIP = b"\x1f\x8b"
_ZIP = b"PK\x03\x04"
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
_SAMPLE_BYTES = 400
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
    if not data.startswith(_ZIP):
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
        raise ImportFileError(FileSentences.ARCHIVE_BROKEN) from None


def _unpack_zip(data: bytes, max_bytes: int) -> bytes:
    end = data.rfind(_ZIP_END)
    # The whole directory is read at once, so its size is looked at first.
    if end < 0 or int.from_bytes(data[end + 12 : end + 16], "little") > _MAX_DIRECTORY_BYTES:
        raise ImportFileError(FileSentences.ARCHIVE_BROKEN)
    try:
        with ZipFile(io.BytesIO(data)) as archive:
            members = [member for member in archive.infolist() if _is_wanted(member)]
            if len(members) != 1:
                raise _make_member_fault(members)
            if members[0].flag_bits & 1:
                raise ImportFileError(FileSentences.ARCHIVE_LOCKED)
            # The stated size may be false, so no more than the limit is unpacked.
            with archive.open(members[0]) as file:
                return file.read(max_bytes + 1)
    except ImportFileError:
        raise
    # zipfile and the packages that unpack raise many errors for damage and unknown methods.
    except Exception:
        raise ImportFileError(FileSentences.ARCHIVE_BROKEN) from None


def _is_wanted(member: ZipInfo) -> bool:
    """Return whether *member* is a file that somebody chose, and not one that was added to it."""
    path = PurePosixPath(member.filename)
    is_beside = "__MACOSX" in path.parts or _BESIDE_FILES.match(path.name) is not None
    return not (member.is_dir() or is_beside)


def _make_member_fault(members: list[ZipInfo]) -> ImportFileError:
    if not members:
        return ImportFileError(FileSentences.ARCHIVE_EMPTY)
    names = ", ".join(member.filename for member in members[:_MAX_NAMES_SHOWN])
    return ImportFileError(FileSentences.ARCHIVE_SEVERAL, count=len(members), names=names)


def _to_utf_8(data: bytes) -> bytes:
    """Return *data* as UTF-8 if it is text in UTF-16, with or without its mark."""
    encoding = _UTF_16_MARKS.get(data[:2]) or _guess_utf_16(data[:_SAMPLE_BYTES])
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
