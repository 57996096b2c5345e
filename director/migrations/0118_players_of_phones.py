"""A phone refers to the players whose it is, and the history doesn't name them."""

import re
from typing import Any

import django.db.models.deletion
from django.db import migrations, models

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


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0117_entered_after_play"),
    ]

    operations = [
        migrations.RemoveField(
            model_name="tablephone",
            name="owner",
        ),
        migrations.AddField(
            model_name="tablephone",
            name="first_player",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="director.person",
            ),
        ),
        migrations.AddField(
            model_name="tablephone",
            name="second_player",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="director.person",
            ),
        ),
        migrations.RunPython(
            code=remove_names,
            reverse_code=migrations.RunPython.noop,
        ),
    ]
