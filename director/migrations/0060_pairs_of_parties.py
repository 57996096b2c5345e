from typing import Any

from django.db import migrations, models


def rank_each(apps: Any, schema_editor: Any) -> None:
    """Let parties that have begun go on ranking each of two partners: their figures and prizes stay as they are."""
    parties = apps.get_model("director", "Party").objects.using(schema_editor.connection.alias)
    begun = parties.filter(models.Q(played_rounds__isnull=False) | models.Q(cards__isnull=False))
    parties.filter(pk__in=begun.values("pk")).update(by_pair=False)


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0059_hands_of_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="party",
            name="by_pair",
            field=models.BooleanField(default=True),
        ),
        migrations.RunPython(rank_each, migrations.RunPython.noop),
    ]
