"""The sessions before the stages of an event have a name too."""

from django.db import migrations

from director.migrations._fields import add, steps, text


class Migration(migrations.Migration):
    dependencies = steps("0105_captains_links")

    operations = [*add("event", first_stage=text(40, blank=True, default=""))]
