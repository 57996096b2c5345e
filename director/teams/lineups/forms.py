"""What is typed of line-ups: four names a team."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from director.boards.lineups import SEATS
from director.teams.lineups.read import Half, LineUpSeatShown, TeamLineUp, lined_up


@dataclass(frozen=True, slots=True)
class LineUpRow:
    """A team on the page: what stands in its boxes, what stood there when the page was made, and what is wrong."""

    team: TeamLineUp
    names: Mapping[str, str]
    before: str
    error: str = ""

    @property
    def is_changed(self) -> bool:
        """Whether the director typed something else than was shown."""
        return lined_up(self.names) != self.before

    @property
    def halves(self) -> tuple[Half, ...]:
        """The two rooms with what stands in the boxes."""
        return tuple(
            Half(
                half.room,
                half.against,
                tuple(
                    seat if self.names[seat.seat] == seat.name else LineUpSeatShown(seat.seat, self.names[seat.seat])
                    for seat in half.seats
                ),
            )
            for half in self.team.halves
        )


def line_up_rows(
    teams: Sequence[TeamLineUp], data: Mapping[str, str], wrong: Mapping[int, str] | None = None
) -> tuple[LineUpRow, ...]:
    """Return the rows of *teams* with what *data* has typed in them; *wrong* holds sentences by number."""
    return tuple(_row(team, data, (wrong or {}).get(team.number, "")) for team in teams)


def _row(team: TeamLineUp, data: Mapping[str, str], error: str) -> LineUpRow:
    if f"was-{team.number}" not in data:
        return LineUpRow(team, {seat: team.names.get(seat, "") for seat in SEATS}, team.text, error)
    names = {seat: data.get(f"seat-{team.number}-{seat}", "") for seat in SEATS}
    return LineUpRow(team, names, data[f"was-{team.number}"], error)
