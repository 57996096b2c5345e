"""An event can be played over weeks or months, without a clock."""

from django.db import migrations

from director.migrations._fields import add, flag, steps


class Migration(migrations.Migration):
    dependencies = steps("0108_shapes_of_events")

    operations = [*add("event", is_long_running=flag(default=False))]
