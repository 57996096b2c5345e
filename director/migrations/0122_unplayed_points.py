"""What both sides of a match have until it is played."""

from django.db import migrations

from director.migrations._fields import add, steps, text


class Migration(migrations.Migration):
    dependencies = steps("0121_first_board_of_plans")

    operations = add("event", unplayed_points=text(6, blank=True, default=""))
