"""Line-ups of earlier rounds that go on with a new member."""

from django.db import migrations

from director.migrations._fields import add, flag, steps


class Migration(migrations.Migration):
    dependencies = steps("0114_one_season")

    operations = add("lineupseat", is_carried=flag(default=False))
