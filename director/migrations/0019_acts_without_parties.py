"""The journal of parties becomes that of every event, last step: an act belongs to its event and to nothing else."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import ProjectState

from director.desk.backup.automatic import acts_have_parties


class Migration(migrations.Migration):
    dependencies = [("director", "0018_acts_of_events")]

    operations = [
        migrations.RemoveField("act", "party"),
        migrations.AlterField(
            "act",
            "event",
            models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="acts", to="director.event"),
        ),
        migrations.AddConstraint("act", models.UniqueConstraint(fields=("event", "number"), name="act_once_in_event")),
        migrations.AddConstraint(
            "act",
            models.UniqueConstraint(
                condition=models.Q(("press", ""), _negated=True),
                fields=("event", "press", "kind"),
                name="press_done_once_in_event",
            ),
        ),
    ]

    def apply(
        self, project_state: ProjectState, schema_editor: BaseDatabaseSchemaEditor, collect_sql: bool = False
    ) -> ProjectState:
        """Change the tables, unless the former 0017 has done so already: then only what Django knows of them."""
        if acts_have_parties(schema_editor.connection):
            return super().apply(project_state, schema_editor, collect_sql)
        return self.mutate_state(project_state, preserve=False)
