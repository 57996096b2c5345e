from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0058_who_goes_out"),
    ]

    operations = [
        migrations.AddField(
            model_name="partyresult",
            name="hands",
            field=models.PositiveSmallIntegerField(blank=True, null=True),
        ),
    ]
