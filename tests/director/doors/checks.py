"""What must be true of a club after its doors were used, whatever they took."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from django.contrib.auth.models import User
from django.db.models import Max

from director.additions.imports.store.event import import_file
from director.boards.play.results.acts import redo_section, undo_section
from director.core.base.act_kinds import ActKind
from director.core.base.standings_versions import complete_versions
from director.core.files.backups.database import BACKUP_MODELS, restore_backup, write_backup_file
from director.core.files.backups.records import serialize_records
from director.core.files.event_file import SECRET_MODELS, make_event_archive
from director.core.night.events import redo_settings, undo_settings
from director.core.night.history import SETTINGS_KINDS, find_act_to_undo
from director.errors import DeskError
from director.models import Act, Event, Person, StandingsVersion, TablePhone
from director.models.event import Contest
from director.party.movement.parties import fetch_party_by_event
from director.party.play.history import redo_party, undo_party
from scoring.errors import ScoringError
from tests.director.core.files.rows import dump_event_in_order
from tests.director.doors.databases import Place, use_empty_database
from tests.factories import make_director, sign_in
from tests.oracle.events import compute_event_differences

COUNTED = {
    "change_no",
    "desk_no",
    "setup_no",
    "phones_no",
    "version",
    "undone_at",
    "undone_by",
    "entered_at",
    "undone_in",
}
"""Fields that count or date what happens, so an undo doesn't bring them back."""
OF_THE_MOMENT = (Act, StandingsVersion, TablePhone, *SECRET_MODELS)
"""Records that grow with every change, also with an undo, and which phones have come."""
PEOPLE = Person._meta.label


def find_different_figures(event: Event) -> list[str]:
    """Return the differences between both calculations."""
    try:
        return list(compute_event_differences(event))
    except ScoringError:
        return []  # an event that can't be scored, which its pages say


def dump_backup_text() -> str:
    """Return every record of a backup as text."""
    return "\n".join(
        json.dumps(record, default=str, sort_keys=True, ensure_ascii=False)
        for record in serialize_records(BACKUP_MODELS)
    )


def restore_elsewhere(place: Place, paths: Sequence[str]) -> None:
    """Back the club up and restore it in an empty database, where all must be as here.

    There the pages at *paths* are opened.
    """
    complete_versions(list(Event.objects.values_list("pk", flat=True)))
    path = place.folder / f"club-{place.vendor}.backup"
    path.unlink(missing_ok=True)
    write_backup_file(path=path)
    here = dump_backup_text()
    with use_empty_database(place):
        restore_backup(path=path, safety_path=None, has_backup_access=True)
        differing = find_different_records(here, dump_backup_text())
        assert not differing, f"{place.vendor}: {differing}"
        there = sign_in(make_director("another desk"))
        for path in paths:
            assert there.get(path).status_code < 500, path
        refuse_different_figures()


def refuse_different_figures() -> None:
    """Fail if the two calculations of an event differ."""
    for event in Event.objects.all():
        differences = find_different_figures(event)
        assert not differences, f"{event}: {differences}"


def find_different_records(here: str, there: str) -> list[str]:
    """Return the first records that only one of two texts has."""
    mine, theirs = here.splitlines(), there.splitlines()
    lost = sorted(set(mine) - set(theirs))
    added = sorted(set(theirs) - set(mine))
    return [f"lost: {line}" for line in lost[:5]] + [f"new: {line}" for line in added[:5]]


def import_elsewhere(event: Event, place: Place) -> None:
    """Import the file of *event* into another club with an empty database; it must be the same event."""
    data, here = make_event_archive(event), dump_event_in_order(event)
    names = list(User.objects.exclude(username__contains="@").values_list("username", flat=True))
    with use_empty_database(place):
        # Acts belong to accounts of the same name.
        User.objects.bulk_create(User(username=name) for name in names)
        imported = import_file(data=data, file_name="event.json", club_name="Elsewhere")
        taken = Event.objects.select_related("club").get(pk=imported.event.pk)
        differing = list(find_different_parts(here, dump_event_in_order(taken)))
        assert not differing, f"{event}: {differing[:5]}"
        refuse_different_figures()
        fields = ("name", "number", "is_visitor", "is_hidden")
        there = set(Person.objects.values_list(*fields))
    people = json.loads(data)["people"]
    lost = {
        (person["name"], person["number"], person["visitor"], person["hidden"])
        for person in people
        if not person["former"]
    } - there
    assert not lost, lost


def find_different_parts(here: Any, there: Any, at: str = "") -> Iterator[str]:
    """Yield where two JSON values differ."""
    if isinstance(here, dict) and isinstance(there, dict) and set(here) == set(there):
        for key in here:
            yield from find_different_parts(here[key], there[key], f"{at}/{key}")
    elif isinstance(here, list) and isinstance(there, list) and len(here) == len(there):
        for index, (mine, theirs) in enumerate(zip(here, there, strict=True)):
            label = mine.get("model", index) if isinstance(mine, dict) else index
            yield from find_different_parts(mine, theirs, f"{at}/{label}")
    elif here != there:
        yield f"{at}: {str(here)[:300]} now {str(there)[:300]}"


def state_of_club() -> dict[str, list[Any]]:
    """Return what an undo must bring back."""
    state = {}
    for model in BACKUP_MODELS:
        if model not in OF_THE_MOMENT:
            names = [field.attname for field in model._meta.concrete_fields]
            wanted = [name for name in names if name.removesuffix("_id") not in COUNTED]
            state[model._meta.label] = list(model._base_manager.order_by("pk").values_list(*wanted))
    return state


def undo_and_redo(event: Event, before: dict[str, list[Any]], user: User | None = None) -> str:
    """Undo the latest act of *event* and redo it. Return why that wasn't possible, if so.

    *before* is the state before the act. *user* presses the buttons, None for the command line.
    """
    act = find_act_to_undo(event.acts.all())
    if act.kind == ActKind.SECTIONS:
        return "nothing offers to undo it"
    after = state_of_club()
    try:
        undo_or_redo(event, act, user, is_redo=False)
    except DeskError as error:
        return str(error)
    undone = state_of_club()
    # A person who was typed stays in People.
    undone[PEOPLE] = [row for row in undone[PEOPLE] if row in before[PEOPLE]]
    differing = find_different_rows(before, undone)
    assert not differing, f"undo of {act.words}: {differing}"
    undo_or_redo(event, act, user, is_redo=True)
    differing = find_different_rows(after, state_of_club())
    assert not differing, f"redo of {act.words}: {differing}"
    return ""


def find_different_rows(
    before: dict[str, list[Any]], after: dict[str, list[Any]]
) -> dict[str, list[Any]]:
    """Return the rows that only one of two states has, those that are lost before new ones."""
    differing = {}
    for label, rows in before.items():
        lost = [row for row in rows if row not in after[label]]
        new = [row for row in after[label] if row not in rows]
        if lost or new:
            differing[label] = [*lost[:3], "now", *new[:3]]
    return differing


def undo_or_redo(event: Event, act: Act, user: User | None, *, is_redo: bool) -> None:
    if act.kind in SETTINGS_KINDS:
        step = redo_settings if is_redo else undo_settings
        step(event=event, number=act.number, user=user)
    elif event.contest == Contest.PROGRESSIVE:
        party = fetch_party_by_event(event.pk)
        step = redo_party if is_redo else undo_party
        step(party=party, number=act.number, user=user)
    else:
        step_in_section = redo_section if is_redo else undo_section
        step_in_section(section=act.section, number=act.number, user=user)


def latest_act(event: Event) -> int:
    """Return the number of the latest act of *event*, 0 if there is none."""
    return event.acts.aggregate(latest=Max("number"))["latest"] or 0


def list_undone_acts(event: Event) -> set[int]:
    """Return the numbers of the acts of *event* that are undone now."""
    undone = event.acts.filter(undone_at__isnull=False)
    return set(undone.values_list("number", flat=True))


def has_new_act(event: Event, number: int) -> bool:
    """Return whether the latest act of *event* is newer than *number* and can be undone."""
    act = find_act_to_undo(event.acts.all())
    return act is not None and act.number > number
