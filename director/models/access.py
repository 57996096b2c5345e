"""Private addresses of tables and pairs, the phones that use them, their entries, and tokens."""

from collections.abc import Mapping
from typing import Any

from django.db import models
from django.utils import timezone

from director.models.entry import Entry
from director.models.event import Section, Session


class Access(models.Model):
    """A private address, open to whoever knows its *token*.

    It belongs to a table of a session, or to a pair (*entry*), and gives access to nothing else.
    When an address is replaced, the old record stays and is revoked. ``section`` is empty for kinds
    of events without sections. A table's page begins with ``first_round``: what was played before the
    address was made is on paper.

    A table's address is valid for the session. A pair's address is valid until the results are
    final, and then leads to the public page of the pair; ``expires_at`` ends it if they never become
    final. It belongs to the place in the section, like the personal guide, so a player who changes
    places doesn't keep it.
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
    first_round = models.PositiveSmallIntegerField(default=1)
    made_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    revoked_at = models.DateTimeField(null=True, blank=True)
    # Set by queries that fetch the phones too (``core.phones.connected``).
    phones: Mapping[str, Mapping[str, Any]]
    # The version of the table's schedule, set by queries that find the table by its address.
    schedule_mark = ""

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
        """Whether it is neither revoked nor expired."""
        return self.revoked_at is None and self.expires_at > timezone.now()


class PhoneState(models.TextChoices):
    """The director's decision about a phone.

    A phone is new, let in, refused, or waiting because another phone of its table was refused.
    """

    NEW = "new", "new"
    IN = "in", "let in"
    OUT = "out", "refused"
    WAITS = "waits", "waits to be let in"

    @property
    def is_blocked(self) -> bool:
        """Whether such a phone may enter nothing."""
        return self.value in ("out", "waits")


class TablePhone(models.Model):
    """A phone that enters at a table, and the director's decision about it.

    ``device`` is the key that the program gave to a phone, or the name that a client without a key
    gives itself. ``first_player`` and ``second_player`` are those on the phone's side when it joined.
    """

    access = models.ForeignKey(Access, on_delete=models.CASCADE, related_name="table_phones")
    device = models.CharField(max_length=32)
    first_player = models.ForeignKey(
        "Person", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
    second_player = models.ForeignKey(
        "Person", null=True, blank=True, on_delete=models.SET_NULL, related_name="+"
    )
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


OUTSIDE_KEY = "outside"
"""Key in the answer to an entry for a board that the movement doesn't have at this table."""


class TableWord(models.Model):
    """An entry that a table sent from its private address, with the answer.

    An entry that is sent again gets the same answer.

    A *result* is an entry for a line. *turned* waits for the director until it is dropped. A *look*
    waits until ``agreed_at``, when the table has answered; it is dropped when the answer is read.
    ``version`` is the version of the line that the entry made. It is empty if another result was
    stored there: the entry then waits until the other side agrees, the director settles it, or a
    later entry replaces it. A *match* has the mark of the result that it is about as ``text``, and
    ``is_dispute`` if that isn't right. The last one of a team counts. ``waits`` is True if the
    opponents had to agree to it, ``agreed_at`` is when they did. ``from_board`` is the
    board from which an entry is moved to the line. No undo deletes an entry, or a repeated one
    would be stored again. Undoing a settlement reopens its question.
    """

    class Kind(models.TextChoices):
        """Kinds of entries."""

        RESULT = "result", "a result"
        CONFIRM = "confirm", "the word of the opponents"
        CALL = "call", "a call for the director"
        NAME = "name", "who sits in a seat"
        TURNED = "turned", "that a table sat the other way round"
        LOOK = "look", "the director, who asks the table to look again"
        SHOWN = "shown", "a board whose other results the table was shown"
        MATCH = "match", "what a team says about the result of its match"

    access = models.ForeignKey(Access, on_delete=models.CASCADE, related_name="words")
    key = models.CharField(max_length=64)
    # What was sent under the key. Empty for words of the desk, and those of older versions.
    body_hash = models.CharField(max_length=64, blank=True)
    kind = models.CharField(max_length=7, choices=Kind)
    board_no = models.PositiveSmallIntegerField(null=True, blank=True)
    round_no = models.PositiveSmallIntegerField(null=True, blank=True)
    ns = models.PositiveSmallIntegerField(null=True, blank=True)
    ew = models.PositiveSmallIntegerField(null=True, blank=True)
    text = models.CharField(max_length=200, blank=True)
    ns_score = models.IntegerField(null=True, blank=True)
    lead = models.CharField(max_length=3, blank=True)
    # The board for which it was entered by mistake.
    from_board = models.PositiveSmallIntegerField(null=True, blank=True)
    version = models.PositiveIntegerField(null=True, blank=True)
    # It differs from a stored result that its senders didn't know.
    is_dispute = models.BooleanField(default=False)
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
    def line_key(self) -> tuple[int, int, int]:
        """Board, N-S and E-W of the line that it is about, 0 if it is about none."""
        return (self.board_no or 0, self.ns or 0, self.ew or 0)

    @property
    def table_no(self) -> int:
        """The table that sent it, 0 for a pair or a captain."""
        return self.access.table_no or 0

    @property
    def is_agreed(self) -> bool:
        """Whether it needs no confirmation by the opponents any more."""
        return self.agreed_at is not None or not self.waits

    @property
    def needs_decision(self) -> bool:
        """Whether somebody still has to decide between it and the stored result."""
        return self.kind == self.Kind.RESULT and self.version is None and self.dropped_at is None

    @property
    def is_off_schedule(self) -> bool:
        """Whether it waits for the director because the movement has its board elsewhere."""
        return self.needs_decision and bool(self.answer.get(OUTSIDE_KEY))
