"""Who has arrived, marked at the door."""

from django.db import migrations

from director.migrations._fields import add, flag, steps


class Migration(migrations.Migration):
    dependencies = steps("0110_swapped_matches")

    operations = add("entry", is_here=flag(default=False))
