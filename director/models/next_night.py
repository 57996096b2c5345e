"""Nights to come, as visitors read of them."""

from django.db import models

from director.models.club import Club


class NextNight(models.Model):
    """A night to come, or one that comes again every week from ``date`` on.

    ``kind`` is what is played ("Duplicate pairs"), ``text`` whatever else visitors should know.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="next_nights")
    date = models.DateField()
    starts_at = models.TimeField(null=True, blank=True)
    kind = models.CharField(max_length=60)
    text = models.CharField(max_length=200, blank=True)
    is_weekly = models.BooleanField(default=False)
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("club", "date", "pk")

    def __str__(self) -> str:
        return f"{self.kind} on {self.date}"
