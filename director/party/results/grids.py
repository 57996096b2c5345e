"""The standings of a party, as a table for the screen."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from director.desk.tags.cards import party_figure
from director.party.sheets import PartyStandingRow, shows_played


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
