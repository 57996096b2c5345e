"""The winners, scores and games of a club's events, for its public home and for lists at the desk."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from director.core.base.standings_versions import complete_versions
from director.event_kinds import get_event_kind
from director.models import Event, StandingsVersion

Standings = Sequence[Mapping[str, Any]]
"""The groups of standings stored in a version."""
_SHORT_UNITS = {"victory points": "VPs", "total points": "points", "points net": "points"}
MAX_WINNERS = 4
"""Winners named per group. More share first place only if hardly anything was played."""


@dataclass(frozen=True, slots=True)
class Winner:
    """A winner of one group. *title* names the group, and is empty if there is only one."""

    title: str
    names: str
    figure: str  # "61.11%", or the total with its unit where there is no percentage


@dataclass(frozen=True, slots=True)
class LatestResult:
    """An event in a list of results. Only a published one has winners."""

    event: Event
    game: str  # "Bridge pairs", "Progressive euchre"
    field: str  # "14 pairs"
    winners: tuple[Winner, ...]


def fetch_latest_results(events: Sequence[Event]) -> list[LatestResult]:
    """Return a result for each of *events*. A constant number of queries."""
    # An event that was unpublished still has versions, which nobody reads now.
    standings = fetch_published_standings(event.pk for event in events if event.is_published)
    facts = _collect_event_facts(events)
    results = []
    for event in events:
        groups = get_overall_groups(standings.get(event.pk, ()))
        results.append(
            LatestResult(
                event=event,
                game=facts.games[event.pk],
                field=_format_field(event, groups),
                winners=_list_winners(groups, facts.units.get(event.pk, "")),
            )
        )
    return results


def fetch_published_standings(event_ids: Iterable[int]) -> dict[int, list[dict[str, Any]]]:
    """Return the latest stored standings of each event, by event number. Three queries."""
    event_ids = list(event_ids)
    complete_versions(event_ids)
    complete = StandingsVersion.objects.filter(event__in=event_ids, is_due=False)
    # In the order of numbers, so that the dictionary keeps the latest version of each event. Only
    # keys are fetched here, because the standings of all versions would be much data.
    latest_keys = dict(complete.order_by("event_id", "number").values_list("event_id", "pk"))
    versions = StandingsVersion.objects.filter(pk__in=list(latest_keys.values())).order_by()
    return dict(versions.values_list("event_id", "standings"))


def get_overall_groups(groups: Standings) -> list[Mapping[str, Any]]:
    """Return the *groups* that rank the whole event, not a single session.

    >>> [group["title"] for group in get_overall_groups([{"title": "North-South"}, {"title": "Session 1, North-South"}])]
    ['North-South']
    """
    return [group for group in groups if not group["title"].startswith("Session ")]


def format_figure(row: Mapping[str, Any], unit: str = "") -> str:
    """Return the figure of a standings *row*: its percentage, or its total with *unit*.

    A unit of several words is left out, unless there is a short one.

    >>> format_figure({"percent": "61.11", "total": "154"}, "matchpoints")
    '61.11%'
    >>> format_figure({"percent": "", "total": "78.41"}, "victory points")
    '78.41 VPs'
    """
    if row.get("percent"):
        return f"{row['percent']}%"
    short_unit = _SHORT_UNITS.get(unit, unit)
    if not short_unit or " " in short_unit:
        return str(row["total"])
    return f"{row['total']} {short_unit}"


def _list_winners(groups: Standings, unit: str) -> tuple[Winner, ...]:
    winners = []
    for group in groups:
        for row in group["rows"][:MAX_WINNERS]:
            if row["place"] in ("1", "1="):
                names = row["names"] or row["pair"]
                winners.append(Winner(group["title"], names, format_figure(row, unit)))
    return tuple(winners)


def _format_field(event: Event, groups: Standings) -> str:
    count = sum(len(group["rows"]) for group in groups)
    entrant_word = {"pairs": "pair", "teams": "team"}.get(event.contest, "player")
    if count:
        plural = "" if count == 1 else "s"
        return f"{count} {entrant_word}{plural}"
    return ""


class _EventFacts(NamedTuple):
    games: dict[int, str]  # by event number, as units
    units: dict[int, str]


def _collect_event_facts(events: Sequence[Event]) -> _EventFacts:
    # Each kind is asked once for all its events, not once for each.
    events_by_contest = defaultdict[str, list[Event]](list)
    for event in events:
        events_by_contest[event.contest].append(event)
    games: dict[int, str] = {}
    units: dict[int, str] = {}
    for events_of_kind in events_by_contest.values():
        kind = get_event_kind(events_of_kind[0])
        for event in events_of_kind:
            games[event.pk] = f"{event.game} {kind.default_name}".strip().capitalize()
        games |= kind.get_game_names(events_of_kind)
        units |= kind.get_figure_units(events_of_kind)
    return _EventFacts(games, units)
