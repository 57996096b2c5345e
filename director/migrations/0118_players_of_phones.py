"""A phone refers to the players whose it is, and the history doesn't name them."""

import re
from typing import Any

from django.db import migrations, models

from director.migrations._fields import add, remove, steps

_WORDS_OF_PHONE = re.compile(
    r"(Table \d+: ).+’s phone( that joined at \d\d:\d\d (?:allowed|blocked)\.)"
)


def remove_names(apps: Any, schema_editor: Any) -> None:
    """Leave the names of players out of what was stored as text about their phones."""
    acts = apps.get_model("director", "Act").objects.using(schema_editor.connection.alias)
    for act in acts.filter(kind="phones", words__contains="’s phone"):
        act.words = _WORDS_OF_PHONE.sub(r"\1phone\2", act.words)
        act.save(update_fields=["words"])
    # The answers to tables that entered names.
    words = apps.get_model("director", "TableWord").objects.using(schema_editor.connection.alias)
    for word in words.filter(kind="name"):
        word.text = ""
        word.answer.pop("name", None)
        word.save(update_fields=["text", "answer"])


def player() -> models.ForeignKey:
    return models.ForeignKey(
        "director.person", models.SET_NULL, related_name="+", blank=True, null=True
    )


class Migration(migrations.Migration):
    dependencies = steps("0117_entered_after_play")

    operations = [
        *remove("tablephone", "owner"),
        *add("tablephone", first_player=player(), second_player=player()),
        # Last, because PostgreSQL changes no table in which rows have just been changed.
        migrations.RunPython(remove_names, migrations.RunPython.noop),
    ]
