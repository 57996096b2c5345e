"""The standings of a party, as a table for the screen."""

from collections.abc import Sequence
from dataclasses import dataclass

from director.party_sheets import PartyStandingRow
from director.selectors.party_words import figure


@dataclass(frozen=True, slots=True)
class StandingsTable:
    """One group of standings: a caption, the names of the columns of figures, and the rows as they are read."""

    caption: str
    columns: tuple[str, ...]
    has_total: bool  # False where the first column is the total
    rows: tuple[tuple[PartyStandingRow, str, tuple[str, ...]], ...]


def standings_tables(standings: Sequence[PartyStandingRow], *, by_group: bool) -> tuple[StandingsTable, ...]:
    """Return the standings, a table for each prize group where they compete apart; places count within a group."""
    groups = sorted({row.group for row in standings}) if by_group else [None]
    return tuple(
        _table([row for row in standings if group is None or row.group == group], is_group=group is not None)
        for group in groups
    )


def _table(rows: Sequence[PartyStandingRow], *, is_group: bool) -> StandingsTable:
    names = [name for name, _figure in rows[0].columns] if rows else []
    shown = [at for at, name in enumerate(names) if at == 0 or any(row.columns[at][1] for row in rows)]
    places = _places(rows) if is_group else [row.place for row in rows]
    return StandingsTable(
        caption=rows[0].group_name if rows and is_group else "Standings",
        columns=tuple(names[at] for at in shown),
        has_total=any(row.total != row.columns[0][1] for row in rows),
        rows=tuple(
            (row, place, tuple(figure(row.columns[at][1]) for at in shown))
            for row, place in zip(rows, places, strict=True)
        ),
    )


def _places(rows: Sequence[PartyStandingRow]) -> list[str]:
    """Return the places within a group: equal totals share the better one."""
    totals = [row.total for row in rows]
    return [f"{totals.index(total) + 1}{'=' * (totals.count(total) > 1)}" for total in totals]
