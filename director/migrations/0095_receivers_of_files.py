"""A club has a number with its union, and remembers who takes its files."""

from django.db import migrations

from director.migrations._fields import add, steps, text


class Migration(migrations.Migration):
    dependencies = steps("0094_words_about_matches")

    operations = add(
        "club",
        club_number=text(20, blank=True),
        receiver=text(12, default="general"),
        charge_code=text(2, blank=True, default="10"),
        point_scale=text(20, blank=True, default="Club"),
    )
