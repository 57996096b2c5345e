"""The winners, scores and games of a club's events, for its public home and for lists at the desk."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NamedTuple

from director.core.base.headlines import (
    FieldPicture,
    FieldRanking,
    RankedFigure,
    make_field_picture,
)
from director.core.base.standings_versions import UNFINISHED, complete_versions
from director.event_kinds import get_event_kind, has_event_kind
from director.models import Event, StandingsVersion
from director.sheets import MAX_WINNERS, MINUS

StandingsGroups = Sequence[Mapping[str, Any]]
"""The groups of standings stored in a version."""
_SHORT_UNITS = {"victory points": "VPs", "total points": "points", "points net": "points"}


@dataclass(frozen=True, slots=True)
class Winner:
    """A winner of one group. *title* names the group, and is empty if there is only one."""

    title: str
    names: str
    score: str  # "61.11%", or the total with its unit where there is no percentage


@dataclass(frozen=True, slots=True)
class LatestResult:
    """An event in a list of results. Only a published one has winners."""

    event: Event
    game: str  # "Bridge pairs", "Progressive euchre"
    field_label: str  # "14 pairs"
    winners: tuple[Winner, ...]
    groups: StandingsGroups = ()  # of the whole event
    unit: str = ""


def make_latest_picture(results: Sequence[LatestResult]) -> FieldPicture | None:
    """Return the winners and the field of the first of *results*, or None if it has no winners to show."""
    if not results or not results[0].winners:
        return None
    result = results[0]
    rows = [row for group in result.groups for row in group["rows"]]
    is_complete = not any(group.get(UNFINISHED) for group in result.groups)
    # Rows of a knock-out say how far they came. Their totals aren't compared.
    is_knockout = any(row.get("came") for row in rows)
    if is_knockout and not is_complete:
        return None
    return make_field_picture(
        make_rankings(result.groups, result.unit),
        is_complete=is_complete,
        are_percentages=_has_percentages(result.groups),
        has_plot=not is_knockout,
    )


def make_rankings(groups: StandingsGroups, unit: str) -> list[FieldRanking]:
    """Return the rankings of *groups* with their figures, percentages if there are any."""
    are_percentages = _has_percentages(groups)
    rankings = []
    for group in groups:
        figures = [
            _make_ranked_figure(row, unit, are_percentages=are_percentages) for row in group["rows"]
        ]
        rankings.append(FieldRanking(group["title"], tuple(figures)))
    return rankings


def _has_percentages(groups: StandingsGroups) -> bool:
    return any(row.get("percent") for group in groups for row in group["rows"])


def _make_ranked_figure(
    row: Mapping[str, Any], unit: str, *, are_percentages: bool
) -> RankedFigure:
    if row.get("came"):
        figure, figure_text = None, ""
    else:
        figure = _parse_figure(row["percent"] if are_percentages else row["total"])
        figure_text = format_score(row, unit)
    return RankedFigure(
        place=row["place"],
        name=row["names"] or row["pair"],
        figure=figure,
        figure_text=figure_text,
    )


def _parse_figure(text: str) -> Fraction | None:
    """Return a stored figure, or None for an empty one or one in words.

    >>> _parse_figure("61.11"), _parse_figure("\N{MINUS SIGN}3"), _parse_figure("")
    (Fraction(6111, 100), Fraction(-3, 1), None)
    """
    try:
        return Fraction(text.replace(MINUS, "-"))
    except ValueError:
        return None


def fetch_latest_results(events: Sequence[Event]) -> list[LatestResult]:
    """Return a result for each of *events*. A constant number of queries."""
    # An event that was unpublished still has versions, which nobody reads now.
    standings_by_event_id = fetch_standings_by_event_id(
        event.pk for event in events if event.is_published
    )
    facts = _collect_game_facts(events)
    results = []
    for event in events:
        groups = get_overall_groups(standings_by_event_id.get(event.pk, ()))
        results.append(
            LatestResult(
                event=event,
                game=facts.games_by_event_id[event.pk],
                field_label=_format_field_label(event, groups),
                winners=_list_winners(groups, facts.units_by_event_id.get(event.pk, "")),
                groups=groups,
                unit=facts.units_by_event_id.get(event.pk, ""),
            )
        )
    return results


def fetch_standings_by_event_id(event_ids: Iterable[int]) -> dict[int, list[dict[str, Any]]]:
    """Return the latest stored standings of each event, by event number.

    Two queries, and those that complete a version where one is due.
    """
    event_ids = tuple(event_ids)
    if not event_ids:
        return {}
    # Only keys are fetched here, because the standings of all versions would be much data.
    versions = StandingsVersion.objects.filter(event__in=event_ids).order_by("event_id", "number")
    rows = versions.values_list("event_id", "pk", "is_due")
    if any(is_due for _event_id, _version_id, is_due in rows):
        complete_versions(event_ids)
        rows = rows.all()
    # In the order of numbers, so that the dictionary keeps the latest version of each event.
    latest_keys = {event_id: version_id for event_id, version_id, is_due in rows if not is_due}
    if not latest_keys:
        return {}
    latest_versions = StandingsVersion.objects.filter(pk__in=latest_keys.values()).order_by()
    return dict(latest_versions.values_list("event_id", "standings"))


def get_overall_groups(groups: StandingsGroups) -> list[Mapping[str, Any]]:
    """Return the *groups* that rank the whole event, not a single session.

    >>> [group["title"] for group in get_overall_groups([{"title": "North-South"}, {"title": "Session 1, North-South"}])]
    ['North-South']
    """
    return [group for group in groups if not group["title"].startswith("Session ")]


def format_score(row: Mapping[str, Any], unit: str = "") -> str:
    """Return the figure of a standings *row*: its percentage, or its total with *unit*.

    A unit of several words is left out, unless there is a short one.

    >>> format_score({"percent": "61.11", "total": "154"}, "matchpoints")
    '61.11%'
    >>> format_score({"percent": "", "total": "78.41"}, "victory points")
    '78.41 VPs'
    """
    if row.get("percent"):
        return f"{row['percent']}%"
    return format_total(str(row["total"]), unit)


def format_total(text: str, unit: str) -> str:
    """Return the *text* of a total with its *unit*, if that is a short one.

    >>> format_total("78.41", "victory points"), format_total("8", "games won by the pair")
    ('78.41 VPs', '8')
    >>> format_total("1", "games")
    '1 game'
    """
    short_unit = _SHORT_UNITS.get(unit, unit)
    if not short_unit or " " in short_unit:
        return text
    if text == "1":
        short_unit = short_unit.removesuffix("s")
    return f"{text} {short_unit}"


def _list_winners(groups: StandingsGroups, unit: str) -> tuple[Winner, ...]:
    winners = []
    for group in groups:
        for row in group["rows"][:MAX_WINNERS]:
            if row["place"] in ("1", "1="):
                names = row["names"] or row["pair"]
                so_far = "so far" if group.get(UNFINISHED) else ""
                title = ", ".join(filter(None, (group["title"], so_far)))
                winners.append(Winner(title, names, format_score(row, unit)))
    return tuple(winners)


def _format_field_label(event: Event, groups: StandingsGroups) -> str:
    count = sum(len(group["rows"]) for group in groups)
    entrant_noun = {"pairs": "pair", "teams": "team"}.get(event.contest, "player")
    if count:
        plural = "" if count == 1 else "s"
        return f"{count} {entrant_noun}{plural}"
    return ""


class _GameFacts(NamedTuple):
    games_by_event_id: dict[int, str]  # by event number, as units
    units_by_event_id: dict[int, str]


def _collect_game_facts(events: Sequence[Event]) -> _GameFacts:
    # Each kind is asked once for all its events, not once for each. Those of a kind that has ended
    # are kept on Nights.
    games_by_event_id: dict[int, str] = {}
    events_by_contest = defaultdict[str, list[Event]](list)
    for event in events:
        games_by_event_id[event.pk] = event.contest.capitalize()
        if has_event_kind(event):
            events_by_contest[event.contest].append(event)
    units_by_event_id: dict[int, str] = {}
    for events_of_kind in events_by_contest.values():
        kind = get_event_kind(events_of_kind[0])
        for event in events_of_kind:
            games_by_event_id[event.pk] = f"{event.game} {kind.default_name}".strip().capitalize()
        games_by_event_id |= kind.fetch_game_names_by_event_id(events_of_kind)
        units_by_event_id |= kind.fetch_score_units_by_event_id(events_of_kind)
    return _GameFacts(games_by_event_id, units_by_event_id)
