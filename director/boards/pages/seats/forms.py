"""Step 2: the boxes for names, and a list of pairs, players or teams pasted or uploaded."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from director.boards.contests import Entrant
from director.boards.play.seats.read import Seat, place_as_text
from director.core.base.forms import small_number

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_BOX = re.compile(r"name-([0-9]{1,6})-([0-9]{1,2})")


@dataclass(frozen=True, slots=True)
class TypedPlace:
    """The boxes of a place as typed, and as the page had them."""

    pair_no: int
    names: tuple[str, ...]
    before: str
    team: str = ""
    captain: int = 0

    @property
    def text(self) -> str:
        """The text of the boxes, as ``before`` has it."""
        return place_as_text(self.names, self.team, self.captain)

    @property
    def is_changed(self) -> bool:
        """Whether the director typed something else than was shown."""
        return self.text != self.before

    @property
    def entrant(self) -> Entrant:
        """The entrant in the boxes."""
        return Entrant(self.names, self.team, self.captain)


def typed_place(data: Mapping[str, str], pair_no: int) -> TypedPlace:
    """Return what the page sent about one place."""
    boxes = [int(box[2]) for key in data if (box := _BOX.fullmatch(key)) and int(box[1]) == pair_no]
    names = tuple(
        data.get(f"name-{pair_no}-{box}", "") for box in range(1, max(boxes, default=0) + 1)
    )
    before, team, captain = (
        data.get(f"{what}-{pair_no}", "") for what in ("was", "team", "captain")
    )
    return TypedPlace(pair_no, names, before, team, small_number(captain))


def typed_places(data: Mapping[str, str], seats: Iterable[Seat]) -> dict[int, TypedPlace]:
    """Return by number what *data* says, for the places whose boxes were sent."""
    return {
        seat.pair_no: typed_place(data, seat.pair_no)
        for seat in seats
        if f"name-{seat.pair_no}-1" in data
    }


@dataclass(frozen=True, slots=True)
class NameBox:
    """A name box of a place: its text, label, and whether it is the captain's."""

    no: int
    value: str
    label: str
    is_captain: bool = False
    player: str = (
        ""  # the number by which a movement that seats the players of teams knows who that is
    )


_PLAYERS_OF_A_TEAM = 4


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A row of Seats: a place, its boxes, their mistakes, and its neighbours."""

    seat: Seat
    typed: TypedPlace
    error: str
    above: int | None
    below: int | None
    focus: str  # the button that should have the focus: "up", "down" or none

    @property
    def before(self) -> str:
        """What stood in the boxes when the page was made."""
        return self.typed.before

    @property
    def boxes(self) -> Iterator[NameBox]:
        """The boxes for names: as many as the place has, or more where more were sent."""
        names, places = self.typed.names, len(self.seat.names)
        for no in range(1, max(places, len(names)) + 1):
            label = (
                f"{_ORDINALS[no - 1] if no <= len(_ORDINALS) else no} name"
                if places > 1
                else "name"
            )
            player = self.seat.player(no)
            label = (
                f"player {player}"
                if player
                else f"reserve {no - self.seat.seated}"
                if self.seat.seated
                else label
            )
            yield NameBox(
                no,
                names[no - 1] if no <= len(names) else "",
                label,
                self.typed.captain == no,
                player,
            )

    @property
    def first_boxes(self) -> list[NameBox]:
        """The boxes of those who play: as many as a movement seats, or four."""
        return list(self.boxes)[: self.seat.seated or _PLAYERS_OF_A_TEAM]

    @property
    def more_boxes(self) -> list[NameBox]:
        """The boxes after :attr:`first_boxes`."""
        return list(self.boxes)[self.seat.seated or _PLAYERS_OF_A_TEAM :]

    @property
    def is_new(self) -> bool:
        """Whether a team has no name yet, and nothing typed that has to be looked at."""
        return not self.seat.text and not self.is_open

    @property
    def has_reserves(self) -> bool:
        """Whether a team has boxes for more than its movement seats."""
        return 0 < self.seat.seated < len(self.seat.names)

    @property
    def is_open(self) -> bool:
        """Whether the boxes of a team are to be seen: something is wrong, or is not stored yet."""
        return bool(self.error) or self.typed.is_changed


def seat_rows(
    seats: Sequence[Seat],
    typed: Mapping[int, TypedPlace],
    wrong: Mapping[int, str],
    *,
    focus: tuple[int, str] = (0, ""),
) -> tuple[SeatRow, ...]:
    """Return the rows of *seats* with *typed* texts in their boxes.

    *wrong* holds sentences by number, *focus* a number and the button of it that was used to move
    it.
    """
    numbers = [None, *(seat.pair_no for seat in seats), None]
    return tuple(
        SeatRow(
            seat=seat,
            typed=typed.get(seat.pair_no)
            or TypedPlace(seat.pair_no, seat.names, seat.text, seat.team, seat.captain),
            error=wrong.get(seat.pair_no, ""),
            above=numbers[index],
            below=numbers[index + 2],
            focus=_button(focus[1], numbers[index], numbers[index + 2])
            if focus[0] == seat.pair_no
            else "",
        )
        for index, seat in enumerate(seats)
    )


def _button(used: str, above: int | None, below: int | None) -> str:
    """Return the next button in the direction *used*, or the opposite at the end."""
    if used == "up":
        if above:
            return "up"
        return "down"
    if below:
        return "down"
    return "up"
