"""What both sides of a match have until it is played, and weeks in which none is."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0121_first_board_of_plans"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="unplayed_points",
            field=models.CharField(blank=True, default="", max_length=6),
        ),
        migrations.AddField(
            model_name="event",
            name="weeks_taken",
            field=models.CharField(blank=True, default="", max_length=400),
        ),
        migrations.AlterField(
            model_name="tableword",
            name="kind",
            field=models.CharField(
                choices=[
                    ("result", "a result"),
                    ("confirm", "the word of the opponents"),
                    ("call", "a call for the director"),
                    ("name", "who sits in a seat"),
                    ("turned", "that a table sat the other way round"),
                    ("look", "the director, who asks the table to look again"),
                    ("shown", "a board whose other results the table was shown"),
                    ("match", "what a team says about the result of its match"),
                    ("dates", "dates that a captain offers for a match, or the answer to them"),
                ],
                max_length=7,
            ),
        ),
    ]
