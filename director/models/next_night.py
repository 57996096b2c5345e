"""Announcements of future events for visitors."""

from django.db import models

from director.models.club import Club


class NextNight(models.Model):
    """A future event, or a weekly one from ``date`` on.

    ``kind`` is the kind of event ("Duplicate pairs"), ``text`` further information for visitors.
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
