"""Entries of a drawn contest are seeded by rating, and those of one club kept apart."""

from django.db import migrations

from director.migrations._fields import add, steps, text


class Migration(migrations.Migration):
    dependencies = steps("0092_saved_movements")

    operations = add(
        "entry",
        club=text(40, blank=True, default=""),
        rating=text(8, blank=True, default=""),
    )
