"""Guest or ? at a seat stands for nobody in People, and a corrected slip of the pen is deleted."""

from django.db import migrations, models

from director.migrations._fields import add, flag, once, remove, steps


class Migration(migrations.Migration):
    dependencies = steps("0118_players_of_phones")

    operations = [
        *remove("person", rule="person_once_in_club"),
        *add(
            "person",
            once(
                "person_once_in_club",
                "club",
                "name_key",
                "number",
                "twin_no",
                condition=models.Q(is_placeholder=False),
            ),
            is_placeholder=flag(default=False),
            is_from_seat=flag(default=False),
        ),
    ]
