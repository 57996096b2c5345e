"""An event can have a ready shape of several stages."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0107_rules_of_carry_over"),
    ]

    operations = [
        migrations.AddField(
            model_name="event",
            name="shape",
            field=models.CharField(blank=True, default="", max_length=10),
        ),
    ]
