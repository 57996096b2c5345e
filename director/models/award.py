"""What was made on a line (``Result``), and what it gets otherwise than by its cards (``Award``)."""

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Case, F, FilteredRelation, Q, Value, When
from django.db.models.functions import Coalesce
from django.utils.functional import cached_property

from director.models.club import by_user
from director.models.event import Section

# Lines: what was made at the table, what counts, and what they were before they were corrected.

_IS_BARE = Q(standing__id__isnull=True)
_COUNTED = {
    "counted": Coalesce("standing__text", "text"),
    "counted_score": Case(When(_IS_BARE, then=F("ns_score")), default=F("standing__ns_score")),
    "counted_reading": Coalesce("standing__reading", "reading"),
    "covered": Case(When(_IS_BARE, then=Value("")), default=F("text")),
}
_IS_CARD = RegexValidator(r"^[SHDC](10|[2-9JQKA])\Z")


class ResultQuerySet(models.QuerySet["Result"]):
    """Results, with what counts on their lines if asked for.

    No other query.

    No other query.
    """

    def counted(self) -> "ResultQuerySet":
        """Return them with what counts, the award in force or else what was made.

        That is ``counted``, ``counted_score`` and ``counted_reading``; ``covered`` is what was made
        under an award.
        """
        standing = FilteredRelation("awards", condition=Q(awards__in_force=True))
        return self.annotate(standing=standing).annotate(**_COUNTED)

    def filled(self) -> "ResultQuerySet":
        """Return those on whose lines anything stands, be it only that it is played later."""
        return self.counted().exclude(Q(counted=""))


class Result(models.Model):
    """A line: two pairs on one board, and what they made there.

    ``text`` is the canonical form of what was made (``"4SS="``, ``"3NTXE-2"``, ``"PASS"``,
    ``"+620"``; at whist the N-S tricks) or empty where nothing was, or it was taken out again.
    What the director gave in its place is an ``Award``. ``version`` counts the changes of what
    counts that stand, so that somebody who corrects an older one is told; ``entered_by`` and
    ``entered_at`` are those of the last of them.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="results")
    board_no = models.PositiveSmallIntegerField()
    ns = models.PositiveSmallIntegerField()
    ew = models.PositiveSmallIntegerField()
    round_no = models.PositiveSmallIntegerField(null=True, blank=True)
    table_no = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.CharField(max_length=200, blank=True)
    ns_score = models.IntegerField(null=True, blank=True)
    reading = models.TextField(
        blank=True, default=""
    )  # what was read of the text: no page reads it again
    lead = models.CharField(
        max_length=3, blank=True, default="", validators=[_IS_CARD]
    )  # where players said it: "HK"
    version = models.PositiveIntegerField(default=1)
    entered_by = by_user()
    entered_at = models.DateTimeField()

    objects = ResultQuerySet.as_manager()

    class Meta:
        ordering = ("section_id", "board_no", "ns", "ew")
        constraints = (
            models.UniqueConstraint(
                fields=("section", "board_no", "ns", "ew"), name="line_once_on_board"
            ),
            models.CheckConstraint(
                condition=models.Q(board_no__gte=1), name="board_numbers_from_1"
            ),
        )

    def __str__(self) -> str:
        return f"board {self.board_no}, {self.ns} v {self.ew}: {self.text or 'missing'}"

    @cached_property
    def counted(self) -> str:
        """The text of what counts on the line.

        One query if it wasn't fetched with the line.
        """
        return self._counted()[0]

    @cached_property
    def counted_score(self) -> int | None:
        """The N-S score of what counts.

        One query if it wasn't fetched with the line.
        """
        return self._counted()[1]

    def _counted(self) -> tuple[str, int | None]:
        award = self.awards.filter(in_force=True).values_list("text", "ns_score").first()
        return award or (self.text, self.ns_score)


class ResultVersion(models.Model):
    """What counted on a line before: what it was, who had put it there, who replaced it and when."""

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="versions")
    version = models.PositiveIntegerField()
    text = models.CharField(max_length=200, blank=True)
    ns_score = models.IntegerField(null=True, blank=True)
    entered_by = by_user()
    entered_at = models.DateTimeField()
    replaced_by = by_user()
    replaced_at = models.DateTimeField()

    class Meta:
        ordering = ("result_id", "-version")
        constraints = (models.UniqueConstraint(fields=("result", "version"), name="version_once"),)

    def __str__(self) -> str:
        return f"{self.text or 'missing'} until {self.replaced_at:%H:%M}"


# What a line gets otherwise than by its cards.


class AwardKind(models.TextChoices):
    """What an award puts on a line."""

    AWARD = "award", "award"  # artificial, assigned, weighted, split, or points moved by hand
    NOT_PLAYED = "not played", "not played"
    VOID = "void", "void"  # it was played, and counts for nobody
    LATER = "later", "to be played later"


class FaultLevel(models.TextChoices):
    """How far a side is to blame that its board could not be played as it should."""

    NONE = "none", "not at fault"
    PARTLY = "partly", "partly at fault"
    FULL = "full", "at fault"


class Award(models.Model):
    """What the director awarded on a line in place of its result.

    The result itself stays on the line.

    ``text`` is the canonical form of what counts (``"A6040"``, ``"60% 4SS=, 40% 4SS-1"``, ``"NP: no
    time"``, ``"LATER"``; of a ruling also ``"4SS="``).  One award of a line is in force at most;
    with none what was made counts.  ``version`` is the version of the line that it made, ``over``
    the award that counted until then.  What is said of a side, its fault, law and words, is empty
    where nobody said it.
    """

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="awards")
    kind = models.CharField(max_length=10, choices=AwardKind, default=AwardKind.AWARD)
    text = models.CharField(max_length=200)
    ns_score = models.IntegerField(null=True, blank=True)
    reading = models.TextField(blank=True, default="")  # as that of a result
    ns_fault = models.CharField(max_length=6, choices=FaultLevel, blank=True)
    ew_fault = models.CharField(max_length=6, choices=FaultLevel, blank=True)
    ns_law = models.CharField(max_length=60, blank=True)
    ew_law = models.CharField(max_length=60, blank=True)
    ns_words = models.CharField(max_length=300, blank=True)
    ew_words = models.CharField(max_length=300, blank=True)
    version = models.PositiveIntegerField()
    over = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    given_by = by_user(blank=True)
    given_at = models.DateTimeField()
    in_force = models.BooleanField(default=True)

    class Meta:
        ordering = ("result_id", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("result",),
                condition=models.Q(in_force=True),
                name="award_once_in_force_on_line",
            ),
            models.CheckConstraint(condition=~models.Q(text=""), name="award_says_what_counts"),
        )

    def __str__(self) -> str:
        return self.text
