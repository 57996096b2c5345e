"""Record, undo and redo acts of a party."""

from collections.abc import Collection, Iterator
from contextlib import contextmanager

from django.contrib.auth.models import User
from django.db import transaction

from director.core.base.act_kinds import ActKind
from director.core.base.refusals import make_paid_amounts_error
from director.core.night.clock_buttons import make_waiting_clock_fields
from director.core.night.history import redo_event, undo_event
from director.core.night.journal import Journal, lock_event, record_event_act
from director.models import Act
from director.party.models import Party


@contextmanager
def record_party_act(
    *, party: Party, kind: ActKind, message: str, user: User | None
) -> Iterator[Journal]:
    """Record the changes of *party* inside the block as one act.

    See :func:`~director.core.night.journal.record_event_act`.
    """
    event = party.session.event
    with record_event_act(event=event, kind=kind, message=message, user=user) as journal:
        # Now the event is locked. Another request may have changed the party since it was read.
        stored_party = Party.objects.select_related("session__event__club").get(pk=party.pk)
        for field in Party._meta.concrete_fields:
            setattr(party, field.attname, getattr(stored_party, field.attname))
        party.session = stored_party.session
        yield journal


def undo_party(*, party: Party, number: int, user: User | None, kinds: Collection[str] = ()) -> Act:
    """Undo act *number* of *party*.

    :raises DeskError: as :func:`~director.core.night.history.undo_event`, or if people have paid the
        entry fee that the act set
    """
    with transaction.atomic():
        event = lock_event(party.session.event)
        _refuse_undo_of_paid_fee(party, event.acts.filter(number=number, undone_at=None).first())
        return undo_event(event=event, number=number, user=user, kinds=kinds)


def _refuse_undo_of_paid_fee(party: Party, act: Act | None) -> None:
    """Raise if *act* set the first entry fee of *party* and somebody has paid."""
    if act is None or act.kind != ActKind.MONEY:
        return
    has_set_fee = any(
        not change["before"]["money"].get("fee") and change["after"]["money"].get("fee")
        for change in act.changes
        if "money" in (change["before"] or {})
    )
    if has_set_fee and party.session.payments.exists():
        raise make_paid_amounts_error()


def redo_party(*, party: Party, number: int, user: User | None, kinds: Collection[str] = ()) -> Act:
    """Redo act *number* of *party*."""
    return redo_event(event=party.session.event, number=number, user=user, kinds=kinds)


def reset_clock(party: Party, act: Journal, round_no: int) -> None:
    """Set the clock to wait for round *round_no*. An undo of *act* restores it."""
    act.change(
        party.session, is_complete=True, **make_waiting_clock_fields(party.session, round_no)
    )
