"""Merge two entries in People that are the same person, and undo a merge."""

from collections.abc import Collection, Mapping, Sequence
from operator import attrgetter
from typing import Any

from django.apps import apps
from django.contrib.auth.models import User
from django.db.models import Max, Model, Q

from director.core.base.versions import count_club_change
from director.core.club.people import (
    fetch_people_by_name,
    list_player_models,
    record_corrections,
    store_numbers,
)
from director.errors import DeskError
from director.models import Act, Entry, EntryPlayer, LineUpSeat, Person, PersonMerge
from director.names import make_name_key

SESSIONS = "director.session"
"""The key of a merge's ``moved`` for the sessions that the removed person played."""
LAST_ACT, LAST_ENTRY = "director.act", "director.entry"
"""The keys of a merge's ``moved`` for the latest act and entry of that time."""
KEPT = ("name", "number", "sits_still", "email", "is_visitor", "is_hidden", "needs_large_print")
"""The fields of a person that are stored so that a merge or a list can be undone."""


def check_merge(*, person: Person, into: Person) -> None:
    """Refuse a merge of two people who can't be the same person.

    :raises DeskError: if *person* is *into*, both played in one session, or a namesake of *into*
        has the number that *into* would take over
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
    sessions = _fetch_sessions(person)
    for model, session in list_player_models().items():
        together = model._base_manager.filter(person=into, **{f"{session}__in": sessions})
        if player := together.select_related(f"{session}__event").first():
            event = attrgetter(session.replace("__", "."))(player).event
            raise DeskError(
                "both-played",
                "{name} and {other} both played in {event} on {date:%d %B %Y}, so you can’t merge "
                "them.",
                name=person.name,
                other=into.name,
                event=event.name,
                date=event.date,
            )


def merge_person(*, person: Person, into: Person, user: User | None = None) -> Person:
    """Move all entries of *person* to *into*, add missing numbers and e-mail, and delete *person*.

    :func:`undo_merge` restores *person*. Published standings that aren't final yet get a new
    version.

    :raises DeskError: as :func:`check_merge`
    """
    with record_corrections(person, user):
        check_merge(person=person, into=into)
        former = _make_person_record(person)
        moved: dict[str, list[int]] = {
            SESSIONS: sorted(_fetch_sessions(person)),
            LAST_ACT: [_fetch_last_key(Act)],
            LAST_ENTRY: [_fetch_last_key(Entry)],
        }
        for model in list_player_models():
            rows = model._base_manager.filter(person=person)
            moved[model._meta.label_lower] = list(rows.values_list("pk", flat=True))
            rows.update(person=into)
        # Earlier merges into *person* move too, or they would be deleted with them.
        moved[PersonMerge._meta.label_lower] = list(person.merges.values_list("pk", flat=True))
        person.merges.update(into=into)
        # Before *into* takes over the number, which only one person of a name can have.
        person.delete()
        record_before = _make_person_record(into)
        into.number = into.number or former["number"]
        into.email = into.email or former["email"]
        into.sits_still = into.sits_still or former["sits_still"]
        into.is_hidden = into.is_hidden or former["is_hidden"]
        into.needs_large_print = into.needs_large_print or former["needs_large_print"]
        # Whoever was merged is more than a name at a seat, also if the merge is undone.
        into.is_from_seat = False
        into.save()
        count_club_change(into.club_id)
        own_bodies = set(map(make_name_key, record_before["numbers"]))
        numbers = dict(record_before["numbers"])
        for body, number in former["numbers"].items():
            if make_name_key(body) not in own_bodies:
                numbers[body] = number
        store_numbers(into, numbers)
        gained = _find_differences(record_before, _make_person_record(into))
        PersonMerge.objects.create(into=into, was=former, moved=moved, gained=gained)
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
    former = merge.was
    with record_corrections(into, user):
        # Only values that nobody has changed since the merge go back.
        for name, (value_before, value_after) in merge.gained.items():
            if name != "numbers" and getattr(into, name) == value_after:
                setattr(into, name, value_before)
        _refuse_namesake(into)
        into.save()
        count_club_change(into.club_id)
        if "numbers" in merge.gained:
            value_before, value_after = merge.gained["numbers"]
            remaining = {}
            for row in into.numbers.all():
                if row.body in value_before or value_after.get(row.body) != row.number:
                    remaining[row.body] = row.number
            store_numbers(into, remaining)
        # A merge stored by an older program may lack a field.
        fields = {
            name: former[name] for name in (*KEPT, "twin_no", "former_names") if name in former
        }
        person = Person(pk=former["pk"], club=into.club, **fields)
        # An older version may have given the number to somebody new after a restore.
        if Person.objects.filter(pk=person.pk).exists():
            person.pk = None
        _refuse_namesake(person)
        person.save(force_insert=True)
        store_numbers(person, former["numbers"])
        earlier_merges = merge.moved.pop(PersonMerge._meta.label_lower)
        PersonMerge.objects.filter(pk__in=earlier_merges, into=into).update(into=person)
        _return_seats(merge, person)
        merge.delete()
    return person


def _fetch_sessions(person: Person, moved: Mapping[str, Sequence[int]] | None = None) -> set[int]:
    """Return the keys of the sessions in which *person* has a seat, of *moved* ones if given."""
    sessions: set[int] = set()
    for model, session in list_player_models().items():
        rows = model._base_manager.filter(person=person)
        if moved is not None:
            rows = rows.filter(pk__in=moved.get(model._meta.label_lower, ()))
        sessions.update(rows.values_list(session, flat=True))
    return sessions


def _fetch_last_key(model: type[Model]) -> int:
    return model._base_manager.aggregate(last=Max("pk"))["last"] or 0


def _return_seats(merge: PersonMerge, person: Person) -> None:
    """Give the seats that were moved by *merge*, and those that follow from them, to *person*."""
    into = merge.into
    (last_act,) = merge.moved.pop(LAST_ACT, [None])
    (last_entry,) = merge.moved.pop(LAST_ENTRY, [None])
    sessions = {*merge.moved.pop(SESSIONS, ()), *_fetch_sessions(into, merge.moved)}
    _refuse_seated_again(merge, sessions)
    for label, keys in merge.moved.items():
        rows = apps.get_model(label)._base_manager.filter(pk__in=keys, person=into)
        rows.update(person=person)
    if last_entry is not None:
        sessions |= _return_continued_seats(into, person, last_entry)
    # Rounds that were played before a replacement have records of their own, made since the merge.
    for model, session in list_player_models().items():
        rows = model._base_manager.filter(person=into, **{f"{session}__in": sessions})
        rows.update(person=person)
    if last_act is not None:
        _rename_in_acts(merge, person, sessions, last_act)


def _refuse_seated_again(merge: PersonMerge, sessions: Collection[int]) -> None:
    """Raise if the other person of *merge* has got another seat in one of the moved *sessions*.

    Only the director knows which of the two was meant.
    """
    into = merge.into
    for model, session in list_player_models().items():
        # A seat for some rounds follows from a seat of the whole session.
        if model is LineUpSeat:
            continue
        moved_keys = merge.moved.get(model._meta.label_lower, ())
        rows = model._base_manager.filter(person=into, **{f"{session}__in": sessions})
        if row := rows.exclude(pk__in=moved_keys).select_related(f"{session}__event").first():
            event = attrgetter(session.replace("__", "."))(row).event
            raise DeskError(
                "merged-seated-again",
                "{name} was seated again in {event} on {date:%d %B %Y}, after the merge. Remove the "
                "name at Seats there first.",
                name=into.name,
                event=event.name,
                date=event.date,
            )


def _return_continued_seats(into: Person, person: Person, last_entry: int) -> set[int]:
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


def _rename_in_acts(
    merge: PersonMerge, person: Person, sessions: Collection[int], last_act: int
) -> None:
    """Let acts since *merge* mean *person* at the seats that are theirs again.

    Otherwise undoing such an act later would seat the other person. *last_act* is the latest act
    before the merge; what was redone since names the two as they were before.
    """
    labels = {model._meta.label_lower for model in list_player_models()}
    keys = {
        model._meta.label_lower: {
            *merge.moved.get(model._meta.label_lower, ()),
            *model._base_manager.filter(person=person).values_list("pk", flat=True),
        }
        for model in list_player_models()
    }
    is_of_sessions = Q(section__session__in=sessions) | Q(
        section__isnull=True, event__sessions__in=sessions
    )
    acts = Act.objects.filter(is_of_sessions, pk__gt=last_act)
    for act in acts.select_related("again_of").distinct():
        if _find_first_act(act).pk <= last_act:
            continue
        is_renamed = False
        for change in act.changes:
            if change["model"] not in labels:
                continue
            is_theirs = change["pk"] in keys[change["model"]]
            is_theirs |= change["model"] == LineUpSeat._meta.label_lower
            for fields in (change["before"], change["after"]):
                if is_theirs and fields and fields.get("person_id") == merge.into_id:
                    fields["person_id"] = person.pk
                    is_renamed = True
        if is_renamed:
            act.save(update_fields=["changes"])


def _find_first_act(act: Act) -> Act:
    """Return the act that *act* has redone, or *act* itself."""
    while act.again_of:
        act = act.again_of
    return act


def _refuse_namesake(person: Person) -> None:
    """Raise if somebody else has the name and number of *person*. A twin may: they had before."""
    namesakes = fetch_people_by_name(person.club, person.name).exclude(pk=person.pk)
    number = person.number
    if namesakes.filter(number=number, twin_no=person.twin_no).exists():
        number_words = f"with the number {number}" if number else "without a number"
        raise DeskError(
            "merge-stays",
            "Another {name} has since been added, {known}. Give them another number, then undo "
            "the merge.",
            name=person.name,
            known=number_words,
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
    return identity | {name: getattr(person, name) for name in KEPT}


def _find_differences(
    record_before: dict[str, Any], record_after: dict[str, Any]
) -> dict[str, list[Any]]:
    return {
        name: [record_before[name], record_after[name]]
        for name in record_before
        if record_before[name] != record_after[name]
    }
