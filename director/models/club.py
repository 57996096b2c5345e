"""The club and its people."""

from django.db import models
from django.db.models.functions import Lower


class Paper(models.TextChoices):
    """Paper sizes a club prints on."""

    A4 = "a4", "A4"
    LETTER = "letter", "US Letter"


LONGEST_NAME, LONGEST_NUMBER = 80, 20
"""How many characters the name and the number of a person have at most."""


class Club(models.Model):
    """A club that runs nights here."""

    name = models.CharField(max_length=80, unique=True)
    paper = models.CharField(max_length=6, choices=Paper, default=Paper.A4)
    memory_weeks = models.PositiveSmallIntegerField(default=12)  # that seats look back; 0 for not at all
    wifi_name = models.CharField(max_length=32, blank=True)  # of the network that phones of players join
    wifi_code = models.CharField(max_length=63, blank=True)

    def __str__(self) -> str:
        return self.name


class Person(models.Model):
    """Someone who plays at the club; *number* is the federation's or the club's own, and may be empty.

    Two people may share a name only if their numbers tell them apart.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="people")
    name = models.CharField(max_length=LONGEST_NAME)
    number = models.CharField(max_length=LONGEST_NUMBER, blank=True)
    sits_still = models.BooleanField(default=False)  # asked for a seat that stays

    nights: int  # how many they played, where a list of people counts them

    class Meta:
        ordering = ("name", "number")
        constraints = (models.UniqueConstraint("club", Lower("name"), "number", name="person_once_in_club"),)

    def __str__(self) -> str:
        return self.name
