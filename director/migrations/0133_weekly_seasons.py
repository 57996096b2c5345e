"""A season can take every event of a weekday by itself."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("director", "0132_number_of_setup")]

    operations = [
        migrations.AddField("season", "weekday", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField(
            "season", "weekday_contest", models.CharField(blank=True, default="", max_length=12)
        ),
        migrations.AddField("season", "weekday_start", models.DateField(blank=True, null=True)),
    ]
