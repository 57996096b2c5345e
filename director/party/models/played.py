"""Players of a party, their seats, and what tables and players reported."""

import secrets

from django.db import models

from director.models.club import Person, by_user
from director.models.entry import Player
from director.party.models.party import Party


def new_token() -> str:
    """Return the secret of a player's private link: 72 bits, for a small QR code."""
    return secrets.token_urlsafe(9)


class PartyPlayer(Player):
    """A player of a party by number. The name is optional.

    ``group`` is the group whose prizes the player competes for, not the seat.  ``joined_round`` is
    the first round played, ``left_round`` the first one not played any more.  ``team`` and
    ``tandem`` name the team of four and the two whose sums are ranked beside the players, at Skat
    in series; whoever has none plays for himself alone.
    """

    SESSION = "party__session"

    party = models.ForeignKey(Party, on_delete=models.CASCADE, related_name="players")
    number = models.PositiveSmallIntegerField()
    person = models.ForeignKey(
        Person, null=True, blank=True, on_delete=models.PROTECT, related_name="party_players"
    )
    group = models.CharField(max_length=1, blank=True)
    token = models.CharField(max_length=24, unique=True, default=new_token)
    joined_round = models.PositiveSmallIntegerField(default=1)
    left_round = models.PositiveSmallIntegerField(null=True, blank=True)
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
    """What happened at one table in one round.

    ``winner`` is the side that progresses, counted from 0, ``None`` where points decide; ``points``
    are those of each side, empty where they are not counted.  At a tie ``tie`` is the rule it was
    settled by, and ``shares`` the part of a game each side gets (``["1/2", "1/2"]``).  Where
    everybody plays for himself ``cut`` lists tied sides in the order of the cut.  ``out`` are the
    numbers of those who go out of a table at which others wait, where it named them. ``beside`` are
    set-backs at five hundred or games made at auction, of each side.  ``lone`` are lone hands by
    player number.  ``hands`` are those that the table played, ``None`` for all of a round.
    ``deals`` are games won and lost by side, ``passed`` those passed in, of a list of Skat.
    ``version`` is the number of the act that wrote it last.
    """

    round = models.ForeignKey(PartyRound, on_delete=models.CASCADE, related_name="results")
    table_no = models.PositiveSmallIntegerField()
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.JSONField(default=list, blank=True)
    tie = models.CharField(max_length=30, blank=True)
    shares = models.JSONField(default=list, blank=True)
    cut = models.JSONField(default=list, blank=True)
    out = models.JSONField(default=list, blank=True)
    beside = models.JSONField(default=list, blank=True)
    lone = models.JSONField(default=dict, blank=True)
    hands = models.PositiveSmallIntegerField(null=True, blank=True)
    deals = models.JSONField(default=list, blank=True)
    passed = models.PositiveSmallIntegerField(default=0)
    version = models.PositiveIntegerField()
    entered_by = by_user()
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ("round", "table_no")
        constraints = (
            models.UniqueConstraint(fields=("round", "table_no"), name="party_table_once_in_round"),
        )

    def __str__(self) -> str:
        return f"{self.round}, table {self.table_no}"


class SkatSheet(models.Model):
    """A player's sheet of one session: games, points, and best games.

    A session is a round of the party; ``player`` is a number.  ``solo`` and ``tournee`` hold the
    best game of the kind that was played against matadores, as ``[matadores, suit, value]``, and
    are empty without one.
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
    """What one player's card says that was handed in.

    ``part`` is the round it is for where everybody hands in a total after every round, else 0;
    ``player`` is a number. ``half`` and ``second`` are the totals of both halves as they stand on
    the card, whether they add up or not; ``total`` is what counts.  ``games`` are those of a
    cribbage card, ``[opponent, points, spread]`` of each or ``None`` for a blank; then they count
    as both cards of each game say.  ``first_round`` and ``last_round`` are those played, ``None``
    for all of them. ``version`` is the number of the act that wrote it last.
    """

    party = models.ForeignKey(Party, on_delete=models.CASCADE, related_name="cards")
    part = models.PositiveSmallIntegerField(default=0)
    player = models.PositiveSmallIntegerField()
    total = models.IntegerField()
    half = models.IntegerField(null=True, blank=True)
    second = models.IntegerField(null=True, blank=True)
    lone = models.PositiveSmallIntegerField(default=0)
    games = models.JSONField(default=list, blank=True)
    first_round = models.PositiveSmallIntegerField(null=True, blank=True)
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)
    version = models.PositiveIntegerField()
    entered_by = by_user()
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ("party", "part", "player")
        constraints = (
            models.UniqueConstraint(fields=("party", "part", "player"), name="card_once_in_party"),
        )

    def __str__(self) -> str:
        return f"card {self.player}"
