from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("director", "0064_submissions"),
    ]

    operations = [
        migrations.AlterField(
            model_name="tableword",
            name="kind",
            field=models.CharField(
                choices=[
                    ("result", "a result"),
                    ("confirm", "the word of the opponents"),
                    ("call", "a call for the director"),
                    ("name", "who sits in a seat"),
                    ("turned", "that a table sat the other way round"),
                    ("look", "the director, who asks the table to look again"),
                    ("shown", "a board whose other results the table was shown"),
                ],
                max_length=7,
            ),
        ),
    ]
