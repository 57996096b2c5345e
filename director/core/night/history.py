"""The history of an event: reading it, and undoing and redoing its acts exactly.

:mod:`~director.core.night.journal` records every change with its previous values. Undo and redo work
on the recorded fields alone, so they don't depend on the kind of event.

An *act* is one change in the history, and its field ``words`` is the message in the list of acts. An
act is *in force* unless it has been undone.
"""

from collections.abc import Callable, Collection, Iterable
from contextlib import nullcontext, suppress
from datetime import datetime
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db import IntegrityError, models, transaction
from django.db.models import ForeignObjectRel, Max, ProtectedError, Q, QuerySet, Subquery
from django.utils import timezone

from director.core.base.act_kinds import KINDS_WITHOUT_UNDO, ActKind, can_undo
from director.core.base.roles import Role
from director.core.base.versions import increment_club_version, increment_event_version
from director.core.night.former_people import (
    add_anonymous_person,
    add_restored_row,
    filter_only_seated,
    filter_slips,
    find_merge,
)
from director.core.night.journal import (
    FOLLOWS_KEY,
    Fields,
    add_act,
    fetch_last_act_number,
    lock_event,
    record_published_correction,
    refuse_final,
    serialize_record,
)
from director.errors import DeskError
from director.models import Act, Event, Person, PersonMerge, Section, Session

# Who may undo which act, and in which order.


_KINDS_OF_TABLES = frozenset(kind for kind in ActKind if kind.doer is Role.SCORER)
"""The kinds of acts that a table did if no account did."""
SETTINGS_KINDS = (ActKind.SETTINGS, ActKind.CHARGES)
"""Kinds with an undo of their own, so that an undo during play can't change a setting."""


def filter_play_acts(acts: QuerySet[Act]) -> QuerySet[Act]:
    """Return *acts* without those that change settings."""
    return acts.exclude(kind__in=SETTINGS_KINDS)


def find_act_to_undo(acts: QuerySet[Act]) -> Act | None:
    """Return the latest of *acts* in force, or None."""
    return filter_acts_in_force(acts).first()


def select_undo_and_redo_acts(acts: QuerySet[Act]) -> QuerySet[Act]:
    """Return the next of *acts* to undo and the next to redo, with their users."""
    undo_pk = Subquery(filter_acts_in_force(acts).values("pk")[:1])
    redo_pk = Subquery(filter_undone_acts(acts).values("pk")[:1])
    return Act.objects.filter(Q(pk=undo_pk) | Q(pk=redo_pk)).select_related("made_by")


def split_undo_and_redo_acts(offered_acts: Iterable[Act]) -> tuple[Act | None, Act | None]:
    """Return the next act to undo and the next to redo, of those in ``select_undo_and_redo_acts``."""
    act_to_undo = act_to_redo = None
    for act in offered_acts:
        if act.undone_at is None:
            act_to_undo = act
        else:
            act_to_redo = act
    return act_to_undo, act_to_redo


def filter_acts_in_force(acts: QuerySet[Act]) -> QuerySet[Act]:
    """Return the *acts* in force that can be undone, latest first."""
    return (
        acts.filter(undone_at__isnull=True).exclude(kind__in=KINDS_WITHOUT_UNDO).order_by("-number")
    )


def fetch_acts_since_undo(act: Act) -> QuerySet[Act]:
    """Return the event's acts since *act* was undone or redone, latest first.

    Acts that were redone since are left out, since they were in force when *act* was made.
    """
    new_acts = Q(again_of__isnull=True, number__gt=act.undone_after)
    later_undone_acts = Q(undone_no__gt=act.undone_no, agains__isnull=True)
    acts = Act.objects.filter(new_acts | later_undone_acts, event=act.event_id).exclude(
        kind__in=KINDS_WITHOUT_UNDO
    )
    return acts.order_by("-number").distinct()


def filter_undone_acts(acts: QuerySet[Act]) -> QuerySet[Act]:
    """Return the undone *acts* that can be redone, the last one undone first.

    A new act depends on the records as it found them, so an act that was undone before it can't be
    redone any more.
    """
    latest_new_number = (
        acts.filter(again_of__isnull=True)
        .exclude(kind__in=KINDS_WITHOUT_UNDO)
        .order_by("-number")
        .values("number")[:1]
    )
    undone_acts = acts.filter(undone_after__gte=Subquery(latest_new_number), agains__isnull=True)
    return undone_acts.exclude(kind__in=KINDS_WITHOUT_UNDO).order_by("-undone_no")


MAX_UNDONE_MESSAGES = 3
"""Changes of a user that others undid and that a page lists. The history has all of them."""


def format_maker(act: Act) -> str:
    """Return the maker of *act* for a sentence. It is an account, "a table" or "somebody"."""
    if act.made_by:
        return str(act.made_by)
    # Everything else without an account comes from the command line.
    return "a table" if act.kind in _KINDS_OF_TABLES else "somebody"


SEATING_KINDS = frozenset({ActKind.DRAW, ActKind.NEXT, ActKind.PLAN})
"""Kinds of acts that seat people: a draw, the next round of a party, another movement."""
_PRINTED_KINDS = frozenset(
    {ActKind.SEATS, ActKind.NAME, ActKind.TEAMS, ActKind.SETTLE, ActKind.MOVEMENT}
)
"""Kinds of acts that change what sheets say: names, single seats, the setting up of a party, or a
movement chosen before play."""


def format_undo_question(act: Act, user: User) -> str:
    """Return the question before *user* undoes *act*, or "" if none is needed.

    A question is needed for somebody else's act, and for seats that people have taken or that were
    printed. An act of the command line counts as the user's own.
    """
    is_by_table = act.made_by_id is None and act.kind in _KINDS_OF_TABLES
    is_by_command = act.made_by_id is None and not is_by_table
    if act.made_by_id == user.pk or is_by_command:
        consequence = _describe_lost_seats(act)
        return f"Undo this? {act.words} {consequence}" if consequence else ""
    return "Undo what {who} did at {when}? {message}".format(
        who=format_maker(act), when=_format_undo_time(act.made_at), message=act.words
    )


def _describe_lost_seats(act: Act) -> str:
    """Return what an undo of *act* means for seats and printed sheets, or ""."""
    has_draw = any("draws" in (change["after"] or ()) for change in act.changes)
    is_seating = has_draw or act.kind in SEATING_KINDS
    if not is_seating and act.kind not in _PRINTED_KINDS:
        return ""
    printed_sessions = Session.objects.filter(event=act.event_id).exclude(printed_fingerprint="")
    printed_sections = Section.objects.filter(session__event=act.event_id).exclude(
        printed_fingerprint=""
    )
    is_printed = printed_sessions.exists() or printed_sections.exists()
    if is_printed:
        return "Sheets have been printed and may no longer match."
    return "Players may have taken these seats." if is_seating else ""


def format_redo_question(act: Act, user: User) -> str:
    """Return the question before *user* redoes *act* that somebody else undid, or ""."""
    if act.undone_by_id in (user.pk, None):
        return ""
    return "Redo what {who} undid at {when}? {message}".format(
        who=act.undone_by, when=_format_undo_time(act.undone_at), message=act.words
    )


def fetch_last_undo_number(event: Event) -> int:
    """Return the number of the latest undo in *event*, or 0. (Costs one query.)"""
    return event.acts.aggregate(last=Max("undone_no"))["last"] or 0


def list_undone_messages(acts: QuerySet[Act], user: User, last_undo_no: int) -> list[str]:
    """Return messages about acts of *user* that others undid after the undo *last_undo_no*.

    (Costs one query.)
    """
    undone_acts = acts.filter(made_by=user, undone_no__gt=last_undo_no).exclude(undone_by=user)
    undone_acts = undone_acts.select_related("undone_by").defer("changes").order_by("-undone_no")
    return [
        "{who} undid this change of yours at {when}: {message}".format(
            who=act.undone_by or "somebody",
            when=_format_undo_time(act.undone_at),
            message=act.words,
        )
        for act in undone_acts[:MAX_UNDONE_MESSAGES]
    ]


def _format_undo_time(moment: datetime | None) -> str:
    """Return the time of *moment*, with the date unless it was today."""
    if moment is None:
        return ""
    local = timezone.localtime(moment)
    if local.date() == timezone.localdate():
        return f"{local:%H:%M}"
    return f"{local:%H:%M} on {local.day} {local:%B}"


# Undoing and redoing acts.


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
        record_published_correction(locked_event, act, user, prefix="Undone: ")
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
            depends_on=prevents_undo,
        )
        if act is None:
            # The button was pressed twice.
            return locked_event.acts.get(again_of__number=number, undone_at__isnull=True)
        record_published_correction(locked_event, act, user, prefix="Redone: ")
    return act


def _filter_acts(event: Event, kinds: Collection[str]) -> QuerySet[Act]:
    if kinds:
        return event.acts.filter(kind__in=kinds)
    return filter_play_acts(event.acts.all())


def have_common_field(later_act: Act, act: Act) -> bool:
    """Return whether both acts changed a field of the same record."""
    return not _collect_changed_fields(later_act).isdisjoint(_collect_changed_fields(act))


def _collect_changed_fields(act: Act) -> set[tuple[str, int, str]]:
    fields = set()
    for change in act.changes:
        for name in change["after"] or change["before"]:
            fields.add((change["model"], change["pk"], name))
    return fields


def prevents_undo(later_act: Act, act: Act) -> bool:
    """Return whether *later_act* prevents an undo of *act* in any kind of event.

    Every later act does, unless it changes other settings.
    """
    return later_act.kind not in SETTINGS_KINDS or have_common_field(later_act, act)


def undo_act(
    *,
    acts: QuerySet[Act],
    number: int,
    user: User | None,
    depends_on: Callable[[Act, Act], bool] | None = None,
) -> Act | None:
    """Undo act *number* of *acts*. Return it, or None if it is undone already.

    *depends_on* returns whether a later act depends on it. By default every later act does, unless it
    changes other settings of the event.

    :raises DeskError: if there is nothing to undo, a later act depends on it (parameter ``later``),
        or the role of *user* doesn't allow it
    """
    if acts.filter(number=number, undone_at__isnull=False).exists():
        return None
    acts_in_force = filter_acts_in_force(acts)
    act = acts_in_force.filter(number=number).first()
    if act is None:
        latest_act = acts_in_force.first()
        if latest_act:
            raise _make_newer_change_error(message=latest_act.words)
        raise DeskError("nothing-to-undo", "Nothing is left to undo.")
    for later_act in filter_acts_in_force(act.event.acts.filter(number__gt=number)):
        if depends_on is None and prevents_undo(later_act, act):
            raise _make_newer_change_error(message=later_act.words)
        if depends_on and depends_on(later_act, act):
            raise DeskError(
                "built-on",
                "A later change depends on this one. Undo that first: {message}",
                message=later_act.words,
                later=later_act,
            )
    _refuse_undo_beyond_role(act, user)
    # Backwards, since a record may refer to one that was created before it in the same act.
    for change in reversed(act.changes):
        _restore_record(act.event, change, new_state="before", current_state="after")
    _delete_slips(act)
    last_numbers = act.event.acts.aggregate(act=models.Max("number"), undo=models.Max("undone_no"))
    act.undone_by = user
    act.undone_at = timezone.now()
    act.undone_no = 1 + (last_numbers["undo"] or 0)
    act.undone_after = last_numbers["act"]
    act.save(update_fields=["undone_by", "undone_at", "undone_no", "undone_after", "changes"])
    increment_event_version(act.event_id)
    return act


def redo_act(
    *,
    event: Event,
    acts: QuerySet[Act],
    number: int,
    user: User | None,
    depends_on: Callable[[Act, Act], bool],
) -> Act | None:
    """Redo act *number* of *acts*. Return it, or None if it is redone already.

    *depends_on* returns whether another act of the event, done or undone since, prevents it.

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
        raise _make_newer_undo_error(message=act.words)
    _refuse_redo_conflict(act, depends_on)
    _refuse_undo_beyond_role(act, user)
    for change in act.changes:
        _restore_record(event, change, new_state="after", current_state="before")
    increment_event_version(event.pk)
    return add_act(
        event,
        fetch_last_act_number(event) + 1,
        message=act.words,
        user=user,
        kind=act.kind,
        changes=act.changes,
        section_id=act.section_id,
        again_of=act,
    )


def _refuse_redo_conflict(act: Act, depends_on: Callable[[Act, Act], bool]) -> None:
    for later_act in fetch_acts_since_undo(act):
        if not depends_on(later_act, act):
            continue
        if later_act.undone_at is not None:
            raise _make_newer_undo_error(message=later_act.words)
        raise DeskError(
            "done-since",
            "You can’t redo this because of a later change: {message}",
            message=later_act.words,
        )


def _refuse_undo_beyond_role(act: Act, user: User | None) -> None:
    if not can_undo(user, act.kind):
        raise DeskError(
            "undo-beyond-role",
            "Only a director can undo or redo this: {message}",
            message=act.words,
        )


def refuse_later_change(act: Act, side: str) -> None:
    """Raise if a record of *act* was changed since in a way that the history doesn't have.

    *side* is "after" before an undo, and "before" ahead of a redo. Some values, such as a scoring
    method that comes with a movement, change without an act.

    :raises DeskError: if a record has other values than *act* recorded for *side*
    """
    for change in act.changes:
        stored_records = apps.get_model(change["model"])._default_manager.filter(pk=change["pk"])
        if FOLLOWS_KEY not in change and not _has_values(stored_records, change[side]):
            raise DeskError(
                "setting-changed-since",
                "This was changed again, so it can’t be undone or redone. Type what it should be: "
                "{message}",
                message=act.words,
            )


def _restore_record(event: Event, change: Fields, *, new_state: str, current_state: str) -> None:
    """Restore one record of *event* to its state "before" or "after" the *change*."""
    model = apps.get_model(change["model"])
    fields = change[new_state]
    stored_records = model._default_manager.filter(pk=change["pk"])
    if model is Person:
        increment_club_version(event.club_id)
    if fields is None:
        _delete_restored_record(model, stored_records)
        return
    if model is Person and (stored_records.exists() or find_merge(change["pk"])):
        # A person who was edited stayed, and a merged person is another person now.
        return
    values = {name: _deserialize_field(model, name, value) for name, value in fields.items()}
    if change.get(FOLLOWS_KEY) and not _has_values(stored_records, change[current_state]):
        return
    merge = _replace_missing_person(event, model, values)
    if model is Person:
        _set_free_twin_no(values)
    try:
        if change[current_state] is not None:
            stored_records.update(**values)
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
        add_restored_row(merge, label=change["model"], row_id=change["pk"])


def _delete_restored_record(model: type[models.Model], stored_records: QuerySet[Any]) -> None:
    if model is Person:
        stored_records = filter_only_seated(stored_records)
    # A person who plays elsewhere since stays: the database refuses the deletion.
    with suppress(ProtectedError) if model is Person else nullcontext():
        stored_records.delete()


def _delete_slips(act: Act) -> None:
    """Delete the people whom the undo of *act* unseated, if only its names had added them.

    They become changes of *act*, so that it can be redone.
    """
    unseated_ids = {
        change["after"]["person_id"]
        for change in act.changes
        if change["after"] and change["after"].get("person_id")
    }
    if not unseated_ids:
        return
    slips = list(filter_slips(Person.objects.filter(pk__in=unseated_ids)))
    if not slips:
        return
    Person.objects.filter(pk__in=[person.pk for person in slips]).delete()
    increment_club_version(act.event.club_id)
    added_people = [
        {
            "model": person._meta.label_lower,
            "pk": person.pk,
            "before": None,
            "after": serialize_record(person),
        }
        for person in slips
    ]
    # Before the other changes, because their seats refer to them.
    act.changes = [*added_people, *act.changes]


def _set_free_twin_no(values: Fields) -> None:
    """Number the person in *values* as a twin if their name was given to a new person since."""
    identity = {name: values[name] for name in ("club_id", "name_key", "number")}
    twin_nos = (
        Person.objects.filter(is_placeholder=False)
        .filter(**identity)
        .values_list("twin_no", flat=True)
    )
    if not values["is_placeholder"] and twin_nos:
        values["twin_no"] = 1 + max(twin_nos)


def _has_values(stored_records: QuerySet[Any], fields: Fields) -> bool:
    """Return whether the first of *stored_records* exists and has the values of *fields*."""
    record = stored_records.first()
    return record is not None and all(
        getattr(record, name) == _deserialize_field(type(record), name, value)
        for name, value in fields.items()
    )


def _replace_missing_person(
    event: Event, model: type[models.Model], values: Fields
) -> PersonMerge | None:
    """Replace a person in *values* who is no longer in People.

    A merged person is replaced by the person they were merged into, and the merge is returned. A
    removed person becomes anonymous if the seat can't be empty.
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
        values["person_id"] = add_anonymous_person(club_id=event.club_id, person_id=person_id)
    return merge


def _deserialize_field(model: type[models.Model], name: str, value: Any) -> Any:
    if not isinstance(value, str):
        return value
    field = model._meta.get_field(name)
    if isinstance(field, models.JSONField | ForeignObjectRel):
        return value
    return field.to_python(value)


def _make_newer_change_error(*, message: object) -> DeskError:
    return DeskError(
        "done-meanwhile",
        "There is a newer change: {message} Check it before you undo.",
        message=message,
    )


def _make_newer_undo_error(*, message: object) -> DeskError:
    return DeskError(
        "undone-meanwhile",
        "Another change was undone: {message} Check it before you redo.",
        message=message,
    )
