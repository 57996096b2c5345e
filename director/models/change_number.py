"""The number by which whoever keeps a page knows whether it is still true."""

import time
from typing import TYPE_CHECKING, Any

from django.db import connection, models, transaction
from django.db.models import F

if TYPE_CHECKING:
    _Integer = models.BigIntegerField[int, int]
else:
    _Integer = models.BigIntegerField


def first_number() -> int:
    """Return where the number of a new record begins: the milliseconds since 1970.

    So no record begins where another one is that went before, be it of the same key: one that was
    rolled back, or that a backup replaced.  Nobody makes a thousand changes a second for long
    enough to catch up with the clock.
    """
    return time.time_ns() // 1_000_000


class ChangeNumber(_Integer):
    """A number that is higher after each change of its record, or of what hangs on it.

    Saving the record counts as a change and never puts an older number back.  No file holds the
    number: it is of this database, so records from a backup or another program start with new ones.
    """

    def __init__(self, **how: Any) -> None:
        super().__init__(**how | {"default": first_number, "editable": False, "serialize": False})

    def deconstruct(self) -> Any:
        """Return the plain field for a migration.

        Earlier events begin at 0.
        """
        name, *_how = super().deconstruct()
        return (
            name,
            "django.db.models.BigIntegerField",
            [],
            {"default": 0, "editable": False, "serialize": False},
        )

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        """Return one more than what is stored, whatever *model_instance* read before."""
        note_uncommitted()
        if add:
            return getattr(model_instance, self.attname)
        return F(self.attname) + 1


class CountedRecord(models.Model):
    """A record with a number of its changes: an event or a club."""

    change_no = ChangeNumber()

    class Meta:
        abstract = True

    def save(self, **how: Any) -> None:
        """Store the record, or some fields of it, and count that."""
        if how.get("update_fields"):
            numbers = [
                field.name
                for field in self._meta.concrete_fields
                if isinstance(field, ChangeNumber)
            ]
            how["update_fields"] = {*how["update_fields"], *numbers}
        super().save(**how)


# What is read after an uncommitted change may never come true, so nobody keeps it.


def note_uncommitted() -> None:
    """Remember until the transaction ends, one way or the other, that it has counted a change."""
    if connection.in_atomic_block:
        transaction.on_commit(_was_counted)


def has_uncommitted() -> bool:
    """Return whether the transaction has counted a change that may still be rolled back."""
    return any(_was_counted in waiting for waiting in connection.run_on_commit)


def _was_counted() -> None:
    """Do nothing.

    Django drops hooks for the commit with the transaction or savepoint they belong to.
    """
