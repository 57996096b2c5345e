"""What the program that scored a night elsewhere made of it: figures to compare with, never scored from."""

from django.db import models

from director.models.event import Section


class OfficialTotal(models.Model):
    """The total, percentage and place of one pair as the file printed them; empty where it did not."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="official_totals")
    pair_no = models.PositiveSmallIntegerField()
    total = models.CharField(max_length=20, blank=True)
    percent = models.CharField(max_length=20, blank=True)
    place = models.PositiveSmallIntegerField(null=True, blank=True)

    class Meta:
        ordering = ("section", "pair_no")
        constraints = (models.UniqueConstraint(fields=("section", "pair_no"), name="official_total_once"),)

    def __str__(self) -> str:
        return f"pair {self.pair_no}: {self.total or 'no total'}"


class OfficialLine(models.Model):
    """The points of both sides of one line as the file printed them; empty where it did not."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="official_lines")
    board_no = models.PositiveSmallIntegerField()
    ns = models.PositiveSmallIntegerField()
    ew = models.PositiveSmallIntegerField()
    ns_points = models.CharField(max_length=20, blank=True)
    ew_points = models.CharField(max_length=20, blank=True)

    class Meta:
        ordering = ("section", "board_no", "ns", "ew")
        constraints = (
            models.UniqueConstraint(fields=("section", "board_no", "ns", "ew"), name="official_line_once_on_board"),
        )

    def __str__(self) -> str:
        return f"board {self.board_no}, {self.ns} v {self.ew}: {self.ns_points} and {self.ew_points}"
