"""Progressive parties: a whist drive or euchre night, whose seats follow from who won.

Every change made at the desk goes through the journal of the event, so that each can be undone exactly.
"""

import secrets

from django.conf import settings
from django.db import models

from director.models.act import Act
from director.models.club import Club, Person
from director.models.entry import Player
from director.models.event import Session
from director.party.presets.model import BY_CARDS, MIX
from director.party.presets.registry import find_preset
from director.party.trumps import round_trump_words
from movements import find_party_system


def new_token() -> str:
    """Return the secret part of a player's private address: 72 bits, short enough for a small QR code."""
    return secrets.token_urlsafe(9)


class GroupWords(models.TextChoices):
    """What the two seat groups are called."""

    LETTERS = "letters", "A and B"
    COLOURS = "colours", "Green and white"
    LADIES = "ladies", "Ladies and gentlemen"
    RED = "red", "Red and white"
    BLUE = "blue", "White and blue"
    BLACK = "black", "Red and black"


class CardBoxes(models.TextChoices):
    """What is typed of a card that is handed in, besides lone hands."""

    TOTAL = "total", "the total"
    HALF = "half", "the first half and the total"
    HALVES = "halves", "both halves and the total"


BELLS = {
    "head": "The head table rings when it has made its points",
    "any": "The first table that has made its points rings",
    "time": "The clock rings after the minutes of a round",
    "deals": "A round ends when every table has played its deals",
}
"""What ends a round, in words."""

_MEMBERS = {
    GroupWords.LETTERS: {"A": "A", "B": "B"},
    GroupWords.COLOURS: {"A": "green", "B": "white"},
    GroupWords.LADIES: {"A": "lady", "B": "gentleman"},
    GroupWords.RED: {"A": "red", "B": "white"},
    GroupWords.BLUE: {"A": "white", "B": "blue"},
    GroupWords.BLACK: {"A": "red", "B": "black"},
}
_GROUPS = {
    GroupWords.LETTERS: {"A": "A", "B": "B"},
    GroupWords.COLOURS: {"A": "Green", "B": "White"},
    GroupWords.LADIES: {"A": "Ladies", "B": "Gentlemen"},
    GroupWords.RED: {"A": "Red", "B": "White"},
    GroupWords.BLUE: {"A": "White", "B": "Blue"},
    GroupWords.BLACK: {"A": "Red", "B": "Black"},
}


class Party(models.Model):
    """How one session is played as a progressive party; everything but its players and rounds.

    ``system`` is a key of ``movements``, ``method`` one of ``scoring``; both are empty until the director has chosen.
    ``options`` are those of the system, all of them.  ``seed`` is that of the draw for seats that stands, ``answers``
    hold how open ties of prizes were settled, the drawn number and the raffle.  ``money`` is what comes in and what the
    prizes pay, sums in cents (see :mod:`director.party.giving.write`).  ``season`` names the ``PartySeason`` of the
    club that the night belongs to, empty for none.

    ``preset`` is the key of what the director chose by name, empty where everything was settled by hand; what follows
    from it is stored here, so that it can be changed.  ``trumps`` are the labels of the hands in turn, empty where
    nothing is said of them; ``hands`` those of a round and ``goal`` the points of a game, 0 where neither is fixed.
    After round ``pause_after``, 0 for never, the room pauses: there a half ends.  ``entry`` is a key of ``ENTRIES``;
    in a mix ``card_from`` is the first round that stands on the cards handed in.
    """

    session = models.OneToOneField(Session, on_delete=models.CASCADE, primary_key=True, related_name="party")
    game = models.CharField(max_length=20, blank=True)
    system = models.CharField(max_length=40, blank=True)
    system_name = models.CharField(max_length=60, blank=True)  # what the club calls its own way of moving
    options = models.JSONField(default=dict, blank=True)
    method = models.CharField(max_length=30, blank=True)
    method_options = models.JSONField(default=dict, blank=True)
    prizes = models.JSONField(default=dict, blank=True)
    answers = models.JSONField(default=dict, blank=True)
    money = models.JSONField(default=dict, blank=True)
    season = models.CharField(max_length=60, blank=True)
    group_words = models.CharField(max_length=8, choices=GroupWords, default=GroupWords.LETTERS)
    rounds = models.PositiveSmallIntegerField(default=12)  # planned; play may stop earlier or go on
    card_from = models.PositiveSmallIntegerField(default=1)
    card_boxes = models.CharField(max_length=6, choices=CardBoxes, blank=True)  # empty: as the evening needs it
    card_lone = models.BooleanField(default=False)  # lone hands are typed with the card
    starts_at = models.TimeField(null=True, blank=True)
    seed = models.PositiveIntegerField(null=True, blank=True)
    is_over = models.BooleanField(default=False)  # the director has closed play
    preset = models.CharField(max_length=40, blank=True)
    trumps = models.JSONField(default=list, blank=True)
    hands = models.PositiveSmallIntegerField(default=0)
    goal = models.PositiveSmallIntegerField(default=0)
    pause_after = models.PositiveSmallIntegerField(default=0)
    pause_minutes = models.PositiveSmallIntegerField(default=0)
    entry = models.CharField(max_length=10, default="winner")
    printed = models.CharField(max_length=40, blank=True)  # the system whose cards were printed last
    press = ""  # what the page calls the press that is being answered; no field: see Act

    class Meta:
        verbose_name_plural = "parties"

    def __str__(self) -> str:
        return f"party of {self.session}"

    @property
    def acts(self) -> models.QuerySet[Act]:
        """What was done at the party, the latest first."""
        return Act.objects.filter(event__sessions=self.pk)

    @property
    def tie_rule(self) -> str:
        """The usual rule for a tie at a table."""
        rule: str = self.options.get("tie", "cut")
        return rule

    @property
    def bell(self) -> str:
        """What ends a round: the bell of the ``"head"`` or of ``"any"`` table, a fixed ``"time"``, or ``"deals"``."""
        ends = self.options.get("round_ends", "deals").partition("-")[0]
        return ends if ends in BELLS else "deals"

    def trump_words(self, round_no: int) -> str:
        """Return what is trump in round *round_no*, empty where nothing is said of it."""
        return round_trump_words(self.trumps, round_no, self.hands)

    @property
    def round_word(self) -> str:
        """What is played between two draws or moves: a round, a hand at a whist drive, at a Skat congress a session."""
        if preset := find_preset(self.preset):
            return preset.round_word
        system = find_party_system(self.system) if self.system else None
        if system and system.by_list:
            return "series"
        return "session" if system and system.in_sessions else "round"

    @property
    def has_cards(self) -> bool:
        """Whether any figures come by cards that are handed in."""
        return self.entry in BY_CARDS

    @property
    def first_on_card(self) -> int:
        """The first round that stands on the cards handed in; in a mix the one after half time if nothing is said."""
        if self.entry != MIX:
            return 1
        return self.card_from if self.card_from > 1 else self.half_round + 1

    @property
    def on_cards(self) -> str:
        """What is typed of a card: as was said, else the first half too where there is a pause or a prize for it."""
        has_half = self.first_on_card == 1 and (self.pause_after or self.prizes.get("half"))
        return self.card_boxes or (CardBoxes.HALF if has_half else CardBoxes.TOTAL)

    @property
    def lone_on_cards(self) -> bool:
        """Whether lone hands are typed with a card."""
        return self.card_lone or bool(self.prizes.get("lone_hands"))

    @property
    def half_round(self) -> int:
        """The round after which it is half time."""
        after: int = self.prizes.get("half_after") or self.pause_after or self.rounds // 2
        return after

    def group_name(self, group: str) -> str:
        """Return what the club calls the seat group ``"A"`` or ``"B"``; empty for no group."""
        return _GROUPS[GroupWords(self.group_words)].get(group, "")

    def member_word(self, group: str) -> str:
        """Return what the club calls somebody of the seat group ``"A"`` or ``"B"``, as a list of names may say it."""
        return _MEMBERS[GroupWords(self.group_words)].get(group, "")


class PartySeason(models.Model):
    """How a season of parties is counted; its nights are those parties of the club that name it.

    ``figures`` is a key of ``SEASON_FIGURES``, ``best`` how many nights of each person count, 0 for all; every night
    brings ``attendance`` to who came.  With ``by_group`` each prize group has a list of its own.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="party_seasons")
    name = models.CharField(max_length=60)
    figures = models.CharField(max_length=10, default="totals")
    best = models.PositiveSmallIntegerField(default=0)
    attendance = models.PositiveSmallIntegerField(default=0)
    by_group = models.BooleanField(default=False)

    class Meta:
        ordering = ("club", "-pk")
        constraints = (models.UniqueConstraint(fields=("club", "name"), name="season_once_in_club"),)

    def __str__(self) -> str:
        return self.name


class PartyWay(models.Model):
    """A way of moving that a club has built and keeps by a name.

    ``key`` tells the way whole, so that a party which has it stays as it is; one of another name or with other choices
    is another record, and the one before is put away.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="party_ways")
    name = models.CharField(max_length=60)
    key = models.CharField(max_length=40)
    put_away_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ("put_away_at", "name", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("club", "name"), condition=models.Q(put_away_at__isnull=True), name="party_way_once_in_club"
            ),
        )

    def __str__(self) -> str:
        return self.name


class PartyPlayer(Player):
    """A player of a party by number; a name is not needed.

    ``group`` is the group whose prizes the player competes for, not the seat.  ``joined_round`` is the first round
    played, ``left_round`` the first one not played any more.  ``team`` and ``tandem`` name the team of four and the two
    whose sums are ranked beside the players, at Skat in series; whoever has none plays for himself alone.
    """

    SESSION = "party__session"

    party = models.ForeignKey(Party, on_delete=models.CASCADE, related_name="players")
    number = models.PositiveSmallIntegerField()
    person = models.ForeignKey(Person, null=True, blank=True, on_delete=models.PROTECT, related_name="party_players")
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
            models.CheckConstraint(condition=models.Q(group__in=("", "A", "B")), name="two_seat_groups"),
        )

    def __str__(self) -> str:
        return self.person.name if self.person else f"Player {self.number}"


class PartyRound(models.Model):
    """Who sits where in one round, stored in full, so that a later correction moves nobody who sits already.

    ``seating`` lists the tables as ``{"table": 1, "row": 1, "sides": [["1", "7"], ["2", "8"]], "games_here": []}``,
    players by number.
    """

    party = models.ForeignKey(Party, on_delete=models.CASCADE, related_name="played_rounds")
    round_no = models.PositiveSmallIntegerField()
    seating = models.JSONField()

    class Meta:
        ordering = ("party", "round_no")
        constraints = (models.UniqueConstraint(fields=("party", "round_no"), name="round_once_in_party"),)

    def __str__(self) -> str:
        return f"round {self.round_no}"

    @property
    def has_begun(self) -> bool:
        """Whether a table has told its result, or somebody has handed in a sheet."""
        return self.results.exists() or self.sheets.exists()


class PartyResult(models.Model):
    """What happened at one table in one round.

    ``winner`` is the side that progresses, counted from 0, ``None`` where points decide; ``points`` are those of each
    side, empty where they are not counted.  At a tie ``tie`` is the rule it was settled by, and ``shares`` the part of
    a game each side gets (``["1/2", "1/2"]``).  Where everybody plays for himself ``cut`` lists tied sides in the order
    of the cut.  ``beside`` are set-backs at five hundred or games made at auction, of each side.  ``lone`` are lone
    hands by player number.  ``deals`` are games won and lost by side, ``passed`` those passed in, of a list of Skat.
    ``version`` is the number of the act that wrote it last.
    """

    round = models.ForeignKey(PartyRound, on_delete=models.CASCADE, related_name="results")
    table_no = models.PositiveSmallIntegerField()
    winner = models.PositiveSmallIntegerField(null=True, blank=True)
    points = models.JSONField(default=list, blank=True)
    tie = models.CharField(max_length=30, blank=True)
    shares = models.JSONField(default=list, blank=True)
    cut = models.JSONField(default=list, blank=True)
    beside = models.JSONField(default=list, blank=True)
    lone = models.JSONField(default=dict, blank=True)
    deals = models.JSONField(default=list, blank=True)
    passed = models.PositiveSmallIntegerField(default=0)
    version = models.PositiveIntegerField()
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ("round", "table_no")
        constraints = (models.UniqueConstraint(fields=("round", "table_no"), name="party_table_once_in_round"),)

    def __str__(self) -> str:
        return f"{self.round}, table {self.table_no}"


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


class PartyCard(models.Model):
    """What one player's card says that was handed in.

    ``part`` is the round it is for where everybody hands in a total after every round, else 0; ``player`` is a number.
    ``half`` and ``second`` are the totals of both halves as they stand on the card, whether they add up or not;
    ``total`` is what counts.  ``first_round`` and ``last_round`` are those played, ``None`` for all of them.
    ``version`` is the number of the act that wrote it last.
    """

    party = models.ForeignKey(Party, on_delete=models.CASCADE, related_name="cards")
    part = models.PositiveSmallIntegerField(default=0)
    player = models.PositiveSmallIntegerField()
    total = models.IntegerField()
    half = models.IntegerField(null=True, blank=True)
    second = models.IntegerField(null=True, blank=True)
    lone = models.PositiveSmallIntegerField(default=0)
    first_round = models.PositiveSmallIntegerField(null=True, blank=True)
    last_round = models.PositiveSmallIntegerField(null=True, blank=True)
    version = models.PositiveIntegerField()
    entered_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="+")
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ("party", "part", "player")
        constraints = (models.UniqueConstraint(fields=("party", "part", "player"), name="card_once_in_party"),)

    def __str__(self) -> str:
        return f"card {self.player}"
