"""Versions of standings are completed when they are first read."""

from django.db import migrations, models

from director.migrations._fields import add, steps


class Migration(migrations.Migration):
    dependencies = steps("0085_season_handicap")

    operations = [
        *add(
            "standingsversion",
            facts=models.JSONField(blank=True, default=None, null=True),
            is_due=models.BooleanField(default=False),
        )
    ]
