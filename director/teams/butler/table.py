"""The table of players on a page and in files."""

from typing import ClassVar

from director.core.base.grids.columns import SheetColumn
from director.core.base.grids.sheet import SheetTable
from director.formats.figures import Column, Kind, TableData
from director.teams.butler.read import PlayersRecord

_COLUMNS = (
    Column("place", "Place", Kind.PLACE),
    Column("names", "Names", Kind.TEXT),
    Column("team", "Team", Kind.TEXT),
    Column("boards", "Boards", Kind.COUNT),
    Column("imps", "IMPs", Kind.POINTS),
    Column("average", "IMPs per board", Kind.POINTS),
)


class PlayersTable(SheetTable):
    """Every player by IMPs per board."""

    names = SheetColumn(row_header=True)
    team = SheetColumn(hide_on="phone")
    boards = SheetColumn(hide_on="phone", said_once=True)
    imps = SheetColumn(hide_on="phone")

    class Meta:
        attrs: ClassVar = {"class": "standings"}


def make_players_table(record: PlayersRecord) -> TableData:
    """Return one row for each player of *record*."""
    rows = (
        (
            player.place,
            player.name,
            ", ".join(player.teams),
            player.boards,
            player.imps,
            player.average,
        )
        for player in record.players
    )
    return TableData("Players", _COLUMNS, tuple(rows), fixed_columns=2)
