"""Phone numbers of people, for the list that helpers of the club print."""

from django.db import migrations

from director.migrations._fields import add, steps, text


class Migration(migrations.Migration):
    dependencies = steps("0119_placeholders")

    operations = add("person", phone=text(40, blank=True, default=""))
