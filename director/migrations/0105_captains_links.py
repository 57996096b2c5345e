"""The captain of a team can have a private link to send the results of its matches."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0104_stages_with_finals"),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name="access",
            name="pair_has_one_access",
        ),
        migrations.AddField(
            model_name="access",
            name="is_captain",
            field=models.BooleanField(default=False),
        ),
        migrations.AddConstraint(
            model_name="access",
            constraint=models.UniqueConstraint(
                condition=models.Q(("revoked_at__isnull", True)),
                fields=("entry", "is_captain"),
                name="pair_has_one_access",
            ),
        ),
        migrations.AddConstraint(
            model_name="access",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("is_captain", False), ("entry__isnull", False), _connector="OR"
                ),
                name="captain_belongs_to_a_team",
            ),
        ),
    ]
