"""The standings as they were after each change that visitors could have seen."""

from typing import Any

from django.contrib.auth.models import User
from django.db.models import Max
from django.utils import timezone

from director.models import Event, StandingsVersion
from director.models.version import Action


def version_add(
    *,
    event: Event,
    action: Action,
    standings: list[dict[str, Any]],
    user: User | None,
    changes: list[dict[str, str]] | None = None,
) -> StandingsVersion:
    """Keep the next version of the *standings* of *event*; return it."""
    last = event.versions.aggregate(last=Max("number"))["last"] or 0
    return StandingsVersion.objects.create(
        event=event,
        number=last + 1,
        action=action,
        changes=changes or [],
        standings=standings,
        made_by=user,
        made_at=timezone.now(),
    )
