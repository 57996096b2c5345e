"""Step 2: the boxes for names, and a list of pairs, players or teams pasted or uploaded."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from director.boards.contests import Entrant
from director.boards.play.seats.places import Seat, format_place_text
from director.core.base.forms import parse_small_number, read_numbered_boxes

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
_MAX_BOXES = 99


@dataclass(frozen=True, slots=True)
class TypedPlace:
    """The boxes of a place as typed, with the text that the page showed and the one stored now."""

    pair_no: int
    names: tuple[str, ...]
    shown_text: str
    stored_text: str
    team: str = ""
    captain: int = 0

    @property
    def text(self) -> str:
        """The text of the boxes, written like ``shown_text``."""
        return format_place_text(self.names, self.team, self.captain)

    @property
    def is_changed(self) -> bool:
        """Whether the director typed another text than was shown."""
        return self.text != self.shown_text

    def with_stored_text_shown(self) -> "TypedPlace":
        """Return the boxes as typed on a page that shows what is stored now."""
        return replace(self, shown_text=self.stored_text)

    @property
    def entrant(self) -> Entrant:
        """The entrant in the boxes."""
        return Entrant(self.names, self.team, self.captain, is_typed=True)


def parse_typed_place(
    data: Mapping[str, str], pair_no: int, stored_text: str | None = None
) -> TypedPlace:
    """Return what the page sent about one place, whose *stored_text* is known if it matters."""
    last_box = 0
    for number, box in read_numbered_boxes(data, "name", count=2):
        if number == pair_no and box <= _MAX_BOXES:
            last_box = max(last_box, box)
    names = tuple(data.get(f"name-{pair_no}-{box}", "") for box in range(1, last_box + 1))
    shown_text, team, captain = (
        data.get(f"{field}-{pair_no}", "") for field in ("was", "team", "captain")
    )
    # A program that doesn't send what it showed has nothing to compare.
    if stored_text is None or f"was-{pair_no}" not in data:
        stored_text = shown_text
    return TypedPlace(pair_no, names, shown_text, stored_text, team, parse_small_number(captain))


def parse_typed_places(data: Mapping[str, str], seats: Iterable[Seat]) -> dict[int, TypedPlace]:
    """Return the typed places by number. Places without a box in *data* are left out."""
    return {
        seat.pair_no: parse_typed_place(data, seat.pair_no, seat.text)
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
    player: str = ""  # the player's number, if the movement seats the players of teams
    hint: str = ""  # what an empty box of a new team says


_PLAYERS_OF_A_TEAM = 4
"""Name boxes that are shown at first for a team, if its movement seats no players."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    """A row of Seats: a place, its boxes, their mistakes, and its neighbours."""

    seat: Seat
    typed_place: TypedPlace
    error: str
    number_above: int | None
    number_below: int | None
    focused_button: str  # the button that should have the focus: "up", "down" or ""

    @property
    def shown_text(self) -> str:
        """The text of the boxes when the page was made."""
        return self.typed_place.shown_text

    @property
    def boxes(self) -> Iterator[NameBox]:
        """The boxes for names: those of the place, and more if more were sent."""
        names = self.typed_place.names
        box_count = max(len(self.seat.names), len(names))
        for no in range(1, box_count + 1):
            player = self.seat.player(no)
            label = self._make_box_label(no, player)
            hint = f"Player {no}"
            if self.seat.seat_count:
                hint = label.capitalize()
            yield NameBox(
                no=no,
                value=names[no - 1] if no <= len(names) else "",
                label=label,
                hint=hint,
                is_captain=self.typed_place.captain == no,
                player=player,
            )

    def _make_box_label(self, no: int, player: str) -> str:
        if player:
            return f"player {player}"
        if self.seat.seat_count:
            return f"reserve {no - self.seat.seat_count}"
        if len(self.seat.names) <= 1:
            return "name"
        if no <= len(_ORDINALS):
            return f"{_ORDINALS[no - 1]} name"
        return f"{no} name"

    @property
    def first_boxes(self) -> list[NameBox]:
        """The boxes of the players whom the movement seats, or the first four."""
        return list(self.boxes)[: self.seat.seat_count or _PLAYERS_OF_A_TEAM]

    @property
    def more_boxes(self) -> list[NameBox]:
        """The boxes after :attr:`first_boxes`."""
        return list(self.boxes)[self.seat.seat_count or _PLAYERS_OF_A_TEAM :]

    @property
    def is_new(self) -> bool:
        """Whether a team has no stored names, no error and no typed changes."""
        return not self.seat.text and not self.is_open

    @property
    def has_reserves(self) -> bool:
        """Whether a team has boxes for more than its movement seats."""
        return 0 < self.seat.seat_count < len(self.seat.names)

    @property
    def is_open(self) -> bool:
        """Whether a team's boxes are unfolded: they have an error or an unsaved change."""
        return bool(self.error) or self.typed_place.is_changed


def make_seat_rows(
    seats: Sequence[Seat],
    typed_by_number: Mapping[int, TypedPlace],
    errors_by_number: Mapping[int, str],
    *,
    focus: tuple[int, str] = (0, ""),
) -> tuple[SeatRow, ...]:
    """Return the rows of *seats* with the typed texts in their boxes.

    *errors_by_number* holds a sentence for each wrong number. *focus* is the number that was moved
    last, and the button that moved it.
    """
    focused_no, last_button = focus
    # One None at each end: the first place has none above, the last has none below.
    numbers = [None, *(seat.pair_no for seat in seats), None]
    rows = []
    for index, seat in enumerate(seats):
        above = numbers[index]
        below = numbers[index + 2]
        typed_place = typed_by_number.get(seat.pair_no)
        if typed_place is None:
            typed_place = TypedPlace(
                seat.pair_no, seat.names, seat.text, seat.text, seat.team, seat.captain
            )
        button = ""
        if focused_no == seat.pair_no:
            button = _choose_focused_button(last_button, above, below)
        rows.append(
            SeatRow(
                seat=seat,
                typed_place=typed_place,
                error=errors_by_number.get(seat.pair_no, ""),
                number_above=above,
                number_below=below,
                focused_button=button,
            )
        )
    return tuple(rows)


def _choose_focused_button(last_button: str, above: int | None, below: int | None) -> str:
    """Return the button to go on in the same direction, or back at the end of the list."""
    if last_button == "up":
        if above:
            return "up"
        return "down"
    if below:
        return "down"
    return "up"
