"""How a session is played as a party: everything but its players and what they did."""

from django.db import models

from director.models.act import Act
from director.models.event import Session
from director.party.presets.model import BY_CARDS, MIX, TOTALS, usual_round_word
from director.party.presets.registry import find_preset
from director.party.trumps import round_trump_words
from movements import find_party_system


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
    "time": "The clock rings after the minutes of a {word}",
    "deals": "A {word} ends when every table has finished",
}
"""What ends a round, in words; *word* is what a round is called."""

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
    """The settings of a session that is played as a progressive party.

    ``system`` is a key of ``movements``, ``method`` one of ``scoring``; both are empty until the
    director has chosen. ``options`` are those of the system, all of them.  ``seed`` is that of the
    draw for seats that stands, ``answers`` hold how open ties of prizes were settled, the drawn
    number and the raffle.  ``money`` is what comes in and what the prizes pay, sums in cents (see
    :mod:`director.party.play.prizes`).  ``season`` names the ``PartySeason`` of the club that the
    night belongs to, empty for none.

    ``preset`` is the key of what the director chose by name, empty where everything was settled by
    hand; what follows from it is stored here, so that it can be changed.  ``trumps`` are the labels
    of the hands in turn, empty where nothing is said of them; ``hands`` those of a round and
    ``goal`` the points of a game, 0 where neither is fixed. After round ``pause_after``, 0 for
    never, the room pauses: there a half ends.  ``entry`` is a key of ``ENTRIES``; in a mix
    ``card_from`` is the first round that stands on the cards handed in.

    ``by_pair`` tells that partners who stay together are ranked and paid as one; parties that were
    played before there was such a thing rank each of them.
    """

    session = models.OneToOneField(
        Session, on_delete=models.CASCADE, primary_key=True, related_name="party"
    )
    game = models.CharField(max_length=20, blank=True)
    system = models.CharField(max_length=40, blank=True)
    system_name = models.CharField(
        max_length=60, blank=True
    )  # what the club calls its own way of moving
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
    card_boxes = models.CharField(
        max_length=6, choices=CardBoxes, blank=True
    )  # empty: as the evening needs it
    card_lone = models.BooleanField(default=False)  # lone hands are typed with the card
    starts_at = models.TimeField(null=True, blank=True)
    seed = models.PositiveIntegerField(null=True, blank=True)
    is_over = models.BooleanField(default=False)  # the director has closed play
    by_pair = models.BooleanField(default=True)
    preset = models.CharField(max_length=40, blank=True)
    trumps = models.JSONField(default=list, blank=True)
    hands = models.PositiveSmallIntegerField(default=0)
    goal = models.PositiveSmallIntegerField(default=0)
    pause_after = models.PositiveSmallIntegerField(default=0)
    pause_minutes = models.PositiveSmallIntegerField(default=0)
    entry = models.CharField(max_length=10, default="winner")
    printed = models.CharField(
        max_length=40, blank=True
    )  # the system whose cards were printed last

    class Meta:
        verbose_name_plural = "parties"

    def __str__(self) -> str:
        return f"party of {self.session}"

    @property
    def acts(self) -> models.QuerySet[Act]:
        """What was done at the party, the latest first."""
        return Act.objects.filter(event__sessions=self.pk)

    @property
    def has_begun(self) -> bool:
        """Whether play has begun, so that seats stay as they are.

        A card that is in before anybody has a seat fixes none.
        """
        rounds = list(self.played_rounds.all()[:2])
        return bool(rounds) and (len(rounds) > 1 or rounds[0].has_begun or self.cards.exists())

    @property
    def tie_rule(self) -> str:
        """The usual rule for a tie at a table."""
        rule: str = self.options.get("tie", "cut")
        return rule

    @property
    def bell(self) -> str:
        """What ends a round: a bell (``"head"``, ``"any"``), ``"time"`` or ``"deals"``."""
        if self.entry == TOTALS:
            return "time"
        ends = self.options.get("round_ends", "deals").partition("-")[0]
        return ends if ends in BELLS else "deals"

    def trump_words(self, round_no: int) -> str:
        """Return the trump of round *round_no* in words, or ""."""
        return round_trump_words(self.trumps, round_no, self.hands)

    @property
    def round_word(self) -> str:
        """The word for a round: "round", "hand" or "session"."""
        if preset := find_preset(self.preset):
            return preset.round_word
        if self.system:
            return usual_round_word(find_party_system(self.system))
        return "round"

    @property
    def round_title(self) -> str:
        """What is played between two moves, as a sentence or a column begins with it: ``"Hand"``."""
        return self.round_word.capitalize()

    @property
    def called(self) -> str:
        """What is played, as people call it: by the name that was chosen, else by its system."""
        if preset := find_preset(self.preset):
            return preset.name.partition(" (")[0]
        return self.system_name or (find_party_system(self.system).name if self.system else "")

    @property
    def rounds_word(self) -> str:
        """The plural of the word for a round."""
        if self.round_word.endswith("s"):
            return self.round_word
        return f"{self.round_word}s"

    @property
    def has_cards(self) -> bool:
        """Whether any figures come by cards that are handed in."""
        return self.entry in BY_CARDS

    @property
    def first_on_card(self) -> int:
        """The first round on the players' cards."""
        if self.entry != MIX:
            return 1
        if self.card_from > 1:
            return self.card_from
        return self.half_round + 1

    @property
    def on_cards(self) -> str:
        """What is typed from a card: the total, or the first half too."""
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

    @property
    def tells_groups(self) -> bool:
        """Whether seat groups matter to players: they have names or prizes."""
        return self.group_words != GroupWords.LETTERS or bool(self.prizes.get("by_group", True))

    def group_name(self, group: str) -> str:
        """Return the club's name of the seat group "A" or "B", or ""."""
        return _GROUPS[GroupWords(self.group_words)].get(group, "")

    def member_word(self, group: str) -> str:
        """Return the club's word for a member of the seat group "A" or "B"."""
        return _MEMBERS[GroupWords(self.group_words)].get(group, "")
