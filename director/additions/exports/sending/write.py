"""Send a file of an event and write it in the history."""

from collections.abc import Iterator
from functools import partial

from django.contrib.auth.models import User
from django.db import transaction

from director.additions.exports.event import make_sent_event
from director.additions.exports.files.bridgewebs import write_bridgewebs
from director.additions.exports.sending.read import list_offered_files, read_club_receivers
from director.additions.exports.sending.receivers import BRIDGEWEBS_FORMATS, FileReceiver, NamedFile
from director.additions.exports.sending.sentences import SendingSentences
from director.core.base.answers import make_file_stem
from director.core.base.locks import hold_named_lock
from director.core.base.machine_time import format_moment
from director.core.files.exports import export_file, make_event_tables
from director.core.night.history import SENDING, lock_event, note_act
from director.errors import DeskError
from director.formats.errors import format_for_sentence
from director.formats.formats import EventTables, ExportFile
from director.kinds import DoubtKind, get_event_kind
from director.models import Event


def send_file(
    *, event: Event, receiver_key: str, form: str, user: User | None, is_sure: bool = False
) -> str:
    """Send *event* in the format *form* to a receiver. Return a sentence with the answer.

    The history says what was sent to whom, and what was answered. Unless *is_sure*, the director is
    asked first if results are missing, or the receiver has been sent the event before. A receiver
    of one session at a time gets a file for each.

    :raises DeskError: if it can't be sent or isn't taken; the event stays as it is
    :raises ScoringError: if the event can't be scored
    """
    if event.club.is_practice:
        raise DeskError(SendingSentences.SENDING_PRACTICE)
    receiver = read_club_receivers().get(receiver_key)
    if receiver is None:
        raise DeskError(SendingSentences.SENDING_UNKNOWN, name=format_for_sentence(receiver_key))
    tables = make_event_tables(event)
    files = dict(list_offered_files(receiver, is_sent=tables.results is not None))
    if form not in files:
        raise DeskError(SendingSentences.SENDING_FORMAT, name=receiver.name)
    # Of two directors who send at once, the second is asked after the first has been answered.
    with hold_named_lock(f"sending {event.pk} {receiver_key}"):
        if not is_sure:
            _refuse_unasked(event, receiver)
        return _send_files(_make_files(event, tables, receiver, form), event, receiver, user)


def _send_files(
    files: Iterator[NamedFile], event: Event, receiver: FileReceiver, user: User | None
) -> str:
    """Send *files* and write each in the history. Return a sentence with the answers."""
    answers = []
    for file in files:
        # No transaction is open here: a slow server would hold up everybody else's entries.
        answer = receiver.send(file)
        answers.append(f"{file.name}: {answer}")
        words = f"{_format_receiver(receiver)} {file.name}. Answer: {answer}"
        with transaction.atomic():
            note_act(event=lock_event(event), kind=SENDING, words=words, user=user)
    return f"{_format_receiver(receiver)} {' '.join(answers)}"


def _refuse_unasked(event: Event, receiver: FileReceiver) -> None:
    """Ask about results that are missing or in doubt, or that were sent before.

    :raises DeskError: with the parameter ``is_asked``
    """
    doubts = get_event_kind(event).list_open_doubts(event)
    missing = [doubt for doubt in doubts if doubt.kind is DoubtKind.MISSING]
    if missing:
        raise DeskError(
            SendingSentences.SENDING_INCOMPLETE, missing=missing[0].label, is_asked=True
        )
    if doubts:
        words = " ".join(doubt.words for doubt in doubts)
        raise DeskError(SendingSentences.SENDING_IN_DOUBT, doubts=words, is_asked=True)
    sendings = event.acts.filter(kind=SENDING, words__startswith=_format_receiver(receiver))
    if former := sendings.first():
        when = format_moment(former.made_at)
        raise DeskError(
            SendingSentences.SENDING_AGAIN, name=receiver.name, when=when, is_asked=True
        )


def _format_receiver(receiver: FileReceiver) -> str:
    return f"Sent to {receiver.name}:"


def _make_files(
    event: Event, tables: EventTables, receiver: FileReceiver, form: str
) -> Iterator[NamedFile]:
    """Yield the files to send: one, or one for each session if the receiver needs that."""
    describe = partial(
        NamedFile,
        title=f"{event.name}, {event.date:%d %B %Y}",
        club=event.club.name,
    )
    if receiver.formats == BRIDGEWEBS_FORMATS and tables.results:
        contents = write_bridgewebs(make_sent_event(tables))
        for session, content in contents.items():
            suffix = ".csv"
            if len(contents) > 1:
                suffix = f"-{session}.csv"
            file = ExportFile(content, "text/csv", suffix)
            yield describe(name=f"{make_file_stem(event)}{suffix}", file=file)
        return
    file = export_file(tables, form, paper=event.club.paper)
    yield describe(name=f"{make_file_stem(event)}{file.suffix}", file=file)
