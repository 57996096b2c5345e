"""A team can say on its phone whether the result of its match is right."""

from django.db import migrations

from director.migrations._fields import steps, text

KINDS = [
    ("result", "a result"),
    ("confirm", "the word of the opponents"),
    ("call", "a call for the director"),
    ("name", "who sits in a seat"),
    ("turned", "that a table sat the other way round"),
    ("look", "the director, who asks the table to look again"),
    ("shown", "a board whose other results the table was shown"),
    ("match", "what a team says about the result of its match"),
]


class Migration(migrations.Migration):
    dependencies = steps("0093_clubs_and_ratings")

    operations = [migrations.AlterField("tableword", "kind", text(7, choices=KINDS))]
