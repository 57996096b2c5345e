"""The answers to forms are kept by their idempotency keys; acts no longer name the press of a button."""

from django.contrib.messages.storage.cookie import MessageDecoder, MessageEncoder
from django.db import migrations, models


class Migration(migrations.Migration):
    """Take the presses of parties out, and make room for the forms that were sent."""

    dependencies = [("director", "0063_browsers_of_sign_ins")]

    operations = [
        migrations.CreateModel(
            name="Submission",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64, unique=True)),
                ("made_at", models.DateTimeField(db_index=True)),
                ("status", models.PositiveSmallIntegerField(null=True)),
                ("headers", models.JSONField(default=dict)),
                ("content", models.BinaryField(default=b"")),
                ("messages", models.JSONField(decoder=MessageDecoder, default=list, encoder=MessageEncoder)),
            ],
        ),
        migrations.RemoveConstraint("act", "press_done_once_in_event"),
        migrations.RemoveField("act", "press"),
    ]
