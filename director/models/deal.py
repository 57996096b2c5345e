"""The cards of a section's boards."""

from django.db import models

from director.models.event import Section


class Deal(models.Model):
    """The four hands of one board.

    No player sees them before the last table has played the board.

    ``cards`` are in PBN notation from North, ``makeable`` the twenty figures of makeable tricks, or
    empty if they aren't calculated. ``seed`` is the seed of a random deal; a deal from a file has
    none, and *source* names the file. Earlier cards are only in the acts that changed them.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="deals")
    board_no = models.PositiveSmallIntegerField()
    cards = models.CharField(max_length=80)
    makeable = models.CharField(max_length=20, blank=True)
    seed = models.CharField(max_length=64, blank=True)
    source = models.CharField(max_length=200, blank=True)

    class Meta:
        ordering = ("section_id", "board_no")
        indexes = (models.Index(fields=("cards",), name="deals_by_cards"),)
        constraints = (
            models.UniqueConstraint(fields=("section", "board_no"), name="deal_once_on_board"),
            models.CheckConstraint(condition=models.Q(board_no__gte=1), name="deals_from_board_1"),
        )

    def __str__(self) -> str:
        # Never its cards, because a record's text may be printed or logged.
        return f"board {self.board_no}"
