"""What the page offers to send, and what was sent before."""

from collections.abc import Sequence
from dataclasses import dataclass

from director.additions.exports.sending.credentials import read_accounts
from director.additions.exports.sending.receivers import FileReceiver, make_receivers
from director.core.files.exports import list_event_formats
from director.core.night.history import SENDING
from director.errors import DeskError
from director.formats.formats import PURPOSES, WITH_SECRETS
from director.models import Act, Event

_MAX_SHOWN = 5
_LEFT_OUT = WITH_SECRETS | {"csv", "site"}
"""Formats that aren't offered: one CSV is one table of many, and the site is for a web server."""


@dataclass(frozen=True, slots=True)
class OfferedReceiver:
    """A receiver with the key that its form sends, and the files it takes as (key, label)."""

    key: str
    name: str
    files: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SendingSheet:
    """The receivers and the latest sendings of an event, or the fault of the accounts' file."""

    receivers: tuple[OfferedReceiver, ...]
    latest_acts: Sequence[Act]
    problem: str = ""


def read_club_receivers() -> dict[str, FileReceiver]:
    """Return the receivers by key.

    :raises DeskError: if the accounts' file has a fault
    """
    accounts = read_accounts()
    return make_receivers(accounts.bridgewebs, accounts.mail, accounts.addresses)


def list_offered_files(receiver: FileReceiver, *, is_sent: bool) -> tuple[tuple[str, str], ...]:
    """Return the keys and labels of the formats of an event that *receiver* takes, by purpose.

    *is_sent* says whether formats of other programs can hold the event.
    """
    offered = []
    formats = sorted(
        list_event_formats(is_sent=is_sent), key=lambda known: PURPOSES.index(known.purpose)
    )
    for file_format in formats:
        is_taken = file_format.key not in _LEFT_OUT
        if receiver.formats:
            is_taken = file_format.key in receiver.formats
        if is_taken:
            offered.append((file_format.key, file_format.label))
    return tuple(offered)


def make_sending_sheet(event: Event, *, is_sent: bool) -> SendingSheet:
    """Return what the page of files says about sending. One query."""
    sent = event.acts.filter(kind=SENDING).select_related("made_by")[:_MAX_SHOWN]
    try:
        receivers = read_club_receivers()
    except DeskError as error:
        return SendingSheet((), tuple(sent), str(error))
    offered = []
    for key, receiver in receivers.items():
        if files := list_offered_files(receiver, is_sent=is_sent):
            offered.append(OfferedReceiver(key, receiver.name, files))
    return SendingSheet(tuple(offered), tuple(sent))
