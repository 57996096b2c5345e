"""What is read of a result's text is kept beside it; what is there already is read once now."""

from django.db import migrations, models

from director.boards.scores.read.line_readings import readings_fill


def fill(apps, schema_editor):
    readings_fill(apps.get_model("director", "Result").objects.using(schema_editor.connection.alias))


class Migration(migrations.Migration):
    dependencies = [("director", "0012_sign_in_attempts")]

    operations = [
        migrations.AddField("result", "reading", models.TextField(blank=True, default="")),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
