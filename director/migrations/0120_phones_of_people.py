"""Phone numbers of people, for the list that helpers of the club print."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0119_placeholders"),
    ]

    operations = [
        migrations.AddField(
            model_name="person",
            name="phone",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
    ]
