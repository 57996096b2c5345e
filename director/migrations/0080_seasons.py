"""Seasons of any events, with the events that count for them."""

from django.db import migrations, models

from director.migrations._fields import create, once, part_of, small, steps, text

COUNTING = [("people", "Players one by one"), ("pairs", "Pairs"), ("teams", "Teams")]


class Migration(migrations.Migration):
    dependencies = steps("0079_change_numbers")

    operations = [
        create(
            "Season",
            once("club_season_once_in_club", "club", "name"),
            ordered=("club", "-pk"),
            club=part_of("club", "seasons"),
            name=text(60),
            counting=text(6, choices=COUNTING, default="people"),
            points=text(10, default="percent"),
            best=small(default=0),
            minimum=small(default=0),
            attendance=small(default=0),
            table=models.TextField(blank=True, default=""),
            ties=text(40, blank=True, default=""),
        ),
        create(
            "SeasonEvent",
            once("event_once_in_season", "season", "event"),
            ordered=("season", "pk"),
            season=part_of("season", "season_events"),
            event=part_of("event", "in_seasons"),
        ),
    ]
