"""Rounds of a session may be played on later dates."""

from django.db import migrations, models

from director.migrations._fields import create, once, part_of, small, steps


class Migration(migrations.Migration):
    dependencies = steps("0088_stages")

    operations = [
        create(
            "RoundDate",
            once("round_dated_once", "session", "from_round"),
            ordered=("session_id", "from_round"),
            session=part_of("session", "round_dates"),
            from_round=small(),
            date=models.DateField(),
        ),
    ]
