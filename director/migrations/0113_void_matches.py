"""Matches that don't count, now or earlier."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0112_stopped_corrections"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="is_void",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="matchversion",
            name="is_void",
            field=models.BooleanField(default=False),
        ),
    ]
