"""Save a movement in the club's library, change, delete and restore it.

Every change keeps the former version. The library belongs to the club, not to an event: a section
that plays a saved movement has its own plan, which later changes don't touch.
"""

from collections.abc import Collection
from dataclasses import replace
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from director.additions.library.read import read_saved_plan
from director.additions.library.sentences import LibrarySentences
from director.boards.movement.limits import format_fault_count, refuse_unplayable
from director.boards.movement.offers import assess_movement, format_facts
from director.core.base.versions import count_club_change
from director.errors import DeskError
from director.formats.reading import strip_invisible
from director.models import Club, FormerMovement, SavedMovement
from director.models.saved_movement import LONGEST_MOVEMENT_NAME, LONGEST_NOTE, MovementVersion
from movements.check.faults import check_plan
from movements.files.formats import compact_text
from movements.layout import fingerprint
from movements.model import Movement

MAX_MOVEMENTS = 2000
"""Movements of one club. The whole library of a union has a few hundred."""
CONTENT = (
    "name",
    "note",
    "plan",
    "contest",
    "contestants",
    "rounds",
    "boards_per_set",
    "winners",
    "fairness",
    "fingerprint",
)
"""The fields of a version besides its number, author and time."""


def save_movement(
    *, club: Club, name: str, note: str = "", movement: Movement, by: User | None
) -> SavedMovement:
    """Save *movement* in the library of *club* as a new one. Return it.

    :raises DeskError: if the name is missing or too long, or the note is too long
    :raises DeskError: if the movement has faults, or is too large for a section
    :raises DeskError: if the library has the same plan already, or is full
    """
    content = make_movement_content(name=name, note=note, movement=movement)
    with transaction.atomic():
        # Two directors may save the same movement at once.
        Club.objects.select_for_update().get(pk=club.pk)
        _refuse_full(club)
        twin = _find_twin(club, content)
        if twin:
            raise DeskError(LibrarySentences.MOVEMENT_IN_LIBRARY, name=twin.name)
        saved = SavedMovement.objects.create(
            club=club, made_by=by, made_at=timezone.now(), **content
        )
        count_club_change(club.pk)
    return saved


def change_movement(
    *,
    saved: SavedMovement,
    name: str,
    note: str,
    movement: Movement | None = None,
    by: User | None,
) -> SavedMovement:
    """Change the name, the note or the plan of *saved*, and keep the former version. Return it.

    Without *movement* the plan stays. Nothing happens if nothing differs.

    :raises DeskError: as :func:`save_movement` does
    :raises DeskError: if the movement was deleted meanwhile
    """
    with transaction.atomic():
        # Somebody else may have changed the plan since the page was made. The present one stays.
        saved = SavedMovement.objects.select_for_update().get(pk=saved.pk)
        _refuse_deleted(saved)
        content = make_movement_content(
            name=name, note=note, movement=movement or read_saved_plan(saved)
        )
        twin = _find_twin(saved.club, content)
        if twin and twin.pk != saved.pk:
            raise DeskError(LibrarySentences.MOVEMENT_IN_LIBRARY, name=twin.name)
        _store_version(saved, content, by)
    return saved


def restore_version(*, saved: SavedMovement, number: int, by: User | None) -> SavedMovement:
    """Make the former version *number* of *saved* the present one. Return the movement.

    :raises DeskError: if there is no such version, or the movement was deleted meanwhile
    """
    with transaction.atomic():
        saved = SavedMovement.objects.select_for_update().get(pk=saved.pk)
        _refuse_deleted(saved)
        former = saved.former.filter(number=number).first()
        if former is None:
            raise DeskError(LibrarySentences.MOVEMENT_VERSION_GONE, name=saved.name, number=number)
        _store_version(saved, _copy_content(former), by)
    return saved


def delete_movements(*, club: Club, ids: Collection[int]) -> int:
    """Delete movements of *club* so that they can be restored. Return their number."""
    with transaction.atomic():
        listed = SavedMovement.objects.listed().filter(club=club, pk__in=ids)
        count = listed.update(removed_at=timezone.now())
        count_club_change(club.pk)
    return count


def restore_movement(*, saved: SavedMovement) -> None:
    """Undo the deletion of *saved*."""
    with transaction.atomic():
        saved.removed_at = None
        saved.save(update_fields=["removed_at"])
        count_club_change(saved.club_id)


def make_movement_content(*, name: str, note: str, movement: Movement) -> dict[str, Any]:
    """Return the fields of a version with this *name*, *note* and *movement*.

    :raises DeskError: if one of them can't be saved, see :func:`save_movement`
    """
    name, note = strip_invisible(name), strip_invisible(note)
    if not name:
        raise DeskError(LibrarySentences.MOVEMENT_NAME_MISSING)
    if len(name) > LONGEST_MOVEMENT_NAME:
        raise DeskError(LibrarySentences.MOVEMENT_NAME_TOO_LONG, most=LONGEST_MOVEMENT_NAME)
    if len(note) > LONGEST_NOTE:
        raise DeskError(LibrarySentences.MOVEMENT_NOTE_TOO_LONG, most=LONGEST_NOTE)
    _refuse_faulty(movement)
    rows = sorted(movement.rows, key=lambda row: (row.round_no, row.table_no, row.half))
    movement = replace(movement, name=name, rows=tuple(rows))
    refuse_unplayable(movement)
    return {
        "name": name,
        "note": note,
        "plan": compact_text(movement),
        "contest": movement.contest,
        "contestants": movement.contestants,
        "rounds": movement.rounds,
        "boards_per_set": movement.boards_per_set,
        "winners": movement.winners,
        "fairness": format_facts(assess_movement(movement)).fairness,
        "fingerprint": fingerprint(movement),
    }


def _refuse_faulty(movement: Movement) -> None:
    faults = check_plan(movement)
    if not faults:
        return
    raise DeskError(
        LibrarySentences.MOVEMENT_FAULTY_UNSAVED,
        things_are=format_fault_count(len(faults)),
        first=faults[0].text,
    )


def _refuse_full(club: Club) -> None:
    count = SavedMovement.objects.listed().filter(club=club).count()
    if count >= MAX_MOVEMENTS:
        raise DeskError(LibrarySentences.LIBRARY_FULL, count=count)


def _refuse_deleted(saved: SavedMovement) -> None:
    if saved.removed_at:
        raise DeskError(LibrarySentences.MOVEMENT_DELETED, name=saved.name)


def _find_twin(club: Club, content: dict[str, Any]) -> SavedMovement | None:
    """Return the listed movement of *club* with the same plan, whatever its name."""
    same_plan = SavedMovement.objects.listed().filter(
        club=club,
        contest=content["contest"],
        winners=content["winners"],
        fingerprint=content["fingerprint"],
    )
    return same_plan.first()


def _copy_content(version: MovementVersion) -> dict[str, Any]:
    return {field: getattr(version, field) for field in CONTENT}


def _store_version(saved: SavedMovement, content: dict[str, Any], by: User | None) -> None:
    """Keep *saved* as a former version, then give it *content*. The caller has locked it."""
    former_content = _copy_content(saved)
    if former_content == content:
        return
    FormerMovement.objects.create(
        movement=saved,
        number=saved.number,
        made_by_id=saved.made_by_id,
        made_at=saved.made_at,
        **former_content,
    )
    for field, value in content.items():
        setattr(saved, field, value)
    saved.number += 1
    saved.made_by = by
    saved.made_at = timezone.now()
    saved.save()
    count_club_change(saved.club_id)
