"""Duplicate auction is a game of the desk, by the scale of 1926 or of 1914."""

from django.db import migrations

from director.migrations._fields import steps, text

GAMES = [
    ("bridge", "Duplicate bridge"),
    ("whist", "Duplicate whist"),
    ("auction", "Duplicate auction"),
    ("auction-1914", "Duplicate auction, scale of 1914"),
]


class Migration(migrations.Migration):
    dependencies = steps("0082_trumps")

    operations = [
        migrations.AlterField(
            "event", "game", text(12, blank=True, choices=GAMES, default="bridge")
        ),
    ]
