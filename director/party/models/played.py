"""A party's players, their seats, and the reports of tables and players.

A player is stored by number, and as text within JSON.
"""

import secrets

from django.db import models

from director.models.club import Person, make_user_field
from director.models.entry import Player
from director.party.models.party import Party


def new_token() -> str:
    """Return the secret of a player's private link: 72 bits, for a small QR code."""
    return secrets.token_urlsafe(9)


class PartyPlayer(Player):
    """A player of a party by number. The name is optional.

    At Skat in series the sums of a ``team`` of four and of a ``tandem`` of two are ranked, too. At
    other parties a ``team`` sits together.
    """

    SESSION = "party__session"

    party = models.ForeignKey(Party, on_delete=models.CASCADE, related_name="players")
    number = models.PositiveSmallIntegerField()
    person = models.ForeignKey(
        Person, null=True, blank=True, on_delete=models.PROTECT, related_name="party_players"
    )
    group = models.CharField(max_length=1, blank=True)  # for prizes, not the seat
    token = models.CharField(max_length=24, unique=True, default=new_token)
    joined_round = models.PositiveSmallIntegerField(default=1)  # first round played
    left_round = models.PositiveSmallIntegerField(null=True, blank=True)  # first round not played
    team = models.CharField(max_length=60, blank=True)
    tandem = models.CharField(max_length=60, blank=True)

    class Meta:
        ordering = ("party", "number")
        constraints = (
            models.UniqueConstraint(fields=("party", "number"), name="player_number_once_in_party"),
            models.UniqueConstraint(fields=("party", "person"), name="person_once_in_party"),
            models.CheckConstraint(condition=models.Q(number__gte=1), name="player_numbers_from_1"),
            models.CheckConstraint(
                condition=models.Q(group__in=("", "A", "B")), name="two_seat_groups"
            ),
        )

    def __str__(self) -> str:
        if self.person:
            return self.person.name
        return f"Player {self.number}"


class PartyRound(models.Model):
    """The seats of one round, stored in full so that corrections move nobody.

    ``seating`` lists the tables as ``{"table": 1, "row": 1, "sides": [["1", "7"], ["2", "8"]],
    "games_here": []}``, players by number.
    """

    party = models.ForeignKey(Party, on_delete=models.CASCADE, related_name="played_rounds")
    round_no = models.PositiveSmallIntegerField()
    seating = models.JSONField()

    class Meta:
        ordering = ("party", "round_no")
        constraints = (
            models.UniqueConstraint(fields=("party", "round_no"), name="round_once_in_party"),
        )

    def __str__(self) -> str:
        return f"round {self.round_no}"

    @property
    def has_begun(self) -> bool:
        """Whether a table or a player has reported a result."""
        return self.results.exists() or self.sheets.exists()


class PartyResult(models.Model):
    """The report of one table in one round. Sides are counted from 0."""

    round = models.ForeignKey(PartyRound, on_delete=models.CASCADE, related_name="results")
    table_no = models.PositiveSmallIntegerField()
    # The side that progresses, null if no single side does.
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.JSONField(default=list, blank=True)  # by side, empty if not counted
    tie = models.CharField(max_length=30, blank=True)  # key of the rule that settled a tie
    shares = models.JSONField(default=list, blank=True)  # by side, of a tied game: ["1/2", "1/2"]
    cut = models.JSONField(default=list, blank=True)  # tied sides in order, if all play alone
    out = models.JSONField(default=list, blank=True)  # players chosen to go out for others
    beside = models.JSONField(default=list, blank=True)  # by side: set-backs or games made
    lone = models.JSONField(default=dict, blank=True)  # lone hands by player
    hands = models.PositiveSmallIntegerField(null=True, blank=True)  # played, null for all
    # Of a list in series: games won and lost by side, and games passed in.
    deals = models.JSONField(default=list, blank=True)
    passed = models.PositiveSmallIntegerField(default=0)
    version = models.PositiveIntegerField()  # number of the act that changed it last
    entered_by = make_user_field()
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ("round", "table_no")
        constraints = (
            models.UniqueConstraint(fields=("round", "table_no"), name="party_table_once_in_round"),
        )

    def __str__(self) -> str:
        return f"{self.round}, table {self.table_no}"


class SkatSheet(models.Model):
    """A player's sheet for one Skat session, which is a round of the party.

    ``solo`` and ``tournee`` hold the best game of the kind against matadores, as ``[matadores,
    suit, value]``, or are empty.
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
        constraints = (
            models.UniqueConstraint(fields=("round", "player"), name="skat_sheet_once_in_session"),
        )

    def __str__(self) -> str:
        return f"{self.round}, player {self.player}"


class PartyCard(models.Model):
    """A card that a player or pair has handed in.

    Only ``total`` counts: the halves are stored as written, whether they add up or not. ``games``
    of a cribbage card are ``[opponent, points, spread]`` each, or null for a blank; they count as
    both cards of a game say.
    """

    party = models.ForeignKey(Party, on_delete=models.CASCADE, related_name="cards")
    part = models.PositiveSmallIntegerField(default=0)  # round of a total, 0 for all rounds
    player = models.PositiveSmallIntegerField()
    total = models.IntegerField()
    half = models.IntegerField(null=True, blank=True)
    second = models.IntegerField(null=True, blank=True)
    lone = models.PositiveSmallIntegerField(default=0)
    games = models.JSONField(default=list, blank=True)
    # The rounds that the player took part in, null for all.
    first_round = models.PositiveSmallIntegerField(null=True, blank=True)
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)
    version = models.PositiveIntegerField()  # number of the act that changed it last
    entered_by = make_user_field()
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ("party", "part", "player")
        constraints = (
            models.UniqueConstraint(fields=("party", "part", "player"), name="card_once_in_party"),
        )

    def __str__(self) -> str:
        return f"card {self.player}"
