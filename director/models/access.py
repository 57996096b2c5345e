"""Private addresses: a table's and a pair's, and what was said by way of them."""

from collections.abc import Mapping
from typing import Any

from django.db import models
from django.utils import timezone

from director.models.entry import Entry
from director.models.event import Section, Session


class Access(models.Model):
    """A private address, open to whoever knows its *token*.

    It belongs to a table of a session, or to a pair (*entry*).

    It reads and writes nothing else.  One that is renewed stays as it is, revoked, beside the new
    one.  ``section`` is empty where a kind of event has none.

    A table's is of use for the night.  A pair's goes on until the results are final, however late
    that is, and then leads to the public page of the pair: ``expires_at`` only says when it is
    given up although nothing became final. A pair's belongs to its place in the section, as its
    guide does, and goes with no player who changes places.
    """

    token = models.CharField(max_length=43, unique=True)
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="accesses")
    section = models.ForeignKey(
        Section, null=True, blank=True, on_delete=models.CASCADE, related_name="accesses"
    )
    table_no = models.PositiveSmallIntegerField(null=True, blank=True)
    entry = models.ForeignKey(
        Entry, null=True, blank=True, on_delete=models.CASCADE, related_name="accesses"
    )
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    phones: Mapping[
        str, Mapping[str, Any]
    ]  # where they are asked for with it (``core.phones.connected``)
    laid = ""  # the mark of what lies there, where it is asked for by its address

    class Meta:
        ordering = ("pk",)
        verbose_name_plural = "accesses"
        constraints = (
            models.CheckConstraint(
                condition=models.Q(table_no__isnull=False) ^ models.Q(entry__isnull=False),
                name="access_of_table_or_pair",
            ),
            models.UniqueConstraint(
                fields=("session", "section", "table_no"),
                condition=models.Q(revoked_at__isnull=True, table_no__isnull=False),
                name="table_has_one_access",
            ),
            models.UniqueConstraint(
                fields=("entry",),
                condition=models.Q(revoked_at__isnull=True),
                name="pair_has_one_access",
            ),
        )

    def __str__(self) -> str:
        if self.table_no:
            return f"table {self.table_no}"
        return f"{self.entry}"

    @property
    def is_open(self) -> bool:
        """Whether it is still of use."""
        return self.revoked_at is None and self.expires_at > timezone.now()


class PhoneState(models.TextChoices):
    """What the director decided about a phone.

    Not asked yet, allowed, blocked, or waiting since another was blocked.
    """

    NEW = "new", "new"
    IN = "in", "let in"
    OUT = "out", "refused"
    WAITS = "waits", "waits to be let in"

    @property
    def is_shut(self) -> bool:
        """Whether such a phone may enter nothing."""
        return self.value in ("out", "waits")


class TablePhone(models.Model):
    """A phone that asked at a table, by the name it gives itself, and what it is to the director."""

    access = models.ForeignKey(Access, on_delete=models.CASCADE, related_name="table_phones")
    device = models.CharField(max_length=32)
    since = models.DateTimeField()
    side = models.CharField(max_length=4, blank=True)  # "ns", "ew" or "both"
    standing = models.CharField(max_length=5, choices=PhoneState, default=PhoneState.NEW)

    class Meta:
        ordering = ("access_id", "since", "device")
        constraints = (
            models.UniqueConstraint(fields=("access", "device"), name="phone_once_at_table"),
        )

    def __str__(self) -> str:
        return f"{self.access}: {self.device}"


OUTSIDE = "outside"
"""In the answer to a word: it is of a board that the movement does not have there."""


class TableWord(models.Model):
    """One entry of a table by its private address, with its answer.

    Sent again, it gets the same answer.

    A *result* is what the table brought for a line, *turned* is asked until it is dropped, and a
    *look* until ``agreed_at``, when the table has looked; who reads its answer drops it.
    ``version`` is the version of the line that it made, empty where it made none: something else
    stood there, and it is *asked* until the other side agrees, the director settles it, or it is
    dropped for something later.  ``waits`` says that the opponents had not agreed to it yet when it
    was said, ``agreed_at`` that they have.  ``from_board`` is the board from which an entry is
    moved to the line.  No undo takes a word back, or what is sent again would be stored again; that
    of a settling asks again what it answered.
    """

    class Kind(models.TextChoices):
        """What is said."""

        RESULT = "result", "a result"
        CONFIRM = "confirm", "the word of the opponents"
        CALL = "call", "a call for the director"
        NAME = "name", "who sits in a seat"
        TURNED = "turned", "that a table sat the other way round"
        LOOK = "look", "the director, who asks the table to look again"
        SHOWN = "shown", "a board whose other results the table was shown"

    access = models.ForeignKey(Access, on_delete=models.CASCADE, related_name="words")
    key = models.CharField(max_length=64)
    kind = models.CharField(max_length=7, choices=Kind)
    board_no = models.PositiveSmallIntegerField(null=True, blank=True)
    round_no = models.PositiveSmallIntegerField(null=True, blank=True)
    ns = models.PositiveSmallIntegerField(null=True, blank=True)
    ew = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.CharField(max_length=200, blank=True)
    ns_score = models.IntegerField(null=True, blank=True)
    lead = models.CharField(max_length=3, blank=True)
    from_board = models.PositiveSmallIntegerField(
        null=True, blank=True
    )  # for which it was entered by mistake
    version = models.PositiveIntegerField(null=True, blank=True)
    is_dispute = models.BooleanField(
        default=False
    )  # said against what stood, by people who did not know of it
    waits = models.BooleanField(default=False)
    agreed_at = models.DateTimeField(null=True, blank=True)
    agreed_device = models.CharField(max_length=32, blank=True)
    dropped_at = models.DateTimeField(null=True, blank=True)
    device = models.CharField(max_length=32, blank=True)
    side = models.CharField(max_length=2, blank=True)  # "ns" or "ew": who typed it
    said_at = models.DateTimeField(null=True, blank=True)  # by the phone's own clock
    heard_at = models.DateTimeField()
    status = models.PositiveSmallIntegerField()
    answer = models.JSONField(default=dict)

    class Meta:
        ordering = ("pk",)
        constraints = (
            models.UniqueConstraint(fields=("access", "key"), name="word_once_by_access"),
        )
        indexes = (models.Index(fields=("access", "board_no"), name="words_of_board"),)

    def __str__(self) -> str:
        return f"{self.access}: {self.text or self.kind}"

    @property
    def is_asked(self) -> bool:
        """Whether it waits for somebody to decide between it and what stands."""
        return self.kind == self.Kind.RESULT and self.version is None and self.dropped_at is None

    @property
    def is_outside(self) -> bool:
        """Whether it waits for the director since the movement has the board elsewhere."""
        return self.is_asked and bool(self.answer.get(OUTSIDE))
