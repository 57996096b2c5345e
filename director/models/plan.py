"""The movement of a section, stored row by row, so that a later change of the program never alters a played night."""

from django.db import models

from director.models.event import Section


class Plan(models.Model):
    """The movement a section plays; everything but its rows."""

    section = models.OneToOneField(Section, on_delete=models.CASCADE, related_name="plan")
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
    notes = models.JSONField(default=list, blank=True)  # remarks for the guide cards, whole sentences
    copies = models.PositiveSmallIntegerField(default=1)  # how often every board is laid out
    fingerprint = models.CharField(max_length=8)
    chosen_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return self.name


class PlanRow(models.Model):
    """One table in one round: who meets, with which boards, in playing order."""

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

    class Meta:
        ordering = ("plan", "round_no", "table_no")
        constraints = (
            models.UniqueConstraint(fields=("plan", "round_no", "table_no"), name="table_once_in_round"),
            models.CheckConstraint(condition=~models.Q(ns=models.F("ew")), name="pair_does_not_meet_itself"),
        )

    def __str__(self) -> str:
        return f"round {self.round_no}, table {self.table_no}: {self.ns} v {self.ew}"
