"""A match that was entered as a result keeps its earlier results."""

from django.db import migrations

from director.migrations._fields import (
    NULL,
    add,
    count,
    create,
    moment,
    once,
    part_of,
    steps,
    text,
)


class Migration(migrations.Migration):
    dependencies = steps("0097_charges_of_events")

    operations = [
        *add("match", version=count(default=0), entered_at=moment(**NULL)),
        create(
            "MatchVersion",
            once("match_version_once", "match", "version"),
            ordered=("match_id", "-version"),
            match=part_of("match", "versions"),
            version=count(),
            unit=text(6, blank=True, default=""),
            home_points=text(12, blank=True, default=""),
            away_points=text(12, blank=True, default=""),
            entered_at=moment(**NULL),
            replaced_at=moment(),
        ),
    ]
