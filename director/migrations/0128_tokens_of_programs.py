"""Remove the tokens of programs and the phones that entered by them."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from director.migrations._data import settle


def delete_phones_of_programs(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Delete the phones that are a program with a token. What they entered stays."""
    phones = apps.get_model("director", "TablePhone").objects.using(schema_editor.connection.alias)
    phones.filter(program__isnull=False).delete()
    settle(schema_editor)


class Migration(migrations.Migration):
    dependencies = [("director", "0127_no_links_of_captains")]

    operations = [
        migrations.RunPython(delete_phones_of_programs, migrations.RunPython.noop),
        migrations.RemoveConstraint("tablephone", "program_once_at_table"),
        migrations.RemoveField("tablephone", "program"),
        migrations.DeleteModel("ApiToken"),
    ]
