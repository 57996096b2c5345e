"""The standings of a party as tables on a page."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.core.paginator import Page, Paginator

from director.core.base.bars import Bar, choose_bar_scale, make_bar
from director.core.base.tags.cards import party_figure
from director.formats.figures import Column
from director.names import has_words
from director.party.movement.games import PartyRecord
from director.party.paper.files import PLAYED, SAT_OUT, TOTAL, make_figure_column
from director.party.scoring.sheets import (
    format_presence_notes,
    list_standing_columns,
    make_standing_row,
)
from director.party.scoring.standings import divide_standings
from director.party.sheets import PartyStandingRow
from scoring.party.model import PartyStanding

ROWS_PER_PAGE = 50


@dataclass(frozen=True, slots=True)
class PartyStandingsTable:
    """A list of standings on a page: caption, columns of figures, and rows with their texts.

    The figure of the column with the index *total_index* is the total, which can be explained. Its
    bar begins below the lowest total of the list.
    """

    caption: str
    columns: tuple[Column, ...]
    total_index: int
    rows: tuple[tuple[PartyStandingRow, tuple[str, ...], Bar], ...]

    @property
    def width(self) -> int:
        """The number of columns, with place, number and name."""
        return 3 + len(self.columns)


def make_party_standings_page(
    record: PartyRecord,
    division: str,
    *,
    search_text: str = "",
    number: int = 0,
    page: str | None = None,
) -> tuple[tuple[PartyStandingsTable, ...], Page[Any]]:
    """Return one page of the standings, in the lists of a *division*.

    With *search_text* only contestants of that name are listed. Without a *page* it is the page that shows
    *number*, or else the first. Only the rows of that page are formatted.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    lists = divide_standings(record, division)
    rows: list[tuple[int, PartyStanding]] = []  # with the index of the list
    for list_index, (_caption, standings) in enumerate(lists):
        rows.extend(
            (list_index, standing)
            for standing in standings
            if not search_text or _has_name(record, standing, search_text)
        )
    row_of_number = 0
    for row_index, (_list_index, standing) in enumerate(rows):
        if standing.player == str(number):
            row_of_number = row_index
            break
    page_of_number = 1 + row_of_number // ROWS_PER_PAGE
    current_page = Paginator(rows, ROWS_PER_PAGE).get_page(page or page_of_number)
    tables = []
    # A page may show the end of one list and the beginning of the next.
    for list_index, list_rows in groupby(current_page.object_list, key=itemgetter(0)):
        standings_on_page = [standing for _list_index, standing in list_rows]
        tables.append(_make_party_standings_table(record, lists[list_index], standings_on_page))
    return tuple(tables), current_page


def _has_name(record: PartyRecord, standing: PartyStanding, search_text: str) -> bool:
    contestants = record.contestants
    return has_words(
        search_text,
        contestants[standing.player],
        contestants.get_contestant(standing.player).players,
    )


def _make_party_standings_table(
    record: PartyRecord,
    captioned_standings: tuple[str, Sequence[PartyStanding]],
    shown_standings: Iterable[PartyStanding],
) -> PartyStandingsTable:
    """Return *shown_standings* of a list, with the columns that the whole list needs."""
    caption, standings = captioned_standings
    figures_by_standing = [list_standing_columns(record, standing) for standing in standings]
    columns = []
    has_different_lengths = len({standing.games_played for standing in standings}) > 1
    if has_different_lengths or _has_presence_notes(record, standings):
        columns.append(PLAYED)
    total_index = len(columns)
    for index, (name, _figure) in enumerate(figures_by_standing[0]):
        # The first figure is always shown, others only if they aren't 0 for everybody.
        if index == 0 or any(figures[index][1] for figures in figures_by_standing):
            columns.append(make_figure_column(index, name))
    if any(standing.sit_out_credit for standing in standings):
        columns.append(SAT_OUT)
    # The first figure may be the total already.
    if any(
        standing.total != figures[0][1]
        for standing, figures in zip(standings, figures_by_standing, strict=True)
    ):
        total_index = len(columns)
        columns.append(TOTAL)
    shown_standings = list(shown_standings)
    rows = [make_standing_row(record, standing) for standing in shown_standings]
    totals = [standing.total for standing in standings]
    bar_scale = choose_bar_scale(totals, are_percentages=False)
    bars = [make_bar(standing.total, bar_scale) for standing in shown_standings]
    texts = []
    for column in columns:
        figures: list[Any] = column.list_values(rows)
        texts.append(map(party_figure, figures))
    return PartyStandingsTable(
        caption=caption,
        columns=tuple(columns),
        total_index=total_index,
        rows=tuple(zip(rows, zip(*texts, strict=True), bars, strict=True)),
    )


def _has_presence_notes(record: PartyRecord, standings: Iterable[PartyStanding]) -> bool:
    # A pair may have a note on one of its players without one of its own.
    return any(
        format_presence_notes(record, standing)
        for standing in standings
        if standing.presence or record.contestants.are_pairs
    )
