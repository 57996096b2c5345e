"""Save, archive and restore the custom movements of a club."""

from django.db import transaction
from django.utils import timezone

from director.errors import PartyError
from director.models import Club
from director.party.models import PartyWay
from movements.party.rounds import get_progressive_system

MAX_NAME_LENGTH = 60
"""The length of the model's field."""


def save_movement(*, club: Club, name: str, key: str) -> PartyWay:
    """Save the custom movement *key* as *name*. Another movement of this name is archived.

    :raises PartyError: if the name is empty or too long
    :raises MovementError: if *key* is no custom movement that works with any number of tables
    """
    name = " ".join(name.split())
    if not name or len(name) > MAX_NAME_LENGTH:
        raise PartyError(
            "way-wants-name",
            "Enter a name of up to {most} letters, such as Friday drive.",
            field="name",
            most=MAX_NAME_LENGTH,
        )
    get_progressive_system(key)  # raises for a wrong key
    with transaction.atomic():
        # Locked, because two directors may save a movement of the same name at once.
        namesake = (
            PartyWay.objects.select_for_update()
            .filter(club=club, name=name, put_away_at__isnull=True)
            .first()
        )
        if namesake and namesake.key == key:
            return namesake
        if namesake:
            _set_archived(namesake, is_archived=True)
        return PartyWay.objects.create(club=club, name=name, key=key)


def archive_movement(*, movement: PartyWay, is_archived: bool) -> None:
    """Archive *movement*, or restore it if not *is_archived*. Restoring archives its namesake."""
    with transaction.atomic():
        if not is_archived:
            # A club has one movement of a name that isn't archived.
            namesakes = PartyWay.objects.filter(
                club=movement.club_id, name=movement.name, put_away_at__isnull=True
            )
            for namesake in namesakes:
                _set_archived(namesake, is_archived=True)
        _set_archived(movement, is_archived=is_archived)


def _set_archived(movement: PartyWay, *, is_archived: bool) -> None:
    movement.put_away_at = timezone.now() if is_archived else None
    movement.save(update_fields=["put_away_at"])
