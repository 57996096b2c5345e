"""A club's custom movements for parties."""

from django.db import models

from director.models.club import Club


class PartyWay(models.Model):
    """A custom movement that a club has saved under a name.

    ``key`` holds all choices, and parties store the key. So a record never changes: saving other
    choices under the same name makes a new record and archives the old one.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="party_ways")
    name = models.CharField(max_length=60)
    key = models.CharField(max_length=40)
    put_away_at = models.DateTimeField(null=True, blank=True)  # when it was archived

    class Meta:
        ordering = ("put_away_at", "name", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("club", "name"),
                condition=models.Q(put_away_at__isnull=True),
                name="party_way_once_in_club",
            ),
        )

    def __str__(self) -> str:
        return self.name
