"""Events and clubs count their changes, so that a page that is kept is known to be true."""

from typing import Any

from django.db import migrations, models
from django.db.models import F

from director.migrations._fields import add, steps

NUMBER = {"default": 0, "editable": False, "serialize": False}
APART = 1_000_000
"""How far the numbers of events that are here already begin apart, so that sums of several don't coincide."""


def numbers(apps: Any, schema_editor: Any) -> None:
    """Let the numbers of the events that are here begin apart; those of new ones begin at the clock, far beyond."""
    events = apps.get_model("director", "Event").objects.using(schema_editor.connection.alias)
    events.update(change_no=F("pk") * APART)


class Migration(migrations.Migration):
    dependencies = steps("0078_order_of_undos")

    operations = [
        *add("club", change_no=models.BigIntegerField(**NUMBER)),
        *add(
            "event",
            change_no=models.BigIntegerField(**NUMBER),
            desk_no=models.BigIntegerField(**NUMBER),
        ),
        migrations.RunPython(numbers, migrations.RunPython.noop),
    ]
