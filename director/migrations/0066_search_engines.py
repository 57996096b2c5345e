from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0065_boards_shown"),
    ]

    operations = [
        migrations.AddField(
            model_name="club",
            name="is_indexed",
            field=models.BooleanField(default=True),
        ),
    ]
