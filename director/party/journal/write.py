"""The journal of a party: every act keeps what it changed, so that each can be undone exactly, to any depth."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import date, time
from typing import Any

from django.contrib.auth.models import User
from django.db import models, transaction
from django.db.models import ForeignObjectRel, Max
from django.utils import timezone

from director.errors import DoneBeforeError, FinalError, PartyError
from director.models import Person, Session
from director.models.version import Action
from director.party.models import Party, PartyAct, PartyPlayer, PartyResult, PartyRound, SkatSheet
from director.party.results.write.publish import party_version_keep

_MODELS: dict[str, type[models.Model]] = {
    "party": Party,
    "player": PartyPlayer,
    "result": PartyResult,
    "round": PartyRound,
    "session": Session,
    "sheet": SkatSheet,
}
_NAMES = {model: name for name, model in _MODELS.items()}
_BATCH = 200

Fields = dict[str, Any]


class Journal:
    """What one act changes; every change of a party's records goes through here."""

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
        name = _NAMES[type(record)]
        self.changes.append({"model": name, "pk": record.pk, "before": before, "after": after})


@contextmanager
def party_act(*, party: Party, kind: str, words: str, user: User | None) -> Iterator[Journal]:
    """Change *party* inside, one act at a time and all or nothing; an act that changes nothing leaves no trace.

    *words* say what was done, in a sentence for the list of acts; the act may replace them by ``journal.words``.

    :raises DoneBeforeError: if the press of a button that asks for it was answered before
    :raises FinalError: if the results are final
    """
    with transaction.atomic():
        _lock(party, kind)
        journal = Journal((party.acts.aggregate(last=Max("number"))["last"] or 0) + 1)
        yield journal
        if not journal.is_empty:
            PartyAct.objects.create(
                party=party,
                number=journal.number,
                kind=kind,
                words=(journal.words or words)[:300],
                changes=journal.changes,
                press=party.press,
                made_by=user,
                made_at=timezone.now(),
            )
            _keep_version(party, journal.words or words, user)


def party_undo(*, party: Party, number: int, user: User | None) -> PartyAct:
    """Undo act *number*, which must be the latest that stands; everything is exactly as before it; return the act.

    What is undone already stays so.

    :raises PartyError: if there is nothing to undo, or another act is the latest
    :raises FinalError: if the results are final
    """
    with transaction.atomic():
        _lock(party)
        if done := party.acts.filter(number=number, undone_at__isnull=False).first():
            return done
        act = party.acts.filter(undone_at__isnull=True).first()
        if act is None:
            raise PartyError(text="Nothing is left to undo.")
        if act.number != number:
            raise PartyError(text=f"Something else was done meanwhile: {act.words} Look again before you undo it.")
        for change in reversed(act.changes):
            _restore(change)
        act.undone_by, act.undone_at = user, timezone.now()
        act.save(update_fields=["undone_by", "undone_at"])
        _keep_version(party, f"Undone: {act.words}", user)
    return act


def _keep_version(party: Party, words: str, user: User | None) -> None:
    """Keep the standings that follow from an act, where visitors could read those before it."""
    if party.session.event.was_published:
        stored = Party.objects.select_related("session__event__club").get(pk=party.pk)
        changes = [{"what": words, "was": "", "now": ""}]
        party_version_keep(party=stored, action=Action.CORRECTED, user=user, changes=changes)


def _lock(party: Party, kind: str = "") -> None:
    """Let nobody else change *party* until the transaction ends, and bring it up to what is stored.

    :raises DoneBeforeError: if what the press asks for, an act of this *kind*, was done before
    :raises FinalError: if the results are final
    """
    locked = Party.objects.select_for_update(of=("self",)).select_related("session__event__club").get(pk=party.pk)
    for field in Party._meta.concrete_fields:
        setattr(party, field.attname, getattr(locked, field.attname))
    party.session = locked.session
    if party.press and kind and (act := party.acts.filter(press=party.press, kind=kind).first()):
        raise DoneBeforeError(words=act.words, is_undone=act.undone_at is not None)
    event = party.session.event
    if event.is_final:
        when = f"{timezone.localtime(event.corrections_until):%d %B %Y, %H:%M}".lstrip("0")
        raise FinalError(name=event.name, when=when)


def _restore(change: Fields) -> None:
    """Put one record back to what it was before *change*."""
    model = _MODELS[change["model"]]
    before, stored = change["before"], model._default_manager.filter(pk=change["pk"])
    if before is None:
        stored.delete()
        return
    values = {name: _value(model, name, value) for name, value in before.items()}
    if change["after"] is None:
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
