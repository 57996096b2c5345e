"""The sections of a stage can be finals, whatever the places before."""

from django.db import migrations

from director.migrations._fields import add, flag, steps


class Migration(migrations.Migration):
    dependencies = steps("0103_large_print")

    operations = [*add("stage", has_finals=flag(default=False))]
