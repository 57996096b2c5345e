"""Guest or ? at a seat stands for nobody in People, and a corrected slip of the pen is deleted."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0118_players_of_phones"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="person",
            name="person_once_in_club",
        ),
        migrations.AddField(
            model_name="person",
            name="is_placeholder",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="person",
            name="is_from_seat",
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name="person",
            constraint=models.UniqueConstraint(
                condition=models.Q(("is_placeholder", False)),
                fields=("club", "name_key", "number", "twin_no"),
                name="person_once_in_club",
            ),
        ),
    ]
