"""Who has arrived, marked at the door."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0110_swapped_matches"),
    ]

    operations = [
        migrations.AddField(
            model_name="entry",
            name="is_here",
            field=models.BooleanField(default=False),
        ),
    ]
