"""Parse results in columns, by headings and content."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import zip_longest

from director.formats.columns.book import Cells, unfold_sheet
from director.formats.columns.cells import heading_at, read_results
from director.formats.columns.content import fields_by_content
from director.formats.columns.headings import field_of, fields_of
from director.formats.columns.model import Columns
from director.formats.columns.reader import Reader
from director.formats.columns.sentences import ColumnSentences
from director.formats.errors import ImportFileError
from director.formats.reading import looks_like
from director.formats.source.model import SourceEvent

_MOST_LOOKED_AT = 200


def find_columns(data: bytes) -> Columns:
    """Return the columns of *data* with the fields that their headings and cells tell.

    >>> find_columns(b"Board,NS,EW,Score\\n1,2,3,420").fields
    ('board', 'ns', 'ew', 'score')

    :raises ImportFileError: if the file has no columns, is damaged, or is far larger than any
        session
    """
    sheet = read_results(data)
    if (at := heading_at(sheet.rows)) >= 0:
        sheet = unfold_sheet(sheet, at)
    rows = sheet.rows
    filled = [at for at, row in enumerate(rows) if row]
    width = max((len(row) for row in rows[:_MOST_LOOKED_AT]), default=0)
    if width < 2 or len(filled) < 2:
        raise ImportFileError(ColumnSentences.COLUMNS_NONE, looks_like=looks_like(data))
    heading = heading_at(rows)
    if heading < 0 and not _has_figures(rows[filled[0]]) and _has_figures(rows[filled[1]]):
        heading = filled[0]  # headings, of which none is known
    heading, headings = _headings(rows, heading)
    known = fields_of(headings)
    fields = [
        field_of(text) if known.get(field_of(text)) == at else ""
        for at, text in enumerate(headings)
    ]
    columns = Columns(
        sheet, heading, headings, tuple((*fields, *("",) * width)[: max(width, len(fields))])
    )
    columns = replace(columns, fields=fields_by_content(columns))
    if not sheet.is_counted:
        _refuse_uncounted(columns)
    return columns


def _refuse_uncounted(columns: Columns) -> None:
    for title, field, at in zip(
        columns.titles, columns.fields, range(len(columns.fields)), strict=True
    ):
        if field and not any(len(row) > at and row[at] for row in columns.lines):
            raise ImportFileError(ColumnSentences.COLUMNS_UNCOUNTED, title=title)


def read_columns(data: bytes, fields: Sequence[str] = ()) -> SourceEvent:
    """Return the pairs event whose results stand in the columns of *data*.

    *fields* say what each column holds, as keys of ``FIELDS``; without them it is what its headings
    tell.

    :raises ImportFileError: with every fault of the file in ``faults``, each one sentence, or where
        it is not known what is what.
    """
    columns = find_columns(data)
    if fields:
        columns = columns.chosen(fields)
    if columns.lacking:
        if not columns.at:
            raise ImportFileError(ColumnSentences.COLUMNS_NONE, looks_like=looks_like(data))
        raise ImportFileError(ColumnSentences.COLUMNS_LACKING, lacking=" or ".join(columns.lacking))
    return Reader(columns).event()


def _headings(rows: Cells, at: int) -> tuple[int, tuple[str, ...]]:
    """Return the last row of headings, and the heading of each column."""
    if at < 0:
        return at, ()
    choices = [(at, tuple(rows[at]))]
    for upper, lower in ((at - 1, at), (at, at + 1)):
        if upper >= 0 and lower < len(rows) and not any(map(_has_figures, rows[upper : lower + 1])):
            choices.append((lower, tuple(_spanning_headings(rows[upper], rows[lower]))))
    return max(choices, key=lambda choice: len(fields_of(choice[1])))


def _spanning_headings(upper: Sequence[str], lower: Sequence[str]) -> Iterator[str]:
    """Yield headings that span columns (``Score``: ``NS``, ``EW``)."""
    group = ""
    for top, own in zip_longest(upper, lower, fillvalue=""):
        group = top or (group if own else "")
        yield f"{group} {own}".strip()


def _has_figures(row: Sequence[str]) -> bool:
    return any(character.isdigit() for cell in row for character in cell)
