"""Public pages of players, as far as the club and the player allow.

Everything is read from the stored versions of standings, which hold names and labels as they were
shown, not keys of people. A player's row is therefore looked for by name and label, and a place is
shown only if one row fits. Who was whose partner comes from the entries.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from django.db.models import Exists, OuterRef, Q, QuerySet

from director.core.base.curves import Curve, make_curve
from director.core.base.pictures import make_scale
from director.core.club.home import (
    StandingsGroups,
    fetch_standings_by_event_id,
    format_score,
    get_overall_groups,
)
from director.core.club.people import get_session_paths_by_player_model
from director.event_kinds import filter_playable
from director.models import Club, EntryPlayer, Event, Person, Section
from director.names import make_family_key, make_search_pattern, split_search_words

_PAIR_SIZE = 2


@dataclass(frozen=True, slots=True)
class PlayedEvent:
    """A published event of a player, with rank and score if the standings name the player."""

    event: Event
    partner: Person | None  # the only partner of the whole event
    rank: str  # "3="
    field_label: str  # "of 14", the size of the ranked group
    score: str  # "61.11%", or a total
    percent: Fraction | None


@dataclass(frozen=True, slots=True)
class PartnerAverage:
    """A player's average with one partner, over the events that have a percentage."""

    partner: Person
    event_count: int
    average: Fraction


@dataclass(frozen=True, slots=True)
class PlayerResults:
    """Everything the public page of a player shows, newest event first."""

    person: Person
    events: tuple[PlayedEvent, ...]
    partners: tuple[PartnerAverage, ...]
    average: Fraction | None

    def list_percents_by_day(self) -> list[tuple[date, Fraction]]:
        """Return the percentages with their days, oldest first."""
        percents_by_day = []
        for played_event in reversed(self.events):
            if played_event.percent is not None:
                percents_by_day.append((played_event.event.date, played_event.percent))
        return percents_by_day


def fetch_public_players(club: Club, events: Collection[Event] | None = None) -> QuerySet[Person]:
    """Return the people of *club* with a public page.

    With *events*, only those who played in one of them.
    """
    if not club.has_player_pages:
        return Person.objects.none()
    has_played = Q()
    for model, session_path in get_session_paths_by_player_model().items():
        # The base manager hides no rows, whatever managers the model of an addition has.
        rows = model._base_manager.filter(
            person=OuterRef("pk"), **_make_published_filter(f"{session_path}__event")
        )
        if events is not None:
            rows = rows.filter(**{f"{session_path}__event__in": events})
        has_played |= Q(Exists(rows))
    return Person.objects.filter(has_played, club=club, is_hidden=False)


def filter_public_players(club: Club, person_ids: Iterable[int]) -> list[Person]:
    """Return the people of *person_ids* with a public page, in the given order."""
    ids = list(person_ids)
    people = fetch_public_players(club).in_bulk(ids) if club.has_player_pages else {}
    return [people[person_id] for person_id in ids if person_id in people]


def fetch_entry_players(club: Club, section: Section, pair_no: int) -> list[Person]:
    """Return an entry's players with a public page, by their order in the entry."""
    if not club.has_player_pages:
        return []
    entry_players = EntryPlayer.objects.filter(entry__section=section, entry__pair_no=pair_no)
    ids = entry_players.order_by("order").values_list("person", flat=True)
    return filter_public_players(club, dict.fromkeys(ids))


def fetch_entry_people(section: Section, pair_no: int) -> list[Person]:
    """Return everybody who plays for an entry, by their order in it, for the desk. One query."""
    entry_players = EntryPlayer.objects.filter(entry__section=section, entry__pair_no=pair_no)
    entry_players = entry_players.filter(person__is_placeholder=False)
    ordered = entry_players.order_by("order").select_related("person")
    return list(dict.fromkeys(entry_player.person for entry_player in ordered))


def search_public_players(club: Club, text: str) -> list[Person]:
    """Return the players with a public page whose name has every word of *text*."""
    words = split_search_words(text)
    players = fetch_public_players(club)
    for word in words:
        players = players.filter(name_key__regex=make_search_pattern(word))
    if not words:
        return []  # an empty search finds nobody, rather than everybody
    return sorted(players, key=lambda person: make_family_key(person.name))


@dataclass(frozen=True, slots=True)
class FoundEvent:
    """A published event with the name of somebody who played in it."""

    name: str
    event: Event

    @property
    def address(self) -> str:
        """The event's standings, where the name is looked for."""
        return f"{self.event.get_absolute_url()}?{urlencode({'find': self.name})}"


def search_events_by_player(club: Club, text: str, count: int) -> list[FoundEvent]:
    """Return the latest *count* published events with a player whose name has every word of *text*.

    Players who want no public page aren't found.
    """
    if not text:
        return []
    found_rows: list[tuple[str, int]] = []
    for model, session_path in get_session_paths_by_player_model().items():
        event_path = f"{session_path}__event"
        rows = model._base_manager.filter(
            person__club=club, person__is_hidden=False, **_make_published_filter(event_path)
        )
        for word in split_search_words(text):
            rows = rows.filter(person__name_key__regex=make_search_pattern(word))
        latest_rows = rows.order_by(f"-{event_path}__date", f"-{event_path}")
        found_rows += latest_rows.values_list("person__name", event_path).distinct()[:count]
    events = Event.objects.filter(club=club, pk__in={event_id for _, event_id in found_rows})
    event_by_id = {event.pk: event for event in filter_playable(events)}
    # Events of a kind that has ended have no page, so they are left out.
    found_events = [
        FoundEvent(name, event_by_id[event_id])
        for name, event_id in found_rows
        if event_id in event_by_id
    ]
    found_events.sort(key=lambda found: (found.event.date, found.event.pk), reverse=True)
    return found_events[:count]


def make_player_results(person: Person) -> PlayerResults:
    """Return everything on a player's public page. A constant number of queries."""
    published_events = _fetch_published_events(person)
    played_events = [
        _hide_partner(played_event) for played_event in list_player_events(person, published_events)
    ]
    percents = [played.percent for played in played_events if played.percent is not None]
    return PlayerResults(
        person,
        events=tuple(played_events),
        partners=_compute_partner_averages(played_events),
        average=_compute_average(percents),
    )


def _hide_partner(played_event: PlayedEvent) -> PlayedEvent:
    """Return *played_event* without its partner if the partner wants no public page."""
    if played_event.partner and played_event.partner.is_hidden:
        return replace(played_event, partner=None)
    return played_event


def list_player_events(person: Person, events: Sequence[Event]) -> list[PlayedEvent]:
    """Return the player's row of each event. Partners without a public page are included.

    Events that aren't published have no rank and no score. A constant number of queries.
    """
    event_ids = [event.pk for event in events]
    entries = list(
        EntryPlayer.objects.filter(person=person, section__session__event__in=event_ids)
        .select_related("entry__section__session")
        .order_by("section__session__number", "pk")
    )
    labels = _collect_labels_by_event_id(entries)
    partners = _fetch_partners_by_event_id(entries)
    standings_by_event_id = fetch_standings_by_event_id(
        event.pk for event in events if event.is_published
    )
    played_events = []
    for event in events:
        row, group_size = _find_player_row(
            standings_by_event_id.get(event.pk, ()), person.name, labels.get(event.pk, ())
        )
        played_events.append(
            _make_played_event(
                event, row=row, group_size=group_size, partner=partners.get(event.pk)
            )
        )
    return played_events


def _make_published_filter(event_path: str) -> dict[str, bool]:
    """Return the conditions that the event at *event_path* is public."""
    return {f"{event_path}__published_at__isnull": False, f"{event_path}__removed_at__isnull": True}


def _fetch_published_events(person: Person) -> list[Event]:
    was_played = Q()
    for model, session_path in get_session_paths_by_player_model().items():
        rows = model._base_manager.filter(person=person)
        was_played |= Q(pk__in=rows.values(f"{session_path}__event"))
    events = Event.objects.filter(
        was_played,
        club=person.club_id,
        published_at__isnull=False,
        removed_at__isnull=True,
    )
    return list(filter_playable(events))


def _collect_labels_by_event_id(entries: Iterable[EntryPlayer]) -> dict[int, set[str]]:
    """Return the player's labels in the standings, by event."""
    labels = defaultdict[int, set[str]](set)
    for player in entries:
        section = player.entry.section
        label = section.get_label(player.entry.pair_no)
        # With several sections, standings put the section's letter before the label.
        labels[section.session.event_id] |= {label, f"{section.letter}{label}"}
    return labels


def _fetch_partners_by_event_id(entries: Iterable[EntryPlayer]) -> dict[int, Person]:
    """Return the only partner of the player by event."""
    player_by_entry = {player.entry_id: player for player in entries}
    entry_players = (
        EntryPlayer.objects.filter(entry__in=list(player_by_entry))
        .select_related("person")
        .order_by("entry", "order")
    )
    people_by_entry = defaultdict[int, list[Person]](list)
    for entry_player in entry_players:
        people_by_entry[entry_player.entry_id].append(entry_player.person)
    # None in a set stands for an entry of more or fewer than two, which has no single partner.
    partners_by_event = defaultdict[int, set[Person | None]](set)
    for entry_id, player in player_by_entry.items():
        people = people_by_entry[entry_id]
        other_people = [person for person in people if person.pk != player.person_id]
        partner = other_people[0] if len(people) == _PAIR_SIZE else None
        partners_by_event[player.entry.section.session.event_id].add(partner)
    only_partners = {}
    for event_id, partners in partners_by_event.items():
        if len(partners) == 1:
            (partner,) = partners
            if partner:
                only_partners[event_id] = partner
    return only_partners


def _find_player_row(
    groups: StandingsGroups, name: str, labels: Iterable[str]
) -> tuple[Mapping[str, Any] | None, int]:
    """Return the player's row and the size of its group, or None and 0 if no row is certain.

    Two people can have the same name, and a pair can have another number in each session. A row
    counts only if no other fits as well.
    """
    overall = get_overall_groups(groups)
    for group in overall:
        named_rows = [row for row in group["rows"] if _has_player(row["names"], name)]
        matching_rows = [row for row in named_rows if row["pair"] in labels]
        for rows in (matching_rows, named_rows):
            if len(rows) == 1:
                return rows[0], len(group["rows"])
    # By number alone for a team, whose row has the team's name, and for a player whose name was
    # changed after the event became final.
    labelled_rows = []
    for group in overall:
        for row in group["rows"]:
            if row["pair"] and row["pair"] in labels:
                labelled_rows.append((row, len(group["rows"])))
    is_single_session = len(groups) == len(overall)
    if len(labelled_rows) == 1 and is_single_session:
        return labelled_rows[0]
    return None, 0


def _has_player(names: str, name: str) -> bool:
    return any(part == name or part.startswith(f"{name} (") for part in names.split(" & "))


def _make_played_event(
    event: Event, *, row: Mapping[str, Any] | None, group_size: int, partner: Person | None
) -> PlayedEvent:
    if row is None or not row["place"]:
        return PlayedEvent(event, partner, rank="", field_label="", score="", percent=None)
    percent = Fraction(row["percent"]) if row.get("percent") else None
    return PlayedEvent(
        event,
        partner,
        rank=row["place"],
        field_label=f"of {group_size}",
        score=format_score(row),
        percent=percent,
    )


def _compute_partner_averages(
    played_events: Iterable[PlayedEvent],
) -> tuple[PartnerAverage, ...]:
    percents_by_partner = defaultdict[Person, list[Fraction]](list)
    for played_event in played_events:
        if played_event.partner and played_event.percent is not None:
            percents_by_partner[played_event.partner].append(played_event.percent)
    averages = []
    for partner, partner_percents in percents_by_partner.items():
        average = sum(partner_percents, Fraction(0)) / len(partner_percents)
        averages.append(PartnerAverage(partner, event_count=len(partner_percents), average=average))
    # The most frequent partner first.
    averages.sort(
        key=lambda row: (-row.event_count, -row.average, make_family_key(row.partner.name))
    )
    return tuple(averages)


def _compute_average(percents: Sequence[Fraction]) -> Fraction | None:
    if percents:
        return sum(percents, Fraction(0)) / len(percents)
    return None


# The curve of a player's percentages.

MIN_CURVE_SPAN = 20
"""Percentage points from the lowest line to the highest, so that small differences look small."""


@dataclass(frozen=True, slots=True)
class PlayerCurve:
    """A player's percentages as a curve, with the first and the last day below it."""

    curve: Curve
    first_day: date
    last_day: date
    description: str

    @property
    def date_format(self) -> str:
        """The form of the dates, with days if both are in one month."""
        if (self.first_day.year, self.first_day.month) == (self.last_day.year, self.last_day.month):
            return "j M Y"
        return "M Y"


def make_player_curve(percents_by_day: Sequence[tuple[date, Fraction]]) -> PlayerCurve | None:
    """Return the curve of *percents_by_day*, oldest first, or None for fewer than two."""
    if len(percents_by_day) < 2:
        return None
    percents = [percent for _day, percent in percents_by_day]
    scale = make_scale(percents, middle=50, min_span=MIN_CURVE_SPAN)
    return PlayerCurve(
        curve=make_curve(percents, scale, unit="%"),
        first_day=percents_by_day[0][0],
        last_day=percents_by_day[-1][0],
        description=(
            f"{len(percents)} percentages, from {float(min(percents)):.2f} to "
            f"{float(max(percents)):.2f}"
        ),
    )
