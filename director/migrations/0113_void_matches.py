"""Matches that don't count, now or earlier."""

from django.db import migrations

from director.migrations._fields import add, flag, steps


class Migration(migrations.Migration):
    dependencies = steps("0112_stopped_corrections")

    operations = [
        *add("match", is_void=flag(default=False)),
        *add("matchversion", is_void=flag(default=False)),
    ]
