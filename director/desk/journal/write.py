"""The journal of an event: every act keeps what it changed, so that each can be undone exactly, to any depth.

A kind changes its records through the ``Journal`` that :func:`event_act` hands out; undo and redo know no kind.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, time
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db import models, transaction
from django.db.models import ForeignObjectRel, Max
from django.utils import timezone

from director.desk import sentences
from director.desk.journal.read import act_to_redo
from director.desk.publish.write import version_add
from director.errors import DeskError, DoneBeforeError, FinalError
from director.kinds import kind_of
from director.models import Act, Event, Person
from director.models.version import Action

_BATCH = 200

Fields = dict[str, Any]


class Journal:
    """What one act changes; every change of the records of an event goes through here."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.changes: list[Fields] = []
        self.words = ""

    def change(self, record: models.Model, *, keep_all: bool = False, **fields: Any) -> None:
        """Give *record* new values; only those that differ are kept to be undone, or all with *keep_all*."""
        new = {name: value for name, value in fields.items() if keep_all or getattr(record, name) != value}
        if not new:
            return
        before = {name: _kept(record, name) for name in new}
        for name, value in new.items():
            setattr(record, name, value)
        record.save(update_fields=list(new))
        self._note(record, before, {name: _kept(record, name) for name in new})

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

    @property
    def is_empty(self) -> bool:
        """Whether nothing has changed."""
        return not self.changes

    def _note(self, record: models.Model, before: Fields | None, after: Fields | None) -> None:
        label = record._meta.label_lower
        self.changes.append({"model": label, "pk": record.pk, "before": before, "after": after})


@contextmanager
def event_act(*, event: Event, kind: str, words: str, user: User | None, press: str = "") -> Iterator[Journal]:
    """Change the records of *event* inside, one act at a time and all or nothing.

    An act that changes nothing leaves no trace.  *words* say what was done, in a sentence for the list of acts; the act
    may replace them by ``journal.words``.  *press* is the name of the press of a button that asked for it.

    :raises DoneBeforeError: if that press was answered before
    :raises FinalError: if the results are final
    """
    with transaction.atomic():
        now = _locked(event)
        if press and (done := now.acts.filter(press=press, kind=kind).first()):
            is_undone = done.undone_at is not None
            raise DoneBeforeError(
                sentences.DONE_AND_UNDONE if is_undone else sentences.DONE_BEFORE, words=done.words, is_undone=is_undone
            )
        _refuse_final(now)
        journal = Journal(_next_number(now))
        yield journal
        if not journal.is_empty:
            words = journal.words or words
            _act_add(now, journal.number, kind=kind, words=words, changes=journal.changes, press=press, user=user)
            _keep_version(now, words, user)


def event_undo(*, event: Event, number: int, user: User | None) -> Act:
    """Undo act *number*, which must be the latest that stands; everything is exactly as before it; return the act.

    What is undone already stays so.

    :raises DeskError: if there is nothing to undo, or another act is the latest
    :raises FinalError: if the results are final
    """
    with transaction.atomic():
        now = _locked(event)
        _refuse_final(now)
        if done := now.acts.filter(number=number, undone_at__isnull=False).first():
            return done
        act = now.acts.filter(undone_at__isnull=True).first()
        if act is None:
            raise DeskError(sentences.NOTHING_TO_UNDO)
        if act.number != number:
            raise DeskError(sentences.DONE_MEANWHILE, words=act.words)
        for change in reversed(act.changes):
            _put(change, "before", "after")
        act.undone_by, act.undone_at = user, timezone.now()
        act.save(update_fields=["undone_by", "undone_at"])
        _keep_version(now, f"Undone: {act.words}", user)
    return act


def event_redo(*, event: Event, number: int, user: User | None) -> Act:
    """Do act *number* again, the last that was undone; everything is exactly as after it; return the new act.

    What was done again already stays so.

    :raises DeskError: if something else was done since it was undone, or another act was undone last
    :raises FinalError: if the results are final
    """
    with transaction.atomic():
        now = _locked(event)
        _refuse_final(now)
        if again := now.acts.filter(again_of__number=number, undone_at__isnull=True).first():
            return again
        act = act_to_redo(now)
        if act is None:
            raise DeskError(sentences.NOTHING_TO_REDO)
        if act.number != number:
            raise DeskError(sentences.UNDONE_MEANWHILE, words=act.words)
        for change in act.changes:
            _put(change, "after", "before")
        how = {"kind": act.kind, "words": act.words, "changes": act.changes, "again_of": act}
        again = _act_add(now, _next_number(now), user=user, **how)
        _keep_version(now, f"Done again: {act.words}", user)
    return again


def _locked(event: Event) -> Event:
    """Let nobody else act on *event* until the transaction ends; return it as it is stored."""
    return Event.objects.select_for_update(of=("self",)).select_related("club").get(pk=event.pk)


def _refuse_final(event: Event) -> None:
    if event.is_final:
        when = f"{timezone.localtime(event.corrections_until):%d %B %Y, %H:%M}".lstrip("0")
        raise FinalError(sentences.FINAL, name=event.name, when=when)


def _next_number(event: Event) -> int:
    return (event.acts.aggregate(last=Max("number"))["last"] or 0) + 1


def _act_add(event: Event, number: int, *, words: str, user: User | None, **fields: Any) -> Act:
    return Act.objects.create(
        event=event, number=number, words=words[:300], made_by=user, made_at=timezone.now(), **fields
    )


def _keep_version(event: Event, words: str, user: User | None) -> None:
    """Keep the standings that follow from an act, where visitors could read those before it."""
    if event.was_published:
        changes, standings = [{"what": words, "was": "", "now": ""}], kind_of(event).standings(event)
        version_add(event=event, action=Action.CORRECTED, standings=standings, user=user, changes=changes)


def _put(change: Fields, then: str, now: str) -> None:
    """Put one record to what it was *then*, "before" or "after" the *change*; it is as on the other side now."""
    model = apps.get_model(change["model"])
    fields, stored = change[then], model._default_manager.filter(pk=change["pk"])
    if fields is None:
        stored.delete()
        return
    values = {name: _value(model, name, value) for name, value in fields.items()}
    if change[now] is None:
        model(**values).save(force_insert=True)
    else:
        stored.update(**values)


def _value(model: type[models.Model], name: str, kept: Any) -> Any:
    """Return what the journal *kept* of a field; a person who is off the club's list by now is nobody."""
    if name == "person_id" and kept is not None and not Person.objects.filter(pk=kept).exists():
        return None
    if not isinstance(kept, str):
        return kept
    field = model._meta.get_field(name)
    return kept if isinstance(field, models.JSONField | ForeignObjectRel) else field.to_python(kept)


def _state(record: models.Model) -> Fields:
    return {field.attname: _kept(record, field.attname) for field in record._meta.concrete_fields}


def _kept(record: models.Model, name: str) -> Any:
    """Return a field as JSON keeps it; moments to the microsecond, so that nothing is lost."""
    value = getattr(record, name)
    return value.isoformat() if isinstance(value, date | time) else value
