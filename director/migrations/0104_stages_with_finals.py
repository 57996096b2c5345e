"""The sections of a stage can be finals, whatever the places before."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0103_large_print"),
    ]

    operations = [
        migrations.AddField(
            model_name="stage",
            name="has_finals",
            field=models.BooleanField(default=False),
        ),
    ]
