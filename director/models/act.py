"""The history of an event.

Every change of a director with all that it changed, and the forms sent for it.
"""

from django.contrib.messages.storage.cookie import MessageDecoder, MessageEncoder
from django.db import models

from director.models.club import by_user
from director.models.event import Event, Section


class Act(models.Model):
    """One act at the desk, counted from 1: what it changed, by whom and when, and whether it was undone.

    ``changes`` hold for every record ``{"model": "director.partyresult", "pk": 5, "before": {…},
    "after": {…}}`` with the fields that changed; ``before`` is ``None`` for a new record, ``after``
    for one that was taken out. ``again_of`` is the act that this one does again after it was
    undone.  ``section`` is the section that the act is about, ``None`` where it is about the whole
    event.  ``undone_no`` counts the undos of the event from 1, and ``undone_after`` is the number
    of the latest act then: the clock of a machine may jump back, so moments are only shown, and no
    order follows from them.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="acts")
    section = models.ForeignKey(
        Section, null=True, blank=True, on_delete=models.CASCADE, related_name="acts"
    )
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=16)
    words = models.CharField(max_length=300)
    changes = models.JSONField(default=list)
    made_by = by_user()
    made_at = models.DateTimeField()
    undone_by = by_user()
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
    """A form that was sent and done, by its idempotency key, with its answer for whoever sends it again.

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
