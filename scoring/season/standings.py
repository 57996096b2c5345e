"""The standings of a season: the points of each event, the events that count, the total and the place."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from scoring.party.ranking import player_order, with_places
from scoring.season.rules import SeasonScoring, place_points


@dataclass(frozen=True, slots=True)
class EventResult:
    """The result of one contestant in one event.

    *field* is the number of contestants ranked together, *sharing* how many of them have this
    *place* and *average* their average total.
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

    *points* are those of each event in order, None if the contestant did not play, with the
    *handicaps* that are in them.  *counted* says which of them are in the *total*.  *played* counts
    the events with points.  *place* is None for a contestant with fewer events than a place needs.
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
        """The place as it is printed, ``"3="`` if it is shared and empty if there is none."""
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
    """
    if rules.points == "percent":
        return result.percent
    if rules.points == "total":
        return result.total
    if rules.points == "credit":
        return result.total - result.average
    if rules.points == "places":
        return place_points(
            rules.table, field=result.field, place=result.place, sharing=result.sharing
        )
    if rules.points == "wins":
        return Fraction(result.place == 1, result.sharing)
    return Fraction(1)


def handicap(percents: Sequence[Fraction], rules: SeasonScoring) -> Fraction:
    """Return the handicap by *rules* after these *percents*: 0 for the first event or above 50.

    >>> rules = SeasonScoring(handicap=50, handicap_events=2)
    >>> [str(handicap(list(map(Fraction, before)), rules)) for before in ([], [60, 40, 46], [60])]
    ['0', '7/2', '0']
    """
    latest = percents[-rules.handicap_events :]
    if not latest:
        return Fraction(0)
    lacking = 50 - sum(latest, Fraction(0)) / len(latest)
    return max(lacking, Fraction(0)) * Fraction(rules.handicap, 100)


def season_places(
    events: Sequence[Mapping[str, EventResult]], rules: SeasonScoring
) -> tuple[SeasonPlace, ...]:
    """Return the standings after *events*, each with the results of its contestants, the best first.

    >>> ada = EventResult(place=1, sharing=1, field=2, total=Fraction(9), average=Fraction(5), percent=Fraction(60))
    >>> bea = EventResult(place=2, sharing=1, field=2, total=Fraction(1), average=Fraction(5), percent=Fraction(40))
    >>> events = [{"Ada": ada, "Bea": bea}, {"Ada": bea, "Bea": bea}]
    >>> [(each.contestant, str(each.total), each.place_text) for each in season_places(events, SeasonScoring())]
    [('Ada', '50', '1'), ('Bea', '40', '2')]
    """
    contestants = dict.fromkeys(contestant for event in events for contestant in event)
    rows = [_season_place(contestant, events, rules) for contestant in contestants]
    least = max(rules.minimum, 1)
    rows.sort(key=lambda row: player_order(row.contestant))
    ranked = [row for row in rows if row.played >= least]
    unranked = [row for row in rows if row.played < least]
    merits = {row.contestant: _merit(row, rules) for row in ranked}
    ranked.sort(key=lambda row: merits[row.contestant], reverse=True)  # equal ones stay in order
    unranked.sort(key=lambda row: row.total, reverse=True)
    placed = with_places(ranked, lambda row: merits[row.contestant])
    return (
        *(replace(row, place=place, is_tied=is_tied) for row, place, is_tied in placed),
        *unranked,
    )


def _season_place(
    contestant: str, events: Sequence[Mapping[str, EventResult]], rules: SeasonScoring
) -> SeasonPlace:
    results = [(at, event[contestant]) for at, event in enumerate(events) if contestant in event]
    points: list[Fraction | None] = [None] * len(events)
    handicaps = [Fraction(0)] * len(events)
    percents: list[Fraction] = []
    for at, result in results:
        own = event_points(result, rules)
        if own is not None and rules.handicap:
            handicaps[at] = handicap(percents, rules)
            percents.append(own)
            own += handicaps[at]
        points[at] = own
    earned = [(each, at) for at, _result in results if (each := points[at]) is not None]
    earned.sort(key=lambda pair: pair[0], reverse=True)  # the earlier of equal ones first
    best = earned[: rules.best or len(earned)]
    total = sum((each for each, _at in best), Fraction(0))
    if rules.is_average and best:
        total /= len(best)
    counted = [False] * len(events)
    for _each, at in best:
        counted[at] = True
    return SeasonPlace(
        contestant=contestant,
        points=tuple(points),
        counted=tuple(counted),
        total=total + rules.attendance * len(earned),
        wins=sum(result.place == 1 for _at, result in results),
        played=len(earned),
        handicaps=tuple(handicaps),
    )


def _merit(row: SeasonPlace, rules: SeasonScoring) -> tuple[Fraction, ...]:
    """Return the figures by which *row* is ranked, the total first."""
    return (row.total, *(_tie_figure(row, tie) for tie in rules.ties))


def _tie_figure(row: SeasonPlace, tie: str) -> Fraction:
    points = [each for each in row.points if each is not None]
    if tie == "wins":
        return Fraction(row.wins)
    if tie == "best":
        return max(points)
    if tie == "played":
        return Fraction(row.played)
    return points[-1]
