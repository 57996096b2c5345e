"""A Skat congress: the sheet that a player hands in after a session."""

from django.db import models

from director.models.party import PartyRound


class SkatSheet(models.Model):
    """What one player hands in after one session: games, points, and the best games for the prizes.

    A session is a round of the party; ``player`` is a number.  ``solo`` and ``tournee`` hold the best game of the kind
    that was played against matadores, as ``[matadores, suit, value]``, and are empty without one.
    """

    round = models.ForeignKey(PartyRound, on_delete=models.CASCADE, related_name="sheets")
    player = models.PositiveSmallIntegerField()
    won = models.PositiveSmallIntegerField()
    lost = models.PositiveSmallIntegerField()
    points = models.IntegerField()
    highest = models.PositiveSmallIntegerField(default=0)
    solo = models.JSONField(default=list, blank=True)
    tournee = models.JSONField(default=list, blank=True)

    class Meta:
        ordering = ("round", "player")
        constraints = (models.UniqueConstraint(fields=("round", "player"), name="skat_sheet_once_in_session"),)

    def __str__(self) -> str:
        return f"{self.round}, player {self.player}"
