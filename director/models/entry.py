"""Who plays in a section, under which number."""

from typing import ClassVar

from django.db import models

from director.models.club import Person
from director.models.event import Section


class Entry(models.Model):
    """A pair's place in a section; its players may still be unknown.

    ``continues`` is the place in the session before that the same pair had there; it goes with the people.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="entries")
    pair_no = models.PositiveSmallIntegerField()
    players = models.ManyToManyField(Person, through="EntryPlayer", related_name="entries")
    continues = models.ForeignKey("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="continued_by")

    class Meta:
        ordering = ("section", "pair_no")
        verbose_name_plural = "entries"
        constraints = (
            models.UniqueConstraint(fields=("section", "pair_no"), name="pair_number_once_in_section"),
            models.CheckConstraint(condition=models.Q(pair_no__gte=1), name="pair_numbers_from_1"),
        )

    def __str__(self) -> str:
        return f"pair {self.pair_no}"


class Player(models.Model):
    """Somebody who plays, in any kind of event; the desk counts, changes and merges people by these."""

    SESSION: ClassVar[str]
    """The way from somebody who plays to the sitting, as a query says it."""

    class Meta:
        abstract = True


class EntryPlayer(Player):
    """One player of a pair; ``section`` is kept here so that the database itself refuses a person in two pairs."""

    SESSION = "section__session"

    entry = models.ForeignKey(Entry, on_delete=models.CASCADE, related_name="entry_players")
    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")
    order = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ("entry", "order")
        constraints = (
            models.UniqueConstraint(fields=("section", "person"), name="person_in_one_pair"),
            models.UniqueConstraint(fields=("entry", "order"), name="one_player_a_seat"),
        )

    def __str__(self) -> str:
        return f"{self.person} in {self.entry}"
