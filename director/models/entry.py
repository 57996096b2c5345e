"""A section's entries with their players, and line-ups that differ for some rounds."""

from typing import ClassVar

from django.db import models

from director.models.club import Person
from director.models.event import Section

# Entries and their players.

MAX_TEAM_NAME_LENGTH = 80
MAX_CLUB_LENGTH = 40
MAX_RATING_LENGTH = 8


class Entry(models.Model):
    """The place of a pair, a player or a team in a section. Its players may still be unknown.

    A team may have a ``name`` of its own. ``continues`` is the entry of the same pair in the
    previous session. ``handicap`` and ``carry_over`` are exact amounts in the units of the section
    (``"-1.5"``), and ``stratum`` is a letter, ``"A"`` for the highest; each is empty if the pair has
    none. ``club`` and ``rating`` seed a contest that is drawn, and ``is_here`` was marked at the
    door. Whoever ``is_unranked`` plays without standing: its results are compared, and it has no
    place. All these move with the people when they change places.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="entries")
    pair_no = models.PositiveSmallIntegerField()
    name = models.CharField(max_length=MAX_TEAM_NAME_LENGTH, blank=True, default="")
    players = models.ManyToManyField(Person, through="EntryPlayer", related_name="entries")
    continues = models.ForeignKey(
        "self", null=True, blank=True, on_delete=models.SET_NULL, related_name="continued_by"
    )
    handicap = models.CharField(max_length=40, blank=True, default="")
    stratum = models.CharField(max_length=1, blank=True, default="")
    carry_over = models.CharField(max_length=40, blank=True, default="")
    club = models.CharField(max_length=MAX_CLUB_LENGTH, blank=True, default="")
    rating = models.CharField(max_length=MAX_RATING_LENGTH, blank=True, default="")  # "87.5"
    is_here = models.BooleanField(default=False)
    is_unranked = models.BooleanField(default=False)

    class Meta:
        ordering = ("section", "pair_no")
        verbose_name_plural = "entries"
        constraints = (
            models.UniqueConstraint(
                fields=("section", "pair_no"), name="pair_number_once_in_section"
            ),
            models.UniqueConstraint(
                fields=("section", "name"),
                condition=~models.Q(name=""),
                name="team_name_once_in_section",
            ),
            models.CheckConstraint(condition=models.Q(pair_no__gte=1), name="pair_numbers_from_1"),
        )

    def __str__(self) -> str:
        return f"pair {self.pair_no}"


class Player(models.Model):
    """A person's record as a player in any kind of event.

    People are counted, replaced and merged by these records.
    """

    SESSION: ClassVar[str]
    """The query path from a player to the session."""

    class Meta:
        abstract = True


class EntryPlayer(Player):
    """One player of a pair or a team, or the only one.

    ``section`` repeats that of the entry, so that the database itself refuses a person in two pairs.
    A team has one captain.
    """

    SESSION = "section__session"

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="entry_players")
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    order = models.PositiveSmallIntegerField()
    is_captain = models.BooleanField(default=False)

    class Meta:
        ordering = ("entry", "order")
        constraints = (
            models.UniqueConstraint(fields=("section", "person"), name="person_in_one_pair"),
            models.UniqueConstraint(fields=("entry", "order"), name="one_player_a_seat"),
            models.UniqueConstraint(
                fields=("entry",), condition=models.Q(is_captain=True), name="one_captain_of_a_team"
            ),
        )

    def __str__(self) -> str:
        return f"{self.person} in {self.entry}"


# Players in seats for some rounds, if they differ from Seats.


class LineUpSeat(Player):
    """Somebody in a seat for some rounds.

    A team's line-up has its four seats (``"N"``) from ``round_no`` until its next line-up, without a
    ``to_round``. Somebody who was replaced at Seats keeps their box there (``"1"``) from
    ``round_no`` to ``to_round``. In all other rounds the players of the entry sit there, for a team
    in their order.

    ``is_substitute`` is True if they sat for the team without being a member. It is set once, when
    the record is stored.
    """

    SESSION = "section__session"

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="line_up_seats")
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="line_up_seats")
    round_no = models.PositiveSmallIntegerField()
    to_round = models.PositiveSmallIntegerField(null=True, blank=True)
    seat = models.CharField(max_length=2)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    is_substitute = models.BooleanField(default=False)

    class Meta:
        ordering = ("entry", "round_no", "pk")
        constraints = (
            models.UniqueConstraint(
                fields=("entry", "round_no", "seat"), name="one_person_a_seat_of_line_up"
            ),
            models.UniqueConstraint(
                fields=("entry", "round_no", "person"),
                condition=models.Q(to_round__isnull=True),
                name="one_seat_a_person_in_line_up",
            ),
            models.UniqueConstraint(
                fields=("entry", "round_no", "person"),
                condition=models.Q(to_round__isnull=False),
                name="one_box_a_person_in_a_round",
            ),
            models.CheckConstraint(
                condition=models.Q(seat__in=("N", "E", "S", "W"), to_round__isnull=True)
                | (
                    ~models.Q(seat__in=("N", "E", "S", "W"))
                    & models.Q(to_round__gte=models.F("round_no"))
                ),
                name="seat_of_line_up",
            ),
        )

    def __str__(self) -> str:
        until = f" to round {self.to_round}" if self.to_round else " on"
        return f"{self.person} sits {self.seat} for {self.entry} from round {self.round_no}{until}"
