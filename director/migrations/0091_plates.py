"""A plate is a stage beside the others, ranked below everybody who isn't in it."""

from django.db import migrations

from director.migrations._fields import add, flag, steps


class Migration(migrations.Migration):
    dependencies = steps("0090_rulings_on_matches")

    operations = [*add("stage", is_plate=flag(False))]
