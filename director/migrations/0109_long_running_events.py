"""An event can be played over weeks or months, without a clock."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0108_shapes_of_events"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="is_long_running",
            field=models.BooleanField(default=False),
        ),
    ]
