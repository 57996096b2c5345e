"""Versions of published standings, and the official figures of imported events."""

from django.db import models
from django.utils.functional import cached_property

from director.models.club import make_user_field
from director.models.event import Event, Section

# The standings after each change since they were published.


class Action(models.TextChoices):
    """Reasons for a version of the standings."""

    PUBLISHED = "published", "published"
    CORRECTED = "corrected", "corrected"
    FINAL = "final", "made final"
    OPENED = "opened", "reopened"
    CLOSED = "closed", "unpublished"


class StandingsVersion(models.Model):
    """The standings of an event after an action, counted from 1.

    ``changes`` lists the differences from the version before: ``{"what": "Board 7, 3 N-S against 5
    E-W", "was": "4SS=", "now": "A6040"}``. ``standings`` are groups of rows with the published
    texts and figures. ``is_due`` marks a version that a correction has left incomplete: it has a
    time but no standings yet. ``facts`` are the data that the last version depends on, to compare
    with the next one; earlier versions have None.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="versions")
    number = models.PositiveSmallIntegerField()
    action = models.CharField(max_length=9, choices=Action)
    changes = models.JSONField(default=list, blank=True)
    standings = models.JSONField(default=list, blank=True)
    facts = models.JSONField(null=True, blank=True, default=None)
    is_due = models.BooleanField(default=False)
    made_by = make_user_field(blank=True)
    made_at = models.DateTimeField()

    class Meta:
        ordering = ("event_id", "-number")
        constraints = (
            models.UniqueConstraint(fields=("event", "number"), name="version_once_in_event"),
        )

    def __str__(self) -> str:
        return f"version {self.number}, {self.get_action_display()}"

    @cached_property
    def lacks_facts(self) -> bool:
        """Whether the version has standings, but not the facts that a correction compares."""
        return not self.is_due and self.facts is None


# The official figures of the program that scored an imported event. They are only for comparison.


class OfficialTotal(models.Model):
    """The total, percentage and place of one pair as printed in the file, or empty."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="official_totals")
    pair_no = models.PositiveSmallIntegerField()
    total = models.CharField(max_length=20, blank=True)
    percent = models.CharField(max_length=20, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("section", "pair_no")
        constraints = (
            models.UniqueConstraint(fields=("section", "pair_no"), name="official_total_once"),
        )

    def __str__(self) -> str:
        return f"pair {self.pair_no}: {self.total or 'no total'}"


class OfficialLine(models.Model):
    """The points of both sides of one line as printed in the file, or empty."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="official_lines")
    board_no = models.PositiveSmallIntegerField()
    ns = models.PositiveSmallIntegerField()
    ew = models.PositiveSmallIntegerField()
    ns_points = models.CharField(max_length=20, blank=True)
    ew_points = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering = ("section", "board_no", "ns", "ew")
        constraints = (
            models.UniqueConstraint(
                fields=("section", "board_no", "ns", "ew"), name="official_line_once_on_board"
            ),
        )

    def __str__(self) -> str:
        return (
            f"board {self.board_no}, {self.ns} v {self.ew}: {self.ns_points} and {self.ew_points}"
        )
