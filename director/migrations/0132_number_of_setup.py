"""Changes of an event that aren't results have a number of their own."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("director", "0131_counted_tin")]

    operations = [
        migrations.AddField(
            model_name="event",
            name="setup_no",
            field=models.BigIntegerField(default=0, editable=False, serialize=False),
        ),
    ]
