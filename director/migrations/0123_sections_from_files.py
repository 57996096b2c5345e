"""Sections that were played elsewhere: the file they came from, and whose deals they played."""

from django.db import migrations

from director.migrations._fields import add, steps, text


class Migration(migrations.Migration):
    dependencies = steps("0122_unplayed_points")

    operations = add(
        "section",
        deals_letter=text(2, blank=True, default=""),
        source=text(200, blank=True, default=""),
    )
