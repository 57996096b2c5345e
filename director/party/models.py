"""Progressive parties: a whist drive or euchre night, whose seats follow from the winners.

``system`` moves the players (``movements``), ``method`` counts their results (``scoring``), and a
*preset* settles both and all the rest at once. A player is stored by number, and as text within
JSON. Changes go through the journal of the event, so that each of them can be undone.

A program without parties has their records too, so what plays a party is imported when it is asked.
"""

import secrets
from functools import partial

from django.db import models

from director.models.act import Act
from director.models.club import Club, Person, make_user_field
from director.models.entry import Player
from director.models.event import Session
from director.party.trumps import describe_round_trumps


class GroupWords(models.TextChoices):
    """The names of the two seat groups."""

    LETTERS = "letters", "A and B"
    COLOURS = "colours", "Green and white"
    LADIES = "ladies", "Ladies and gentlemen"
    RED = "red", "Red and white"
    BLUE = "blue", "White and blue"
    BLACK = "black", "Red and black"


class CardBoxes(models.TextChoices):
    """The figures typed from a card, besides lone hands."""

    TOTAL = "total", "the total"
    HALF = "half", "the first half and the total"
    HALVES = "halves", "both halves and the total"


ROUND_END_SENTENCES = {
    "head": "The head table rings when it has made its points",
    "any": "The first table that has made its points rings",
    "time": "The clock rings after the minutes of a {noun}",
    "deals": "A {noun} ends when every table has finished",
}
"""The end of a round in words. *noun* is the party's noun for a round."""

_MEMBER_NOUNS = {
    GroupWords.LETTERS: {"A": "A", "B": "B"},
    GroupWords.COLOURS: {"A": "green", "B": "white"},
    GroupWords.LADIES: {"A": "lady", "B": "gentleman"},
    GroupWords.RED: {"A": "red", "B": "white"},
    GroupWords.BLUE: {"A": "white", "B": "blue"},
    GroupWords.BLACK: {"A": "red", "B": "black"},
}
_GROUP_NAMES = {
    GroupWords.LETTERS: {"A": "A", "B": "B"},
    GroupWords.COLOURS: {"A": "Green", "B": "White"},
    GroupWords.LADIES: {"A": "Ladies", "B": "Gentlemen"},
    GroupWords.RED: {"A": "Red", "B": "White"},
    GroupWords.BLUE: {"A": "White", "B": "Blue"},
    GroupWords.BLACK: {"A": "Red", "B": "Black"},
}


class Party(models.Model):
    """The settings of a session that is played as a progressive party.

    The keys ``system`` and ``method`` are empty until the director has chosen. A ``preset`` is only
    remembered: its settings are stored in the other fields, so that they can be changed.

    ``answers`` holds how ties for prizes were settled, the drawn number, the raffle, and the seeds
    of later draws. ``money`` holds income and prizes, in cents (see
    :mod:`director.party.play.results`).
    """

    session = models.OneToOneField(
        Session, on_delete=models.CASCADE, primary_key=True, related_name="party"
    )
    game = models.CharField(max_length=20, blank=True)
    system = models.CharField(max_length=40, blank=True)
    system_name = models.CharField(
        max_length=60, blank=True
    )  # the club's name of a custom movement
    options = models.JSONField(default=dict, blank=True)  # of the system, all of them
    method = models.CharField(max_length=30, blank=True)
    method_options = models.JSONField(default=dict, blank=True)
    prizes = models.JSONField(default=dict, blank=True)
    answers = models.JSONField(default=dict, blank=True)
    money = models.JSONField(default=dict, blank=True)
    group_words = models.CharField(max_length=8, choices=GroupWords, default=GroupWords.LETTERS)
    rounds = models.PositiveSmallIntegerField(default=12)  # planned; play may stop earlier or go on
    # In a mix, the first round on cards. The default 1 means the first round after half-time.
    card_from = models.PositiveSmallIntegerField(default=1)
    # Empty for the boxes that the prizes need.
    card_boxes = models.CharField(max_length=6, choices=CardBoxes, blank=True)
    card_lone = models.BooleanField(default=False)  # lone hands are typed with the card
    starts_at = models.TimeField(null=True, blank=True)
    seed = models.PositiveIntegerField(null=True, blank=True)  # of the draw for round 1
    is_over = models.BooleanField(default=False)  # the director has closed play
    # Partners who stay together are ranked as one. False for parties older than this rule.
    by_pair = models.BooleanField(default=True)
    preset = models.CharField(max_length=40, blank=True)
    trumps = models.JSONField(default=list, blank=True)  # labels of the hands in turn
    hands = models.PositiveSmallIntegerField(default=0)  # of a round, 0 if open
    goal = models.PositiveSmallIntegerField(default=0)  # points of a game, 0 if open
    pause_after = models.PositiveSmallIntegerField(default=0)  # a round, 0 for no break
    pause_minutes = models.PositiveSmallIntegerField(default=0)
    entry = models.CharField(max_length=10, default="winner")  # a key of ENTRIES
    printed = models.CharField(max_length=40, blank=True)  # system of the cards printed last

    class Meta:
        app_label = "director"
        verbose_name_plural = "parties"

    def __str__(self) -> str:
        return f"party of {self.session}"

    @property
    def acts(self) -> models.QuerySet[Act]:
        """The history of the party, latest act first."""
        return Act.objects.filter(event__sessions=self.pk)

    @property
    def has_begun(self) -> bool:
        """Whether play has begun, which fixes the seats of round 1."""
        rounds = list(self.played_rounds.all()[:2])
        if not rounds:
            return False  # cards entered before the draw fix no seats
        return len(rounds) > 1 or rounds[0].has_begun or self.cards.exists()

    @property
    def tie_rule(self) -> str:
        """The usual rule for a tie at a table."""
        rule: str = self.options.get("tie", "cut")
        return rule

    @property
    def bell(self) -> str:
        """How a round ends, as a key of ``BELLS``."""
        from director.party.presets import TOTALS

        if self.entry == TOTALS:
            return "time"
        # The option may name a goal too, as in "head-10".
        round_end = self.options.get("round_ends", "deals").partition("-")[0]
        return round_end if round_end in ROUND_END_SENTENCES else "deals"

    def describe_trump(self, round_no: int) -> str:
        """Return the trump of round *round_no* in words, or ""."""
        return describe_round_trumps(self.trumps, round_no, self.hands)

    @property
    def round_noun(self) -> str:
        """The noun for a round: "round", "hand", "game", "session" or "series"."""
        from director.party.presets import find_preset, get_default_round_noun
        from movements.party.rounds import get_progressive_system

        if preset := find_preset(self.preset):
            return preset.round_noun
        if self.system:
            return get_default_round_noun(get_progressive_system(self.system))
        return "round"

    @property
    def round_title(self) -> str:
        """The noun for a round with a capital."""
        return self.round_noun.capitalize()

    @property
    def preset_or_system_name(self) -> str:
        """The name of its preset or movement, or "" before one is chosen."""
        from director.party.presets import find_preset
        from movements.party.rounds import get_progressive_system

        if preset := find_preset(self.preset):
            return preset.name.partition(" (")[0]
        if self.system_name or not self.system:
            return self.system_name
        return get_progressive_system(self.system).name

    @property
    def rounds_noun(self) -> str:
        """The plural of the noun for a round."""
        if self.round_noun.endswith("s"):
            return self.round_noun
        return f"{self.round_noun}s"

    @property
    def has_cards(self) -> bool:
        """Whether players hand in cards."""
        from director.party.presets import BY_CARDS

        return self.entry in BY_CARDS

    @property
    def first_card_round(self) -> int:
        """The first round on the players' cards."""
        from director.party.presets import MIX

        if self.entry != MIX:
            return 1
        if self.card_from > 1:
            return self.card_from
        return self.half_round + 1

    @property
    def card_figures(self) -> str:
        """The figures typed from a card, a value of CardBoxes."""
        if self.card_boxes:
            return self.card_boxes
        # With a break or a half-time prize the card has a line for the first half.
        if self.first_card_round == 1 and (self.pause_after or self.prizes.get("half")):
            return CardBoxes.HALF
        return CardBoxes.TOTAL

    @property
    def types_lone_hands(self) -> bool:
        """Whether lone hands are typed with a card."""
        return self.card_lone or bool(self.prizes.get("lone_hands"))

    @property
    def half_round(self) -> int:
        """The last round of the first half."""
        half_after: int = self.prizes.get("half_after") or self.pause_after or self.rounds // 2
        return half_after

    @property
    def tells_groups(self) -> bool:
        """Whether seat groups matter to players: they have names or prizes."""
        return self.group_words != GroupWords.LETTERS or bool(self.prizes.get("by_group", True))

    def get_group_name(self, group: str) -> str:
        """Return the club's name of the seat group "A" or "B", or ""."""
        return _GROUP_NAMES[GroupWords(self.group_words)].get(group, "")

    def get_member_noun(self, group: str) -> str:
        """Return the club's noun for a member of the seat group "A" or "B"."""
        return _MEMBER_NOUNS[GroupWords(self.group_words)].get(group, "")


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
    # The secret of the private link: 72 bits, for a small QR code.
    token = models.CharField(max_length=24, unique=True, default=partial(secrets.token_urlsafe, 9))
    joined_round = models.PositiveSmallIntegerField(default=1)  # first round played
    left_round = models.PositiveSmallIntegerField(null=True, blank=True)  # first round not played
    team = models.CharField(max_length=60, blank=True)
    tandem = models.CharField(max_length=60, blank=True)

    class Meta:
        app_label = "director"
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
        app_label = "director"
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
        app_label = "director"
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
        app_label = "director"
        ordering = ("round", "player")
        constraints = (
            models.UniqueConstraint(fields=("round", "player"), name="skat_sheet_once_in_session"),
        )

    def __str__(self) -> str:
        return f"{self.round}, player {self.player}"


class PartyCard(models.Model):
    """A card that a player or pair has handed in.

    Only ``total`` counts: the halves are stored as written, whether they add up or not. ``games``
    are those of a cribbage evening before version 0.6, which is only kept.
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
        app_label = "director"
        ordering = ("party", "part", "player")
        constraints = (
            models.UniqueConstraint(fields=("party", "part", "player"), name="card_once_in_party"),
        )

    def __str__(self) -> str:
        return f"card {self.player}"


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
        app_label = "director"
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
