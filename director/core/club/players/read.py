"""A player's published events, averages by partner, and percentages."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet

from director.core.club.home import Standings, figure_text, overall_groups, standings_shown
from director.core.club.people.read import player_models
from director.models import Club, EntryPlayer, Event, Person
from director.names import by_family

PAIR = 2


@dataclass(frozen=True, slots=True)
class PlayerNight:
    """A published event of a player, with place and figure if the standings name them."""

    event: Event
    partner: Person | None  # who sat opposite all the time, unless hidden
    place: str  # "3="
    field: str  # "of 14"
    figure: str  # "61.11%", or a total
    percent: Fraction | None


@dataclass(frozen=True, slots=True)
class PartnerAverage:
    """What a player made with one partner, over the events that have a percentage."""

    partner: Person
    nights: int
    average: Fraction


@dataclass(frozen=True, slots=True)
class PlayerSheet:
    """Everything the public page of a player shows, newest event first."""

    person: Person
    nights: tuple[PlayerNight, ...]
    partners: tuple[PartnerAverage, ...]
    average: Fraction | None

    @property
    def curve(self) -> tuple[PlayerNight, ...]:
        """The events with a percentage, oldest first."""
        return tuple(night for night in reversed(self.nights) if night.percent is not None)


def players_shown(club: Club, events: Collection[Event] | None = None) -> QuerySet[Person]:
    """Return the people of *club* with a public page.

    With *events*, only those who played in one of them.
    """
    if not club.has_player_pages:
        return Person.objects.none()
    played = Q()
    for model, session in player_models().items():
        rows = model._base_manager.filter(
            person=OuterRef("pk"), **_published_facts(f"{session}__event")
        )
        if events is not None:
            rows = rows.filter(**{f"{session}__event__in": events})
        played |= Q(Exists(rows))
    return Person.objects.filter(played, club=club, is_hidden=False)


def players_found(club: Club, text: str) -> list[Person]:
    """Return the players with a public page whose name has every word of *text*."""
    words = text.split()
    players = players_shown(club)
    for word in words:
        players = players.filter(name__icontains=word)
    if words:
        return sorted(players, key=lambda person: by_family(person.name))
    return []


def player_sheet(person: Person) -> PlayerSheet:
    """Return the public page of *person*. A constant number of queries."""
    entries = list(
        EntryPlayer.objects.filter(person=person, **_published_facts("section__session__event"))
        .select_related("entry__section__session")
        .order_by("section__session__number", "pk")
    )
    labels = _labels(entries)
    partners = _partners(entries)
    events = _events(person)
    standings = standings_shown(event.pk for event in events)
    nights = []
    for event in events:
        row, size = _row_of(standings.get(event.pk, ()), person.name, labels.get(event.pk, ()))
        nights.append(_night(event, row=row, size=size, partner=partners.get(event.pk)))
    percents = [night.percent for night in nights if night.percent is not None]
    return PlayerSheet(person, tuple(nights), _averages(nights), _average(percents))


def _published_facts(event: str) -> dict[str, bool]:
    return {f"{event}__published_at__isnull": False, f"{event}__removed_at__isnull": True}


def _events(person: Person) -> list[Event]:
    played = Q()
    for model, session in player_models().items():
        played |= Q(pk__in=model._base_manager.filter(person=person).values(f"{session}__event"))
    shown = Event.objects.filter(
        played, club=person.club_id, published_at__isnull=False, removed_at__isnull=True
    )
    return list(shown)


def _labels(entries: Iterable[EntryPlayer]) -> dict[int, set[str]]:
    """Return the player's labels in the standings, by event."""
    labels = defaultdict[int, set[str]](set)
    for player in entries:
        section = player.entry.section
        label = section.label(player.entry.pair_no)
        labels[section.session.event_id] |= {label, f"{section.letter}{label}"}
    return labels


def _partners(entries: Iterable[EntryPlayer]) -> dict[int, Person]:
    """Return the only partner of the player by event, unless hidden."""
    own = {player.entry_id: player for player in entries}
    seats = (
        EntryPlayer.objects.filter(entry__in=list(own))
        .select_related("person")
        .order_by("entry", "order")
    )
    by_entry = defaultdict[int, list[Person]](list)
    for seat in seats:
        by_entry[seat.entry_id].append(seat.person)
    by_event = defaultdict[int, set[Person | None]](set)
    for entry_id, player in own.items():
        others = [person for person in by_entry[entry_id] if person.pk != player.person_id]
        is_pair = len(by_entry[entry_id]) == PAIR
        by_event[player.entry.section.session.event_id].add(others[0] if is_pair else None)
    only = {
        event_id: next(iter(partners))
        for event_id, partners in by_event.items()
        if len(partners) == 1
    }
    return {
        event_id: person for event_id, person in only.items() if person and not person.is_hidden
    }


def _row_of(
    groups: Standings, name: str, labels: Iterable[str]
) -> tuple[Mapping[str, Any] | None, int]:
    """Return the player's row in *groups* and the size of the group, or None if unclear.

    Two people can have the same name, and a pair another number in each session: a row must be the
    only one.
    """
    for group in overall_groups(groups):
        named = [row for row in group["rows"] if _names_player(row["names"], name)]
        numbered = [row for row in group["rows"] if row["pair"] in labels]
        both = [row for row in named if row in numbered]
        for rows in (both, named):
            if len(rows) == 1:
                return rows[0], len(group["rows"])
    # A team has a name of its own, and a final night keeps a name that was changed since.
    numbered = [
        (row, len(group["rows"]))
        for group in overall_groups(groups)
        for row in group["rows"]
        if row["pair"] in labels and row["pair"]
    ]
    is_single_session = len(groups) == len(overall_groups(groups))
    return numbered[0] if len(numbered) == 1 and is_single_session else (None, 0)


def _names_player(names: str, name: str) -> bool:
    return any(part == name or part.startswith(f"{name} (") for part in names.split(" & "))


def _night(
    event: Event, *, row: Mapping[str, Any] | None, size: int, partner: Person | None
) -> PlayerNight:
    if row is None or not row["place"]:
        return PlayerNight(event, partner, "", "", "", None)
    percent = Fraction(row["percent"]) if row.get("percent") else None
    return PlayerNight(event, partner, row["place"], f"of {size}", figure_text(row), percent)


def _averages(nights: Iterable[PlayerNight]) -> tuple[PartnerAverage, ...]:
    percents = defaultdict[Person, list[Fraction]](list)
    for night in nights:
        if night.partner and night.percent is not None:
            percents[night.partner].append(night.percent)
    averages = [
        PartnerAverage(partner, len(theirs), sum(theirs, Fraction(0)) / len(theirs))
        for partner, theirs in percents.items()
    ]
    return tuple(
        sorted(
            averages, key=lambda each: (-each.nights, -each.average, by_family(each.partner.name))
        )
    )


def _average(percents: Sequence[Fraction]) -> Fraction | None:
    if percents:
        return sum(percents, Fraction(0)) / len(percents)
    return None
