"""Later stages of an event have their own scoring, and sessions their own dates."""

from django.db import migrations, models

from director.migrations._fields import NULL, add, create, data, once, part_of, small, steps, text


class Migration(migrations.Migration):
    dependencies = steps("0087_matches_reported")

    operations = [
        create(
            "Stage",
            once("stage_once_in_event", "event", "number"),
            ordered=("event", "number"),
            event=part_of("event", "stages"),
            number=small(),
            name=text(40),
            scoring=text(30),
            scoring_options=data(dict),
        ),
        *add(
            "session",
            stage=part_of("stage", "sessions", **NULL),
            date=models.DateField(**NULL),
        ),
    ]
