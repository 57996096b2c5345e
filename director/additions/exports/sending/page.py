"""Send a file of an event to a receiver, and ask first if it was sent before."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.contrib import messages
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.views.decorators.http import require_POST

from director.additions.exports.event import make_exported_event
from director.additions.exports.files.bridgewebs import write_files_by_session
from director.additions.exports.sending.credentials import read_accounts
from director.additions.exports.sending.receivers import (
    BRIDGEWEBS_FORMATS,
    FileReceiver,
    NamedFile,
    make_receivers_by_key,
)
from director.core.base.act_kinds import ActKind
from director.core.base.locks import hold_named_lock
from director.core.base.machine_time import format_moment
from director.core.base.requests import DeskRequest, make_file_stem, render_page
from director.core.files.exports import export_file, list_event_formats, make_event_tables
from director.core.night.doubts import DoubtKind, list_open_doubts
from director.core.night.journal import lock_event, record_act_without_changes
from director.errors import DeskError
from director.event_kinds import get_event_kind
from director.formats.errors import ExportError, format_for_sentence
from director.formats.formats import FORMATS_WITH_SECRETS, PURPOSES, EventTables, ExportFile
from director.models import Act, Event
from scoring.errors import ScoringError

# What the page offers to send, and what was sent before.

_MAX_SHOWN_SENDINGS = 5
_OMITTED_FORMATS = FORMATS_WITH_SECRETS | {"site"}
"""Formats that aren't offered. The site is for a web server."""


@dataclass(frozen=True, slots=True)
class OfferedReceiver:
    """A receiver as the page offers it."""

    key: str
    name: str
    files: tuple[tuple[str, str], ...]  # the key and label of each format that it takes


@dataclass(frozen=True, slots=True)
class SendingOptions:
    """What the page of files says about sending an event."""

    receivers: tuple[OfferedReceiver, ...]
    latest_acts: Sequence[Act]  # the last sendings
    problem: str = ""  # of the accounts' file


def read_club_receivers() -> dict[str, FileReceiver]:
    """Return the receivers by key.

    :raises DeskError: if the accounts' file has a problem
    """
    accounts = read_accounts()
    return make_receivers_by_key(accounts.bridgewebs, accounts.mail, accounts.addresses_by_name)


def list_offered_files(receiver: FileReceiver, *, has_results: bool) -> tuple[tuple[str, str], ...]:
    """Return the keys and labels of the formats of an event that *receiver* takes, by purpose.

    *has_results* says whether formats of other programs can hold the event.
    """
    offered_files = []
    formats = sorted(
        list_event_formats(with_results_formats=has_results),
        key=lambda file_format: PURPOSES.index(file_format.purpose),
    )
    for file_format in formats:
        if receiver.formats:
            is_taken = file_format.key in receiver.formats
        else:
            # A file with one table of many would be incomplete.
            is_taken = not file_format.has_one_table and file_format.key not in _OMITTED_FORMATS
        if is_taken:
            offered_files.append((file_format.key, file_format.label))
    return tuple(offered_files)


def make_sending_options(event: Event, *, has_results: bool) -> SendingOptions:
    """Return what the page of files says about sending. One query."""
    latest_acts = event.acts.filter(kind=ActKind.SENDING).select_related("made_by")[
        :_MAX_SHOWN_SENDINGS
    ]
    try:
        receivers = read_club_receivers()
    except DeskError as error:
        return SendingOptions((), tuple(latest_acts), problem=str(error))
    offered_receivers = []
    for key, receiver in receivers.items():
        if files := list_offered_files(receiver, has_results=has_results):
            offered_receivers.append(OfferedReceiver(key, receiver.name, files))
    return SendingOptions(tuple(offered_receivers), tuple(latest_acts))


def send_file(
    *,
    event: Event,
    receiver_key: str,
    format_key: str,
    user: User | None,
    is_confirmed: bool = False,
) -> str:
    """Send *event* in the format *format_key* to a receiver. Return a sentence with the answer.

    The history records the file, the receiver and the answer. Unless *is_confirmed*, the director is
    asked first if results are missing, or if the event was sent to this receiver before. A receiver
    that takes one session at a time gets a file for each session.

    :raises DeskError: if it can't be sent or isn't taken; the event stays as it is
    :raises ScoringError: if the event can't be scored
    """
    if event.club.is_practice:
        raise DeskError("sending-practice", "A practice event isn’t sent. Start a real one.")
    receiver = read_club_receivers().get(receiver_key)
    if receiver is None:
        raise DeskError(
            "sending-unknown",
            "“{name}” isn’t among the receivers of this club. Open Export again and choose one.",
            name=format_for_sentence(receiver_key),
        )
    tables = make_event_tables(event)
    files = dict(list_offered_files(receiver, has_results=tables.results is not None))
    if format_key not in files:
        raise DeskError(
            "sending-format",
            "This file can’t be sent to {name}. Choose another file.",
            name=receiver.name,
        )
    # Of two directors who send at once, the second is asked after the first has been answered.
    with hold_named_lock(f"sending {event.pk} {receiver_key}"):
        if not is_confirmed:
            _refuse_unconfirmed(event, receiver)
        named_files = _make_named_files(event, tables, receiver, format_key)
        return _send_files(named_files, event, receiver, user)


def _send_files(
    files: Iterator[NamedFile], event: Event, receiver: FileReceiver, user: User | None
) -> str:
    """Send *files* and write each in the history. Return a sentence with the answers."""
    answers = []
    for file in files:
        # No transaction is open here: a slow server would hold up everybody else's entries.
        answer = receiver.send(file)
        answers.append(f"{file.name}: {answer}")
        message = f"{_format_receiver(receiver)} {file.name}. Answer: {answer}"
        with transaction.atomic():
            record_act_without_changes(
                event=lock_event(event), kind=ActKind.SENDING, message=message, user=user
            )
    return f"{_format_receiver(receiver)} {' '.join(answers)}"


def _refuse_unconfirmed(event: Event, receiver: FileReceiver) -> None:
    """Ask about results that are missing or in doubt, or that were sent before.

    :raises DeskError: with the parameter ``needs_confirmation``
    """
    doubts = list_open_doubts(event)
    missing_doubts = [doubt for doubt in doubts if doubt.kind is DoubtKind.MISSING]
    if missing_doubts:
        raise DeskError(
            "sending-incomplete",
            "{missing} Enter them before you send the results.",
            missing=missing_doubts[0].label,
            needs_confirmation=True,
        )
    if doubts:
        doubts_text = " ".join(doubt.message for doubt in doubts)
        raise DeskError(
            "sending-in-doubt",
            "{doubts} Settle this before you send the results.",
            doubts=doubts_text,
            needs_confirmation=True,
        )
    sendings = event.acts.filter(kind=ActKind.SENDING, words__startswith=_format_receiver(receiver))
    if previous_sending := sendings.first():
        when = format_moment(previous_sending.made_at)
        raise DeskError(
            "sending-again",
            "This event was sent to {name} on {when}. Send it again only if results have changed "
            "since.",
            name=receiver.name,
            when=when,
            needs_confirmation=True,
        )


def _format_receiver(receiver: FileReceiver) -> str:
    return f"Sent to {receiver.name}:"


def _make_named_files(
    event: Event, tables: EventTables, receiver: FileReceiver, format_key: str
) -> Iterator[NamedFile]:
    """Yield the files to send: one, or one for each session if the receiver needs that."""
    make_named_file = partial(
        NamedFile,
        title=f"{event.name}, {event.date:%d %B %Y}",
        club=event.club.name,
    )
    if receiver.formats == BRIDGEWEBS_FORMATS and tables.results:
        contents = write_files_by_session(make_exported_event(tables))
        for session, content in contents.items():
            suffix = ".csv"
            if len(contents) > 1:
                suffix = f"-{session}.csv"
            file = ExportFile(content, "text/csv", suffix)
            yield make_named_file(name=f"{make_file_stem(event)}{suffix}", file=file)
        return
    file = export_file(tables, format_key, paper=event.club.paper)
    yield make_named_file(name=f"{make_file_stem(event)}{file.suffix}", file=file)


@require_POST
def send_event_file(request: DeskRequest, event_id: int) -> HttpResponse:
    """Send the chosen file, then return to Export. A refusal has a page with a link back."""
    event = get_object_or_404(Event.objects.select_related("club"), pk=event_id)
    results_address = get_event_kind(event).get_results_address(event)
    files_address = f"{results_address}?tab=export#sending"
    receiver_key = request.POST.get("receiver", "")
    format_key = request.POST.get("file", "")
    try:
        answer = send_file(
            event=event,
            receiver_key=receiver_key,
            format_key=format_key,
            user=request.user,
            is_confirmed="anyway" in request.POST,
        )
    except (DeskError, ExportError, ScoringError) as error:
        context: dict[str, Any] = {
            "nav": "tonight",
            "event": event,
            "refusal": str(error),
            "can_confirm": error.params.get("needs_confirmation", False),
            "receiver_key": receiver_key,
            "format_key": format_key,
            "back_address": files_address,
        }
        return render_page(
            request, "additions/exports/sending/refused.html", context, problems=error
        )
    messages.success(request, answer)
    return redirect(files_address)
