"""How many weeks seats look back, and who asked for a seat that stays."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("director", "0025_messages_and_calls")]

    operations = [
        migrations.AddField("club", "memory_weeks", models.PositiveSmallIntegerField(default=12)),
        migrations.AddField("person", "sits_still", models.BooleanField(default=False)),
    ]
