"""A correction period that was stopped is a field of its event, no longer a time in the year 9999.

The history of publishing isn't rewritten: its acts are never undone.
"""

from datetime import UTC, datetime
from typing import Any

from django.db import migrations, models

from director.migrations._data import settle

STOPPED = datetime(9999, 1, 1, tzinfo=UTC)


def store_as_field(apps: Any, schema_editor: Any) -> None:
    """Take the time in the year 9999 from events."""
    events = apps.get_model("director", "Event").objects.using(schema_editor.connection.alias)
    events.filter(corrections_until=STOPPED).update(corrections_until=None, is_period_stopped=True)
    settle(schema_editor)


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0111_presence"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="is_period_stopped",
            field=models.BooleanField(default=False),
        ),
        migrations.RunPython(
            code=store_as_field,
            reverse_code=migrations.RunPython.noop,
        ),
    ]
