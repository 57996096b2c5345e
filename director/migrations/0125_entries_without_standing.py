"""Pairs that play without standing."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("director", "0124_first_round_of_links")]

    operations = [
        migrations.AddField("entry", "is_unranked", models.BooleanField(default=False)),
    ]
