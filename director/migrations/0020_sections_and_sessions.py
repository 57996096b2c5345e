"""Several sections of a session: in the order of their letters, each with cards of its own; and several sessions."""

import django.db.models.deletion
from django.db import migrations, models
from django.db.models.functions import Length


def cards_to_sections(apps, schema_editor):
    """Note with the section what the session knew of its printed cards."""
    stored = apps.get_model("director", "Section").objects.using(schema_editor.connection.alias)
    sections = stored.exclude(session__printed_fingerprint="")
    for section in sections.select_related("session").order_by("pk"):
        section.printed_fingerprint = section.session.printed_fingerprint
        section.save(update_fields=["printed_fingerprint"])


class Migration(migrations.Migration):
    dependencies = [("director", "0019_acts_without_parties")]

    operations = [
        migrations.AlterModelOptions(
            name="section",
            options={"ordering": ("session", Length("letter"), "letter")},
        ),
        migrations.AddField(
            model_name="entry",
            name="continues",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="continued_by",
                to="director.entry",
            ),
        ),
        migrations.AddField(
            model_name="event",
            name="places",
            field=models.CharField(
                choices=[("field", "All sections together"), ("section", "Each section by itself")],
                default="field",
                max_length=7,
            ),
        ),
        migrations.AddField(
            model_name="section",
            name="printed_fingerprint",
            field=models.CharField(blank=True, max_length=8),
        ),
        migrations.RunPython(cards_to_sections, migrations.RunPython.noop),
    ]
