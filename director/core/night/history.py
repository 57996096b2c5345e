"""The history of an event: every change with its old values, so that it can be undone exactly.

Each kind of event changes its records through the ``Journal`` of :func:`record_event_act`. Undo and redo
work on the recorded fields alone, so they need to know nothing of the kinds.

An *act* is one change in the history; its *words* are the sentence in the list of acts. An act
that is not undone *stands*.
"""

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager, nullcontext, suppress
from datetime import date, datetime, time
from decimal import Decimal
from functools import cached_property
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, models, transaction
from django.db.models import ForeignObjectRel, Max, ProtectedError, Q, QuerySet, Subquery
from django.utils import timezone

from director.core.base.idempotency import record_submission
from director.core.base.machine_time import format_moment
from director.core.base.roles import Role, get_role
from director.core.base.standings_versions import record_correction
from director.core.base.versions import count_change, count_club_change
from director.core.night.former_people import (
    add_former_person,
    filter_only_seated,
    find_merge,
    note_restored_row,
)
from director.errors import DeskError, FinalError
from director.models import Act, Event, Person, PersonMerge, Section

# Who may undo which act, and in which order.


PUBLISHING = "publishing"
"""The kind of acts that publish, unpublish, finalise or reopen results.

Publishing has its own buttons, so these acts are left out of undo and redo.
"""
SENDING = "sending"
"""The kind of acts that sent a file. They changed nothing here, so nothing can be undone."""
FORMER_SEASON = "season"
"""The kind of acts that put a party into a season, until seasons had their own page.

They have no changes any more, so nothing can be undone.
"""
_NEVER_UNDONE = (PUBLISHING, SENDING, FORMER_SEASON)
PHONES = "phones"
"""The kind of acts that block or allow a phone at a table."""
SETTINGS = "settings"
"""The kind of acts that change an event's own settings, such as its name, or those of its screens."""
CHARGES = "charges"
"""The kind of acts that change what the event's file for the union names."""
SETTINGS_KINDS = (SETTINGS, CHARGES)
"""Kinds that have an undo of their own, apart from play: an undo at play takes nobody's name away."""
OF_SCORERS = frozenset(
    {"result", "settled", "groups", "tables", "sheets", "next", "finish", PHONES, CHARGES}
)
"""The kinds of acts that a scorer may do, undo and redo: entering results and moving on."""


def may_undo(user: User | None, kind: str) -> bool:
    """Return whether *user* may undo an act of *kind*. None is the command line."""
    return user is None or get_role(user) is Role.DIRECTOR or kind in OF_SCORERS


def filter_acts_of_play(acts: QuerySet[Act]) -> QuerySet[Act]:
    """Return *acts* without those that change settings."""
    return acts.exclude(kind__in=SETTINGS_KINDS)


def find_act_to_undo(acts: QuerySet[Act]) -> Act | None:
    """Return the latest of *acts* in force, or None."""
    return filter_standing_acts(acts).first()


def fetch_undo_and_redo_acts(acts: QuerySet[Act]) -> tuple[Act | None, Act | None]:
    """Return the next act to undo and the next to redo, with their users. One query."""
    undo_pk = Subquery(filter_standing_acts(acts).values("pk")[:1])
    redo_pk = Subquery(filter_undone_acts(acts).values("pk")[:1])
    offered_acts = Act.objects.filter(Q(pk=undo_pk) | Q(pk=redo_pk)).select_related("made_by")
    acts_by_state = {act.undone_at is None: act for act in offered_acts}
    return acts_by_state.get(True), acts_by_state.get(False)


def filter_standing_acts(acts: QuerySet[Act]) -> QuerySet[Act]:
    """Return the *acts* in force that can be undone, latest first."""
    return acts.filter(undone_at__isnull=True).exclude(kind__in=_NEVER_UNDONE).order_by("-number")


def fetch_acts_since_undo(act: Act) -> QuerySet[Act]:
    """Return the event's acts since *act* was undone or redone, latest first.

    Acts that were redone since are left out: they were already in force when *act* was made.
    """
    new_acts = Q(again_of__isnull=True, number__gt=act.undone_after)
    undone_later = Q(undone_no__gt=act.undone_no, agains__isnull=True)
    acts = Act.objects.filter(new_acts | undone_later, event=act.event_id).exclude(
        kind__in=_NEVER_UNDONE
    )
    return acts.order_by("-number").distinct()


def filter_undone_acts(acts: QuerySet[Act]) -> QuerySet[Act]:
    """Return the undone *acts* that can be redone, the last one undone first.

    A new act after an undo builds on the state of that time, so an act that was undone before it
    can't be redone any more.
    """
    latest_new_number = (
        acts.filter(again_of__isnull=True)
        .exclude(kind__in=_NEVER_UNDONE)
        .order_by("-number")
        .values("number")[:1]
    )
    undone = acts.filter(undone_after__gte=Subquery(latest_new_number), agains__isnull=True)
    return undone.exclude(kind__in=_NEVER_UNDONE).order_by("-undone_no")


MAX_UNDONE_SHOWN = 3
"""Changes of a person, undone by others, that a page names. The history has all of them."""


def format_maker(act: Act) -> str:
    """Return the maker of *act* for a sentence: an account, "a table" or "somebody"."""
    if act.made_by:
        return str(act.made_by)
    # Without an account only tables enter results. Everything else comes from the command line.
    return "a table" if act.kind in OF_SCORERS else "somebody"


def format_undo_question(act: Act, user: User) -> str:
    """Return the question before *user* undoes *act* of somebody else, or "".

    Nothing is asked about the user's own acts, or about acts of the command line.
    """
    is_of_table = act.made_by_id is None and act.kind in OF_SCORERS
    if act.made_by_id == user.pk or not (act.made_by_id or is_of_table):
        return ""
    return "Undo what {who} did at {when}? {words}".format(
        who=format_maker(act), when=_format_undo_time(act.made_at), words=act.words
    )


def format_redo_question(act: Act, user: User) -> str:
    """Return the question before *user* redoes *act* that somebody else undid, or ""."""
    if act.undone_by_id in (user.pk, None):
        return ""
    return "Redo what {who} undid at {when}? {words}".format(
        who=act.undone_by, when=_format_undo_time(act.undone_at), words=act.words
    )


def fetch_last_undo_number(event: Event) -> int:
    """Return the number of the latest undo in *event*, 0 without one. One query."""
    return event.acts.aggregate(last=Max("undone_no"))["last"] or 0


def describe_undone_by_others(acts: QuerySet[Act], user: User, since: int) -> list[str]:
    """Return sentences about acts of *user* that others undid after the undo *since*. One query."""
    undone = acts.filter(made_by=user, undone_no__gt=since).exclude(undone_by=user)
    undone = undone.select_related("undone_by").defer("changes").order_by("-undone_no")
    return [
        "{who} undid this change of yours at {when}: {words}".format(
            who=act.undone_by or "somebody", when=_format_undo_time(act.undone_at), words=act.words
        )
        for act in undone[:MAX_UNDONE_SHOWN]
    ]


def _format_undo_time(moment: datetime | None) -> str:
    """Return the time of *moment*, with the date unless it was today."""
    if moment is None:
        return ""
    local = timezone.localtime(moment)
    if local.date() == timezone.localdate():
        return f"{local:%H:%M}"
    return f"{local:%H:%M} on {local.day} {local:%B}"


# Recording acts, and undoing and redoing them.


_BATCH = 200

Fields = dict[str, Any]
RESULT_MODELS = frozenset(
    f"director.{name}" for name in ("result", "resultversion", "award", "partyresult")
)
"""The models of a table's results, as the history names them."""
FOLLOWS = "follows"
"""Marks the change of a record that only follows the act, and that later acts don't depend on."""


class Journal:
    """The recorder of one act. Every change of an event's records goes through it.

    *user* did it, None for the command line or a table. *section* is the section that is changed.
    ``is_by_table`` says that a table enters its own results.
    """

    def __init__(self, event: Event, user: User | None, section: Section | None = None) -> None:
        self._event = event
        self.user = user
        self.section = section
        self.changes: list[Fields] = []
        self.words = ""
        self.is_by_table = False
        self.act: Act | None = None
        """The act that was recorded, once its block is left."""

    @cached_property
    def number(self) -> int:
        """The number of the act."""
        return fetch_last_act_number(self._event) + 1

    def change(self, record: models.Model, *, keep_all: bool = False, **fields: Any) -> None:
        """Set *fields* of *record*, and note the changed ones or, if *keep_all*, all."""
        changed = {
            name: value
            for name, value in fields.items()
            if keep_all or getattr(record, name) != value
        }
        if not changed:
            return
        values_before = {name: _serialize_field(record, name) for name in changed}
        for name, value in changed.items():
            setattr(record, name, value)
        record.save(update_fields=list(changed))
        values_after = {name: _serialize_field(record, name) for name in changed}
        self._note(record, values_before, values_after)

    def follow(self, record: models.Model, **fields: Any) -> None:
        """Set all *fields* of *record*, which follows the act as the clock follows a draw.

        An undo or redo leaves the record as it is if any of the fields was changed since.
        """
        self.change(record, keep_all=True, **fields)
        self.changes[-1][FOLLOWS] = True

    def create(self, record: models.Model) -> None:
        """Store a new *record*."""
        # The database checks what must be unique. Validating it here would cost queries.
        record.full_clean(exclude={"entered_by"}, validate_unique=False, validate_constraints=False)
        record.save(force_insert=True)
        self._note(record, None, _serialize_record(record))

    def create_all(self, records: Sequence[models.Model]) -> None:
        """Store new *records* of one kind, in few queries."""
        if not records:
            return
        for record in type(records[0])._default_manager.bulk_create(records, batch_size=_BATCH):
            self._note(record, None, _serialize_record(record))

    def delete(self, records: models.QuerySet[Any]) -> None:
        """Delete *records*."""
        for record in records:
            self._note(record, _serialize_record(record), None)
        records.delete()

    def _note(
        self, record: models.Model, values_before: Fields | None, values_after: Fields | None
    ) -> None:
        label = record._meta.label_lower
        self.changes.append(
            {"model": label, "pk": record.pk, "before": values_before, "after": values_after}
        )


@contextmanager
def record_event_act(
    *, event: Event, kind: str, words: str, user: User | None
) -> Iterator[Journal]:
    """Record the changes made inside as one act of *event*, in one transaction.

    If the event was published, a new version of the standings is noted. Everything else is as in
    :func:`record_act`.

    :raises FinalError: if the results are final
    """
    with transaction.atomic():
        locked_event = lock_event(event)
        refuse_final(locked_event)
        with record_act(event=locked_event, kind=kind, words=words, user=user) as journal:
            yield journal
        if journal.changes:
            _note_correction(locked_event, journal.words or words, user)


@contextmanager
def record_act(
    *, event: Event, kind: str, words: str, user: User | None, section: Section | None = None
) -> Iterator[Journal]:
    """Record the changes made inside as an act of the locked *event*.

    An act without changes is not recorded. *words* is the sentence for the list of acts; the block
    may replace it by setting ``journal.words``.
    """
    journal = Journal(event, user, section)
    yield journal
    if journal.changes:
        journal.act = _add_act(
            event,
            journal.number,
            words=journal.words or words,
            user=user,
            kind=kind,
            changes=journal.changes,
            section=section,
        )
        # A table's own results change nothing that other tables are shown.
        is_by_table = journal.is_by_table and _change_only_results(journal.changes)
        # Saving an event counts by itself.
        if all(change["model"] != Event._meta.label_lower for change in journal.changes):
            count_change(event.pk, by_table=is_by_table)


def note_act(*, event: Event, kind: str, words: str, user: User | None) -> None:
    """Record an act of the locked *event* that changed no record, such as a file that was sent."""
    _add_act(event, fetch_last_act_number(event) + 1, words=words, user=user, kind=kind)
    count_change(event.pk)


def undo_event(*, event: Event, number: int, user: User | None, kinds: Collection[str] = ()) -> Act:
    """Undo act *number*, the latest in force. Return it.

    If the act is undone already, nothing changes. *kinds* are the kinds of acts that the page
    offers; empty for all.

    :raises DeskError: if there is nothing to undo, or another act is the latest
    :raises FinalError: if the results are final
    """
    with transaction.atomic():
        locked_event = lock_event(event)
        refuse_final(locked_event)
        act = undo_act(acts=_filter_acts(locked_event, kinds), number=number, user=user)
        if act is None:
            # The button was pressed twice: the page gets the act that was undone the first time.
            return locked_event.acts.get(number=number)
        _note_correction(locked_event, f"Undone: {act.words}", user)
    return act


def redo_event(*, event: Event, number: int, user: User | None, kinds: Collection[str] = ()) -> Act:
    """Redo act *number*, the last one undone. Return the new act.

    If the act is redone already, nothing changes. *kinds* are the kinds of acts that the page
    offers; empty for all.

    :raises DeskError: if something else was done since the undo, or another act was undone last
    :raises FinalError: if the results are final
    """
    with transaction.atomic():
        locked_event = lock_event(event)
        refuse_final(locked_event)
        # Acts of kinds that the page doesn't offer are not among *acts*, but may have changed the
        # same records since.
        act = redo_act(
            event=locked_event,
            acts=_filter_acts(locked_event, kinds),
            number=number,
            user=user,
            builds_on=_is_in_way,
        )
        if act is None:
            # The button was pressed twice.
            return locked_event.acts.get(again_of__number=number, undone_at__isnull=True)
        _note_correction(locked_event, f"Redone: {act.words}", user)
    return act


def _filter_acts(event: Event, kinds: Collection[str]) -> QuerySet[Act]:
    if kinds:
        return event.acts.filter(kind__in=kinds)
    return filter_acts_of_play(event.acts.all())


def share_fields(later: Act, act: Act) -> bool:
    """Return whether both acts changed a field of the same record."""
    return not _list_changed_fields(later).isdisjoint(_list_changed_fields(act))


def _list_changed_fields(act: Act) -> set[tuple[str, int, str]]:
    fields = set()
    for change in act.changes:
        for name in change["after"] or change["before"]:
            fields.add((change["model"], change["pk"], name))
    return fields


def _is_in_way(later: Act, act: Act) -> bool:
    """Return whether *later* prevents an undo of *act*, whose kind doesn't say what depends on it."""
    return later.kind not in SETTINGS_KINDS or share_fields(later, act)


def undo_act(
    *,
    acts: QuerySet[Act],
    number: int,
    user: User | None,
    builds_on: Callable[[Act, Act], bool] | None = None,
) -> Act | None:
    """Undo act *number* of *acts*. Return it, or None if it is undone already.

    *builds_on* says whether a later act builds on it. Without *builds_on* every later act does, but
    those that change other settings of the event.

    :raises DeskError: if there is nothing to undo, a later act builds on it (parameter ``later``),
        or the role of *user* doesn't allow it
    """
    if acts.filter(number=number, undone_at__isnull=False).exists():
        return None
    standing = filter_standing_acts(acts)
    act = standing.filter(number=number).first()
    if act is None:
        latest = standing.first()
        if latest:
            raise _make_done_meanwhile_error(words=latest.words)
        raise DeskError("nothing-to-undo", "Nothing is left to undo.")
    for later in filter_standing_acts(act.event.acts.filter(number__gt=number)):
        if builds_on is None and _is_in_way(later, act):
            raise _make_done_meanwhile_error(words=later.words)
        if builds_on and builds_on(later, act):
            raise DeskError(
                "built-on",
                "A later change depends on this one. Undo that first: {words}",
                words=later.words,
                later=later,
            )
    _refuse_beyond(act, user)
    # Backwards: a record may refer to one that was created before it in the same act.
    for change in reversed(act.changes):
        _restore(act.event, change, "before", "after")
    counts = act.event.acts.aggregate(latest=models.Max("number"), undos=models.Max("undone_no"))
    act.undone_by = user
    act.undone_at = timezone.now()
    act.undone_no = 1 + (counts["undos"] or 0)
    act.undone_after = counts["latest"]
    act.save(update_fields=["undone_by", "undone_at", "undone_no", "undone_after"])
    count_change(act.event_id)
    return act


def redo_act(
    *,
    event: Event,
    acts: QuerySet[Act],
    number: int,
    user: User | None,
    builds_on: Callable[[Act, Act], bool],
) -> Act | None:
    """Redo act *number* of *acts*. Return it, or None if it is redone already.

    *builds_on* says whether another act of the event, done or undone since, is in the way.

    :raises DeskError: if something else was done since the undo, another act was undone last, or
        the role of *user* doesn't allow it
    """
    if acts.filter(again_of__number=number, undone_at__isnull=True).exists():
        return None
    act = filter_undone_acts(acts).first()
    if act is None:
        raise DeskError(
            "nothing-to-redo", "Nothing is left to redo: something else was changed after the undo."
        )
    if act.number != number:
        raise _make_undone_meanwhile_error(words=act.words)
    _refuse_redo_conflict(act, builds_on)
    _refuse_beyond(act, user)
    for change in act.changes:
        _restore(event, change, "after", "before")
    count_change(event.pk)
    return _add_act(
        event,
        fetch_last_act_number(event) + 1,
        words=act.words,
        user=user,
        kind=act.kind,
        changes=act.changes,
        section_id=act.section_id,
        again_of=act,
    )


def _refuse_redo_conflict(act: Act, builds_on: Callable[[Act, Act], bool]) -> None:
    for later in fetch_acts_since_undo(act):
        if not builds_on(later, act):
            continue
        if later.undone_at is not None:
            raise _make_undone_meanwhile_error(words=later.words)
        raise DeskError(
            "done-since",
            "You can’t redo this because of a later change: {words}",
            words=later.words,
        )


def _refuse_beyond(act: Act, user: User | None) -> None:
    if not may_undo(user, act.kind):
        raise DeskError(
            "undo-beyond-role", "Only a director can undo or redo this: {words}", words=act.words
        )


def refuse_changed_since(act: Act, side: str) -> None:
    """Raise if a record has other values than *act* gave it, or on *side* "before" found in it.

    Some values, such as a scoring that comes with a movement, change without an act.

    :raises DeskError: if one has
    """
    for change in act.changes:
        stored = apps.get_model(change["model"])._default_manager.filter(pk=change["pk"])
        if FOLLOWS not in change and not _is_as(stored, change[side]):
            raise DeskError(
                "setting-changed-since",
                "This was changed again, so it can’t be undone or redone. Type what it should be: "
                "{words}",
                words=act.words,
            )


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


def explain_final(event: Event) -> str:
    """Return why a final event can't be changed, or "" if it isn't final."""
    try:
        refuse_final(event)
    except FinalError as error:
        return str(error)
    return ""


def fetch_last_act_number(event: Event) -> int:
    """Return the number of the latest act of *event*, or 0. One query."""
    # Asked twice by each entry, and Django takes ten times as long to put the question together.
    with connection.cursor() as cursor:
        cursor.execute("SELECT MAX(number) FROM director_act WHERE event_id = %s", [event.pk])
        (last,) = cursor.fetchone()
    return last or 0


def _add_act(event: Event, number: int, *, words: str, user: User | None, **fields: Any) -> Act:
    record_submission()
    return Act.objects.create(
        event=event,
        number=number,
        words=words[:300],
        made_by=user,
        made_at=timezone.now(),
        **fields,
    )


def _change_only_results(changes: Collection[Fields]) -> bool:
    """Return whether *changes* concern results only, not movement, seats or clock."""
    return all(change["model"] in RESULT_MODELS for change in changes)


def _note_correction(event: Event, words: str, user: User | None) -> None:
    """Note that an act changed the standings of a published event."""
    if event.was_published:
        record_correction(event, user, [{"what": words, "was": "", "now": ""}])


def _restore(event: Event, change: Fields, wanted_state: str, current_state: str) -> None:
    """Restore one record of *event* to its state "before" or "after" the *change*."""
    model = apps.get_model(change["model"])
    fields = change[wanted_state]
    stored = model._default_manager.filter(pk=change["pk"])
    if model is Person:
        count_club_change(event.club_id)
    if fields is None:
        if model is Person:
            stored = filter_only_seated(stored)
        # Somebody who plays elsewhere since stays.
        with suppress(ProtectedError) if model is Person else nullcontext():
            stored.delete()
        return
    values = {name: _parse_field(model, name, value) for name, value in fields.items()}
    if change.get(FOLLOWS) and not _is_as(stored, change[current_state]):
        return
    merge = _replace_missing_person(event, model, values)
    if model is Person:
        _keep_namesake_apart(values)
    try:
        if change[current_state] is not None:
            stored.update(**values)
        else:
            model(**values).save(force_insert=True)
    except IntegrityError as error:
        if merge:
            raise DeskError(
                "merged-seated",
                "{name} was merged with {other}, who sits there already. Undo the merge in People "
                "first.",
                name=merge.was["name"],
                other=merge.into.name,
            ) from error
        # A backup was restored since, and new records took its primary keys.
        raise DeskError(
            "place-taken", "Something newer is in its place, so nothing was changed."
        ) from error
    if merge:
        note_restored_row(merge, label=change["model"], row_id=change["pk"])


def _keep_namesake_apart(values: Fields) -> None:
    """Make the person in *values* a twin if their name was typed for somebody new since."""
    identity = {name: values[name] for name in ("club_id", "name_key", "number")}
    twin_nos = (
        Person.objects.filter(is_placeholder=False)
        .filter(**identity)
        .values_list("twin_no", flat=True)
    )
    if not values["is_placeholder"] and twin_nos:
        values["twin_no"] = 1 + max(twin_nos)


def _is_as(stored: QuerySet[Any], fields: Fields) -> bool:
    """Return whether the *stored* record exists and has the values of *fields*."""
    record = stored.first()
    return record is not None and all(
        getattr(record, name) == _parse_field(type(record), name, value)
        for name, value in fields.items()
    )


def _replace_missing_person(
    event: Event, model: type[models.Model], values: Fields
) -> PersonMerge | None:
    """Replace a person in *values* who is no longer in People.

    A merged person is replaced by the person they became, and the merge is returned. A removed
    person comes back without a name if the seat can't be empty.
    """
    if "person_id" not in values:
        return None
    person_id = values["person_id"]
    if Person.objects.filter(pk=person_id).exists():
        return None
    merge = find_merge(person_id) if person_id else None
    if merge:
        values["person_id"] = merge.into_id
    elif model._meta.get_field("person").null:
        values["person_id"] = None
    else:
        values["person_id"] = add_former_person(club_id=event.club_id, person_id=person_id)
    return merge


def _parse_field(model: type[models.Model], name: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    field = model._meta.get_field(name)
    if isinstance(field, models.JSONField | ForeignObjectRel):
        return value
    return field.to_python(value)


def _serialize_record(record: models.Model) -> Fields:
    return {
        field.attname: _serialize_field(record, field.attname)
        for field in record._meta.concrete_fields
    }


def _serialize_field(record: models.Model, name: str) -> Any:
    """Return a field's value as JSON, with times to the microsecond."""
    value = getattr(record, name)
    if isinstance(value, Decimal):
        return str(value)
    if isinstance(value, date | time):
        return value.isoformat()
    return value


def _make_done_meanwhile_error(*, words: object) -> DeskError:
    return DeskError(
        "done-meanwhile", "There is a newer change: {words} Check it before you undo.", words=words
    )


def _make_undone_meanwhile_error(*, words: object) -> DeskError:
    return DeskError(
        "undone-meanwhile",
        "Another change was undone: {words} Check it before you redo.",
        words=words,
    )
