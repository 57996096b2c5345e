"""The card that was led, where players say it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("director", "0032_acts_of_desk")]

    operations = [
        migrations.AddField("result", "lead", models.CharField(blank=True, default="", max_length=3)),
    ]
