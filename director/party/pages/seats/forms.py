"""Step 2 of a party: the boxes for names and groups, and a list of players pasted or uploaded."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from director.formats.names.players import LONGEST_TEAM
from director.party.pages.seats.page import player_text


@dataclass(frozen=True, slots=True)
class TypedPlayer:
    """What stands in the boxes of a player, and what stood there when the page was made."""

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
    """Return what *data* of the page says about one player; boxes that were not sent are empty."""
    group, team = data.get(f"group-{number}", ""), data.get(f"team-{number}")
    name, before = data.get(f"name-{number}", ""), data.get(f"was-{number}", "|")
    team = team if team is None else " ".join(team.split())[:LONGEST_TEAM]
    return TypedPlayer(number, name, group if group in ("A", "B") else "", before, team)


def typed_players(data: Mapping[str, str], numbers: Iterable[int]) -> dict[int, TypedPlayer]:
    """Return by number what *data* says, for the players whose boxes were sent."""
    return {number: typed_player(data, number) for number in numbers if f"name-{number}" in data}
