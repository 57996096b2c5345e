"""The number of the first board of a movement, for boards that don't begin at 1."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0120_phones_of_people"),
    ]

    operations = [
        migrations.AddField(
            model_name="plan",
            name="first_board",
            field=models.PositiveSmallIntegerField(default=1),
        ),
    ]
