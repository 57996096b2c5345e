from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0060_pairs_of_parties"),
    ]

    operations = [
        migrations.AddField(
            model_name="partycard",
            name="games",
            field=models.JSONField(blank=True, default=list),
        ),
    ]
