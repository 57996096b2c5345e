"""What the standings were at each change after they were published."""

from django.conf import settings
from django.db import models

from director.models.event import Event


class Action(models.TextChoices):
    """Why a version of the standings was kept."""

    PUBLISHED = "published", "published"
    CORRECTED = "corrected", "corrected"
    FINAL = "final", "made final"
    OPENED = "opened", "opened again"
    CLOSED = "closed", "closed to visitors"


class StandingsVersion(models.Model):
    """The standings of an event after an action, counted from 1.

    ``changes`` lists what differs from the version before: ``{"what": "Board 7, 3 N-S against 5 E-W", "was": "4SS=",
    "now": "A6040"}``.  ``standings`` are groups of rows, words and figures as they were read.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveSmallIntegerField()
    action = models.CharField(max_length=9, choices=Action)
    changes = models.JSONField(default=list, blank=True)
    standings = models.JSONField(default=list, blank=True)
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("event_id", "-number")
        constraints = (models.UniqueConstraint(fields=("event", "number"), name="version_once_in_event"),)

    def __str__(self) -> str:
        return f"version {self.number}, {self.get_action_display()}"
