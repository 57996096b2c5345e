"""Entries are parsed when they are read: their parsed form is no longer stored."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from director.migrations._data import remove_field_from_acts, settle


def remove_readings_from_acts(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take the parsed form out of the history, because an undo restores fields by name."""
    for model in ("result", "award"):
        remove_field_from_acts(apps, schema_editor, model, "reading")
    settle(schema_editor)


class Migration(migrations.Migration):
    dependencies = [("director", "0129_no_contests_over_weeks")]

    operations = [
        migrations.RunPython(remove_readings_from_acts, migrations.RunPython.noop),
        migrations.RemoveField("award", "reading"),
        migrations.RemoveField("result", "reading"),
    ]
