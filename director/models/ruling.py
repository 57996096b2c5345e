"""The rulings of the director, with their penalties and appeals."""

from django.db import models

from director.models.award import Award
from director.models.club import make_user_field
from director.models.event import Section


class Unit(models.TextChoices):
    """Units of procedural penalties."""

    MATCHPOINTS = "mp", "matchpoints"
    TOP = "top", "% of the board’s top"
    PERCENT = "%", "% of the total"
    IMPS = "imp", "IMPs"
    VICTORY_POINTS = "vp", "VPs"
    POINTS = "points", "points"


_SHORT_UNITS = {Unit.MATCHPOINTS: "MP", Unit.TOP: "% of a top", Unit.PERCENT: "%"}


def shorten_unit(unit: str) -> str:
    """Return the short form of a unit after an amount.

    >>> shorten_unit("mp"), shorten_unit("vp")
    ('MP', 'VPs')
    """
    known_unit = Unit(unit)
    return _SHORT_UNITS.get(known_unit, known_unit.label)


class Outcome(models.TextChoices):
    """Outcomes of an appeal."""

    PENDING = "pending", "not decided yet"
    STANDS = "stands", "ruling upheld"
    CHANGED = "changed", "ruling changed"
    DROPPED = "dropped", "appeal withdrawn"


class Ruling(models.Model):
    """One ruling of a section, numbered from 1. It is never deleted, only withdrawn.

    ``award`` is its award for the line of ``ns`` and ``ew`` on ``board_no``. A penalty is an amount
    with its unit, which ``penalty_to`` loses. A negative amount is given to it instead. The amount
    changes the total, or the match of ``penalty_to`` and ``match_against`` in ``match_round``, which
    is 0 for a match over several rounds.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="rulings")
    number = models.PositiveSmallIntegerField()
    table_no = models.PositiveSmallIntegerField(null=True, blank=True)
    board_no = models.PositiveSmallIntegerField(null=True, blank=True)
    ns = models.PositiveSmallIntegerField(null=True, blank=True)
    ew = models.PositiveSmallIntegerField(null=True, blank=True)
    facts = models.TextField(max_length=2000)
    law = models.CharField(max_length=60, blank=True)
    decision = models.TextField(max_length=2000)
    award = models.OneToOneField(
        Award, null=True, blank=True, on_delete=models.SET_NULL, related_name="ruling"
    )
    penalty = models.DecimalField(max_digits=7, decimal_places=3, null=True, blank=True)
    penalty_unit = models.CharField(max_length=6, choices=Unit, blank=True)
    penalty_to = models.PositiveSmallIntegerField(null=True, blank=True)
    match_round = models.PositiveSmallIntegerField(null=True, blank=True)
    match_against = models.PositiveSmallIntegerField(null=True, blank=True)
    appeal = models.TextField(max_length=2000, blank=True)
    outcome = models.CharField(max_length=8, choices=Outcome, blank=True)
    given_by = make_user_field(blank=True)
    given_at = models.DateTimeField()
    withdrawn_by = make_user_field(blank=True)
    withdrawn_at = models.DateTimeField(null=True, blank=True)
    withdrawn_why = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("section_id", "number")
        constraints = (
            models.UniqueConstraint(fields=("section", "number"), name="ruling_once_in_section"),
            models.CheckConstraint(
                condition=models.Q(penalty__isnull=True, penalty_unit="", penalty_to__isnull=True)
                | (
                    models.Q(penalty_to__isnull=False)
                    & ~models.Q(penalty=0)
                    & ~models.Q(penalty_unit="")
                ),
                name="penalty_has_amount_unit_and_pair",
            ),
            models.CheckConstraint(
                condition=models.Q(match_round__isnull=True, match_against__isnull=True)
                | models.Q(
                    match_round__isnull=False, match_against__isnull=False, penalty__isnull=False
                ),
                name="ruling_of_match_has_amount",
            ),
            models.CheckConstraint(
                condition=models.Q(award__isnull=True)
                | models.Q(board_no__isnull=False, ns__isnull=False, ew__isnull=False),
                name="award_of_ruling_has_line",
            ),
        )

    def __str__(self) -> str:
        return f"ruling {self.number}"

    @property
    def is_withdrawn(self) -> bool:
        """Whether the ruling has been withdrawn."""
        return self.withdrawn_at is not None

    @property
    def penalty_description(self) -> str:
        """The penalty as people read it, such as ``"−10 % of a top"`` or ``"+1.5 VPs"``, or ``""``."""
        if self.penalty is None:
            return ""
        amount = f"{abs(self.penalty):f}".rstrip("0").rstrip(".")
        sign = "+" if self.is_award else "−"
        return f"{sign}{amount} {shorten_unit(self.penalty_unit)}"

    @property
    def is_award(self) -> bool:
        """Whether ``penalty_to`` gets the amount instead of losing it."""
        return self.penalty is not None and self.penalty < 0

    @property
    def match_key(self) -> tuple[int, int, int] | None:
        """Round and both teams of the match that it changes, the lower number first, or None."""
        if self.match_round is None or self.match_against is None or self.penalty_to is None:
            return None
        low, high = sorted((self.match_against, self.penalty_to))
        return self.match_round, low, high
