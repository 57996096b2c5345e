"""A way to the last act of a director, past those of tables."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0031_wifi_of_clubs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddIndex(
            model_name="act",
            index=models.Index(
                condition=models.Q(("made_by__isnull", False)), fields=["event", "number"], name="acts_of_desk"
            ),
        ),
    ]
