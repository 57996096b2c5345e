"""The lines of places over the events of a season: who led after each of them.

Positions across are percentages of the width and heights are pixels, as in ``pictures``.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from director.core.base.curves import CurvePart
from director.core.base.pictures import Dot, PictureLabel

LEFT, RIGHT = 7, 72
"""Per cent: places are left of the lines, names right of them."""
TOP, STEP = 14, 22
LAST_PLACE = 8
"""Lower places are drawn at the bottom, so that the leaders are told apart."""
MAX_LINES = 5
MAX_EVENTS = 12
AXIS_HEIGHT = 22


@dataclass(frozen=True, slots=True)
class PlaceLine:
    """The places of one contestant, with the name at the end in full and short."""

    parts: tuple[CurvePart, ...]
    dots: tuple[Dot, ...]
    label: PictureLabel
    short_name: str
    is_lead: bool


@dataclass(frozen=True, slots=True)
class PlaceLines:
    """The lines of the leaders, the places at the left and the events at the bottom."""

    lines: tuple[PlaceLine, ...]
    places: tuple[PictureLabel, ...]
    events: tuple[PictureLabel, ...]
    height: float


@dataclass(frozen=True, slots=True)
class PlaceHistory:
    """The place of a contestant after each event, None before the first one."""

    name: str
    places: tuple[int | None, ...]
    is_lead: bool


def make_place_lines(
    histories: Sequence[PlaceHistory], event_texts: Sequence[str]
) -> PlaceLines | None:
    """Return the lines of *histories*, the best last place first, or None for a single event."""
    if len(event_texts) < 2 or not histories:
        return None
    known_places = [place for history in histories for place in history.places if place]
    last_place = min(max([*known_places, len(histories)]), LAST_PLACE)
    slot = (RIGHT - LEFT) / (len(event_texts) - 1)
    xs = [round(LEFT + slot * index, 2) for index in range(len(event_texts))]
    label_y = 0.0
    lines = []
    for history in histories:
        dots = tuple(
            Dot(x, _compute_y(min(place, last_place)), "lead" if history.is_lead else "field")
            for x, place in zip(xs, history.places, strict=True)
            if place
        )
        # Names of those who share a place are below each other.
        label_y = max(label_y + STEP, dots[-1].y if dots else TOP)
        lines.append(
            PlaceLine(
                parts=tuple(
                    CurvePart(dot.x, dot.y, next_dot.x, next_dot.y)
                    for dot, next_dot in pairwise(dots)
                ),
                dots=dots,
                label=PictureLabel(RIGHT + 3, label_y, history.name, "start"),
                short_name=shorten_name(history.name),
                is_lead=history.is_lead,
            )
        )
    bottom = max(label_y, _compute_y(last_place)) + STEP / 2
    places = []
    for place in range(1, last_place + 1):
        has_lower_ones = place == last_place and max(known_places) > last_place
        text = f"{place}+" if has_lower_ones else str(place)
        places.append(PictureLabel(0, _compute_y(place), text, "start"))
    return PlaceLines(
        lines=tuple(lines),
        places=tuple(places),
        events=tuple(
            PictureLabel(x, bottom + AXIS_HEIGHT - 6, text, "middle")
            for x, text in zip(xs, event_texts, strict=True)
        ),
        height=bottom + AXIS_HEIGHT,
    )


def _compute_y(place: int) -> float:
    return TOP + STEP * (place - 1)


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
