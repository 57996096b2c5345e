"""Phones have keys of their own, and programs records that name their tokens."""

from typing import Any

from django.db import migrations, models

from director.migrations._fields import part_of, text


def name_programs(apps: Any, schema_editor: Any) -> None:
    """Give programs, which were phones called program-12, records of their tokens."""
    alias = schema_editor.connection.alias
    phones = apps.get_model("director", "TablePhone").objects.using(alias)
    words = apps.get_model("director", "TableWord").objects.using(alias)
    tokens = apps.get_model("director", "ApiToken").objects.using(alias)
    for token_id in tokens.values_list("pk", flat=True):
        old, new = f"program-{token_id}", f"={token_id}"
        phones.filter(device=old).update(device=new, program=token_id)
        words.filter(device=old).update(device=new)
        words.filter(agreed_device=old).update(agreed_device=new)


class Migration(migrations.Migration):
    dependencies = [("director", "0100_name_keys")]

    operations = [
        migrations.AddField("tablephone", "owner", text(60, blank=True)),
        migrations.AddField(
            "tablephone", "program", part_of("apitoken", "table_phones", blank=True, null=True)
        ),
        migrations.AddConstraint(
            "tablephone",
            models.UniqueConstraint(
                fields=("access", "program"),
                condition=models.Q(program__isnull=False),
                name="program_once_at_table",
            ),
        ),
        # Last, because PostgreSQL changes no table in which rows have just been changed.
        migrations.RunPython(name_programs, migrations.RunPython.noop),
    ]
