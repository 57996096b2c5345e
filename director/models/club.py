"""The club and its people."""

from datetime import date

from django.conf import settings
from django.contrib.auth.models import User
from django.db import models

from director.models.change_number import CountedRecord
from director.models.name_key import MAX_FOLDED_LETTERS, NamedRecord, NameKey
from director.names import make_name_key


class Paper(models.TextChoices):
    """Paper sizes a club prints on."""

    A4 = "a4", "A4"
    LETTER = "letter", "US Letter"


MAX_NAME_LENGTH = 80
MAX_NUMBER_LENGTH = 20
MAX_BODY_LENGTH = 40
"""Characters of a person's name and number, and of the name of a body that gives numbers."""
LONGEST_PHONE = 40
"""Characters of a phone number, with signs and a word such as *evenings*."""
LONGEST_SITES = 300
"""Characters of the list of sites that may show standings in a frame."""


def make_user_field(*, blank: bool = False) -> "models.ForeignKey[User | None, User | None]":
    """Return a field for the account that did something. It is emptied if the account is deleted."""
    return models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=blank,
        on_delete=models.SET_NULL,
        related_name="+",
    )


class Club(CountedRecord):
    """A club that runs events here.

    ``change_no`` counts changes that pages show: of the club, its people and its seasons' rules.
    ``number_body`` is the union or club whose membership numbers are shown after names;
    ``sent_body`` is the one whose numbers are in exported files, empty for the same.
    ``club_number`` is the club's own number there. ``receiver`` is the receiver of the last USEBIO
    file; ``charge_code`` and ``point_scale`` are those of the last event sent to the EBU, and the
    default for others.
    """

    name = models.CharField(max_length=80, unique=True)
    paper = models.CharField(max_length=6, choices=Paper, default=Paper.A4)
    # The weeks that a fair draw of seats looks back, 0 for none.
    memory_weeks = models.PositiveSmallIntegerField(default=12)
    # Results are entered after play, from travellers: none of them is late before.
    enters_after_play = models.BooleanField(default=False)
    # The network that players' phones join.
    wifi_name = models.CharField(max_length=32, blank=True)
    wifi_code = models.CharField(max_length=63, blank=True)
    number_body = models.CharField(max_length=MAX_BODY_LENGTH, blank=True)
    sent_body = models.CharField(max_length=MAX_BODY_LENGTH, blank=True)
    club_number = models.CharField(max_length=MAX_NUMBER_LENGTH, blank=True)
    receiver = models.CharField(max_length=12, default="general")
    charge_code = models.CharField(max_length=2, default="10", blank=True)
    point_scale = models.CharField(max_length=20, default="Club", blank=True)
    # A line for each set of paper: its name, and the choices made last. "evening" is for Field.
    print_choices = models.TextField(blank=True)
    # Whether search engines may list published results.
    is_indexed = models.BooleanField(default=True)
    # Whether visitors find a page of each player.
    has_player_pages = models.BooleanField(default=False)
    # Sites that may show standings in a frame.
    embedders = models.CharField(max_length=LONGEST_SITES, blank=True)
    # Events of a practice club are on no list and never published.
    is_practice = models.BooleanField(default=False)

    def __str__(self) -> str:
        return self.name

    @property
    def number_label(self) -> str:
        """The name of the numbers that are shown after names, such as ``"EBU number"``."""
        if self.number_body:
            return f"{self.number_body} number"
        return "membership number"

    @property
    def has_other_exported_body(self) -> bool:
        """Whether exported files and pages have numbers of different bodies."""
        return make_name_key(self.sent_body) not in ("", make_name_key(self.number_body))

    @property
    def exported_number_label(self) -> str:
        """The name of the numbers in exported files."""
        if self.sent_body:
            return f"{self.sent_body} number"
        return self.number_label


class Person(NamedRecord):
    """Someone who plays at the club.

    *number* is the union's or the club's own, and may be empty. Two people may share a name only if
    their numbers differ. Names are compared by ``name_key``, which ignores capitals and accents.
    ``twin_no`` is 0, or more for somebody whom an older version distinguished from a namesake by
    capitals. Numbers of other bodies are ``PersonNumber`` records. *email* and *phone* are for the
    club only and never exported, and so are *needs_large_print* and *former_names*.

    An *is_placeholder* such as *Guest* stands for nobody in People, at one seat. Somebody who
    *is_from_seat* was added by a name typed at a seat, and is deleted if it is corrected or undone
    before they have played.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="people")
    name = models.CharField(max_length=MAX_NAME_LENGTH)
    name_key = NameKey(max_length=MAX_NAME_LENGTH * MAX_FOLDED_LETTERS)
    twin_no = models.PositiveSmallIntegerField(default=0, editable=False)
    number = models.CharField(max_length=MAX_NUMBER_LENGTH, blank=True)
    sits_still = models.BooleanField(default=False)  # asked for a seat that stays
    email = models.EmailField(blank=True)
    phone = models.CharField(max_length=LONGEST_PHONE, blank=True, default="")
    is_visitor = models.BooleanField(default=False)  # no member of the club
    is_hidden = models.BooleanField(default=False)  # asked for no public page
    needs_large_print = models.BooleanField(default=False)  # on the person's own sheets
    is_placeholder = models.BooleanField(default=False)
    is_from_seat = models.BooleanField(default=False)
    # Published standings and the history still have them; a deletion on request removes them.
    former_names = models.TextField(blank=True)  # one a line

    # Set by queries for lists of people: events played, the day of the last one, and numbers of
    # other bodies.
    nights: int
    last_seen: date | None
    others: list["PersonNumber"]

    class Meta:
        ordering = ("name", "number")
        constraints = (
            models.UniqueConstraint(
                fields=("club", "name_key", "number", "twin_no"),
                condition=models.Q(is_placeholder=False),
                name="person_once_in_club",
            ),
        )

    def __str__(self) -> str:
        return self.name


class PersonNumber(NamedRecord):
    """A person's membership number with a *body* other than the club's usual one."""

    person = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="numbers")
    body = models.CharField(max_length=MAX_BODY_LENGTH)
    body_key = NameKey(max_length=MAX_BODY_LENGTH * MAX_FOLDED_LETTERS)
    number = models.CharField(max_length=MAX_NUMBER_LENGTH)

    class Meta:
        ordering = ("person", "body")
        constraints = (
            models.UniqueConstraint(fields=("person", "body_key"), name="one_number_a_body"),
        )

    def __str__(self) -> str:
        return f"{self.body} {self.number}"


class PersonMerge(models.Model):
    """A merge of two people into *into*, with the data to undo it.

    ``was`` has the fields of the person that was removed, ``moved`` the records that were theirs, by
    model: ``{"director.entryplayer": [5, 9]}``. It also has the sessions they played, and the
    latest act and entry of that time, after which everything is newer. ``gained`` has the fields of *into* that the merge
    filled, with their earlier values: ``{"number": ""}``.
    """

    into = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="merges")
    was = models.JSONField()
    moved = models.JSONField(default=dict)
    gained = models.JSONField(default=dict)
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.was['name']} is {self.into}"


class PeopleList(models.Model):
    """An imported list of people, with the data to undo the import.

    ``added`` has the fields of new people by key, ``changed`` the fields of others before and after,
    by key: ``{"5": [{"email": "", …}, {"email": "ada@example.org", …}]}``.
    """

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="lists")
    source = models.CharField(max_length=200, blank=True)
    added = models.JSONField(default=dict)
    changed = models.JSONField(default=dict)
    made_by = make_user_field()
    made_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ("-pk",)

    def __str__(self) -> str:
        return f"{self.source or 'a list'}: {len(self.added)} new, {len(self.changed)} changed"
