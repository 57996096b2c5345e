"""The table of players on a page and in files."""

from typing import ClassVar

from director.additions.contests.butler import PlayersRecord
from director.core.base.grids import SheetColumn, SheetTable
from director.formats.figures import Column, Kind, TableData, make_table

_PHONE = SheetColumn(hide_on="phone")
_COLUMNS = (
    Column("place", "Place", Kind.PLACE),
    Column("names", "Names", path="name", page=SheetColumn(row_header=True)),
    Column("team", "Team", path="teams", read=", ".join, page=_PHONE),
    Column("boards", "Boards", Kind.COUNT, page=SheetColumn(hide_on="phone", said_once=True)),
    Column("imps", "IMPs", Kind.POINTS, page=_PHONE),
    Column("average", "IMPs per board", Kind.POINTS),
)


class PlayersTable(SheetTable):
    """Every player by IMPs per board."""

    class Meta:
        attrs: ClassVar = {"class": "standings"}


def make_players_table(record: PlayersRecord) -> TableData:
    """Return one row for each player of *record*."""
    return make_table("Players", _COLUMNS, record.players, fixed_keys=("place", "names"))
