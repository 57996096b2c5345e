"""Where a password was given; and every account so far is a director's, as everybody who could sign in was one."""

from django.conf import settings
from django.db import migrations, models


def all_are_directors(apps, schema_editor):
    """Mark every account, and every one that waits behind a link, as a director's."""
    accounts = apps.get_model("auth", "User").objects.using(schema_editor.connection.alias)
    accounts.update(is_staff=True, is_superuser=True)


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0028_tables_as_played"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="signinattempt",
            name="door",
            field=models.CharField(
                choices=[("sign-in", "sign-in"), ("link", "one-time link"), ("password", "own password")],
                default="sign-in",
                max_length=8,
            ),
        ),
        migrations.RunPython(all_are_directors, migrations.RunPython.noop),
    ]
