"""A club names the sites that may show its standings in a frame."""

from django.db import migrations

from director.migrations._fields import add, steps, text


class Migration(migrations.Migration):
    dependencies = steps("0101_keys_of_phones")

    operations = [*add("club", embedders=text(300, blank=True))]
