"""The rules of a season: points of an event, number of events that count, tie-breaks."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from scoring.errors import ScoringError
from scoring.season.sentences import SeasonScoringSentences

SEASON_POINTS = {
    "percent": "Average percentage",
    "total": "Sum of totals",
    "credit": "Sum of totals above the field’s average",
    "beaten": "Players, pairs or teams beaten",
    "places": "Points for places",
    "wins": "Events won",
    "attendance": "Events played",
}
"""What a contestant earns by an event, by key.

``credit`` is law 11 of the laws of 1926. ``beaten`` counts a half per tie.
"""

SEASON_SUMS = frozenset({"total", "credit"})
"""Those that add up totals of events, whose units must be alike."""

SEASON_TIES = {
    "wins": "more events won",
    "best": "the best event",
    "played": "more events played",
    "latest": "the latest event",
}
"""What breaks a tie, by key."""

PlaceTable = tuple[tuple[int, tuple[Fraction, ...]], ...]
"""The points for places by smallest size of field, largest size first."""

_LINE = re.compile(
    r"\s*(\d{1,4})\s*:\s*(\d{1,6}(?:\.\d{1,2})?(?:[\s,;]+\d{1,6}(?:\.\d{1,2})?)*)\s*"
)


@dataclass(frozen=True, slots=True)
class SeasonScoring:
    """The rules of a season.

    - *points* is a key of ``SEASON_POINTS``. *table* has the points for places.
    - *best* is the number of events that count, 0 for all. *minimum* is the number of events that a
      contestant needs to have a place.
    - *attendance* is added for each event played.
    - *ties* are keys of ``SEASON_TIES``, tried in this order.
    - *handicap* is a share in percent. If the average of the last *handicap_events* percentages is
      below 50, this share of the difference is added to the next percentage.

    :raises ScoringError: if the rules contradict each other
    """

    points: str = "percent"
    best: int = 0
    minimum: int = 0
    attendance: int = 0
    table: PlaceTable = ()
    ties: tuple[str, ...] = ()
    handicap: int = 0
    handicap_events: int = 3

    def __post_init__(self) -> None:
        """Raise if the rules contradict each other."""
        if self.points not in SEASON_POINTS:
            _refuse(
                "The points of a season", f"“{self.points}”", f"one of {', '.join(SEASON_POINTS)}"
            )
        for tie in self.ties:
            if tie not in SEASON_TIES:
                _refuse("A tie-break of a season", f"“{tie}”", f"one of {', '.join(SEASON_TIES)}")
        if not 0 <= self.handicap <= 100:
            _refuse("The handicap", f"{self.handicap} %", "0 to 100")
        if self.handicap_events < 1:
            _refuse("The number of events for a handicap", f"{self.handicap_events}", "1 or more")
        if self.handicap and not self.is_average:
            raise ScoringError(SeasonScoringSentences.SEASON_HANDICAP)
        for name in ("best", "minimum", "attendance"):
            if getattr(self, name) < 0:
                _refuse(f"The number {name}", f"{getattr(self, name)}", "0 or more")
        if self.points == "places" and not self.table:
            raise ScoringError(SeasonScoringSentences.SEASON_TABLE_EMPTY)

    @property
    def is_average(self) -> bool:
        """Whether the events that count are averaged, not added up."""
        return self.points == "percent"


def _refuse(setting: str, given_value: str, expected_value: str) -> None:
    raise ScoringError(
        SeasonScoringSentences.SEASON_RULE, what=setting, given=given_value, wanted=expected_value
    )


def read_place_table(text: str) -> PlaceTable:
    """Return the points for places from *text*, which has a line for each smallest size of field.

    >>> [(size, [str(points) for points in places]) for size, places in read_place_table("4: 3 1\\n8: 6, 4, 2.5")]
    [(8, ['6', '4', '5/2']), (4, ['3', '1'])]

    :raises ScoringError: if a line can't be read, repeats a size or gives a worse place more points
    """
    table: dict[int, tuple[Fraction, ...]] = {}
    for line_no, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        match = _LINE.fullmatch(line)
        if match is None:
            raise ScoringError(
                SeasonScoringSentences.SEASON_TABLE_LINE, line=line_no, text=line.strip()[:40]
            )
        size = int(match[1])
        points = tuple(map(Fraction, re.split(r"[\s,;]+", match[2])))
        if size in table:
            raise ScoringError(SeasonScoringSentences.SEASON_TABLE_TWICE, size=size)
        if list(points) != sorted(points, reverse=True):
            raise ScoringError(SeasonScoringSentences.SEASON_TABLE_ORDER, line=line_no)
        table[size] = points
    return tuple(sorted(table.items(), reverse=True))


def place_points(table: PlaceTable, *, field: int, place: int, sharing: int = 1) -> Fraction:
    """Return the points of *place* in a field of *field* contestants.

    If *sharing* contestants share the place, they divide the points of the places that they fill.

    >>> table = read_place_table("4: 3 1\\n8: 6 4 2")
    >>> [str(place_points(table, field=8, place=place, sharing=2)) for place in (1, 3)]
    ['5', '1']
    """
    # The table begins with the largest field, so the first that fits is the closest.
    points: Sequence[Fraction] = next((row for size, row in table if field >= size), ())
    shared_points = points[place - 1 : place - 1 + sharing]
    return sum(shared_points, Fraction(0)) / sharing
