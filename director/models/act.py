"""The history of an event: the acts with their changes, and the forms already processed."""

from django.contrib.messages.storage.cookie import MessageDecoder, MessageEncoder
from django.db import models

from director.models.club import make_user_field
from director.models.event import Event, Section


class Act(models.Model):
    """One act in an event's history, numbered from 1, with its changes and its undo.

    ``changes`` lists for every record ``{"model": "director.partyresult", "pk": 5, "before": {…},
    "after": {…}}`` with the changed fields; ``before`` is None for a new record, ``after`` for a
    deleted one. ``"follows": True`` marks a record that an undo leaves alone if it was changed
    since. ``again_of`` is the undone act that this one redoes. ``section`` is the section
    concerned, or None for the whole event. ``undone_no`` counts the undos of the event from 1, and
    ``undone_after`` is the number of the latest act at that time. The order of acts never follows
    from times, because the clock of a machine may jump back.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="acts")
    section = models.ForeignKey(
        Section, null=True, blank=True, on_delete=models.CASCADE, related_name="acts"
    )
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    words = models.CharField(max_length=300)
    changes = models.JSONField(default=list)
    made_by = make_user_field()
    made_at = models.DateTimeField()
    undone_by = make_user_field()
    undone_at = models.DateTimeField(null=True, blank=True)
    undone_no = models.PositiveIntegerField(null=True, blank=True)
    undone_after = models.PositiveIntegerField(null=True, blank=True)
    again_of = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.CASCADE, related_name="agains"
    )

    class Meta:
        ordering = ("event_id", "-number")
        indexes = (
            models.Index(fields=("event", "undone_no"), name="acts_undone_last"),
            models.Index(
                fields=("event", "number"),
                condition=models.Q(made_by__isnull=False),
                name="acts_of_desk",
            ),
        )
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="act_once_in_event"),
        )

    def __str__(self) -> str:
        return self.words


class Submission(models.Model):
    """A processed form by its idempotency key, with the answer for a repeated request.

    ``status`` is ``None`` if the program ended before it had an answer; ``content`` is compressed.
    """

    key = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField(db_index=True)
    status = models.PositiveSmallIntegerField(null=True)
    headers = models.JSONField(default=dict)
    content = models.BinaryField(default=b"")
    messages = models.JSONField(default=list, encoder=MessageEncoder, decoder=MessageDecoder)

    def __str__(self) -> str:
        return self.key
