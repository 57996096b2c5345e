"""Seasons of percentages can have a handicap from the events before."""

from django.db import migrations

from director.migrations._fields import add, small, steps


class Migration(migrations.Migration):
    dependencies = steps("0084_next_nights")

    operations = [*add("season", handicap=small(default=0), handicap_events=small(default=3))]
