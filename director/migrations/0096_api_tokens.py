"""Other programs have tokens for an event."""

from django.db import migrations

from director.migrations._fields import NULL, create, moment, part_of, somebody, steps, text

RIGHTS = [("read", "Read results"), ("enter", "Enter results")]


class Migration(migrations.Migration):
    dependencies = steps("0095_receivers_of_files")

    operations = [
        create(
            "ApiToken",
            ordered=("-pk",),
            event=part_of("event", "api_tokens"),
            session=part_of("session", "api_tokens", **NULL),
            name=text(60),
            right=text(5, choices=RIGHTS),
            token_hash=text(64, unique=True),
            made_by=somebody(),
            made_at=moment(),
            expires_at=moment(),
            revoked_at=moment(**NULL),
        )
    ]
