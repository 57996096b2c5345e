"""Clubs that enter the results after play, so that none is late before."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0116_former_names"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="enters_after_play",
            field=models.BooleanField(default=False),
        ),
    ]
