"""What a line gets otherwise than by its cards."""

from django.conf import settings
from django.db import models

from director.models.result import Result


class Given(models.TextChoices):
    """What an award puts on a line."""

    AWARD = "award", "award"  # artificial, assigned, weighted, split, or points moved by hand
    NOT_PLAYED = "not played", "not played"
    VOID = "void", "void"  # it was played, and counts for nobody
    LATER = "later", "to be played later"


class Fault(models.TextChoices):
    """How far a side is to blame that its board could not be played as it should."""

    NONE = "none", "not at fault"
    PARTLY = "partly", "partly at fault"
    FULL = "full", "at fault"


class Award(models.Model):
    """What the director put on a line in place of what was made there; what was made stays on the line itself.

    ``text`` is the canonical form of what counts (``"A6040"``, ``"60% 4SS=, 40% 4SS-1"``, ``"NP: no time"``,
    ``"LATER"``; of a ruling also ``"4SS="``).  One award of a line is in force at most; with none what was made
    counts.  ``version`` is the version of the line that it made, ``over`` the award that counted until then.  What is
    said of a side, its fault, law and words, is empty where nobody said it.
    """

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="awards")
    kind = models.CharField(max_length=10, choices=Given, default=Given.AWARD)
    text = models.CharField(max_length=200)
    ns_score = models.IntegerField(null=True, blank=True)
    reading = models.TextField(blank=True, default="")  # as that of a result
    ns_fault = models.CharField(max_length=6, choices=Fault, blank=True)
    ew_fault = models.CharField(max_length=6, choices=Fault, blank=True)
    ns_law = models.CharField(max_length=60, blank=True)
    ew_law = models.CharField(max_length=60, blank=True)
    ns_words = models.CharField(max_length=300, blank=True)
    ew_words = models.CharField(max_length=300, blank=True)
    version = models.PositiveIntegerField()
    over = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+")
    given_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    given_at = models.DateTimeField()
    in_force = models.BooleanField(default=True)

    class Meta:
        ordering = ("result_id", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("result",), condition=models.Q(in_force=True), name="award_once_in_force_on_line"
            ),
            models.CheckConstraint(condition=~models.Q(text=""), name="award_says_what_counts"),
        )

    def __str__(self) -> str:
        return self.text
