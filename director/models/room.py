"""Messages between the desk and the room: for everybody, and calls from tables."""

from django.db import models

from director.models.club import make_user_field
from director.models.event import Section, Session

MAX_MESSAGE_LENGTH = 200
"""Characters of a message."""
MAX_REASON_LENGTH = 100
"""Characters of the reason of a call."""


class Message(models.Model):
    """A message to the room, shown until it is removed or expires.

    ``until`` is empty if it doesn't expire.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="messages")
    text = models.CharField(max_length=MAX_MESSAGE_LENGTH)
    until = models.DateTimeField(null=True, blank=True)
    made_by = make_user_field(blank=True)
    made_at = models.DateTimeField()
    taken_by = make_user_field(blank=True)
    taken_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("session_id", "pk")

    def __str__(self) -> str:
        return self.text


class Call(models.Model):
    """A table that calls the director, until the call is ticked off.

    ``made_by`` is who entered it at the desk, or None if the table called by itself.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="calls")
    table_no = models.PositiveSmallIntegerField()
    reason = models.CharField(max_length=MAX_REASON_LENGTH, blank=True)
    made_by = make_user_field(blank=True)
    made_at = models.DateTimeField()
    done_by = make_user_field(blank=True)
    done_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("section_id", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("section", "table_no"),
                condition=models.Q(done_at__isnull=True),
                name="table_waits_once",
            ),
            models.CheckConstraint(
                condition=models.Q(table_no__gte=1), name="calling_tables_from_1"
            ),
        )

    def __str__(self) -> str:
        return f"table {self.table_no} called the director"
