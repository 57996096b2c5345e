"""Nights to come, which the public home shows."""

from django.db import migrations, models

from director.migrations._fields import NULL, create, flag, moment, part_of, steps, text


class Migration(migrations.Migration):
    dependencies = steps("0083_duplicate_auction")

    operations = [
        create(
            "NextNight",
            ordered=("club", "date", "pk"),
            club=part_of("club", "next_nights"),
            date=models.DateField(),
            starts_at=models.TimeField(**NULL),
            kind=text(60),
            text=text(200, blank=True),
            is_weekly=flag(default=False),
            created_at=moment(auto_now_add=True),
        ),
    ]
