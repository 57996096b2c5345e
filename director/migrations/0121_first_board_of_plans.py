"""The number of the first board of a movement, for boards that don't begin at 1."""

from django.db import migrations

from director.migrations._fields import add, small, steps


class Migration(migrations.Migration):
    dependencies = steps("0120_phones_of_people")

    operations = add("plan", first_board=small(default=1))
