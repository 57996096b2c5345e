"""The clock knows breaks, a warning before the end of a round, and when every round was over."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("director", "0023_room_standings")]

    operations = [
        migrations.AddField("session", "warning_minutes", models.PositiveSmallIntegerField(default=5)),
        migrations.AddField("session", "breaks", models.JSONField(blank=True, default=list)),
        migrations.AddField("session", "break_ends_at", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("session", "round_ends", models.JSONField(blank=True, default=list)),
    ]
