"""Whether the room's screen may show the standings."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("director", "0022_movements_in_sequence")]

    operations = [migrations.AddField("session", "room_standings", models.BooleanField(default=False))]
