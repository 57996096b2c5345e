"""The club's public home: winners, scores and games of its published events."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.urls import reverse

from director.core.base.standings_versions import complete_versions
from director.core.club.seasons.read import public_seasons
from director.kinds import event_kinds, kind_of
from director.models import Club, Event, StandingsVersion

Standings = Sequence[Mapping[str, Any]]
"""Groups of standings as a version keeps them."""
MOST_WINNERS = 4
"""Winners named of one group: more share a first place only where hardly anything was played."""


@dataclass(frozen=True, slots=True)
class Winner:
    """A winner of a group of an event. *title* is empty if there is one group."""

    title: str
    names: str
    figure: str  # "61.11%", or the total where there is no percentage


@dataclass(frozen=True, slots=True)
class LatestResult:
    """A published event in the list of results."""

    event: Event
    game: str  # "Bridge pairs", "Progressive euchre"
    field: str  # "14 pairs"
    winners: tuple[Winner, ...]


def latest_results(events: Sequence[Event]) -> list[LatestResult]:
    """Return the results of *events* in their order. A constant number of queries."""
    standings = standings_shown(event.pk for event in events)
    games = _game_names(events)
    return [
        LatestResult(
            event=event,
            game=games[event.pk],
            field=_field(event, overall_groups(standings.get(event.pk, ()))),
            winners=_winners(overall_groups(standings.get(event.pk, ()))),
        )
        for event in events
    ]


def standings_shown(event_ids: Iterable[int]) -> dict[int, list[dict[str, Any]]]:
    """Return the latest version of the standings of each published event. Three queries."""
    event_ids = list(event_ids)
    complete_versions(event_ids)
    kept = StandingsVersion.objects.filter(event__in=event_ids, is_due=False).order_by(
        "event_id", "number"
    )
    newest = dict(kept.values_list("event_id", "pk"))
    versions = StandingsVersion.objects.filter(pk__in=list(newest.values())).order_by()
    return dict(versions.values_list("event_id", "standings"))


def overall_groups(groups: Standings) -> list[Mapping[str, Any]]:
    """Return the *groups* of the whole event, without those of single sessions.

    >>> [group["title"] for group in overall_groups([{"title": "North-South"}, {"title": "Session 1, North-South"}])]
    ['North-South']
    """
    return [group for group in groups if not group["title"].startswith("Session ")]


def seasons_of_visitors(club: Club) -> list[tuple[str, str]]:
    """Return the name and address of each season of *club* that visitors can read."""
    of_kinds = [season for kind in event_kinds() for season in kind.seasons_shown(club)]
    seasons = [
        (season.name, reverse("club_season", args=[season.pk])) for season in public_seasons(club)
    ]
    return [*seasons, *of_kinds]


def figure_text(row: Mapping[str, Any]) -> str:
    """Return what a *row* of standings is ranked by: ``"61.11%"`` or its total."""
    if row.get("percent"):
        return f"{row['percent']}%"
    return str(row["total"])


def _winners(groups: Standings) -> tuple[Winner, ...]:
    return tuple(
        Winner(group["title"], row["names"] or row["pair"], figure_text(row))
        for group in groups
        for row in group["rows"][:MOST_WINNERS]
        if row["place"] in ("1", "1=")
    )


def _field(event: Event, groups: Standings) -> str:
    entries = sum(len(group["rows"]) for group in groups)
    called = {"pairs": "pair", "teams": "team"}.get(event.contest, "player")
    if entries:
        return f"{entries} {called}{'s' * (entries != 1)}"
    return ""


def _game_names(events: Sequence[Event]) -> dict[int, str]:
    by_kind = defaultdict[str, list[Event]](list)
    for event in events:
        by_kind[event.contest].append(event)
    names: dict[int, str] = {}
    for same_kind in by_kind.values():
        kind = kind_of(same_kind[0])
        names |= {
            event.pk: f"{event.game} {kind.called}".strip().capitalize() for event in same_kind
        }
        names |= kind.game_names(same_kind)
    return names
