"""The club's library of movements, with the former versions of each."""

from django.db import models

from director.models.club import Club, make_user_field
from director.models.event import Contest

LONGEST_MOVEMENT_NAME, LONGEST_NOTE = 120, 300
"""Characters of a movement's name, as in the plan of a section, and of its note."""


class MovementVersion(models.Model):
    """What a saved movement is in one version, numbered from 1.

    ``plan`` is the text of a movement file, without loss: a grid, or JSON if a grid can't say it. The
    counts and ``fairness`` follow from it, and lists show them without reading it.
    """

    name = models.CharField(max_length=LONGEST_MOVEMENT_NAME)
    note = models.CharField(max_length=LONGEST_NOTE, blank=True)
    plan = models.TextField()
    contest = models.CharField(max_length=12, default=Contest.PAIRS)
    contestants = models.PositiveSmallIntegerField()
    rounds = models.PositiveSmallIntegerField()
    boards_per_set = models.PositiveSmallIntegerField()
    winners = models.PositiveSmallIntegerField()
    fairness = models.CharField(max_length=8)  # "97.49", or "–" if nobody is compared
    fingerprint = models.CharField(max_length=8)
    number = models.PositiveIntegerField(default=1)
    made_by = make_user_field()
    made_at = models.DateTimeField()

    class Meta:
        abstract = True

    def __str__(self) -> str:
        return self.name

    @property
    def size(self) -> str:
        """For whom it is: "14 pairs", "8 players"."""
        if self.contest == Contest.INDIVIDUAL:
            return f"{self.contestants} players"
        return f"{self.contestants} {self.contest}"


class SavedMovementQuerySet(models.QuerySet["SavedMovement"]):
    """Movements of libraries."""

    def listed(self) -> "SavedMovementQuerySet":
        """Return the movements that aren't deleted."""
        return self.filter(removed_at__isnull=True)


class SavedMovement(MovementVersion):
    """A movement in the club's library, as it is now. A deleted one can be restored."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="movements")
    removed_at = models.DateTimeField(null=True, blank=True)

    objects = SavedMovementQuerySet.as_manager()

    class Meta:
        ordering = ("club", "contest", "contestants", "name", "pk")


class FormerMovement(MovementVersion):
    """A saved movement as it was before a change."""

    movement = models.ForeignKey(SavedMovement, on_delete=models.CASCADE, related_name="former")

    class Meta:
        ordering = ("movement", "-number")
        constraints = (
            models.UniqueConstraint(fields=("movement", "number"), name="movement_version_once"),
        )
