"""Record every change of an event with its old values, so that it can be undone exactly.

A kind changes its records through the ``Journal`` that :func:`event_act` hands out; undo and redo
know no kind.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from datetime import date, time
from decimal import Decimal
from functools import cached_property
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db import IntegrityError, models, transaction
from django.db.models import ForeignObjectRel, QuerySet
from django.utils import timezone

from director.core.base.changes import count_change
from director.core.base.idempotency import note_submission
from director.core.base.sentences import DeskSentences
from director.core.base.standings_versions import note_correction
from director.core.night.history.read import acts_since_undo, may_undo, standing_acts, undone_acts
from director.errors import DeskError, FinalError
from director.models import Act, Event, Person, Section

_BATCH = 200

Fields = dict[str, Any]
RESULT_MODELS = frozenset(
    f"director.{name}" for name in ("result", "resultversion", "award", "partyresult")
)
"""The records of what a table has played, as changes name them."""


class Journal:
    """The recorder of one act. Every change of an event's records goes through it.

    *user* acts.  *section* is what it is about where that is one of several, or all there is.
    ``is_by_table``: a table enters results by itself.
    """

    def __init__(self, event: Event, user: User | None, section: Section | None = None) -> None:
        self._event = event
        self.user = user
        self.section = section
        self.changes: list[Fields] = []
        self.words = ""
        self.is_by_table = False

    @cached_property
    def number(self) -> int:
        """The number of the act."""
        return acts_number(self._event) + 1

    def change(self, record: models.Model, *, keep_all: bool = False, **fields: Any) -> None:
        """Set new values of *record* and record those that differ, or all with *keep_all*."""
        new = {
            name: value
            for name, value in fields.items()
            if keep_all or getattr(record, name) != value
        }
        if not new:
            return
        before = {name: _field_as_json(record, name) for name in new}
        for name, value in new.items():
            setattr(record, name, value)
        record.save(update_fields=list(new))
        self._note(record, before, {name: _field_as_json(record, name) for name in new})

    def create(self, record: models.Model) -> None:
        """Store a new *record*."""
        record.full_clean(exclude={"entered_by"}, validate_unique=False, validate_constraints=False)
        record.save(force_insert=True)
        self._note(record, None, _state(record))

    def create_all(self, records: Sequence[models.Model]) -> None:
        """Store new *records* of one kind, in few queries."""
        if not records:
            return
        for record in type(records[0])._default_manager.bulk_create(records, batch_size=_BATCH):
            self._note(record, None, _state(record))

    def delete(self, records: models.QuerySet[Any]) -> None:
        """Take *records* out."""
        for record in records:
            self._note(record, _state(record), None)
        records.delete()

    def _note(self, record: models.Model, before: Fields | None, after: Fields | None) -> None:
        label = record._meta.label_lower
        self.changes.append({"model": label, "pk": record.pk, "before": before, "after": after})


@contextmanager
def event_act(*, event: Event, kind: str, words: str, user: User | None) -> Iterator[Journal]:
    """Change the records of *event* inside, one act at a time and all or nothing.

    If the event was published, a version of the standings is due afterwards. All else is as in
    :func:`act_kept`.

    :raises FinalError: if the results are final
    """
    with transaction.atomic():
        now = event_locked(event)
        refuse_final(now)
        with act_kept(event=now, kind=kind, words=words, user=user) as journal:
            yield journal
        if journal.changes:
            _note_correction(now, journal.words or words, user)


@contextmanager
def act_kept(
    *, event: Event, kind: str, words: str, user: User | None, section: Section | None = None
) -> Iterator[Journal]:
    """Record the changes made inside as an act of the locked *event*.

    An act that changes nothing leaves no trace.  *words* say what was done, in a sentence for the
    list of acts; the act may replace them by ``journal.words``.
    """
    journal = Journal(event, user, section)
    yield journal
    if journal.changes:
        how = {"kind": kind, "changes": journal.changes, "section": section}
        _add_act(event, journal.number, words=journal.words or words, user=user, **how)
        count_change(event.pk, by_table=journal.is_by_table and _are_results(journal.changes))


def undo_event(*, event: Event, number: int, user: User | None, kinds: Collection[str] = ()) -> Act:
    """Undo act *number*, the latest in force. Return it.

    What is undone already stays so.  *kinds* are those of the acts that the page offers, all if
    none are given.

    :raises DeskError: if there is nothing to undo, or another act is the latest
    :raises FinalError: if the results are final
    """
    with transaction.atomic():
        now = event_locked(event)
        refuse_final(now)
        act = undo_act(acts=_acts_of(now, kinds), number=number, user=user)
        if act is None:
            return now.acts.get(number=number)
        _note_correction(now, f"Undone: {act.words}", user)
    return act


def redo_event(*, event: Event, number: int, user: User | None, kinds: Collection[str] = ()) -> Act:
    """Redo act *number*, the last one undone. Return the new act.

    What was done again already stays so.  *kinds* are those of the acts that the page offers, all
    if none are given.

    :raises DeskError: if something else was done since it was undone, or another act was undone
        last
    :raises FinalError: if the results are final
    """
    with transaction.atomic():
        now = event_locked(event)
        refuse_final(now)
        builds_on = (lambda _later, _act: True) if kinds else None
        act = redo_act(
            event=now, acts=_acts_of(now, kinds), number=number, user=user, builds_on=builds_on
        )
        if act is None:
            return now.acts.get(again_of__number=number, undone_at__isnull=True)
        _note_correction(now, f"Redone: {act.words}", user)
    return act


def _acts_of(event: Event, kinds: Collection[str]) -> QuerySet[Act]:
    if kinds:
        return event.acts.filter(kind__in=kinds)
    return event.acts.all()


def undo_act(
    *,
    acts: QuerySet[Act],
    number: int,
    user: User | None,
    builds_on: Callable[[Act, Act], bool] | None = None,
) -> Act | None:
    """Undo act *number* of *acts*. Return it, or None if it is undone already.

    *builds_on* says whether a later act, which stands, builds on it; without it every later one
    does.

    :raises DeskError: if there is nothing to undo, something else (the parameter ``later``) builds
        on it, or it is not for the role of *user*
    """
    if acts.filter(number=number, undone_at__isnull=False).exists():
        return None
    standing = standing_acts(acts)
    act = standing.filter(number=number).first()
    meanwhile = standing_acts(act.event.acts.filter(number__gt=number)) if act else standing
    for later in meanwhile:
        if act is None or builds_on is None:
            raise DeskError(DeskSentences.DONE_MEANWHILE, words=later.words)
        if builds_on(later, act):
            raise DeskError(DeskSentences.BUILT_ON, words=later.words, later=later)
    if act is None:
        raise DeskError(DeskSentences.NOTHING_TO_UNDO)
    _refuse_beyond(act, user)
    for change in reversed(act.changes):
        _put(change, "before", "after")
    counts = act.event.acts.aggregate(latest=models.Max("number"), undos=models.Max("undone_no"))
    act.undone_by, act.undone_at = user, timezone.now()
    act.undone_no, act.undone_after = 1 + (counts["undos"] or 0), counts["latest"]
    act.save(update_fields=["undone_by", "undone_at", "undone_no", "undone_after"])
    count_change(act.event_id)
    return act


def redo_act(
    *,
    event: Event,
    acts: QuerySet[Act],
    number: int,
    user: User | None,
    builds_on: Callable[[Act, Act], bool] | None = None,
) -> Act | None:
    """Redo act *number* of *acts*. Return it, or None if it is redone already.

    *builds_on* says whether an act that is none of *acts*, and was done or undone since, is about
    the same.

    :raises DeskError: if something else was done since it was undone, another act was undone last,
        or it is not for the role of *user*
    """
    if acts.filter(again_of__number=number, undone_at__isnull=True).exists():
        return None
    act = undone_acts(acts).first()
    if act is None:
        raise DeskError(DeskSentences.NOTHING_TO_REDO)
    if act.number != number:
        raise DeskError(DeskSentences.UNDONE_MEANWHILE, words=act.words)
    for other in acts_since_undo(act) if builds_on else ():
        if builds_on and builds_on(other, act):
            is_undone = other.undone_at is not None
            raise DeskError(
                DeskSentences.UNDONE_MEANWHILE if is_undone else DeskSentences.DONE_SINCE,
                words=other.words,
            )
    _refuse_beyond(act, user)
    for change in act.changes:
        _put(change, "after", "before")
    count_change(event.pk)
    how = {"kind": act.kind, "changes": act.changes, "section_id": act.section_id, "again_of": act}
    return _add_act(event, acts_number(event) + 1, words=act.words, user=user, **how)


def _refuse_beyond(act: Act, user: User | None) -> None:
    """Refuse an undo or redo that the role of *user* doesn't allow."""
    if not may_undo(user, act.kind):
        raise DeskError(DeskSentences.UNDO_BEYOND_ROLE, words=act.words)


def event_locked(event: Event) -> Event:
    """Lock *event* until the transaction ends and return it as it is stored."""
    return Event.objects.select_for_update(of=("self",)).select_related("club").get(pk=event.pk)


def refuse_final(event: Event) -> None:
    """Refuse to change final results.

    :raises FinalError: with the moment since which it is
    """
    if event.is_final:
        when = f"{timezone.localtime(event.corrections_until):%d %B %Y, %H:%M}".lstrip("0")
        raise FinalError(DeskSentences.FINAL, name=event.name, when=when)


def acts_number(event: Event) -> int:
    """Return the number of the latest act of *event*, or 0. One query."""
    return event.acts.aggregate(last=models.Max("number"))["last"] or 0


def _add_act(event: Event, number: int, *, words: str, user: User | None, **fields: Any) -> Act:
    note_submission()
    return Act.objects.create(
        event=event,
        number=number,
        words=words[:300],
        made_by=user,
        made_at=timezone.now(),
        **fields,
    )


def _are_results(changes: Collection[Fields]) -> bool:
    """Return whether *changes* are of results alone, and of no movement, seat or clock."""
    return all(change["model"] in RESULT_MODELS for change in changes)


def _note_correction(event: Event, words: str, user: User | None) -> None:
    """Note that an act changed the standings of a published event."""
    if event.was_published:
        note_correction(event, user, [{"what": words, "was": "", "now": ""}])


def _put(change: Fields, then: str, now: str) -> None:
    """Restore one record to its state "before" or "after" the *change*."""
    model = apps.get_model(change["model"])
    fields, stored = change[then], model._default_manager.filter(pk=change["pk"])
    if fields is None:
        stored.delete()
        return
    values = {name: _value(model, name, value) for name, value in fields.items()}
    if change[now] is not None:
        stored.update(**values)
        return
    try:
        model(**values).save(force_insert=True)
    except IntegrityError as error:  # a backup came between, and its numbers were given anew
        raise DeskError(DeskSentences.PLACE_TAKEN) from error


def _value(model: type[models.Model], name: str, kept: Any) -> Any:
    """Return a field's value from the history. A removed person is None."""
    if name == "person_id" and kept is not None and not Person.objects.filter(pk=kept).exists():
        return None
    if not isinstance(kept, str):
        return kept
    field = model._meta.get_field(name)
    if isinstance(field, models.JSONField | ForeignObjectRel):
        return kept
    return field.to_python(kept)


def _state(record: models.Model) -> Fields:
    return {
        field.attname: _field_as_json(record, field.attname)
        for field in record._meta.concrete_fields
    }


def _field_as_json(record: models.Model, name: str) -> Any:
    """Return a field's value as JSON, with moments to the microsecond."""
    value = getattr(record, name)
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, date | time):
        return value.isoformat()
    return value
