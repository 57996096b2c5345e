"""Tables that were played otherwise than was due."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("director", "0027_awards")]

    operations = [
        migrations.CreateModel(
            name="PlayedRow",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("round_no", models.PositiveSmallIntegerField()),
                ("table_no", models.PositiveSmallIntegerField()),
                ("ns", models.PositiveSmallIntegerField()),
                ("ew", models.PositiveSmallIntegerField()),
                ("boards", models.JSONField()),
                (
                    "section",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="played_rows",
                        to="director.section",
                    ),
                ),
            ],
            options={
                "ordering": ("section", "round_no", "table_no"),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("section", "round_no", "table_no"), name="table_played_once_in_round"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("ns", models.F("ew")), _negated=True), name="pair_did_not_meet_itself"
                    ),
                ],
            },
        ),
    ]
