"""The round with which the page of a table begins."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("director", "0123_sections_from_files")]

    operations = [
        migrations.AddField("access", "first_round", models.PositiveSmallIntegerField(default=1)),
    ]
