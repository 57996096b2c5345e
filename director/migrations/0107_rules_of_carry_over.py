"""Carry-over is stored with the rule by which it was calculated."""

from django.db import migrations

from director.migrations._fields import add, data, steps


class Migration(migrations.Migration):
    dependencies = steps("0106_name_of_first_stage")

    operations = [*add("section", carry_over_rule=data(dict))]
