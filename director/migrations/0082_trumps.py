"""Sections of duplicate whist keep the trump of every deal."""

from django.db import migrations

from director.migrations._fields import add, steps, text


class Migration(migrations.Migration):
    dependencies = steps("0081_pages_of_players")

    operations = [*add("section", trumps=text(2000, blank=True, default=""))]
