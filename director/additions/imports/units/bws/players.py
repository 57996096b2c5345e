"""The people in a database of table units, by the seats at which they gave their numbers."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from director.additions.imports.formats.source.model import SourcePlayer, SourceRound
from director.additions.imports.formats.source.results import FlatPair, Label
from director.additions.imports.units.bws.rows import (
    Row,
    get_row_number,
    get_row_text,
    group_rows_by_section,
)

if TYPE_CHECKING:
    from director.additions.imports.units.bws.access import AccessFile

_SIDES = {"NS": ("N", "S"), "EW": ("E", "W")}
_SEATS = ("N", "E", "S", "W")
_Seat = tuple[int, int, str]
"""The round, table and seat of a player; round 0 is the one in which the table began."""


class UnitPlayers:
    """The people in *database*."""

    def __init__(self, database: "AccessFile") -> None:
        self._database = database

    def list_contestants(
        self, section_id: int, rounds: Sequence[SourceRound]
    ) -> Iterator[FlatPair]:
        """Yield the pairs or single players of *rounds* with their people, in the order of play.

        A contestant is yielded again for each round in which people gave their numbers again.
        """
        seated = self._get_seated_players(section_id)
        begun: set[int] = set()
        for row in sorted(rounds, key=lambda row: (row.round_no, row.table_no)):
            places = [row.round_no]
            if row.table_no not in begun:
                places.append(0)
            begun.add(row.table_no)
            at_table = {}
            for seat in _SEATS:
                entries = (seated.get((place, row.table_no, seat)) for place in places)
                at_table[seat] = next(filter(None, entries), None)
            for label, seats in _list_table_contestants(row):
                players = tuple(filter(None, (at_table[seat] for seat in seats)))
                if players:
                    yield FlatPair(label, players)

    def _get_seated_players(self, section_id: int) -> dict[_Seat, SourcePlayer]:
        seated = {}
        for row in self._rows_by_section.get(section_id, ()):
            player = self._make_player(row)
            if player.name or player.national_id:
                seat = get_row_text(row, "Direction").upper()
                seated[get_row_number(row, "Round"), get_row_number(row, "Table"), seat] = player
        return seated

    def _make_player(self, row: Row) -> SourcePlayer:
        number, name = get_row_text(row, "Number"), get_row_text(row, "Name")
        number = "" if number == "0" else number
        return SourcePlayer(name or (self._names.get(number, "") if number else ""), number, "")

    @cached_property
    def _rows(self) -> "Sequence[Row]":
        return self._database.read_optional_rows("PlayerNumbers")

    @cached_property
    def _rows_by_section(self) -> dict[int, list[Row]]:
        return group_rows_by_section(self._rows)

    @cached_property
    def _names(self) -> dict[str, str]:
        """Names by number from the unit's list."""
        nameless = (row for row in self._rows if not get_row_text(row, "Name"))
        numbers = {get_row_text(row, "Number") for row in nameless} - {"", "0"}
        return {
            str(row.get("strID") or row.get("ID")).strip(): get_row_text(row, "Name")
            for row in self._database.read_optional_rows("PlayerNames", holding=numbers)
        }


def _list_table_contestants(row: SourceRound) -> Iterator[tuple[Label, tuple[str, ...]]]:
    """Yield the contestants at a table, each with their seats."""
    for player, seat in zip(row.players, _SEATS, strict=False):
        yield Label(player), (seat,)
    for number, direction in ((row.ns_no, "NS"), (row.ew_no, "EW")):
        if number:
            yield Label(number, direction), _SIDES[direction]
