"""What both sides of a match have until it is played, and weeks in which none is."""

from django.db import migrations

from director.migrations._fields import add, steps, text

KINDS = [
    ("result", "a result"),
    ("confirm", "the word of the opponents"),
    ("call", "a call for the director"),
    ("name", "who sits in a seat"),
    ("turned", "that a table sat the other way round"),
    ("look", "the director, who asks the table to look again"),
    ("shown", "a board whose other results the table was shown"),
    ("match", "what a team says about the result of its match"),
    ("dates", "dates that a captain offers for a match, or the answer to them"),
]


class Migration(migrations.Migration):
    dependencies = steps("0121_first_board_of_plans")

    operations = (
        *add(
            "event",
            unplayed_points=text(6, blank=True, default=""),
            weeks_taken=text(400, blank=True, default=""),
        ),
        migrations.AlterField("tableword", "kind", text(7, choices=KINDS)),
    )
