"""Clubs that enter the results after play, so that none is late before."""

from django.db import migrations, models

from director.migrations._fields import add, steps


class Migration(migrations.Migration):
    dependencies = steps("0116_former_names")

    operations = add("club", enters_after_play=models.BooleanField(default=False))
