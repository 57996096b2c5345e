"""An act names its section; a result is undone through the journal, so that its versions need no mark of it."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def acts_of_parties_only(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Forget the acts of other events, which an older program has no place for; what they did stands."""
    acts = apps.get_model("director", "Act").objects.using(schema_editor.connection.alias)
    acts.filter(event__sessions__party__isnull=True).delete()
    if schema_editor.connection.vendor == "postgresql":  # alters no table whose rows wait for their keys to be checked
        schema_editor.execute("SET CONSTRAINTS ALL IMMEDIATE")


class Migration(migrations.Migration):
    dependencies = [("director", "0020_sections_and_sessions")]

    operations = [
        migrations.AddField(
            "act",
            "section",
            models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="acts",
                to="director.section",
            ),
        ),
        migrations.RemoveField("result", "undoes"),
        migrations.RemoveField("resultversion", "undoes"),
        migrations.RunPython(migrations.RunPython.noop, acts_of_parties_only),
    ]
