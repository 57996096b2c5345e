"""An event has a charge code and a master point scale of its own."""

from django.db import migrations

from director.migrations._fields import add, steps, text


class Migration(migrations.Migration):
    dependencies = steps("0096_api_tokens")

    operations = add(
        "event",
        charge_code=text(2, blank=True),
        point_scale=text(20, blank=True),
    )
