"""The sessions before the stages of an event have a name too."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0105_captains_links"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="first_stage",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
    ]
