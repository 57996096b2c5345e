"""The journal of an event: how each change is recorded in its history, with the previous values.

Each kind of event changes its records through the ``Journal`` of :func:`record_event_act` or
:func:`record_act`. :mod:`~director.core.night.history` undoes and redoes what was recorded.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, time
from decimal import Decimal
from functools import cached_property
from typing import Any

from django.contrib.auth.models import User
from django.db import connection, models, transaction
from django.utils import timezone

from director.core.base.act_kinds import ActKind
from director.core.base.idempotency import record_submission
from director.core.base.machine_time import format_moment
from director.core.base.standings_versions import record_correction
from director.core.base.versions import increment_event_version
from director.errors import FinalError
from director.models import Act, Event, Section

Fields = dict[str, Any]
_WaitingFields = dict[type[models.Model], dict[Any, Fields]]
"""New values of fields by model and primary key."""
RESULT_MODELS = frozenset(
    f"director.{name}" for name in ("result", "resultversion", "award", "partyresult")
)
"""The models of a table's results, as the history names them."""
_MATCH_MODEL = "director.match"
"""A match can have a result without its boards."""
KINDS_BESIDE_RESULTS = frozenset({ActKind.MONEY, ActKind.RAFFLE})
"""The kinds of acts on which no result depends. They are possible when it is final, and no correction."""
FOLLOWS_KEY = "follows"
"""Marks the change of a dependent record, such as the clock after a draw, which undo may skip."""
_BATCH_SIZE = 200  # records in one statement


class Journal:
    """The recorder of one act, which makes every change of an event's records.

    *user* is None for the command line or a table. *section* is the section that is changed.
    ``is_by_table`` is set if a table enters its own results.
    """

    def __init__(self, event: Event, user: User | None, section: Section | None = None) -> None:
        self._event = event
        self.user = user
        self.section = section
        self.changes: list[Fields] = []
        self._waiting: _WaitingFields | None = None
        self.message = ""
        self.is_by_table = False
        self.act: Act | None = None
        """The recorded act, once the block is left."""

    @cached_property
    def number(self) -> int:
        """The number of the act."""
        return fetch_last_act_number(self._event) + 1

    def change(self, record: models.Model, *, is_complete: bool = False, **fields: Any) -> None:
        """Set *fields* of *record*, and record those that change, or all if *is_complete*."""
        changed_fields = {
            name: value
            for name, value in fields.items()
            if is_complete or getattr(record, name) != value
        }
        if not changed_fields:
            return
        previous_values = {name: _serialize_field(record, name) for name in changed_fields}
        for name, value in changed_fields.items():
            setattr(record, name, value)
        if self._waiting is None:
            record.save(update_fields=list(changed_fields))
        else:
            self._waiting[type(record)][record.pk].update(changed_fields)
        new_values = {name: _serialize_field(record, name) for name in changed_fields}
        self._record_change(record, previous_values, new_values)

    @contextmanager
    def change_together(self) -> Iterator[None]:
        """Store the changes of the block in few statements when it is left.

        Until then the database has the previous values. The ``save`` methods of the records aren't
        called, so they must do nothing else, such as incrementing a version.
        """
        self._waiting = defaultdict(lambda: defaultdict(dict))
        try:
            yield
            for model, fields_by_pk in self._waiting.items():
                _update_together(model, fields_by_pk)
        finally:
            self._waiting = None

    def change_dependent_record(self, record: models.Model, **fields: Any) -> None:
        """Set *fields* of a *record* that depends on the act, as the clock depends on a draw.

        An undo or redo leaves the record as it is if any of the fields was changed since.
        """
        self.change(record, is_complete=True, **fields)
        self.changes[-1][FOLLOWS_KEY] = True

    def create(self, record: models.Model) -> None:
        """Store a new *record*."""
        # The database checks unique fields, whose validation would cost queries here.
        record.full_clean(exclude={"entered_by"}, validate_unique=False, validate_constraints=False)
        record.save(force_insert=True)
        self._record_change(record, None, serialize_record(record))

    def create_all(self, records: Sequence[models.Model]) -> None:
        """Store new *records* of one kind, in few queries."""
        if not records:
            return
        for record in type(records[0])._default_manager.bulk_create(
            records, batch_size=_BATCH_SIZE
        ):
            self._record_change(record, None, serialize_record(record))

    def delete(self, records: models.QuerySet[Any]) -> None:
        """Delete *records*."""
        for record in records:
            self._record_change(record, serialize_record(record), None)
        records.delete()

    def delete_all(self, records: Sequence[models.Model]) -> None:
        """Delete *records* of one kind that were read before, in one query."""
        if not records:
            return
        for record in records:
            self._record_change(record, serialize_record(record), None)
        manager = type(records[0])._default_manager
        manager.filter(pk__in=[record.pk for record in records]).delete()

    def record_difference(
        self, previous_records: Sequence[models.Model], records: Sequence[models.Model]
    ) -> None:
        """Record what was created, deleted and changed between two readings of some records.

        Each reading has records before those that refer to them. It must have been done before and
        after the change, since the records are compared and not stored.
        """
        previous_by_key = {(type(record), record.pk): record for record in previous_records}
        record_by_key = {(type(record), record.pk): record for record in records}
        for key, record in reversed(previous_by_key.items()):
            if key not in record_by_key:
                self._record_change(record, serialize_record(record), None)
        for key, record in record_by_key.items():
            previous_record = previous_by_key.get(key)
            if previous_record is None:
                continue
            previous_values = serialize_record(previous_record)
            new_values = serialize_record(record)
            names = [name for name in new_values if new_values[name] != previous_values[name]]
            if names:
                self._record_change(
                    record,
                    {name: previous_values[name] for name in names},
                    {name: new_values[name] for name in names},
                )
        for key, record in record_by_key.items():
            if key not in previous_by_key:
                self._record_change(record, None, serialize_record(record))

    def _record_change(
        self, record: models.Model, previous_values: Fields | None, new_values: Fields | None
    ) -> None:
        label = record._meta.label_lower
        self.changes.append(
            {"model": label, "pk": record.pk, "before": previous_values, "after": new_values}
        )


def _update_together(model: type[models.Model], fields_by_pk: Mapping[Any, Fields]) -> None:
    """Store the fields of many records, with one statement for each set of field names."""
    records_by_names: dict[tuple[str, ...], list[models.Model]] = defaultdict(list)
    for pk, fields in fields_by_pk.items():
        records_by_names[tuple(sorted(fields))].append(model(pk=pk, **fields))
    for names, records in records_by_names.items():
        model._default_manager.bulk_update(records, names, batch_size=_BATCH_SIZE)


@contextmanager
def record_event_act(
    *, event: Event, kind: ActKind, message: str, user: User | None
) -> Iterator[Journal]:
    """Record the changes in the block as one act of *event*, in one transaction.

    If the event has been published, a new version of the standings is recorded, unless the act is of
    ``KINDS_BESIDE_RESULTS``. Everything else is as in :func:`record_act`.

    :raises FinalError: if the results are final
    """
    with transaction.atomic():
        locked_event = lock_event(event)
        if kind not in KINDS_BESIDE_RESULTS:
            refuse_final(locked_event)
        with record_act(event=locked_event, kind=kind, message=message, user=user) as journal:
            yield journal
        if journal.act:
            record_published_correction(locked_event, journal.act, user)


@contextmanager
def record_act(
    *, event: Event, kind: ActKind, message: str, user: User | None, section: Section | None = None
) -> Iterator[Journal]:
    """Record the changes in the block as an act of the locked *event*.

    An act without changes is not recorded. *message* is for the list of acts. The block may replace it
    by setting ``journal.message``.
    """
    journal = Journal(event, user, section)
    yield journal
    if journal.changes:
        journal.act = add_act(
            event,
            journal.number,
            message=journal.message or message,
            user=user,
            kind=kind,
            changes=journal.changes,
            section=section,
        )
        is_result = _has_only_results(journal.changes)
        # A table's own results change nothing on the pages of other tables.
        is_by_table = journal.is_by_table and is_result
        # ``Event.save`` increments the version itself.
        if all(change["model"] != Event._meta.label_lower for change in journal.changes):
            increment_event_version(event.pk, is_result=is_result, by_table=is_by_table)


def record_act_without_changes(
    *, event: Event, kind: ActKind, message: str, user: User | None
) -> None:
    """Record an act of the locked *event* without changes, such as a file that was sent."""
    add_act(event, fetch_last_act_number(event) + 1, message=message, user=user, kind=kind)
    increment_event_version(event.pk)


def lock_event(event: Event) -> Event:
    """Lock *event* until the transaction ends and return the stored record."""
    return Event.objects.select_for_update(of=("self",)).select_related("club").get(pk=event.pk)


def refuse_final(event: Event) -> None:
    """Refuse to change final results.

    :raises FinalError: with the time since which they are final
    """
    if event.is_final and event.corrections_until:
        when = format_moment(event.corrections_until)
        raise FinalError(
            "final",
            "{name} is final since {when}. To correct it, reopen it in Results.",
            name=event.name,
            when=when,
        )


def get_final_reason(event: Event) -> str:
    """Return why a final event can't be changed, or "" if it isn't final."""
    try:
        refuse_final(event)
    except FinalError as error:
        return str(error)
    return ""


def fetch_last_act_number(event: Event) -> int:
    """Return the number of the latest act of *event*, or 0. (Costs one query.)"""
    # Every entry needs it, and Django takes ten times as long to build the query.
    with connection.cursor() as cursor:
        cursor.execute("SELECT MAX(number) FROM director_act WHERE event_id = %s", [event.pk])
        (last,) = cursor.fetchone()
    return last or 0


def add_act(event: Event, number: int, *, message: str, user: User | None, **fields: Any) -> Act:
    """Store an act of the locked *event* in its history, and mark the form that asked for it as done."""
    record_submission()
    return Act.objects.create(
        event=event,
        number=number,
        words=message[:300],
        made_by=user,
        made_at=timezone.now(),
        **fields,
    )


def has_result_changes(changes: Iterable[Fields]) -> bool:
    """Return whether one of *changes* is of a result, of a board or of a whole match."""
    return any(
        change["model"] in RESULT_MODELS or change["model"] == _MATCH_MODEL for change in changes
    )


def _has_only_results(changes: Collection[Fields]) -> bool:
    """Return whether *changes* are changes of results, not of the movement, seats or clock."""
    return all(change["model"] in RESULT_MODELS for change in changes)


def record_published_correction(
    event: Event, act: Act, user: User | None, prefix: str = ""
) -> None:
    """Record a new version of the standings if *act* corrects the results of a published *event*.

    Visitors read the words of *act* after the *prefix*.
    """
    if event.has_been_published and act.kind not in KINDS_BESIDE_RESULTS:
        record_correction(event, user, [{"what": f"{prefix}{act.words}", "was": "", "now": ""}])


def serialize_record(record: models.Model) -> Fields:
    """Return all fields of *record* as the history stores them."""
    return {
        field.attname: _serialize_field(record, field.attname)
        for field in record._meta.concrete_fields
    }


def _serialize_field(record: models.Model, name: str) -> Any:
    """Return a field's value for JSON, with times to the microsecond."""
    value = getattr(record, name)
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, date | time):
        return value.isoformat()
    return value
