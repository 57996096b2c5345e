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
from scoring.party.ranking import get_player_sort_key, iter_ranked

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

SUMMED_SEASON_POINTS = frozenset({"total", "credit"})
"""Those that add up totals of events, whose units must be alike."""

SEASON_TIES = {
    "wins": "more events won",
    "best": "the best event",
    "played": "more events played",
    "latest": "the latest event",
}
"""What breaks a tie, by key."""

RankPointsTable = tuple[tuple[int, tuple[Fraction, ...]], ...]
"""The points for each rank by smallest size of field, largest size first."""

_TABLE_LINE = re.compile(
    r"\s*(\d{1,4})\s*:\s*(\d{1,6}(?:\.\d{1,2})?(?:[\s,;]+\d{1,6}(?:\.\d{1,2})?)*)\s*"
)


@dataclass(frozen=True, slots=True)
class SeasonScoring:
    """The rules of a season.

    :raises ScoringError: if the rules contradict each other
    """

    points: str = "percent"  # a key of SEASON_POINTS
    best: int = 0  # the number of events that count, 0 for all
    minimum: int = 0  # the number of events that a contestant needs to be ranked
    attendance: int = 0  # added for each event played
    table: RankPointsTable = ()  # the points for each rank
    ties: tuple[str, ...] = ()  # keys of SEASON_TIES, tried in this order
    # A share in percent. If the average of the last *handicap_events* percentages is below 50,
    # this share of the difference is added to the next percentage.
    handicap: int = 0
    handicap_events: int = 3

    def __post_init__(self) -> None:
        """Raise if the rules contradict each other."""
        if self.points not in SEASON_POINTS:
            _refuse_setting(
                "The points of a season", f"“{self.points}”", f"one of {', '.join(SEASON_POINTS)}"
            )
        for tie in self.ties:
            if tie not in SEASON_TIES:
                _refuse_setting(
                    "A tie-break of a season", f"“{tie}”", f"one of {', '.join(SEASON_TIES)}"
                )
        if not 0 <= self.handicap <= 100:
            _refuse_setting("The handicap", f"{self.handicap} %", "0 to 100")
        if self.handicap_events < 1:
            _refuse_setting(
                "The number of events for a handicap", f"{self.handicap_events}", "1 or more"
            )
        if self.handicap and not self.is_average:
            raise ScoringError(
                "season-handicap",
                "A handicap is added to percentages, and this scoring has none. Choose “Average "
                "percentage”, or set the handicap to 0.",
            )
        for name in ("best", "minimum", "attendance"):
            if getattr(self, name) < 0:
                _refuse_setting(f"The number {name}", f"{getattr(self, name)}", "0 or more")
        if self.points == "places" and not self.table:
            raise ScoringError(
                "season-table-empty",
                "No points for places are given. Type a line such as “8: 10 6 3”.",
            )

    @property
    def is_average(self) -> bool:
        """Whether the events that count are averaged, not added up."""
        return self.points == "percent"


@dataclass(frozen=True, slots=True)
class EventResult:
    """The result of one contestant in one event."""

    rank: int
    sharing_count: int  # how many contestants share this rank
    field_size: int  # how many contestants were ranked together
    total: Fraction
    average_total: Fraction  # their average total
    percent: Fraction | None = None


@dataclass(frozen=True, slots=True)
class SeasonStanding:
    """One contestant's rank in a season."""

    contestant: str
    # The points of each event with handicaps, None if not played.
    points_by_event: tuple[Fraction | None, ...]
    is_event_counted: tuple[bool, ...]  # whether each event counts in the total
    total: Fraction
    win_count: int
    played_count: int  # the number of events with points
    rank: int | None = None  # None if the contestant played too few events to be ranked
    is_tied: bool = False
    handicaps: tuple[Fraction, ...] = ()

    @property
    def rank_text(self) -> str:
        """The rank as text: ``"3="`` if it is shared, empty if it is None."""
        if self.rank is None:
            return ""
        if self.is_tied:
            return f"{self.rank}="
        return str(self.rank)


def compute_season_standings(
    events: Sequence[Mapping[str, EventResult]], rules: SeasonScoring
) -> tuple[SeasonStanding, ...]:
    """Return the standings after *events*, which have the results by contestant, best first.

    Contestants with too few events to be ranked follow, without a rank.

    >>> ada = EventResult(
    ...     rank=1,
    ...     sharing_count=1,
    ...     field_size=2,
    ...     total=Fraction(9),
    ...     average_total=Fraction(5),
    ...     percent=Fraction(60),
    ... )
    >>> bea = EventResult(
    ...     rank=2,
    ...     sharing_count=1,
    ...     field_size=2,
    ...     total=Fraction(1),
    ...     average_total=Fraction(5),
    ...     percent=Fraction(40),
    ... )
    >>> events = [{"Ada": ada, "Bea": bea}, {"Ada": bea, "Bea": bea}]
    >>> [(row.contestant, str(row.total), row.rank_text) for row in compute_season_standings(events, SeasonScoring())]
    [('Ada', '50', '1'), ('Bea', '40', '2')]
    """
    contestants = dict.fromkeys(contestant for event in events for contestant in event)
    standings = [_make_season_standing(contestant, events, rules) for contestant in contestants]
    minimum = max(rules.minimum, 1)
    # Sorting keeps the order of equal ones, so tied contestants are in the order of their names.
    standings.sort(key=lambda row: get_player_sort_key(row.contestant))
    ranked_standings = [row for row in standings if row.played_count >= minimum]
    unranked_standings = [row for row in standings if row.played_count < minimum]
    merit_by_contestant = {
        row.contestant: _get_season_merit(row, rules) for row in ranked_standings
    }
    ranked_standings.sort(key=lambda row: merit_by_contestant[row.contestant], reverse=True)
    unranked_standings.sort(key=lambda row: row.total, reverse=True)
    standings_with_ranks = [
        replace(row, rank=place, is_tied=is_tied)
        for row, place, is_tied in iter_ranked(
            ranked_standings, lambda row: merit_by_contestant[row.contestant]
        )
    ]
    return (*standings_with_ranks, *unranked_standings)


def _make_season_standing(
    contestant: str, events: Sequence[Mapping[str, EventResult]], rules: SeasonScoring
) -> SeasonStanding:
    points_by_event: list[Fraction | None] = [None] * len(events)
    handicaps = [Fraction(0)] * len(events)
    percents: list[Fraction] = []  # without handicaps, which would count twice otherwise
    points_with_events: list[tuple[Fraction, int]] = []
    win_count = 0
    for index, event in enumerate(events):
        if contestant not in event:
            continue
        result = event[contestant]
        win_count += result.rank == 1
        points = compute_event_points(result, rules)
        if points is None:
            continue
        if rules.handicap:
            handicaps[index] = compute_handicap(percents, rules)
            percents.append(points)
            points += handicaps[index]
        points_by_event[index] = points
        points_with_events.append((points, index))
    # Of events with equal points the earlier one counts.
    points_with_events.sort(key=lambda item: item[0], reverse=True)
    best_points = points_with_events[: rules.best or len(points_with_events)]
    total = sum((points for points, _index in best_points), Fraction(0))
    if rules.is_average and best_points:
        total /= len(best_points)
    is_counted = [False] * len(events)
    for _points, index in best_points:
        is_counted[index] = True
    return SeasonStanding(
        contestant=contestant,
        points_by_event=tuple(points_by_event),
        is_event_counted=tuple(is_counted),
        total=total + rules.attendance * len(points_with_events),
        win_count=win_count,
        played_count=len(points_with_events),
        handicaps=tuple(handicaps),
    )


def _get_season_merit(row: SeasonStanding, rules: SeasonScoring) -> tuple[Fraction, ...]:
    """Return the figures by which *row* is ranked, the total first."""
    return (row.total, *(_get_tie_figure(row, tie) for tie in rules.ties))


def _get_tie_figure(row: SeasonStanding, tie: str) -> Fraction:
    points = [
        points_of_event for points_of_event in row.points_by_event if points_of_event is not None
    ]
    if tie == "wins":
        return Fraction(row.win_count)
    if tie == "best":
        return max(points)
    if tie == "played":
        return Fraction(row.played_count)
    return points[-1]


def _refuse_setting(setting: str, given_value: str, expected_value: str) -> None:
    raise ScoringError(
        "season-rule",
        "{what} can’t be {given}. Use {wanted}.",
        what=setting,
        given=given_value,
        wanted=expected_value,
    )


def parse_rank_points_table(text: str) -> RankPointsTable:
    """Return the points for each rank from *text*, which has a line for each smallest size of field.

    >>> [(size, [str(points) for points in places]) for size, places in parse_rank_points_table("4: 3 1\\n8: 6, 4, 2.5")]
    [(8, ['6', '4', '5/2']), (4, ['3', '1'])]

    :raises ScoringError: if a line can't be read, repeats a size or gives a worse place more points
    """
    table: dict[int, tuple[Fraction, ...]] = {}
    for line_no, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        match = _TABLE_LINE.fullmatch(line)
        if match is None:
            raise ScoringError(
                "season-table-line",
                "Line {line} of the points, “{text}”, can’t be read. Type the size of the field, a "
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


def get_rank_points(
    table: RankPointsTable, *, field_size: int, rank: int, sharing_count: int = 1
) -> Fraction:
    """Return the points of *rank* in a field of *field_size* contestants.

    If *sharing_count* contestants share the rank, they divide the points of the ranks that they fill.

    >>> table = parse_rank_points_table("4: 3 1\\n8: 6 4 2")
    >>> [str(get_rank_points(table, field_size=8, rank=place, sharing_count=2)) for place in (1, 3)]
    ['5', '1']
    """
    # The table begins with the largest field, so the first that fits is the closest.
    points: Sequence[Fraction] = next((row for size, row in table if field_size >= size), ())
    shared_points = points[rank - 1 : rank - 1 + sharing_count]
    return sum(shared_points, Fraction(0)) / sharing_count


def compute_event_points(result: EventResult, rules: SeasonScoring) -> Fraction | None:
    """Return the points that *result* earns, or None if *rules* need a percentage that it lacks.

    >>> result = EventResult(rank=1, sharing_count=2, field_size=8, total=Fraction(460), average_total=Fraction(125))
    >>> [str(compute_event_points(result, SeasonScoring(points))) for points in ("total", "credit", "wins", "percent")]
    ['460', '335', '1/2', 'None']
    >>> str(compute_event_points(result, SeasonScoring("beaten")))  # six beaten and one tie
    '13/2'
    """
    points: Fraction | None = Fraction(1)
    if rules.points == "percent":
        points = result.percent
    elif rules.points == "total":
        points = result.total
    elif rules.points == "credit":
        points = result.total - result.average_total
    elif rules.points == "beaten":
        tied_count = result.sharing_count - 1
        points = result.field_size - result.rank - Fraction(tied_count, 2)
    elif rules.points == "places":
        points = get_rank_points(
            rules.table,
            field_size=result.field_size,
            rank=result.rank,
            sharing_count=result.sharing_count,
        )
    elif rules.points == "wins":
        points = Fraction(result.rank == 1, result.sharing_count)
    return points


def compute_handicap(percents: Sequence[Fraction], rules: SeasonScoring) -> Fraction:
    """Return the handicap after earlier *percents*: 0 for the first event or an average above 50.

    >>> rules = SeasonScoring(handicap=50, handicap_events=2)
    >>> [str(compute_handicap(list(map(Fraction, percents)), rules)) for percents in ([], [60, 40, 46], [60])]
    ['0', '7/2', '0']
    """
    latest_percents = percents[-rules.handicap_events :]
    if not latest_percents:
        return Fraction(0)
    below_average = 50 - sum(latest_percents, Fraction(0)) / len(latest_percents)
    return max(below_average, Fraction(0)) * Fraction(rules.handicap, 100)


def choose_season_unit(units: Sequence[str]) -> str:
    """Return the unit that a season adds up: the most frequent of *units*, the first of equals.

    >>> choose_season_unit(["IMPs", "matchpoints", "matchpoints"]), choose_season_unit(["IMPs", "tricks"])
    ('matchpoints', 'IMPs')
    """
    counts = Counter(units)
    return max(counts, key=lambda unit: counts[unit], default="")


def explain_unlike_unit(unit: str, added_unit: str) -> str:
    """Return why totals in *unit* don't count in a season that adds *added_unit*, or "".

    >>> explain_unlike_unit("IMPs", "matchpoints")
    'Its totals are IMPs, and this season adds matchpoints.'
    """
    if unit == added_unit:
        return ""
    return f"Its totals are {unit}, and this season adds {added_unit}."


def make_unlike_units_note(units: Sequence[str], added_unit: str) -> str:
    """Return a sentence on events in other *units* than *added_unit*, "" without any.

    An event without a unit isn't counted.

    >>> make_unlike_units_note(["IMPs", "matchpoints", "tricks"], "matchpoints")
    '2 events aren’t added, because this season adds matchpoints: see Events.'
    """
    count = sum(unit not in ("", added_unit) for unit in units)
    if not added_unit or not count:
        return ""
    events = "1 event isn’t" if count == 1 else f"{count} events aren’t"
    return f"{events} added, because this season adds {added_unit}: see Events."
