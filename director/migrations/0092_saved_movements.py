"""The club's library of movements, with the former versions of each."""

from typing import Any

from django.db import migrations, models

from director.migrations._fields import (
    NULL,
    count,
    create,
    moment,
    once,
    part_of,
    small,
    somebody,
    steps,
    text,
)


def version() -> dict[str, Any]:
    """Return the fields of one version of a saved movement."""
    return {
        "name": text(120),
        "note": text(300, blank=True),
        "plan": models.TextField(),
        "contest": text(12, default="pairs"),
        "contestants": small(),
        "rounds": small(),
        "boards_per_set": small(),
        "winners": small(),
        "fairness": text(8),
        "fingerprint": text(8),
        "number": count(default=1),
        "made_by": somebody(),
        "made_at": moment(),
    }


class Migration(migrations.Migration):
    dependencies = steps("0091_plates")

    operations = [
        create(
            "SavedMovement",
            ordered=("club", "contest", "contestants", "name", "pk"),
            **version(),
            club=part_of("club", "movements"),
            removed_at=moment(**NULL),
        ),
        create(
            "FormerMovement",
            once("movement_version_once", "movement", "number"),
            ordered=("movement", "-number"),
            **version(),
            movement=part_of("savedmovement", "former"),
        ),
    ]
