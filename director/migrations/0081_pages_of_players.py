"""Clubs can show visitors a page of each player, and a person can be left out."""

from django.db import migrations, models

from director.migrations._fields import add, flag, index, steps

PUBLISHED = models.Q(published_at__isnull=False, removed_at__isnull=True)


class Migration(migrations.Migration):
    dependencies = steps("0080_seasons")

    operations = [
        *add("club", has_player_pages=flag(default=False)),
        *add("person", is_hidden=flag(default=False)),
        *add("event", index("published_events", "club", "change_no", condition=PUBLISHED)),
    ]
