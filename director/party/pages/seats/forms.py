"""Forms of Seats: names, groups, and a list of players."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from director.formats.names.players import MAX_TEAM_LENGTH
from director.party.pages.seats.page import PlayerSeat, format_player


@dataclass(frozen=True, slots=True)
class TypedPlayer:
    """The boxes of a player as sent, as the page showed them, and as they are stored now.

    *team* is None if the page has no box for it.
    """

    number: int
    name: str
    group: str
    shown_text: str
    stored_text: str
    team: str | None = None

    @property
    def text(self) -> str:
        """Name, group and team in one text, in the form of *shown_text*."""
        return format_player(self.name.strip(), self.group, self.team or "")

    @property
    def is_changed(self) -> bool:
        """Whether the sent text differs from the text on the page."""
        return self.text != self.shown_text

    def with_stored_text_shown(self) -> "TypedPlayer":
        """Return the same boxes, compared with the stored text from now on."""
        return replace(self, shown_text=self.stored_text)


def read_typed_player(
    data: Mapping[str, str], number: int, stored_text: str | None = None
) -> TypedPlayer:
    """Return the boxes of player *number* in *data*.

    *stored_text* is needed only where two desks may edit at once.
    """
    # "|" is the text of an empty player, see format_player.
    shown_text = data.get(f"was-{number}", "|")
    # A program that doesn't send what it showed has nothing to compare.
    if stored_text is None or f"was-{number}" not in data:
        stored_text = shown_text
    group = data.get(f"group-{number}", "")
    team = data.get(f"team-{number}")
    return TypedPlayer(
        number=number,
        name=data.get(f"name-{number}", ""),
        group=group if group in ("A", "B") else "",
        shown_text=shown_text,
        stored_text=stored_text,
        team=None if team is None else " ".join(team.split())[:MAX_TEAM_LENGTH],
    )


def read_typed_players(
    data: Mapping[str, str], seats: Iterable[PlayerSeat]
) -> dict[int, TypedPlayer]:
    """Return the sent boxes of players by number. A page shows only some of the *seats*."""
    return {
        seat.number: read_typed_player(data, seat.number, seat.text)
        for seat in seats
        if f"name-{seat.number}" in data
    }
