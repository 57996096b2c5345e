"""Sections that were played elsewhere: the file they came from, and whose deals they played."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0122_unplayed_points"),
    ]

    operations = [
        migrations.AddField(
            model_name="section",
            name="deals_letter",
            field=models.CharField(blank=True, default="", max_length=2),
        ),
        migrations.AddField(
            model_name="section",
            name="source",
            field=models.CharField(blank=True, default="", max_length=200),
        ),
    ]
