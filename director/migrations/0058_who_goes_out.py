from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0057_phones_of_tables"),
    ]

    operations = [
        migrations.AddField(
            model_name="partyresult",
            name="out",
            field=models.JSONField(blank=True, default=list),
        ),
    ]
