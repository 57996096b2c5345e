"""Read uploaded libraries of movements: a file of any format, or a zip of such files."""

from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import PurePosixPath
from zipfile import ZipFile, ZipInfo

from director.additions.library.sentences import LibrarySentences
from director.errors import DeskError
from director.formats.reading import decode_text, describe_file_kind
from movements.errors import MovementError
from movements.files.library import LibraryItem, is_acblscore, read_library

MAX_BYTES = 5_000_000
"""Bytes of an upload, and of each file in a zip. A union's library has 200,000."""
MAX_UNPACKED_BYTES = 20_000_000
MAX_FILES = 1000
MAX_FOUND = 2000
"""Movements that one upload may hold."""
TEXT_KINDS = ("plain text", "JSON")
"""What files with movements look like by their first bytes, except for those of ACBLscore."""
ZIP_MARKS = (b"PK\x03\x04", b"PK\x05\x06")
"""The first bytes of a zip, and of an empty one."""


@dataclass(frozen=True, slots=True)
class FoundMovement:
    """A movement of an upload, and the name of its file."""

    file: str
    item: LibraryItem


def read_upload(name: str, content: bytes) -> list[FoundMovement]:
    """Return every movement of the upload *name*, also those that can't be read.

    :raises DeskError: if it is empty, too large, or a broken zip, or has too many movements
    """
    if not content.strip():
        raise DeskError(LibrarySentences.LIBRARY_FILE_EMPTY)
    if len(content) > MAX_BYTES:
        raise DeskError(
            LibrarySentences.LIBRARY_FILE_TOO_LARGE, file=name, most=MAX_BYTES // 1_000_000
        )
    movements: list[FoundMovement] = []
    for file_name, file_content in _unpack_files(name, content):
        movements += _read_file(file_name, file_content)
        if len(movements) > MAX_FOUND:
            raise DeskError(LibrarySentences.LIBRARY_FILE_TOO_LONG, file=name, most=MAX_FOUND)
    if not movements:
        raise DeskError(LibrarySentences.LIBRARY_FILE_EMPTY)
    return movements


def _unpack_files(name: str, content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the files of an upload by name: itself, or those in a zip."""
    if not content.startswith(ZIP_MARKS):
        yield name, content
        return
    try:
        with ZipFile(BytesIO(content)) as packed:
            yield from _read_packed_files(name, packed)
    except DeskError:
        raise
    # zipfile and the packages that unpack raise many errors for damage, encryption and unknown
    # methods of compression.
    except Exception as error:
        raise DeskError(LibrarySentences.LIBRARY_ZIP_BROKEN, file=name) from error


def _read_packed_files(name: str, packed: ZipFile) -> Iterator[tuple[str, bytes]]:
    members = [member for member in packed.infolist() if _is_wanted(member)]
    if len(members) > MAX_FILES:
        raise DeskError(LibrarySentences.LIBRARY_ZIP_TOO_MANY, file=name, most=MAX_FILES)
    unpacked_bytes = 0
    for member in members:
        # The stated size may be false, so no more than the limit is unpacked.
        with packed.open(member) as file:
            content = file.read(MAX_BYTES + 1)
        unpacked_bytes += len(content)
        if len(content) > MAX_BYTES or unpacked_bytes > MAX_UNPACKED_BYTES:
            raise DeskError(
                LibrarySentences.LIBRARY_ZIP_TOO_LARGE,
                file=name,
                most=MAX_UNPACKED_BYTES // 1_000_000,
            )
        yield member.filename, content


def _is_wanted(member: ZipInfo) -> bool:
    """Return whether *member* is a file of the club, and not one that a Mac adds."""
    path = PurePosixPath(member.filename)
    return not (member.is_dir() or path.name.startswith(".") or "__MACOSX" in path.parts)


def _read_file(name: str, content: bytes) -> list[FoundMovement]:
    stem = PurePosixPath(name).stem
    kind = describe_file_kind(content)
    try:
        if is_acblscore(content):
            items = read_library(content, stem)
        elif kind in TEXT_KINDS:
            items = read_library(decode_text(content), stem)
        else:
            reason = LibrarySentences.LIBRARY_FILE_OTHER.format(kind=kind)
            items = (LibraryItem(stem, 0, None, (reason,)),)
    except MovementError as error:
        items = (LibraryItem(stem, 0, None, (str(error),)),)
    return [FoundMovement(name, item) for item in items]
