"""A match can be entered as a result, without its boards, and has a date and a venue."""

from django.db import migrations, models
from django.db.models import F, Q

from director.migrations._fields import NULL, add, check, flag, steps, text

WINNER_PLAYED = "winner_played_in_match"


class Migration(migrations.Migration):
    dependencies = steps("0086_standings_versions_due")

    operations = [
        *add(
            "match",
            unit=text(6, blank=True, default=""),
            home_points=text(12, blank=True, default=""),
            away_points=text(12, blank=True, default=""),
            date=models.DateField(**NULL),
            venue=text(80, blank=True, default=""),
            is_postponed=flag(False),
        ),
        migrations.RemoveConstraint("match", WINNER_PLAYED),
        migrations.AlterField(
            "match", "winner", models.PositiveSmallIntegerField(blank=True, null=True)
        ),
        migrations.AlterField("match", "how", text(12, blank=True)),
        migrations.AddConstraint(
            "match",
            check(
                WINNER_PLAYED,
                Q(winner=F("home")) | Q(winner=F("away")) | Q(winner__isnull=True),
            ),
        ),
    ]
