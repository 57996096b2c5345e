"""Add the movements of an upload to the club's library."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from director.additions.library.reading import FoundMovement
from director.additions.library.sentences import LibrarySentences
from director.additions.library.write import MAX_MOVEMENTS, make_movement_content
from director.core.base.versions import count_club_change
from director.errors import AS_SAID, DeskError
from director.models import Club, SavedMovement
from director.models.saved_movement import LONGEST_MOVEMENT_NAME, LONGEST_NOTE

PlanKey = tuple[str, int, str]
"""What two movements with the same plan have in common: contest, winners and fingerprint."""


@dataclass(frozen=True, slots=True)
class RefusedMovement:
    """A movement that wasn't added: its file, title, line (0 if unknown) and the reason."""

    file: str
    title: str
    line_no: int
    reason: str


@dataclass(frozen=True, slots=True)
class TwinMovement:
    """A movement that wasn't added because the library has its plan as *library_name*."""

    title: str
    library_name: str


@dataclass(frozen=True, slots=True)
class LibraryImport:
    """The result of an import: keys of the movements added, and those that weren't."""

    added: tuple[int, ...]
    twins: tuple[TwinMovement, ...]
    refused: tuple[RefusedMovement, ...]


def add_movements(
    *, club: Club, uploaded: Iterable[FoundMovement], by: User | None
) -> LibraryImport:
    """Add the sound movements among *uploaded* to the library of *club*, each plan once."""
    refused: list[RefusedMovement] = []
    sound: list[tuple[FoundMovement, dict[str, Any]]] = []
    for movement in uploaded:
        try:
            sound.append((movement, _make_content(movement)))
        except DeskError as error:
            item = movement.item
            refused.append(RefusedMovement(movement.file, item.title, item.line_no, str(error)))
    with transaction.atomic():
        # Two directors may import the same file at once.
        Club.objects.select_for_update().get(pk=club.pk)
        names = _fetch_names_by_plan(club)
        new: list[SavedMovement] = []
        twins: list[TwinMovement] = []
        for movement, content in sound:
            key = (content["contest"], content["winners"], content["fingerprint"])
            if key in names:
                twins.append(TwinMovement(movement.item.title, names[key]))
                continue
            names[key] = content["name"]
            new.append(SavedMovement(club=club, made_by=by, made_at=timezone.now(), **content))
        if len(names) > MAX_MOVEMENTS:
            raise DeskError(LibrarySentences.LIBRARY_FULL, count=len(names) - len(new))
        added = SavedMovement.objects.bulk_create(new)
        count_club_change(club.pk)
    return LibraryImport(tuple(saved.pk for saved in added), tuple(twins), tuple(refused))


def _make_content(movement: FoundMovement) -> dict[str, Any]:
    """Return the fields of *movement* in the library.

    :raises DeskError: if it can't be read, has faults or is too large
    """
    item = movement.item
    if item.plan is None:
        raise DeskError(AS_SAID, text=" ".join(item.problems[:3]))
    return make_movement_content(
        name=item.plan.name[:LONGEST_MOVEMENT_NAME],
        note=item.note[:LONGEST_NOTE],
        movement=item.plan,
    )


def _fetch_names_by_plan(club: Club) -> dict[PlanKey, str]:
    """Return the names of the listed movements of *club* by their plans. One query."""
    listed = SavedMovement.objects.listed().filter(club=club)
    return {
        (contest, winners, fingerprint): name
        for contest, winners, fingerprint, name in listed.values_list(
            "contest", "winners", "fingerprint", "name"
        )
    }
