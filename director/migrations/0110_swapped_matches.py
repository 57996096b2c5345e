"""A match can be played at the other team's home."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0109_long_running_events"),
    ]

    operations = [
        migrations.AddField(
            model_name="match",
            name="is_swapped",
            field=models.BooleanField(default=False),
        ),
    ]
