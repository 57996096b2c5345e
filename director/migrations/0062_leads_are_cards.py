import django.core.validators
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0061_games_on_cards"),
    ]

    operations = [
        migrations.AlterField(
            model_name="result",
            name="lead",
            field=models.CharField(
                blank=True,
                default="",
                max_length=3,
                validators=[django.core.validators.RegexValidator("^[SHDC](10|[2-9JQKA])\\Z")],
            ),
        ),
    ]
