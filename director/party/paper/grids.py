"""The standings of a party, as a table for the screen."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.core.paginator import Page, Paginator
from django.utils.text import capfirst

from director.core.base.tags.cards import party_figure
from director.names import has_words
from director.party.movement.games.apart import standings_apart
from director.party.movement.games.read import Evening
from director.party.scoring.sheets import presence_notes, standing_columns, standing_row
from director.party.sheets import PartyStandingRow
from scoring import PartyStanding

ROWS_PER_PAGE = 50


@dataclass(frozen=True, slots=True)
class PartyStandingsTable:
    """A list of standings on a page: caption, columns and rows."""

    caption: str
    columns: tuple[str, ...]
    has_total: bool  # False where the first column is the total
    rows: tuple[
        tuple[PartyStandingRow, tuple[tuple[str, str], ...]], ...
    ]  # each figure with its column's name
    has_played: bool = False  # not everybody played as many games
    has_credit: bool = False  # rounds sat out brought something

    @property
    def width(self) -> int:
        """How many columns it has, with place, number and name."""
        return 3 + len(self.columns) + self.has_total + self.has_played + self.has_credit


def standings_page(
    evening: Evening, by: str, *, find: str = "", number: int = 0, page: str | None = None
) -> tuple[tuple[PartyStandingsTable, ...], Page[Any]]:
    """Return one page of the standings in the lists of *by*.

    Only those whom *find* names are counted; without a *page* it is the one with *number*, else the
    first.  Nobody else's line is put into words.

    :raises ScoringError: if the games cannot be counted by the party's method
    """
    lists, contestants = standings_apart(evening, by), evening.contestants
    rows = [
        (at, standing)
        for at, (_caption, standings) in enumerate(lists)
        for standing in standings
        if not find
        or has_words(find, contestants[standing.player], contestants.of(standing.player).players)
    ]
    index = next(
        (index for index, (_at, standing) in enumerate(rows) if standing.player == str(number)), 0
    )
    shown = Paginator(rows, ROWS_PER_PAGE).get_page(page or 1 + index // ROWS_PER_PAGE)
    parts = groupby(shown.object_list, key=itemgetter(0))
    tables = (
        _table(evening, lists[at], [standing for _at, standing in part]) for at, part in parts
    )
    return tuple(tables), shown


def _table(
    evening: Evening, captioned: tuple[str, Sequence[PartyStanding]], shown: Iterable[PartyStanding]
) -> PartyStandingsTable:
    """Return the *shown* rows of a list with the columns they need."""
    caption, standings = captioned
    columns = [standing_columns(evening, standing) for standing in standings]
    names = [capfirst(name) for name, _figure in columns[0]]
    used = [at for at in range(len(names)) if at == 0 or any(figures[at][1] for figures in columns)]
    rows = [standing_row(evening, standing) for standing in shown]
    return PartyStandingsTable(
        caption=caption,
        columns=tuple(names[at] for at in used),
        has_total=any(
            standing.total != figures[0][1]
            for standing, figures in zip(standings, columns, strict=True)
        ),
        rows=tuple(
            (row, tuple((names[at], party_figure(row.columns[at][1])) for at in used))
            for row in rows
        ),
        has_played=len({standing.played for standing in standings}) > 1
        or any(
            presence_notes(evening, each)
            for each in standings
            if each.presence or evening.contestants.are_pairs
        ),
        has_credit=any(standing.credit for standing in standings),
    )
