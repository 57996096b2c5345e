"""Names that people had before, so that a deletion on request finds them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0115_carried_line_ups"),
    ]

    operations = [
        migrations.AddField(
            model_name="person",
            name="former_names",
            field=models.TextField(blank=True),
        ),
    ]
