"""Results, and what they were before they were corrected."""

from django.conf import settings
from django.db import models

from director.models.event import Section


class Result(models.Model):
    """What happened when two pairs played a board.

    ``text`` is the canonical form of what was entered (``"4SS="``, ``"3NTXE-2"``, ``"PASS"``, ``"A6040"``, ``"NP"``,
    ``"+620"``, ``"LATER"``; at whist the N-S tricks) or empty where a result was taken out again.
    ``version`` counts the changes that stand, so that somebody who corrects an older one is told.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="results")
    board_no = models.PositiveSmallIntegerField()
    ns = models.PositiveSmallIntegerField()
    ew = models.PositiveSmallIntegerField()
    round_no = models.PositiveSmallIntegerField(null=True, blank=True)
    table_no = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.CharField(max_length=200, blank=True)
    ns_score = models.IntegerField(null=True, blank=True)
    reading = models.TextField(blank=True, default="")  # what was read of the text: no page reads it again
    version = models.PositiveIntegerField(default=1)
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ("section", "board_no", "ns", "ew")
        constraints = (
            models.UniqueConstraint(fields=("section", "board_no", "ns", "ew"), name="line_once_on_board"),
            models.CheckConstraint(condition=models.Q(board_no__gte=1), name="board_numbers_from_1"),
            models.CheckConstraint(condition=~models.Q(ns=models.F("ew")), name="line_has_two_pairs"),
        )

    def __str__(self) -> str:
        return f"board {self.board_no}, {self.ns} v {self.ew}: {self.text or 'not in'}"


class ResultVersion(models.Model):
    """A former value of a result: what it was, who had entered it, who replaced it and when."""

    result = models.ForeignKey(Result, on_delete=models.CASCADE, related_name="versions")
    version = models.PositiveIntegerField()
    text = models.CharField(max_length=200, blank=True)
    ns_score = models.IntegerField(null=True, blank=True)
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    entered_at = models.DateTimeField()
    replaced_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    replaced_at = models.DateTimeField()

    class Meta:
        ordering = ("result", "-version")
        constraints = (models.UniqueConstraint(fields=("result", "version"), name="version_once"),)

    def __str__(self) -> str:
        return f"{self.text or 'not in'} until {self.replaced_at:%H:%M}"
