"""Columns of tables on paper: the values of a file as text, in the columns of a printed list."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from director.formats.figures import Column, Kind, TableData
from director.pdf.tables import PaperColumn
from director.pdf.words import format_percent_column, format_points_column, format_score
from scoring.display import common_decimals

PrintedColumn = tuple[PaperColumn, tuple[str, ...]]
"""A column with its texts, one for each row."""


def list_printed_columns(
    table: TableData,
    required_keys: Collection[str] = (),
    *,
    texts_by_key: Mapping[str, tuple[str, ...]] | None = None,
    format_points: Callable[[Sequence[Any]], tuple[str, ...]] | None = None,
) -> list[PrintedColumn]:
    """Return the columns of *table* that are declared for paper.

    A column without any text is left out, unless it is one of *required_keys*. Points have equal
    decimals, or are what *format_points* makes of them. Paper may say more than a file does: a column
    in *texts_by_key* has those texts instead of its values.
    """
    columns_with_values: list[tuple[Column, Sequence[Any]]] = list(
        zip(table.columns, table.list_values(), strict=True)
    )
    own_texts = texts_by_key or {}
    points_by_group: dict[str, list[Any]] = {}
    for column, values in columns_with_values:
        if column.kind is Kind.POINTS:
            points_by_group.setdefault(column.group or column.key, []).extend(values)
    printed = []
    for column, values in columns_with_values:
        if column.paper is None:
            continue
        if column.key in own_texts:
            texts = own_texts[column.key]
        elif column.kind is Kind.POINTS and format_points:
            texts = format_points(values)
        elif column.kind is Kind.POINTS:
            decimals = common_decimals(points_by_group[column.group or column.key])
            texts = format_points_column(values, decimals)
        else:
            texts = _FORMATTERS.get(column.kind, _format_texts)(values)
        if column.paper.wraps:
            # A percent sign stays on the line of its figure.
            texts = tuple(text.replace(" %", "\N{NO-BREAK SPACE}%") for text in texts)
        if column.key in required_keys or any(texts):
            title = column.paper.title or column.title
            printed.append((replace(column.paper, title=title), texts))
    return printed


def _format_texts(values: Sequence[Any]) -> tuple[str, ...]:
    texts = ("" if value is None else str(value) for value in values)
    # The unbreakable hyphen of pages can't be searched for in a PDF.
    return tuple(text.replace("\N{NON-BREAKING HYPHEN}", "-") for text in texts)


_FORMATTERS: dict[Kind, Callable[[Sequence[Any]], tuple[str, ...]]] = {
    Kind.SCORE: lambda values: tuple(map(format_score, values)),
    Kind.PERCENT: format_percent_column,
}
