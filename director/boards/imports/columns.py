"""What the columns of a file are, asked of the director before anything is stored, and the file kept meanwhile."""

import base64
import binascii
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from director.formats.columns.headings import FIELDS
from director.formats.columns.model import Columns
from director.formats.reading import LARGEST

_MOST_KEPT = 8_000_000
_MOST_COLUMNS = 100
_PREFIX = "column_"
_LONGEST = 14
_MOST_SHOWN = 3


@dataclass(frozen=True, slots=True)
class ColumnShown:
    """One column: what its box is called, its title in the file, what it is taken for, and its first cells."""

    name: str
    title: str
    field: str
    cells: tuple[str, ...]

    @property
    def first(self) -> str:
        """Its first different cells, as far as they are short."""
        cells = list(dict.fromkeys(filter(None, self.cells)))[:_MOST_SHOWN]
        return ", ".join(f"{cell[:_LONGEST]}…" if len(cell) > _LONGEST else cell for cell in cells)


@dataclass(frozen=True, slots=True)
class Preview:
    """The columns of a file as they are shown; *kept* is the file itself where no script keeps it.

    *mark* tells whether a file that comes with an answer is the same.
    """

    columns: tuple[ColumnShown, ...]
    count: int
    lacking: tuple[str, ...]
    mark: str
    kept: str
    name: str

    @property
    def choices(self) -> list[tuple[str, str]]:
        """What a column can be."""
        return [("", "–"), *FIELDS.items()]

    @property
    def lacks(self) -> str:
        """What nobody knows the column of, in words."""
        return " and ".join(self.lacking)


def preview_of(columns: Columns, raw: bytes, name: str, *, is_kept: bool) -> Preview:
    """Return how *columns* of the file *raw* are shown; the file goes along if it *is_kept* and not too large."""
    sample = columns.sample
    return Preview(
        columns=tuple(
            ColumnShown(f"{_PREFIX}{at}", title, columns.fields[at], tuple(row[at] for row in sample))
            for at, title in enumerate(columns.titles)
        ),
        count=columns.count,
        lacking=columns.lacking,
        mark=mark_of_file(raw),
        kept=_packed(raw) if is_kept else "",
        name=name,
    )


def fields_posted(data: Mapping[str, str], raw: bytes) -> Sequence[str]:
    """Return the fields that were chosen for the columns of *raw*; nothing where none were, or for another file."""
    if data.get("mark") != mark_of_file(raw):
        return ()
    return list(_chosen(data))


def mark_of_file(raw: bytes) -> str:
    """Return by what a file is known again."""
    return sha256(raw).hexdigest()[:16]


def kept_file(data: Mapping[str, str]) -> bytes:
    """Return the file that went along with the boxes of its columns; empty without one."""
    try:
        packed = base64.b64decode(data.get("kept", ""), validate=True)
        return zlib.decompressobj().decompress(packed, LARGEST) if packed else b""
    except (binascii.Error, ValueError, zlib.error):
        return b""


def _packed(raw: bytes) -> str:
    packed = zlib.compress(raw)
    return base64.b64encode(packed).decode() if len(packed) <= _MOST_KEPT else ""


def _chosen(data: Mapping[str, str]) -> Iterator[str]:
    for at in range(_MOST_COLUMNS):
        if (chosen := data.get(f"{_PREFIX}{at}")) is None:
            return
        yield chosen
