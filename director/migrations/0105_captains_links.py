"""The captain of a team can have a private link to send the results of its matches."""

from django.db import migrations, models

from director.migrations._fields import add, check, flag, once, steps

OPEN = models.Q(revoked_at__isnull=True)


class Migration(migrations.Migration):
    dependencies = steps("0104_stages_with_finals")

    operations = [
        migrations.RemoveConstraint("access", "pair_has_one_access"),
        *add("access", is_captain=flag(default=False)),
        migrations.AddConstraint(
            "access", once("pair_has_one_access", "entry", "is_captain", condition=OPEN)
        ),
        migrations.AddConstraint(
            "access",
            check(
                "captain_belongs_to_a_team",
                models.Q(is_captain=False) | models.Q(entry__isnull=False),
            ),
        ),
    ]
