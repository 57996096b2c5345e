"""Forms of Seats: names, groups, and a list of players."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from director.formats.names.players import MAX_TEAM_LENGTH
from director.party.pages.seats.page import format_player


@dataclass(frozen=True, slots=True)
class TypedPlayer:
    """The boxes of a player as sent, and as the page showed them (*before*).

    *team* is None if the page has no box for it.
    """

    number: int
    name: str
    group: str
    before: str
    team: str | None = None

    @property
    def text(self) -> str:
        """Return name, group and team in one text, in the form of *before*."""
        return format_player(self.name.strip(), self.group, self.team or "")

    @property
    def is_changed(self) -> bool:
        """Return whether the sent text differs from the text on the page."""
        return self.text != self.before


def read_typed_player(data: Mapping[str, str], number: int) -> TypedPlayer:
    """Return the boxes of player *number* in *data*."""
    group = data.get(f"group-{number}", "")
    team = data.get(f"team-{number}")
    return TypedPlayer(
        number=number,
        name=data.get(f"name-{number}", ""),
        group=group if group in ("A", "B") else "",
        before=data.get(f"was-{number}", "|"),
        team=None if team is None else " ".join(team.split())[:MAX_TEAM_LENGTH],
    )


def read_typed_players(data: Mapping[str, str], numbers: Iterable[int]) -> dict[int, TypedPlayer]:
    """Return the sent boxes of players by number. A page shows only some of the *numbers*."""
    return {
        number: read_typed_player(data, number) for number in numbers if f"name-{number}" in data
    }
