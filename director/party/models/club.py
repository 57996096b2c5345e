"""A club's seasons of parties, and its custom movements."""

from django.db import models

from director.models.club import Club


class PartySeason(models.Model):
    """The rules for a season of parties. Parties belong to it by its name."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="party_seasons")
    name = models.CharField(max_length=60)
    figures = models.CharField(max_length=10, default="totals")  # a key of SEASON_FIGURES
    best = models.PositiveSmallIntegerField(default=0)  # nights counted per person, 0 for all
    attendance = models.PositiveSmallIntegerField(default=0)  # points for coming to a night
    by_group = models.BooleanField(default=False)  # each prize group has a list of its own

    class Meta:
        ordering = ("club", "-pk")
        constraints = (
            models.UniqueConstraint(fields=("club", "name"), name="season_once_in_club"),
        )

    def __str__(self) -> str:
        return self.name


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
