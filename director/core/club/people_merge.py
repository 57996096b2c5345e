"""Merge two entries in People that are the same person, and undo a merge."""

from collections.abc import Collection, Mapping, Sequence
from operator import attrgetter
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import Max, Model, Q, QuerySet

from director.core.base.versions import increment_club_version, increment_event_version
from director.core.club.people import (
    fetch_people_by_name,
    get_session_paths_by_player_model,
    record_corrections,
    store_numbers,
)
from director.errors import DeskError
from director.models import Act, Entry, EntryPlayer, LineUpSeat, Payment, Person, PersonMerge
from director.names import make_name_key

MOVED_SESSIONS_KEY = "director.session"
"""The key of a merge's ``moved`` for the sessions that the removed person played."""
LAST_ACT_KEY, LAST_ENTRY_KEY = "director.act", "director.entry"
"""The keys of a merge's ``moved`` for the latest act and entry of that time."""
RECORDED_FIELDS = (
    "name",
    "number",
    "sits_still",
    "email",
    "phone",
    "is_visitor",
    "is_hidden",
    "needs_large_print",
)
"""The fields of a person that are stored so that a merge or a list can be undone."""


def check_merge(*, person: Person, into: Person) -> None:
    """Refuse a merge of two people who can't be the same person.

    :raises DeskError: if *person* is *into*, both played in one session, or a namesake of *into*
        has the number that *into* would take over, or both paid in one session
    """
    if person.pk == into.pk:
        raise DeskError(
            "merged-with-themselves",
            "You can’t merge {name} with themselves. Choose someone else.",
            name=person.name,
        )
    if person.number and not into.number:
        namesakes = fetch_people_by_name(into.club, into.name).filter(number=person.number)
        if namesakes.exclude(pk=person.pk).exists():
            raise DeskError(
                "merged-number-taken",
                "{name} has the number {number}, and so has another {other}. Merge {name} with "
                "{other} ({number}).",
                name=person.name,
                number=person.number,
                other=into.name,
            )
    sessions = _fetch_session_ids(person)
    for model, session_path in get_session_paths_by_player_model().items():
        other_seats = model._base_manager.filter(person=into, **{f"{session_path}__in": sessions})
        if player := other_seats.select_related(f"{session_path}__event").first():
            event = attrgetter(session_path.replace("__", "."))(player).event
            raise DeskError(
                "both-played",
                "{name} and {other} both played in {event} on {date:%d %B %Y}, so you can’t merge "
                "them.",
                name=person.name,
                other=into.name,
                event=event.name,
                date=event.date,
            )
    _refuse_two_payments(person=person, into=into)


def _refuse_two_payments(*, person: Person, into: Person) -> None:
    """Refuse a merge of two people who both paid in one session.

    :raises DeskError: if they did
    """
    double_payments = person.payments.filter(session__payments__person=into)
    if payment := double_payments.select_related("session__event").first():
        raise DeskError(
            "both-paid",
            "{name} and {other} both paid at {event} on {date:%d %B %Y}. Take one payment back in "
            "Money there first.",
            name=person.name,
            other=into.name,
            event=payment.session.event.name,
            date=payment.session.day,
        )


def merge_person(*, person: Person, into: Person, user: User | None = None) -> Person:
    """Move all entries of *person* to *into*, add missing numbers and e-mail, and delete *person*.

    :func:`undo_merge` restores *person*. Published standings that aren't final yet get a new
    version.

    :raises DeskError: as :func:`check_merge`
    """
    with record_corrections(person, user):
        check_merge(person=person, into=into)
        person_record = _make_person_record(person)
        moved_ids_by_model: dict[str, list[int]] = {
            MOVED_SESSIONS_KEY: sorted(_fetch_session_ids(person)),
            LAST_ACT_KEY: [_fetch_last_id(Act)],
            LAST_ENTRY_KEY: [_fetch_last_id(Entry)],
        }
        for model in get_session_paths_by_player_model():
            rows = model._base_manager.filter(person=person)
            moved_ids_by_model[model._meta.label_lower] = list(rows.values_list("pk", flat=True))
            rows.update(person=into)
        moved_ids_by_model[Payment._meta.label_lower] = _move_payments(person.payments.all(), into)
        # Earlier merges into *person* move too, or they would be deleted with them.
        moved_ids_by_model[PersonMerge._meta.label_lower] = list(
            person.merges.values_list("pk", flat=True)
        )
        person.merges.update(into=into)
        # Before *into* takes over the number, which only one person of a name can have.
        person.delete()
        previous_record = _make_person_record(into)
        into.number = into.number or person_record["number"]
        into.email = into.email or person_record["email"]
        into.phone = into.phone or person_record["phone"]
        into.sits_still = into.sits_still or person_record["sits_still"]
        into.is_hidden = into.is_hidden or person_record["is_hidden"]
        into.needs_large_print = into.needs_large_print or person_record["needs_large_print"]
        # Whoever was merged is more than a name at a seat, also if the merge is undone.
        into.is_from_seat = False
        into.save()
        increment_club_version(into.club_id)
        previous_body_keys = set(map(make_name_key, previous_record["numbers"]))
        numbers = dict(previous_record["numbers"])
        for body, number in person_record["numbers"].items():
            if make_name_key(body) not in previous_body_keys:
                numbers[body] = number
        store_numbers(into, numbers)
        changes = _compare_records(previous_record, _make_person_record(into))
        PersonMerge.objects.create(
            into=into, was=person_record, moved=moved_ids_by_model, gained=changes
        )
    return into


def undo_merge(*, merge: PersonMerge, user: User | None = None) -> Person:
    """Undo a merge and return the restored person.

    Fields and numbers that the other person gained by the merge and still has are removed. The
    restored person gets back their own sessions, whatever was changed there since the merge, and
    the sessions that were continued from them.

    :raises DeskError: if somebody else now has the name and number that one of the two would have,
        or the other person was seated again in a session of the restored one
    """
    into = merge.into
    person_record = merge.was
    with record_corrections(into, user):
        # Only values that nobody has changed since the merge go back.
        for name, (previous_value, merged_value) in merge.gained.items():
            if name != "numbers" and getattr(into, name) == merged_value:
                setattr(into, name, previous_value)
        _refuse_namesake(into)
        into.save()
        increment_club_version(into.club_id)
        if "numbers" in merge.gained:
            previous_value, merged_value = merge.gained["numbers"]
            remaining_numbers = {}
            for row in into.numbers.all():
                if row.body in previous_value or merged_value.get(row.body) != row.number:
                    remaining_numbers[row.body] = row.number
            store_numbers(into, remaining_numbers)
        # A merge stored by an older program may lack a field.
        fields = {
            name: person_record[name]
            for name in (*RECORDED_FIELDS, "twin_no", "former_names")
            if name in person_record
        }
        person = Person(pk=person_record["pk"], club=into.club, **fields)
        # An older version may have given the number to somebody new after a restore.
        if Person.objects.filter(pk=person.pk).exists():
            person.pk = None
        _refuse_namesake(person)
        person.save(force_insert=True)
        store_numbers(person, person_record["numbers"])
        previous_merges = merge.moved.pop(PersonMerge._meta.label_lower)
        PersonMerge.objects.filter(pk__in=previous_merges, into=into).update(into=person)
        _restore_seats(merge, person)
        merge.delete()
    return person


def _move_payments(payments: QuerySet[Payment], person: Person) -> list[int]:
    """Let *payments* be those of *person*. Return their keys."""
    payment_ids = list(payments.values_list("pk", flat=True))
    event_ids = set(payments.values_list("session__event", flat=True))
    if payment_ids:
        Payment.objects.filter(pk__in=payment_ids).update(person=person)
    for event_id in sorted(event_ids):
        increment_event_version(event_id)
    return payment_ids


def _fetch_session_ids(
    person: Person, moved_ids_by_model: Mapping[str, Sequence[int]] | None = None
) -> set[int]:
    """Return the keys of the sessions in which *person* has a seat, of *moved_ids_by_model* ones if given."""
    sessions: set[int] = set()
    for model, session_path in get_session_paths_by_player_model().items():
        rows = model._base_manager.filter(person=person)
        if moved_ids_by_model is not None:
            rows = rows.filter(pk__in=moved_ids_by_model.get(model._meta.label_lower, ()))
        sessions.update(rows.values_list(session_path, flat=True))
    return sessions


def _fetch_last_id(model: type[Model]) -> int:
    return model._base_manager.aggregate(last=Max("pk"))["last"] or 0


def _restore_seats(merge: PersonMerge, person: Person) -> None:
    """Give the seats that were moved by *merge*, and those that follow from them, to *person*."""
    into = merge.into
    (last_act,) = merge.moved.pop(LAST_ACT_KEY, [None])
    (last_entry,) = merge.moved.pop(LAST_ENTRY_KEY, [None])
    sessions = {*merge.moved.pop(MOVED_SESSIONS_KEY, ()), *_fetch_session_ids(into, merge.moved)}
    _refuse_seats_since_merge(merge, sessions)
    payment_ids = merge.moved.pop(Payment._meta.label_lower, ())
    _move_payments(into.payments.filter(pk__in=payment_ids), person)
    for label, keys in merge.moved.items():
        rows = apps.get_model(label)._base_manager.filter(pk__in=keys, person=into)
        rows.update(person=person)
    if last_entry is not None:
        sessions |= _restore_continued_seats(into, person, last_entry)
    # Rounds that were played before a replacement have records of their own, made since the merge.
    for model, session_path in get_session_paths_by_player_model().items():
        rows = model._base_manager.filter(person=into, **{f"{session_path}__in": sessions})
        rows.update(person=person)
    if last_act is not None:
        _restore_person_in_acts(merge, person, sessions, last_act)


def _refuse_seats_since_merge(merge: PersonMerge, sessions: Collection[int]) -> None:
    """Raise if the other person of *merge* has got another seat in one of the moved *sessions*.

    Only the director knows which of the two was meant.
    """
    into = merge.into
    for model, session_path in get_session_paths_by_player_model().items():
        # A seat for some rounds follows from a seat of the whole session.
        if model is LineUpSeat:
            continue
        moved_keys = merge.moved.get(model._meta.label_lower, ())
        rows = model._base_manager.filter(person=into, **{f"{session_path}__in": sessions})
        if row := rows.exclude(pk__in=moved_keys).select_related(f"{session_path}__event").first():
            event = attrgetter(session_path.replace("__", "."))(row).event
            raise DeskError(
                "merged-seated-again",
                "{name} was seated again in {event} on {date:%d %B %Y}, after the merge. Remove the "
                "name at Seats there first.",
                name=into.name,
                event=event.name,
                date=event.date,
            )


def _restore_continued_seats(into: Person, person: Person, last_entry: int) -> set[int]:
    """Give *person* the seats in sessions that were added since and go on with the same pairs.

    *last_entry* is the key of the latest entry before the merge. Return the sessions.
    """
    sessions: set[int] = set()
    while True:
        rows = EntryPlayer.objects.filter(
            person=into,
            entry__gt=last_entry,
            entry__continues__entry_players__person=person,
        )
        new_sessions = set(rows.values_list(EntryPlayer.SESSION, flat=True))
        if not new_sessions:
            return sessions
        sessions |= new_sessions
        keys = list(rows.values_list("pk", flat=True))
        EntryPlayer.objects.filter(pk__in=keys).update(person=person)


def _restore_person_in_acts(
    merge: PersonMerge, person: Person, sessions: Collection[int], last_act: int
) -> None:
    """Let acts since *merge* mean *person* at the seats that are theirs again.

    Otherwise undoing such an act later would seat the other person. *last_act* is the latest act
    before the merge; what was redone since names the two as they were before.
    """
    labels = {model._meta.label_lower for model in get_session_paths_by_player_model()}
    seat_ids_by_model = {
        model._meta.label_lower: {
            *merge.moved.get(model._meta.label_lower, ()),
            *model._base_manager.filter(person=person).values_list("pk", flat=True),
        }
        for model in get_session_paths_by_player_model()
    }
    is_of_sessions = Q(section__session__in=sessions) | Q(
        section__isnull=True, event__sessions__in=sessions
    )
    acts = Act.objects.filter(is_of_sessions, pk__gt=last_act)
    for act in acts.select_related("again_of").distinct():
        if _get_first_act(act).pk <= last_act:
            continue
        is_changed = False
        for change in act.changes:
            if change["model"] not in labels:
                continue
            is_person_seat = change["pk"] in seat_ids_by_model[change["model"]]
            is_person_seat |= change["model"] == LineUpSeat._meta.label_lower
            for fields in (change["before"], change["after"]):
                if is_person_seat and fields and fields.get("person_id") == merge.into_id:
                    fields["person_id"] = person.pk
                    is_changed = True
        if is_changed:
            act.save(update_fields=["changes"])


def _get_first_act(act: Act) -> Act:
    """Return the act that *act* has redone, or *act* itself."""
    while act.again_of:
        act = act.again_of
    return act


def _refuse_namesake(person: Person) -> None:
    """Raise if somebody else has the name and number of *person*. A twin may: they had before."""
    namesakes = fetch_people_by_name(person.club, person.name).exclude(pk=person.pk)
    number = person.number
    if namesakes.filter(number=number, twin_no=person.twin_no).exists():
        number_description = f"with the number {number}" if number else "without a number"
        raise DeskError(
            "merge-stays",
            "Another {name} has since been added, {known}. Give them another number, then undo "
            "the merge.",
            name=person.name,
            known=number_description,
        )


def _make_person_record(person: Person) -> dict[str, Any]:
    """Return the key, fields and numbers of *person*, as a merge stores them."""
    numbers = {row.body: row.number for row in person.numbers.all()}
    identity = {
        "pk": person.pk,
        "twin_no": person.twin_no,
        "former_names": person.former_names,
        "numbers": numbers,
    }
    return identity | {name: getattr(person, name) for name in RECORDED_FIELDS}


def _compare_records(
    previous_record: dict[str, Any], merged_record: dict[str, Any]
) -> dict[str, list[Any]]:
    return {
        name: [previous_record[name], merged_record[name]]
        for name in previous_record
        if previous_record[name] != merged_record[name]
    }
