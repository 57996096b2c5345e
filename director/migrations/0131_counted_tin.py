"""The money of a night keeps what was counted in the tin."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("director", "0130_entries_without_reading")]

    operations = [
        migrations.AddField("nightmoney", "counted", models.PositiveIntegerField(default=0)),
    ]
