"""The standings of a party, as a table for the screen."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from django.core.paginator import Page, Paginator

from director.desk.tags.cards import party_figure
from director.names import has_words
from director.party.sheets import PartyStandingRow, shows_played

ROWS_PER_PAGE = 50


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """One group of standings: a caption, the names of the columns of figures, and the rows as they are read."""

    caption: str
    columns: tuple[str, ...]
    has_total: bool  # False where the first column is the total
    rows: tuple[tuple[PartyStandingRow, tuple[tuple[str, str], ...]], ...]  # each figure with its column's name
    has_played: bool = False  # not everybody played as many games
    has_credit: bool = False  # rounds sat out brought something

    @property
    def width(self) -> int:
        """How many columns it has, with place, number, name and the question why."""
        return 4 + len(self.columns) + self.has_total + self.has_played + self.has_credit


def standings_tables(apart: Iterable[tuple[str, Sequence[PartyStandingRow]]]) -> tuple[StandingsTable, ...]:
    """Return a table for each list of standings, whose caption and rows are given."""
    return tuple(_table(caption, rows) for caption, rows in apart)


def tables_page(
    tables: Sequence[StandingsTable], *, find: str = "", number: int = 0, page: str | None = None
) -> tuple[tuple[StandingsTable, ...], Page[Any]]:
    """Return what one page shows of *tables*, row after row, and that page.

    Only rows that *find* names are counted; without a *page* it is the one with *number*, else the first.
    """
    rows = [
        (at, row)
        for at, table in enumerate(tables)
        for row in table.rows
        if has_words(find, row[0].name, row[0].numbers.split())
    ]
    index = next((index for index, (_at, (row, _figures)) in enumerate(rows) if row.number == number), 0)
    shown = Paginator(rows, ROWS_PER_PAGE).get_page(page or 1 + index // ROWS_PER_PAGE)
    parts = groupby(shown.object_list, key=lambda numbered: numbered[0])
    return tuple(replace(tables[at], rows=tuple(row for _at, row in part)) for at, part in parts), shown


def _table(caption: str, rows: Sequence[PartyStandingRow]) -> StandingsTable:
    names = [name for name, _figure in rows[0].columns] if rows else []
    shown = [at for at, name in enumerate(names) if at == 0 or any(row.columns[at][1] for row in rows)]
    return StandingsTable(
        caption=caption,
        columns=tuple(names[at] for at in shown),
        has_total=any(row.total != row.columns[0][1] for row in rows),
        rows=tuple((row, tuple((names[at], party_figure(row.columns[at][1])) for at in shown)) for row in rows),
        has_played=shows_played(rows),
        has_credit=any(row.credit for row in rows),
    )
