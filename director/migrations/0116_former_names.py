"""Names that people had before, so that a deletion on request finds them."""

from django.db import migrations, models

from director.migrations._fields import add, steps


class Migration(migrations.Migration):
    dependencies = steps("0115_carried_line_ups")

    operations = add("person", former_names=models.TextField(blank=True))
