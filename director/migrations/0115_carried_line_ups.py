"""Line-ups of earlier rounds that go on with a new member."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0114_one_season"),
    ]

    operations = [
        migrations.AddField(
            model_name="lineupseat",
            name="is_carried",
            field=models.BooleanField(default=False),
        ),
    ]
