"""A club's seasons of parties, and its custom movements."""

from django.db import models

from director.models.club import Club


class PartySeason(models.Model):
    """How a season of parties is counted. Its parties name it.

    ``figures`` is a key of ``SEASON_FIGURES``, ``best`` how many nights of each person count, 0 for
    all; every night brings ``attendance`` to who came.  With ``by_group`` each prize group has a
    list of its own.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="party_seasons")
    name = models.CharField(max_length=60)
    figures = models.CharField(max_length=10, default="totals")
    best = models.PositiveSmallIntegerField(default=0)
    attendance = models.PositiveSmallIntegerField(default=0)
    by_group = models.BooleanField(default=False)

    class Meta:
        ordering = ("club", "-pk")
        constraints = (
            models.UniqueConstraint(fields=("club", "name"), name="season_once_in_club"),
        )

    def __str__(self) -> str:
        return self.name


class PartyWay(models.Model):
    """A way of moving that a club has built and keeps by a name.

    ``key`` tells the way whole, so that a party which has it stays as it is; one of another name or
    with other choices is another record, and the one before is put away.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="party_ways")
    name = models.CharField(max_length=60)
    key = models.CharField(max_length=40)
    put_away_at = models.DateTimeField(null=True, blank=True)

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
