"""A section has a sequence of movements, of which one is in force; until now it had one."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("director", "0021_acts_of_sections")]

    operations = [
        migrations.AlterModelOptions("plan", {"ordering": ("section", "number")}),
        migrations.AddField("plan", "from_round", models.PositiveSmallIntegerField(default=1)),
        migrations.AddField("plan", "in_force", models.BooleanField(default=True)),
        migrations.AddField("plan", "number", models.PositiveSmallIntegerField(default=1)),
        migrations.AddField("plan", "why", models.CharField(blank=True, max_length=200)),
        migrations.AlterField("plan", "chosen_at", models.DateTimeField(default=django.utils.timezone.now)),
        migrations.AlterField(
            "plan",
            "section",
            models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="plans", to="director.section"),
        ),
        migrations.AddConstraint(
            "plan", models.UniqueConstraint(fields=("section", "number"), name="plan_once_in_section")
        ),
        migrations.AddConstraint(
            "plan",
            models.UniqueConstraint(
                condition=models.Q(in_force=True), fields=("section",), name="one_plan_in_force_in_section"
            ),
        ),
    ]
