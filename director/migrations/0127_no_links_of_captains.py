"""Remove the private links of captains, with what they sent by them. Results and line-ups stay."""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from director.migrations._data import remove_field_from_acts, rewrite_acts, settle


def delete_captains_links(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Delete the links of captains: without the mark they would open the page of a pair."""
    links = apps.get_model("director", "Access").objects.using(schema_editor.connection.alias)
    links.filter(is_captain=True).delete()
    settle(schema_editor)


def change_acts(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Take the links of captains, and the fields that only they needed, out of the history."""

    def without_links(change: dict[str, Any]) -> list[dict[str, Any]]:
        fields = change["after"] or change["before"]
        return [] if fields.get("is_captain") else [change]

    rewrite_acts(apps, schema_editor, "access", "is_captain", without_links)
    remove_field_from_acts(apps, schema_editor, "access", "is_captain")
    remove_field_from_acts(apps, schema_editor, "lineupseat", "is_carried")
    settle(schema_editor)


class Migration(migrations.Migration):
    dependencies = [("director", "0126_money_of_nights")]

    operations = [
        migrations.RunPython(delete_captains_links, migrations.RunPython.noop),
        migrations.RunPython(change_acts, migrations.RunPython.noop),
        migrations.RemoveField("lineupseat", "is_carried"),
        migrations.RemoveConstraint("access", "captain_belongs_to_a_team"),
        migrations.RemoveConstraint("access", "pair_has_one_access"),
        migrations.RemoveField("access", "is_captain"),
        migrations.AddConstraint(
            "access",
            models.UniqueConstraint(
                fields=("entry",),
                condition=models.Q(revoked_at__isnull=True),
                name="pair_has_one_access",
            ),
        ),
        migrations.AlterField(
            "tableword",
            "kind",
            models.CharField(
                choices=[
                    ("result", "a result"),
                    ("confirm", "the word of the opponents"),
                    ("call", "a call for the director"),
                    ("name", "who sits in a seat"),
                    ("turned", "that a table sat the other way round"),
                    ("look", "the director, who asks the table to look again"),
                    ("shown", "a board whose other results the table was shown"),
                    ("match", "what a team says about the result of its match"),
                ],
                max_length=7,
            ),
        ),
    ]
