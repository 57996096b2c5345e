"""An event can have a ready shape of several stages."""

from django.db import migrations

from director.migrations._fields import add, steps, text


class Migration(migrations.Migration):
    dependencies = steps("0107_rules_of_carry_over")

    operations = [*add("event", shape=text(10, blank=True, default=""))]
