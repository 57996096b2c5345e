"""Carry-over is stored with the rule by which it was calculated."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0106_name_of_first_stage"),
    ]

    operations = [
        migrations.AddField(
            model_name="section",
            name="carry_over_rule",
            field=models.JSONField(blank=True, default=dict),
        ),
    ]
