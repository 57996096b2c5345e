"""Change numbers of records, by which caches know that a page is out of date."""

import time
from typing import TYPE_CHECKING, Any

from django.db import connection, models, transaction
from django.db.models import F

if TYPE_CHECKING:
    _Integer = models.BigIntegerField[int, int]
else:
    _Integer = models.BigIntegerField


def make_first_number() -> int:
    """Return the first change number of a new record: the milliseconds since 1970.

    An earlier record with the same key, rolled back or replaced by a backup, always had a lower
    number. Nobody makes a thousand changes a second for long enough to overtake the clock.
    """
    return time.time_ns() // 1_000_000


class ChangeNumber(_Integer):
    """A number that rises with each change of its record or of related records.

    Saving the record counts as a change and never restores an older number. Files don't hold the
    number, since it belongs to this database: records from a backup or another program get new ones.
    """

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            **kwargs | {"default": make_first_number, "editable": False, "serialize": False}
        )

    def deconstruct(self) -> Any:
        """Return the plain field for a migration. Records from before it begin at 0."""
        name, *_rest = super().deconstruct()
        return (
            name,
            "django.db.models.BigIntegerField",
            [],
            {"default": 0, "editable": False, "serialize": False},
        )

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        """Return one more than the stored number, whatever *model_instance* has read before."""
        mark_uncommitted_change()
        if add:
            return getattr(model_instance, self.attname)
        return F(self.attname) + 1


class CountedRecord(models.Model):
    """A record that counts its changes: an event or a club."""

    change_no = ChangeNumber()

    class Meta:
        abstract = True

    def save(self, **kwargs: Any) -> None:
        """Save the record or some of its fields, and count the change."""
        if kwargs.get("update_fields"):
            numbers = [
                field.name
                for field in self._meta.concrete_fields
                if isinstance(field, ChangeNumber)
            ]
            kwargs["update_fields"] = {*kwargs["update_fields"], *numbers}
        super().save(**kwargs)


# A page read after an uncommitted change must not be cached, because the change may be rolled back.


def mark_uncommitted_change() -> None:
    """Mark the current transaction as one with a change, until it is committed or rolled back."""
    if connection.in_atomic_block:
        transaction.on_commit(_do_nothing)


def has_uncommitted_change() -> bool:
    """Return whether the current transaction has a change that may still be rolled back."""
    return any(_do_nothing in pending_hooks for pending_hooks in connection.run_on_commit)


def _do_nothing() -> None:
    """Do nothing. The presence of this hook marks the transaction.

    Django drops hooks for the commit with the transaction or savepoint they belong to.
    """
