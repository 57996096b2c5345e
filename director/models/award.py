"""The result played on a line (``Result``), and the director's award in its place (``Award``).

A line is two pairs on one board. The *counted* result is that of the award in force, or else the
played result. Who may change them, and how the history records it, is left to the services.
"""

from django.core.validators import RegexValidator
from django.db import models
from django.db.models import Case, F, FilteredRelation, Q, Value, When
from django.db.models.functions import Coalesce
from django.utils.functional import cached_property

from director.models.club import make_user_field
from director.models.event import Section

# Results, and their earlier versions.

_HAS_NO_AWARD = Q(standing__id__isnull=True)
_COUNTED_ANNOTATIONS = {
    "counted": Coalesce("standing__text", "text"),
    "counted_score": Case(When(_HAS_NO_AWARD, then=F("ns_score")), default=F("standing__ns_score")),
    "covered": Case(When(_HAS_NO_AWARD, then=Value("")), default=F("text")),
}
_IS_CARD = RegexValidator(r"^[SHDC](10|[2-9JQKA])\Z")


class ResultQuerySet(models.QuerySet["Result"]):
    """Results, optionally annotated with the counted result. No further query."""

    def counted(self) -> "ResultQuerySet":
        """Return the results with the fields of the counted result.

        They are ``counted`` and ``counted_score``. ``covered`` is the played result if an award
        replaces it.
        """
        standing = FilteredRelation("awards", condition=Q(awards__in_force=True))
        return self.annotate(standing=standing).annotate(**_COUNTED_ANNOTATIONS)

    def filled(self) -> "ResultQuerySet":
        """Return the results of lines that aren't empty. "Played later" counts as well."""
        return self.counted().exclude(Q(counted=""))


class Result(models.Model):
    """A line: two pairs on one board, and the result they played.

    ``text`` is the canonical form of the played result (``"4SS="``, ``"3NTXE-2"``, ``"PASS"``,
    ``"+620"``; at whist the N-S tricks), or empty if there is none or it was deleted. The
    director's result in its place is an ``Award``. ``version`` counts the changes of the counted
    result that are in force, so that somebody who corrects an older version is told; ``entered_by``
    and ``entered_at`` belong to the last change.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="results")
    board_no = models.PositiveSmallIntegerField()
    ns = models.PositiveSmallIntegerField()
    ew = models.PositiveSmallIntegerField()
    round_no = models.PositiveSmallIntegerField(null=True, blank=True)
    table_no = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.CharField(max_length=200, blank=True)
    ns_score = models.IntegerField(null=True, blank=True)
    # The lead, if players entered it, such as "HK".
    lead = models.CharField(max_length=3, blank=True, default="", validators=[_IS_CARD])
    version = models.PositiveIntegerField(default=1)
    entered_by = make_user_field()
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
        """The text of the counted result. One query if it wasn't fetched with the line."""
        return self._get_counted()[0]

    @cached_property
    def counted_score(self) -> int | None:
        """The N-S score of the counted result. One query if it wasn't fetched with the line."""
        return self._get_counted()[1]

    @cached_property
    def award_in_force(self) -> "Award | None":
        """The award that counts instead of the played result, or None. One query."""
        return self.awards.filter(in_force=True).first()

    def _get_counted(self) -> tuple[str, int | None]:
        counted = self.award_in_force or self
        return counted.text, counted.ns_score


class ResultVersion(models.Model):
    """An earlier counted result of a line, and its replacement."""

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="versions")
    version = models.PositiveIntegerField()
    text = models.CharField(max_length=200, blank=True)
    ns_score = models.IntegerField(null=True, blank=True)
    entered_by = make_user_field()
    entered_at = models.DateTimeField()
    replaced_by = make_user_field()
    replaced_at = models.DateTimeField()

    class Meta:
        ordering = ("result_id", "-version")
        constraints = (models.UniqueConstraint(fields=("result", "version"), name="version_once"),)

    def __str__(self) -> str:
        return f"{self.text or 'missing'} until {self.replaced_at:%H:%M}"


# Results by decision of the director.


class AwardKind(models.TextChoices):
    """Kinds of awards."""

    AWARD = "award", "award"  # artificial, assigned, weighted, split, or points moved by hand
    NOT_PLAYED = "not played", "not played"
    VOID = "void", "void"  # played, but counts for nobody
    LATER = "later", "to be played later"


class FaultLevel(models.TextChoices):
    """A side's degree of fault if a board couldn't be played normally."""

    NONE = "none", "not at fault"
    PARTLY = "partly", "partly at fault"
    FULL = "full", "at fault"


class Award(models.Model):
    """The director's award for a line, which counts instead of the played result.

    The played result stays on the line.

    ``text`` is the canonical form of the counted result (``"A6040"``, ``"60% 4SS=, 40% 4SS-1"``,
    ``"NP: no time"``, ``"LATER"``; for a ruling also ``"4SS="``). At most one award of a line is in
    force; without one the played result counts. ``version`` is the version of the line that the
    award made, ``over`` the award that counted before. Fault, law and words of a side are empty if
    nobody entered them.
    """

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="awards")
    kind = models.CharField(max_length=10, choices=AwardKind, default=AwardKind.AWARD)
    text = models.CharField(max_length=200)
    ns_score = models.IntegerField(null=True, blank=True)
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
    given_by = make_user_field(blank=True)
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
