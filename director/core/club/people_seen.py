"""When the people of a club last played, and who wasn't seen for a year."""

from collections.abc import Collection
from datetime import date, timedelta

from django.db.models import Count, Exists, Max, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from director.core.club.people import get_session_paths_by_player_model
from director.models import Club, EntryPlayer, LineUpSeat, Person
from director.names import make_family_key

SEEN_DAYS = 366
"""Days after a night for which its players count as seen: a year, also a leap year."""


def get_first_seen_day() -> date:
    """Return the earliest day of a night whose players count as seen today."""
    return timezone.localdate() - timedelta(days=SEEN_DAYS)


def set_nights(people: Collection[Person]) -> None:
    """Set ``nights`` and ``last_seen`` of each of *people*: how often and when last they played.

    Every event counts once. Nobody was seen in a night to come, or in one in the archive.
    """
    people_by_id = {person.pk: person for person in people}
    for person in people:
        person.nights, person.last_seen = 0, None
    for model, session_path in get_session_paths_by_player_model().items():
        rows = model._base_manager.filter(person__in=people)
        if model is LineUpSeat:
            # A player in a line-up is usually also entered in the team. The event counts once.
            entries = EntryPlayer.objects.filter(person=OuterRef("person"))
            same_event = entries.filter(
                entry__section__session__event=OuterRef(f"{session_path}__event")
            )
            rows = rows.filter(~Exists(same_event))
        counts = rows.values_list("person").annotate(
            nights=Count(f"{session_path}__event", distinct=True),
            last_seen=_make_last_seen(session_path),
        )
        for person_id, nights, last_seen in counts.order_by():
            person = people_by_id[person_id]
            person.nights += nights
            person.last_seen = max(filter(None, (person.last_seen, last_seen)), default=None)


def has_unseen_nights(club: Club) -> bool:
    """Return whether *club* has nights so long ago that their players may not have been seen since.

    One query. Counting these people would take longer the more people the club has.
    """
    unremembered_nights = club.events.filter(date__lt=get_first_seen_day(), removed_at__isnull=True)
    return unremembered_nights.exists()


def fetch_unseen_person_ids(club: Club, person_ids: Collection[int]) -> list[int]:
    """Return those of *person_ids* who played once, but not for a year, the longest ago first.

    A query, and one for each model of players.
    """
    unseen = _filter_unseen(club.people.all())
    names_by_id = dict(unseen.values_list("pk", "name"))
    last_seen_by_id: dict[int, date] = {}
    for model, session_path in get_session_paths_by_player_model().items():
        rows = model._base_manager.filter(person__in=unseen)
        days = rows.values_list("person").annotate(last_seen=_make_last_seen(session_path))
        for person_id, last_seen in days.order_by():
            if last_seen:
                stored_day = last_seen_by_id.get(person_id, last_seen)
                last_seen_by_id[person_id] = max(last_seen, stored_day)
    chosen_ids = names_by_id.keys() & set(person_ids) & last_seen_by_id.keys()
    return sorted(
        chosen_ids,
        key=lambda key: (last_seen_by_id[key], make_family_key(names_by_id[key]), key),
    )


def _make_last_seen(session_path: str) -> Max:
    """Return the expression for the last day of the sessions at *session_path*, up to today."""
    return Max(
        _make_day(session_path),
        filter=Q(
            **{
                f"{session_path}__event__removed_at": None,
                f"{session_path}__event__date__lte": timezone.localdate(),
            }
        ),
    )


def _make_day(session_path: str) -> Coalesce:
    return Coalesce(f"{session_path}__date", f"{session_path}__event__date")


def _filter_unseen(people: QuerySet[Person]) -> QuerySet[Person]:
    """Return those of *people* who have played, but neither for a year nor in a night to come."""
    has_played, was_seen = Q(), Q()
    for model, session_path in get_session_paths_by_player_model().items():
        rows = model._base_manager.filter(
            person=OuterRef("pk"), **{f"{session_path}__event__removed_at": None}
        )
        rows = rows.annotate(day=_make_day(session_path))
        has_played |= Q(Exists(rows))
        was_seen |= Q(Exists(rows.filter(day__gte=get_first_seen_day())))
    return people.filter(has_played, ~was_seen, is_placeholder=False)
