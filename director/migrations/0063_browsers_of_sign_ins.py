from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0062_leads_are_cards"),
    ]

    operations = [
        migrations.AddField(
            model_name="signinattempt",
            name="browser",
            field=models.CharField(blank=True, default="", max_length=32),
        ),
    ]
