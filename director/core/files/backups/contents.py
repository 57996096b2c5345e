"""The contents of a backup, and what would be lost by restoring it."""

from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import reduce
from operator import or_
from pathlib import Path

from django.db.models import Max, Q

from director.core.files.backups.file import Record, records_in
from director.core.files.backups.write import backup_readable
from director.core.night.events.read import ENTERING
from director.models import Act, Event

CONDITIONS_AT_ONCE = 200
"""SQLite takes a condition of so many parts, and not of a thousand."""


@dataclass(frozen=True, slots=True)
class BackedUpEvent:
    """An event in a backup: enough to know it again."""

    name: str
    date: str
    created_at: datetime | None

    def is_same(self, event: Event) -> bool:
        """Return whether it is *event*, which has the same number here."""
        if (
            self.created_at and abs(self.created_at - event.created_at).total_seconds() < 1
        ):  # old files round
            return True
        return (self.name, self.date) == (event.name, event.date.isoformat())


@dataclass(frozen=True, slots=True)
class BackupContents:
    """The events of a backup with their latest act, and its accounts."""

    made: datetime | None
    events: dict[int, BackedUpEvent] = field(default_factory=dict)
    latest_acts: dict[int, int] = field(default_factory=dict)
    accounts: list[str] = field(default_factory=list)

    @property
    def latest_event(self) -> BackedUpEvent | None:
        """The event that was played last, None if it holds none."""
        return max(self.events.values(), key=lambda event: event.date, default=None)


@dataclass(frozen=True, slots=True)
class LostEvent:
    """An event with *results* or changes that a backup lacks."""

    name: str
    date: date
    results: int
    is_whole: bool


def backup_contents(path: Path) -> BackupContents:
    """Return what the backup *path* holds, after reading all of it twice: it is checked first.

    :raises BackupError: if the file isn't a backup of this program or an older one
    """
    contents = BackupContents(backup_readable(path).made)
    with path.open("rb") as file:
        for record in records_in(file, path):
            with suppress(
                TypeError, ValueError, KeyError
            ):  # an altered record is refused when it is restored
                _note(record, contents)
    return contents


def _note(record: Record, contents: BackupContents) -> None:
    fields = record["fields"]
    if record["model"] == "director.event":
        created_at = datetime.fromisoformat(fields["created_at"])
        created_at = created_at if created_at.tzinfo else created_at.replace(tzinfo=UTC)
        contents.events[int(record["pk"])] = BackedUpEvent(
            str(fields["name"]), str(fields["date"]), created_at
        )
    elif record["model"] == "director.act":
        event_id, number = int(fields["event"]), int(fields["number"])
        contents.latest_acts[event_id] = max(number, contents.latest_acts.get(event_id, 0))
    elif record["model"] == "auth.user":
        contents.accounts.append(str(fields["username"]))


def lost_events(contents: BackupContents) -> list[LostEvent]:
    """Return the events here that *contents* don't have as they are, newest first.

    Acts are compared by number: the backup may be of another machine, whose clock is its own.
    """
    whole: set[int] = set()
    changed: dict[int, Q] = {}
    events = list(
        Event.objects.annotate(latest=Max("acts__number"), changed_at=Max("acts__made_at"))
    )
    for event in events:
        backed_up = contents.events.get(event.pk)
        number = contents.latest_acts.get(event.pk)
        if backed_up is None or not backed_up.is_same(event):
            whole.add(event.pk)
        elif number is not None and (event.latest or 0) > number:
            changed[event.pk] = Q(event=event, number__gt=number)
        elif (
            number is None
            and contents.made
            and event.changed_at
            and event.changed_at > contents.made
        ):
            changed[event.pk] = Q(event=event, made_at__gt=contents.made)
    results = _results_entered([Q(event__in=whole), *changed.values()])
    return [
        LostEvent(event.name, event.date, results[event.pk], event.pk in whole)
        for event in events
        if event.pk in whole or event.pk in changed
    ]


def _results_entered(conditions: Sequence[Q]) -> Counter[int]:
    """Return for each event how many results its acts entered that meet one of *conditions*."""
    counts: Counter[int] = Counter()
    acts = Act.objects.filter(kind__in=ENTERING, undone_at__isnull=True).order_by()
    for start in range(0, len(conditions), CONDITIONS_AT_ONCE):
        some = reduce(or_, conditions[start : start + CONDITIONS_AT_ONCE])
        counts.update(acts.filter(some).values_list("event_id", flat=True))
    return counts
