"""The movements of a section, stored row by row.

A later version of the program therefore never alters a played event. ``Plan`` and its rows are the
planned movement; ``PlayedRow`` is what was played off schedule, ``FouledLine`` and ``Match`` are
entered by the director.
"""

from collections.abc import Sequence
from operator import attrgetter
from typing import Any

from django.db import models
from django.utils import timezone
from django.utils.functional import cached_property

from director.models.event import Contest, Section, Session

MAX_REMARK_LENGTH = 120


class Plan(models.Model):
    """A movement of a section, without its rows.

    A section has a sequence of plans, numbered from 1, and one is in force. Each covers the whole
    session. Rows are never changed, and replaced plans stay stored.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="plans")
    number = models.PositiveSmallIntegerField(default=1)
    in_force = models.BooleanField(default=True)
    # The round from which the plan takes effect. It has the rows of earlier rounds too.
    from_round = models.PositiveSmallIntegerField(default=1)
    # What led to this plan, empty for the first plan.
    why = models.CharField(max_length=200, blank=True)
    contest = models.CharField(max_length=12, default=Contest.PAIRS)
    key = models.CharField(max_length=40)
    name = models.CharField(max_length=120)
    source = models.CharField(max_length=300, blank=True)
    options = models.JSONField(default=list, blank=True)
    contestants = models.PositiveSmallIntegerField()
    tables = models.PositiveSmallIntegerField()
    rounds = models.PositiveSmallIntegerField()
    board_sets = models.PositiveSmallIntegerField()
    boards_per_set = models.PositiveSmallIntegerField()
    sit_outs = models.JSONField(default=list, blank=True)
    bye_stands = models.JSONField(default=list, blank=True)
    guarantees = models.JSONField(default=list, blank=True)
    # Whole sentences for the guide cards.
    notes = models.JSONField(default=list, blank=True)
    copies = models.PositiveSmallIntegerField(default=1)  # how often every board is laid out
    # The number of the first board of set 1: 13 if boards 13 to 36 are played.
    first_board = models.PositiveSmallIntegerField(default=1)
    fingerprint = models.CharField(max_length=8)
    chosen_at = models.DateTimeField(default=timezone.now)
    # The number of the event's latest act when the plan was chosen.
    acts_before = models.PositiveIntegerField(default=0)

    class Meta:
        ordering = ("section_id", "number")
        constraints = (
            models.UniqueConstraint(fields=("section", "number"), name="plan_once_in_section"),
            models.UniqueConstraint(
                fields=("section",),
                condition=models.Q(in_force=True),
                name="one_plan_in_force_in_section",
            ),
        )

    def __str__(self) -> str:
        return self.name

    @cached_property
    def row_values(self) -> Sequence[tuple[Any, ...]]:
        """The rows as tuples of ``PlanRow.VALUES``. One query, unless the rows were prefetched.

        They are cached, since a page reads them up to ten times and rows are never changed.
        """
        if "rows" in getattr(self, "_prefetched_objects_cache", ()):
            return [attrgetter(*PlanRow.VALUES)(row) for row in self.rows.all()]
        return list(self.rows.values_list(*PlanRow.VALUES))


class RoundDate(models.Model):
    """The date of a session's rounds from ``from_round`` until the next such record.

    Rounds before the first record are played on the day of the session. A contest that is drawn
    round by round has several dates in one session. In an event that is long-running, it is the
    last day on which the round may be played, and each round has a record of its own.
    """

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="round_dates")
    from_round = models.PositiveSmallIntegerField()
    date = models.DateField()

    class Meta:
        ordering = ("session_id", "from_round")
        constraints = (
            models.UniqueConstraint(fields=("session", "from_round"), name="round_dated_once"),
        )

    def __str__(self) -> str:
        return f"{self.session}, from round {self.from_round}: {self.date}"


class PlanRow(models.Model):
    """One table in one round: both pairs, and the boards in playing order."""

    plan = models.ForeignKey(Plan, on_delete=models.CASCADE, related_name="rows")
    round_no = models.PositiveSmallIntegerField()
    table_no = models.PositiveSmallIntegerField()
    ns = models.PositiveSmallIntegerField()
    ew = models.PositiveSmallIntegerField()
    board_set = models.PositiveSmallIntegerField()
    boards = models.JSONField()
    shared = models.BooleanField(default=False)
    arrow_switched = models.BooleanField(default=False)
    copy_no = models.PositiveSmallIntegerField(default=1)  # which copy of the set lies here
    # The players at N, E, S and W, where partners change.
    players = models.JSONField(null=True, blank=True)
    # If three teams play each other for half a match each, a table has two such matches in a round,
    # half 1 and half 2. Any other match has 0.
    half = models.PositiveSmallIntegerField(default=0)

    VALUES = (
        "round_no",
        "table_no",
        "ns",
        "ew",
        "board_set",
        "boards",
        "shared",
        "arrow_switched",
        "copy_no",
        "players",
        "half",
    )

    class Meta:
        ordering = ("plan_id", "round_no", "table_no", "half")
        constraints = (
            models.UniqueConstraint(
                fields=("plan", "round_no", "table_no", "half"), name="table_once_in_round"
            ),
        )

    def __str__(self) -> str:
        return f"round {self.round_no}, table {self.table_no}: {self.ns} v {self.ew}"


class PlayedRow(models.Model):
    """One table in one round as it was really played, if it differs from the plan.

    The row of the plan is unchanged and still has the boards that were due.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="played_rows")
    round_no = models.PositiveSmallIntegerField()
    table_no = models.PositiveSmallIntegerField()
    ns = models.PositiveSmallIntegerField()
    ew = models.PositiveSmallIntegerField()
    boards = models.JSONField()

    class Meta:
        ordering = ("section_id", "round_no", "table_no")
        constraints = (
            models.UniqueConstraint(
                fields=("section", "round_no", "table_no"), name="table_played_once_in_round"
            ),
            models.CheckConstraint(
                condition=~models.Q(ns=models.F("ew")), name="pair_did_not_meet_itself"
            ),
        )

    def __str__(self) -> str:
        return f"round {self.round_no}, table {self.table_no}: {self.ns} v {self.ew} as it was"


class FouledLine(models.Model):
    """A line of a fouled board, played with other cards than dealt."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="fouled_lines")
    board_no = models.PositiveSmallIntegerField()
    ns = models.PositiveSmallIntegerField()
    ew = models.PositiveSmallIntegerField()
    letter = models.CharField(max_length=1)  # of the group of lines with the same cards

    class Meta:
        ordering = ("section_id", "board_no", "ns", "ew")
        constraints = (
            models.UniqueConstraint(
                fields=("section", "board_no", "ns", "ew"), name="line_fouled_once"
            ),
        )

    def __str__(self) -> str:
        return f"board {self.board_no}, {self.ns} v {self.ew}: cards {self.letter}"


class MatchQuerySet(models.QuerySet["Match"]):
    """Stored matches, whose boards are results of their own."""

    def reported(self) -> "MatchQuerySet":
        """Return the matches with a result that was entered without the boards."""
        return self.exclude(unit="")

    def settled(self) -> "MatchQuerySet":
        """Return the matches that need no boards: reported, decided by the director or void."""
        return self.exclude(unit="", winner=None, is_void=False)


class Match(models.Model):
    """A match's data besides its boards: a reported result, the winner, or a fixture.

    ``home`` is the lower number of both teams. ``round_no`` is 0 if they meet in several rounds for
    one match. A result that was *reported* without its boards has a ``unit`` (``"imp"``, ``"vp"``
    or ``"mp"``) and the exact figures of both teams (``"13.5"``); else all three are empty. In a
    knock-out, ``winner`` and ``how`` are a decision by the director. Without one the score decides.
    It may have a ``remark``, such as when it is played, and be postponed. If it ``is_swapped``,
    the home team of the schedule plays away. A match that ``is_void`` doesn't count, whatever is
    entered of it. ``version`` counts the changes of all this that are in force; ``entered_at`` is the
    time of the last one.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="matches")
    round_no = models.PositiveSmallIntegerField()
    home = models.PositiveSmallIntegerField()
    away = models.PositiveSmallIntegerField()
    unit = models.CharField(max_length=6, blank=True, default="")
    home_points = models.CharField(max_length=12, blank=True, default="")
    away_points = models.CharField(max_length=12, blank=True, default="")
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    how = models.CharField(max_length=12, blank=True)
    remark = models.CharField(max_length=MAX_REMARK_LENGTH, blank=True, default="")
    is_postponed = models.BooleanField(default=False)
    is_swapped = models.BooleanField(default=False)
    is_void = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=0)
    entered_at = models.DateTimeField(null=True, blank=True)

    objects = MatchQuerySet.as_manager()

    class Meta:
        ordering = ("section_id", "round_no", "home", "away")
        constraints = (
            models.UniqueConstraint(
                fields=("section", "round_no", "home", "away"), name="match_once_in_round"
            ),
            models.CheckConstraint(
                condition=models.Q(winner=models.F("home"))
                | models.Q(winner=models.F("away"))
                | models.Q(winner__isnull=True),
                name="winner_played_in_match",
            ),
        )

    def __str__(self) -> str:
        return f"round {self.round_no}, {self.home} v {self.away}"

    @property
    def is_reported(self) -> bool:
        """Whether a result was entered without the boards."""
        return self.unit != ""

    @property
    def is_settled(self) -> bool:
        """Whether nobody waits for its boards: it is reported, decided or void."""
        return self.is_void or self.is_reported or self.winner is not None

    @property
    def has_content(self) -> bool:
        """Whether it holds anything at all, or had a result that a draw may have counted."""
        has_result = self.version or self.unit or self.winner
        has_note = self.remark or self.is_postponed or self.is_swapped
        return bool(has_result or has_note or self.is_void)


class MatchVersion(models.Model):
    """An earlier reported result of a match, which counted until ``replaced_at``.

    The unit is empty while the match had none. A match that was void then counted nothing.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="versions")
    version = models.PositiveIntegerField()
    unit = models.CharField(max_length=6, blank=True, default="")
    home_points = models.CharField(max_length=12, blank=True, default="")
    away_points = models.CharField(max_length=12, blank=True, default="")
    is_void = models.BooleanField(default=False)
    entered_at = models.DateTimeField(null=True, blank=True)  # unknown in older databases
    replaced_at = models.DateTimeField()

    class Meta:
        ordering = ("match_id", "-version")
        constraints = (
            models.UniqueConstraint(fields=("match", "version"), name="match_version_once"),
        )

    def __str__(self) -> str:
        return f"{self.home_points} : {self.away_points} {self.unit} until {self.replaced_at:%H:%M}"
