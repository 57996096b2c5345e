"""Forms of Seats: names, groups, and a list of players."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from director.formats.names.players import LONGEST_TEAM
from director.party.pages.seats.page import player_text


@dataclass(frozen=True, slots=True)
class TypedPlayer:
    """The boxes of a player as typed, and as the page had them."""

    number: int
    name: str
    group: str
    before: str
    team: str | None = None  # None where there is no box for it

    @property
    def text(self) -> str:
        """Name, group and team in one text, as ``before`` has them."""
        return player_text(self.name.strip(), self.group, self.team or "")

    @property
    def is_changed(self) -> bool:
        """Whether something else was typed than was shown."""
        return self.text != self.before


def typed_player(data: Mapping[str, str], number: int) -> TypedPlayer:
    """Return what the page sent about one player."""
    group, team = data.get(f"group-{number}", ""), data.get(f"team-{number}")
    name, before = data.get(f"name-{number}", ""), data.get(f"was-{number}", "|")
    team = team if team is None else " ".join(team.split())[:LONGEST_TEAM]
    return TypedPlayer(number, name, group if group in ("A", "B") else "", before, team)


def typed_players(data: Mapping[str, str], numbers: Iterable[int]) -> dict[int, TypedPlayer]:
    """Return by number what *data* says, for the players whose boxes were sent."""
    return {number: typed_player(data, number) for number in numbers if f"name-{number}" in data}
