"""Seasons of any events: points for each event, added up or averaged, and the standings.

Each event is given as results by contestant. The rules say what the results are worth, how many events
count, and how ties are broken. Who takes part in a season is left to the caller.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.errors import ScoringError
from scoring.party.ranking import get_player_order, with_places

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
            raise ScoringError(
                "season-handicap",
                "A handicap is added to percentages, and this scoring has none. Choose “Average "
                "percentage”, or set the handicap to 0.",
            )
        for name in ("best", "minimum", "attendance"):
            if getattr(self, name) < 0:
                _refuse(f"The number {name}", f"{getattr(self, name)}", "0 or more")
        if self.points == "places" and not self.table:
            raise ScoringError(
                "season-table-empty",
                "No points for places are given. Type a line such as “8: 10 6 3”.",
            )

    @property
    def is_average(self) -> bool:
        """Whether the events that count are averaged, not added up."""
        return self.points == "percent"


def _refuse(setting: str, given_value: str, expected_value: str) -> None:
    raise ScoringError(
        "season-rule",
        "{what} can't be {given}. Use {wanted}.",
        what=setting,
        given=given_value,
        wanted=expected_value,
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
                "season-table-line",
                "Line {line} of the points, “{text}”, can't be read. Type the size of the field, a "
                "colon and the points: “8: 10 6 3”.",
                line=line_no,
                text=line.strip()[:40],
            )
        size = int(match[1])
        points = tuple(map(Fraction, re.split(r"[\s,;]+", match[2])))
        if size in table:
            raise ScoringError(
                "season-table-twice",
                "The points have two lines for fields of {size}. Delete one of them.",
                size=size,
            )
        if list(points) != sorted(points, reverse=True):
            raise ScoringError(
                "season-table-order",
                "Line {line} of the points gives a worse place more. Type the points from first to "
                "last.",
                line=line_no,
            )
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


@dataclass(frozen=True, slots=True)
class EventResult:
    """The result of one contestant in one event.

    *field* is the number of contestants who were ranked together, *average* their average total.
    *sharing* is the number of them who share this *place*.
    """

    place: int
    sharing: int
    field: int
    total: Fraction
    average: Fraction
    percent: Fraction | None = None


@dataclass(frozen=True, slots=True)
class SeasonPlace:
    """One contestant's place in a season.

    *points* has the points of each event, None if the contestant did not play; *handicaps* are
    included in them. *counted* says which of them are in the *total*. *played* is the number of
    events with points. *place* is None for a contestant who played fewer events than a place needs.
    """

    contestant: str
    points: tuple[Fraction | None, ...]
    counted: tuple[bool, ...]
    total: Fraction
    wins: int
    played: int
    place: int | None = None
    is_tied: bool = False
    handicaps: tuple[Fraction, ...] = ()

    @property
    def place_text(self) -> str:
        """The place as text: ``"3="`` if it is shared, empty if it is None."""
        if self.place is None:
            return ""
        if self.is_tied:
            return f"{self.place}="
        return str(self.place)


def event_points(result: EventResult, rules: SeasonScoring) -> Fraction | None:
    """Return the points that *result* earns, or None if *rules* need a percentage that it lacks.

    >>> result = EventResult(place=1, sharing=2, field=8, total=Fraction(460), average=Fraction(125))
    >>> [str(event_points(result, SeasonScoring(points))) for points in ("total", "credit", "wins", "percent")]
    ['460', '335', '1/2', 'None']
    >>> str(event_points(result, SeasonScoring("beaten")))  # six beaten and one tie
    '13/2'
    """
    points: Fraction | None = Fraction(1)
    if rules.points == "percent":
        points = result.percent
    elif rules.points == "total":
        points = result.total
    elif rules.points == "credit":
        points = result.total - result.average
    elif rules.points == "beaten":
        ties = result.sharing - 1
        points = result.field - result.place - Fraction(ties, 2)
    elif rules.points == "places":
        points = place_points(
            rules.table, field=result.field, place=result.place, sharing=result.sharing
        )
    elif rules.points == "wins":
        points = Fraction(result.place == 1, result.sharing)
    return points


def handicap(percents: Sequence[Fraction], rules: SeasonScoring) -> Fraction:
    """Return the handicap after earlier *percents*: 0 for the first event or an average above 50.

    >>> rules = SeasonScoring(handicap=50, handicap_events=2)
    >>> [str(handicap(list(map(Fraction, percents)), rules)) for percents in ([], [60, 40, 46], [60])]
    ['0', '7/2', '0']
    """
    latest = percents[-rules.handicap_events :]
    if not latest:
        return Fraction(0)
    below_average = 50 - sum(latest, Fraction(0)) / len(latest)
    return max(below_average, Fraction(0)) * Fraction(rules.handicap, 100)


def season_places(
    events: Sequence[Mapping[str, EventResult]], rules: SeasonScoring
) -> tuple[SeasonPlace, ...]:
    """Return the standings after *events*, which have the results by contestant, best first.

    Contestants with fewer events than a place needs follow, without a place.

    >>> ada = EventResult(place=1, sharing=1, field=2, total=Fraction(9), average=Fraction(5), percent=Fraction(60))
    >>> bea = EventResult(place=2, sharing=1, field=2, total=Fraction(1), average=Fraction(5), percent=Fraction(40))
    >>> events = [{"Ada": ada, "Bea": bea}, {"Ada": bea, "Bea": bea}]
    >>> [(row.contestant, str(row.total), row.place_text) for row in season_places(events, SeasonScoring())]
    [('Ada', '50', '1'), ('Bea', '40', '2')]
    """
    contestants = dict.fromkeys(contestant for event in events for contestant in event)
    rows = [_make_season_place(contestant, events, rules) for contestant in contestants]
    minimum = max(rules.minimum, 1)
    # Sorting keeps the order of equal ones, so tied contestants are in the order of their names.
    rows.sort(key=lambda row: get_player_order(row.contestant))
    ranked = [row for row in rows if row.played >= minimum]
    unranked = [row for row in rows if row.played < minimum]
    merits = {row.contestant: _get_season_merit(row, rules) for row in ranked}
    ranked.sort(key=lambda row: merits[row.contestant], reverse=True)
    unranked.sort(key=lambda row: row.total, reverse=True)
    placed = [
        replace(row, place=place, is_tied=is_tied)
        for row, place, is_tied in with_places(ranked, lambda row: merits[row.contestant])
    ]
    return (*placed, *unranked)


def _make_season_place(
    contestant: str, events: Sequence[Mapping[str, EventResult]], rules: SeasonScoring
) -> SeasonPlace:
    points_by_event: list[Fraction | None] = [None] * len(events)
    handicaps = [Fraction(0)] * len(events)
    percents: list[Fraction] = []  # without handicaps, which would count twice otherwise
    earned: list[tuple[Fraction, int]] = []
    wins = 0
    for index, event in enumerate(events):
        if contestant not in event:
            continue
        result = event[contestant]
        wins += result.place == 1
        points = event_points(result, rules)
        if points is None:
            continue
        if rules.handicap:
            handicaps[index] = handicap(percents, rules)
            percents.append(points)
            points += handicaps[index]
        points_by_event[index] = points
        earned.append((points, index))
    # Of events with equal points the earlier one counts.
    earned.sort(key=lambda item: item[0], reverse=True)
    best = earned[: rules.best or len(earned)]
    total = sum((points for points, _index in best), Fraction(0))
    if rules.is_average and best:
        total /= len(best)
    is_counted = [False] * len(events)
    for _points, index in best:
        is_counted[index] = True
    return SeasonPlace(
        contestant=contestant,
        points=tuple(points_by_event),
        counted=tuple(is_counted),
        total=total + rules.attendance * len(earned),
        wins=wins,
        played=len(earned),
        handicaps=tuple(handicaps),
    )


def _get_season_merit(row: SeasonPlace, rules: SeasonScoring) -> tuple[Fraction, ...]:
    """Return the figures by which *row* is ranked, the total first."""
    return (row.total, *(_get_tie_figure(row, tie) for tie in rules.ties))


def _get_tie_figure(row: SeasonPlace, tie: str) -> Fraction:
    points = [points_of_event for points_of_event in row.points if points_of_event is not None]
    if tie == "wins":
        return Fraction(row.wins)
    if tie == "best":
        return max(points)
    if tie == "played":
        return Fraction(row.played)
    return points[-1]


def season_unit(units: Sequence[str]) -> str:
    """Return the unit that a season adds up: the most frequent of *units*, the first of equals.

    >>> season_unit(["IMPs", "matchpoints", "matchpoints"]), season_unit(["IMPs", "tricks"])
    ('matchpoints', 'IMPs')
    """
    counts = Counter(units)
    return max(counts, key=lambda unit: counts[unit], default="")


def unlike_unit(unit: str, added_unit: str) -> str:
    """Return why totals in *unit* don't count in a season that adds *added_unit*, or "".

    >>> unlike_unit("IMPs", "matchpoints")
    'Its totals are IMPs, and this season adds matchpoints.'
    """
    if unit == added_unit:
        return ""
    return f"Its totals are {unit}, and this season adds {added_unit}."


def unlike_note(units: Sequence[str], added_unit: str) -> str:
    """Return a sentence on events in other *units* than *added_unit*, "" without any.

    An event without a unit isn't counted.

    >>> unlike_note(["IMPs", "matchpoints", "tricks"], "matchpoints")
    '2 events aren’t added, because this season adds matchpoints: see Events.'
    """
    count = sum(unit not in ("", added_unit) for unit in units)
    if not added_unit or not count:
        return ""
    events = "1 event isn’t" if count == 1 else f"{count} events aren’t"
    return f"{events} added, because this season adds {added_unit}: see Events."
