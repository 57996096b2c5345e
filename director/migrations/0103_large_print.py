"""A person can be marked whose own sheets come in large print."""

from django.db import migrations

from director.migrations._fields import add, flag, steps


class Migration(migrations.Migration):
    dependencies = steps("0102_embedding_sites")

    operations = [*add("person", needs_large_print=flag(default=False))]
