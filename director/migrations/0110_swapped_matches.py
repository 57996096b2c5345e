"""A match can be played at the other team's home."""

from django.db import migrations

from director.migrations._fields import add, flag, steps


class Migration(migrations.Migration):
    dependencies = steps("0109_long_running_events")

    operations = [*add("match", is_swapped=flag(default=False))]
