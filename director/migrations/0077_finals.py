"""Events say whether the sections of their last session are finals, sections what their carry-over is out of."""

from typing import Any

from django.db import migrations

from director.migrations._fields import add, steps, text

FINALS = [
    ("places", "Finals, if they follow the places before"),
    ("finals", "Finals: section A above section B"),
    ("field", "One field"),
]


def keep_published(apps: Any, schema_editor: Any) -> None:
    """Leave the order of standings that visitors have read as it is."""
    events = apps.get_model("director", "Event").objects.using(schema_editor.connection.alias)
    events.exclude(published_at__isnull=True, corrections_until__isnull=True).update(finals="field")


def keep_official(apps: Any, schema_editor: Any) -> None:
    """Leave the percentages of imported events as their files have them: points were given beside the boards."""
    sections = apps.get_model("director", "Section").objects.using(schema_editor.connection.alias)
    imported = sections.exclude(session__event__source="").exclude(carry_over_unit="")
    imported.update(carry_over_of="0")


class Migration(migrations.Migration):
    dependencies = steps("0076_who_sat_in_which_rounds")

    operations = [
        *add("event", finals=text(6, choices=FINALS, default="places")),
        *add("section", carry_over_of=text(8, blank=True, default="")),
        migrations.RunPython(keep_published, migrations.RunPython.noop),
        migrations.RunPython(keep_official, migrations.RunPython.noop),
    ]
