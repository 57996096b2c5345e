"""A picture of the places of a season's leaders after each event: a line for each of them.

The first place is at the top. Positions across are percentages of the width and heights are pixels,
as in ``pictures``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from director.core.base.curves import CurvePart
from director.core.base.pictures import Dot, PictureLabel

LEFT, RIGHT = 7, 72
"""Per cent: figures of the places are left of the lines, names right of them."""
FIRST_PLACE_Y = 14
ROW_HEIGHT = 22
"""Pixels from one place to the next."""
AXIS_HEIGHT = 22
"""Pixels below the lines, for the names of the events."""
LAST_PLACE = 8
"""All lower places share this one. With a row for each, the leaders would be close to each other."""
MAX_LINES = 5
"""Contestants whose lines can be distinguished. The caller chooses them."""
MAX_EVENTS = 12
"""Events whose dots have room on a phone. The caller ranks the season after these only, to save work."""
_NAME_GAP = 3  # per cent between the last dot and the name
_AXIS_TEXT_RISE = 6  # pixels from the lower edge to the base line of the texts


@dataclass(frozen=True, slots=True)
class PlaceHistory:
    """The place of a contestant after each event, None before the first one."""

    name: str
    places: tuple[int | None, ...]
    is_leader: bool


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """The line of one contestant. Its label is the name, and a phone shows the short one."""

    parts: tuple[CurvePart, ...]
    dots: tuple[Dot, ...]
    label: PictureLabel
    short_name: str
    is_leader: bool


@dataclass(frozen=True, slots=True)
class PlacePicture:
    """The lines of the leaders, the places at the left and the events at the bottom."""

    lines: tuple[PlaceLine, ...]
    places: tuple[PictureLabel, ...]
    events: tuple[PictureLabel, ...]
    height: float


def make_place_picture(
    histories: Sequence[PlaceHistory], event_texts: Sequence[str]
) -> PlacePicture | None:
    """Return the picture of *histories*, or None for a single event, which has no line.

    *histories* are in the order of the standings after the last event.
    """
    event_count = len(event_texts)
    if event_count < 2 or not histories:
        return None
    event_width = (RIGHT - LEFT) / (event_count - 1)
    event_xs = [round(LEFT + event_width * index, 2) for index in range(event_count)]
    reached_places = [place for history in histories for place in history.places if place]
    lowest_place = max(reached_places)
    # The names are below each other, even of those who share a place: they need as many rows.
    last_row = min(max(lowest_place, len(histories)), LAST_PLACE)

    lines = []
    label_y = 0.0
    for history in histories:
        dots = _make_dots(history, event_xs, last_row)
        last_dot_y = dots[-1].y if dots else FIRST_PLACE_Y
        # A name is beside its last dot, or below the name before it: they mustn't overlap.
        label_y = max(label_y + ROW_HEIGHT, last_dot_y)
        lines.append(_make_line(history, dots, label_y))

    place_labels = []
    for place in range(1, last_row + 1):
        shares_row = place == last_row and lowest_place > last_row
        text = f"{place}+" if shares_row else str(place)
        place_labels.append(PictureLabel(0, _compute_y(place), text, "start"))

    lines_bottom = max(label_y, _compute_y(last_row)) + ROW_HEIGHT / 2
    height = lines_bottom + AXIS_HEIGHT
    event_labels = [
        PictureLabel(x, height - _AXIS_TEXT_RISE, text, "middle")
        for x, text in zip(event_xs, event_texts, strict=True)
    ]
    return PlacePicture(tuple(lines), tuple(place_labels), tuple(event_labels), height)


def _make_dots(history: PlaceHistory, event_xs: Sequence[float], last_row: int) -> tuple[Dot, ...]:
    dots = []
    for x, place in zip(event_xs, history.places, strict=True):
        if place:
            y = _compute_y(min(place, last_row))
            dots.append(Dot(x, y, "lead" if history.is_leader else "field"))
    return tuple(dots)


def _make_line(history: PlaceHistory, dots: Sequence[Dot], label_y: float) -> PlaceLine:
    return PlaceLine(
        parts=tuple(CurvePart(dot.x, dot.y, end.x, end.y) for dot, end in pairwise(dots)),
        dots=tuple(dots),
        label=PictureLabel(RIGHT + _NAME_GAP, label_y, history.name, "start"),
        short_name=shorten_name(history.name),
        is_leader=history.is_leader,
    )


def _compute_y(place: int) -> float:
    return FIRST_PLACE_Y + ROW_HEIGHT * (place - 1)


def shorten_name(name: str) -> str:
    """Return *name* for a phone: a player's with an initial, a pair's first names.

    >>> shorten_name("Elsie Holt"), shorten_name("Ada Ash & Bert Hazel"), shorten_name("Oaks")
    ('Elsie H.', 'Ada & Bert', 'Oaks')
    """
    players = [player.split() for player in name.split(" & ")]
    if len(players) > 1:
        return " & ".join(words[0] for words in players if words)
    words = players[0]
    return f"{words[0]} {words[-1][0]}." if len(words) > 1 else name
