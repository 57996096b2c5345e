"""The contents of a backup, and what restoring it would lose."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import reduce
from operator import or_
from pathlib import Path

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import Max, Q

from director.core.files.backups.file import Record, read_records
from director.core.files.backups.records import build_object
from director.core.files.backups.write import check_backup_path
from director.core.night.events.read import ENTERING
from director.models import Access, Act, ApiToken, Event

CONDITIONS_AT_ONCE = 200
"""Parts of one condition. SQLite accepts 200, but not a thousand."""


@dataclass(frozen=True, slots=True)
class BackedUpEvent:
    """An event in a backup, with the fields that identify it."""

    name: str
    date: str
    created_at: datetime | None

    def is_same(self, event: Event) -> bool:
        """Return whether this is *event*, which has the same primary key here."""
        if self.created_at:
            # Old backups round times.
            seconds_apart = abs(self.created_at - event.created_at).total_seconds()
            if seconds_apart < 1:
                return True
        return (self.name, self.date) == (event.name, event.date.isoformat())


@dataclass(frozen=True, slots=True)
class BackupContents:
    """The events and the access rights in a backup.

    *latest_acts* are act numbers by event. *accounts* are unsaved; *invitations* are the unused ones.
    *links* are the events of open private links by token, *tokens* the names of programs' open tokens
    by hash.
    """

    made_at: datetime | None
    events: dict[int, BackedUpEvent] = field(default_factory=dict)
    latest_acts: dict[int, int] = field(default_factory=dict)
    accounts: list[User] = field(default_factory=list)
    invitations: list[User] = field(default_factory=list)
    links: dict[str, int] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    event_ids: dict[int, int] = field(default_factory=dict)
    """The event of each session."""

    @property
    def latest_event(self) -> BackedUpEvent | None:
        """The event that was played last, or None."""
        return max(self.events.values(), key=lambda event: event.date, default=None)


@dataclass(frozen=True, slots=True)
class LostEvent:
    """An event with *results* or changes that a backup lacks."""

    name: str
    date: date
    results: int
    is_whole: bool  # the backup lacks the event altogether


def read_backup_contents(path: Path) -> BackupContents:
    """Return the contents of the backup *path*. The file is read twice, first to check it.

    :raises BackupError: if the file isn't a backup of this program or an older one
    """
    contents = BackupContents(check_backup_path(path).made_at)
    with path.open("rb") as file:
        for record in read_records(file, path):
            # An altered record is skipped here and refused when it is restored.
            with suppress(TypeError, ValueError, KeyError):
                _add_record(record, contents)
    return contents


def _add_record(record: Record, contents: BackupContents) -> None:
    fields = record["fields"]
    if record["model"] == "director.event":
        created_at = datetime.fromisoformat(fields["created_at"])
        if not created_at.tzinfo:
            created_at = created_at.replace(tzinfo=UTC)
        contents.events[int(record["pk"])] = BackedUpEvent(
            name=str(fields["name"]), date=str(fields["date"]), created_at=created_at
        )
    elif record["model"] == "director.act":
        event_id, number = int(fields["event"]), int(fields["number"])
        contents.latest_acts[event_id] = max(number, contents.latest_acts.get(event_id, 0))
    elif record["model"] == "director.session":
        contents.event_ids[int(record["pk"])] = int(fields["event"])
    elif record["model"] in _ACCESS_MODELS:
        _add_access(record, contents)


_ACCESS_MODELS = ("auth.user", "director.access", "director.apitoken")


def _add_access(record: Record, contents: BackupContents) -> None:
    instance = build_object(record, apps, set(_ACCESS_MODELS))
    if isinstance(instance, User):
        group = contents.accounts if instance.has_usable_password() else contents.invitations
        group.append(instance)
    elif isinstance(instance, Access) and instance.is_open:
        event_id = contents.event_ids[instance.session_id]
        if event_id in contents.events:
            contents.links[instance.token] = event_id
    elif isinstance(instance, ApiToken) and instance.is_open:
        contents.tokens[instance.token_hash] = instance.name


def find_lost_events(contents: BackupContents) -> list[LostEvent]:
    """Return the events here that *contents* lacks or has in an older state, newest first.

    Acts are compared by number, because the backup may come from a machine with another clock.
    """
    missing_ids: set[int] = set()
    acts_after_backup: dict[int, Q] = {}
    events = list(
        Event.objects.annotate(latest=Max("acts__number"), changed_at=Max("acts__made_at"))
    )
    for event in events:
        backed_up = contents.events.get(event.pk)
        backed_up_act = contents.latest_acts.get(event.pk)
        if backed_up is None or not backed_up.is_same(event):
            missing_ids.add(event.pk)
        elif backed_up_act is not None:
            if (event.latest or 0) > backed_up_act:
                acts_after_backup[event.pk] = Q(event=event, number__gt=backed_up_act)
        elif contents.made_at and event.changed_at and event.changed_at > contents.made_at:
            # Without an act of the event in the backup only the time is left to compare.
            acts_after_backup[event.pk] = Q(event=event, made_at__gt=contents.made_at)
    results = _count_entered_results([Q(event__in=missing_ids), *acts_after_backup.values()])
    return [
        LostEvent(
            event.name, event.date, results=results[event.pk], is_whole=event.pk in missing_ids
        )
        for event in events
        if event.pk in missing_ids or event.pk in acts_after_backup
    ]


def _count_entered_results(conditions: Sequence[Q]) -> Counter[int]:
    """Count the results entered by acts that meet any of *conditions*, by event."""
    counts: Counter[int] = Counter()
    acts = Act.objects.filter(kind__in=ENTERING, undone_at__isnull=True).order_by()
    for start in range(0, len(conditions), CONDITIONS_AT_ONCE):
        any_condition = reduce(or_, conditions[start : start + CONDITIONS_AT_ONCE])
        counts.update(acts.filter(any_condition).values_list("event_id", flat=True))
    return counts
