"""A backup before it is restored: its contents, what would be lost, and what would open again.

An uploaded backup waits in a folder of its own until the director has read that.
"""

import hashlib
import os
import re
import secrets
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import reduce
from operator import or_
from pathlib import Path

from django.apps import apps
from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import UploadedFile
from django.db.models import Max, Q

from director.core.base.roles import get_role
from director.core.files.backups.database import check_backup_path, read_access
from director.core.files.backups.file import Record, build_object, open_for_owner, read_records
from director.core.night.events import ENTERING
from director.errors import AS_SAID, BackupError
from director.formats.reading import strip_invisible
from director.models import Access, Act, ApiToken, Event

CONDITIONS_AT_ONCE = 200
"""Parts of one condition. SQLite accepts 200, but not a thousand."""


@dataclass(frozen=True, slots=True)
class BackedUpEvent:
    """An event in a backup, with the fields that identify it."""

    name: str
    date: str
    created_at: datetime | None

    def is_same(self, event: Event) -> bool:
        """Return whether this is *event*, which has the same primary key here."""
        if self.created_at:
            # Old backups round times.
            seconds_apart = abs(self.created_at - event.created_at).total_seconds()
            if seconds_apart < 1:
                return True
        return (self.name, self.date) == (event.name, event.date.isoformat())


@dataclass(frozen=True, slots=True)
class BackupContents:
    """The events and the access rights in a backup.

    *latest_acts* are act numbers by event. *accounts* are unsaved; *invitations* are the unused ones.
    *links* are the events of open private links by token, *tokens* the names of programs' open tokens
    by hash.
    """

    made_at: datetime | None
    events: dict[int, BackedUpEvent] = field(default_factory=dict)
    latest_acts: dict[int, int] = field(default_factory=dict)
    accounts: list[User] = field(default_factory=list)
    invitations: list[User] = field(default_factory=list)
    links: dict[str, int] = field(default_factory=dict)
    tokens: dict[str, str] = field(default_factory=dict)
    event_ids: dict[int, int] = field(default_factory=dict)
    """The event of each session."""

    @property
    def latest_event(self) -> BackedUpEvent | None:
        """The event that was played last, or None."""
        return max(self.events.values(), key=lambda event: event.date, default=None)


@dataclass(frozen=True, slots=True)
class LostEvent:
    """An event with *results* or changes that a backup lacks."""

    name: str
    date: date
    results: int
    is_whole: bool  # the backup lacks the event altogether


def read_backup_contents(path: Path) -> BackupContents:
    """Return the contents of the backup *path*. The file is read twice, first to check it.

    :raises BackupError: if the file isn't a backup of this program or an older one
    """
    contents = BackupContents(check_backup_path(path).made_at)
    with path.open("rb") as file:
        for record in read_records(file, path):
            # An altered record is skipped here and refused when it is restored.
            with suppress(TypeError, ValueError, KeyError):
                _add_record(record, contents)
    return contents


def _add_record(record: Record, contents: BackupContents) -> None:
    fields = record["fields"]
    if record["model"] == "director.event":
        created_at = datetime.fromisoformat(fields["created_at"])
        if not created_at.tzinfo:
            created_at = created_at.replace(tzinfo=UTC)
        contents.events[int(record["pk"])] = BackedUpEvent(
            name=str(fields["name"]), date=str(fields["date"]), created_at=created_at
        )
    elif record["model"] == "director.act":
        event_id, number = int(fields["event"]), int(fields["number"])
        contents.latest_acts[event_id] = max(number, contents.latest_acts.get(event_id, 0))
    elif record["model"] == "director.session":
        contents.event_ids[int(record["pk"])] = int(fields["event"])
    elif record["model"] in _ACCESS_MODELS:
        _add_access(record, contents)


_ACCESS_MODELS = ("auth.user", "director.access", "director.apitoken")


def _add_access(record: Record, contents: BackupContents) -> None:
    instance = build_object(record, apps, set(_ACCESS_MODELS))
    if isinstance(instance, User):
        group = contents.accounts if instance.has_usable_password() else contents.invitations
        group.append(instance)
    elif isinstance(instance, Access) and instance.is_open:
        event_id = contents.event_ids[instance.session_id]
        if event_id in contents.events:
            contents.links[instance.token] = event_id
    elif isinstance(instance, ApiToken) and instance.is_open:
        contents.tokens[instance.token_hash] = instance.name


def find_lost_events(contents: BackupContents) -> list[LostEvent]:
    """Return the events here that *contents* lacks or has in an older state, newest first.

    Acts are compared by number, because the backup may come from a machine with another clock.
    """
    missing_ids: set[int] = set()
    acts_after_backup: dict[int, Q] = {}
    events = list(
        Event.objects.annotate(latest=Max("acts__number"), changed_at=Max("acts__made_at"))
    )
    for event in events:
        backed_up = contents.events.get(event.pk)
        backed_up_act = contents.latest_acts.get(event.pk)
        if backed_up is None or not backed_up.is_same(event):
            missing_ids.add(event.pk)
        elif backed_up_act is not None:
            if (event.latest or 0) > backed_up_act:
                acts_after_backup[event.pk] = Q(event=event, number__gt=backed_up_act)
        elif contents.made_at and event.changed_at and event.changed_at > contents.made_at:
            # Without an act of the event in the backup only the time is left to compare.
            acts_after_backup[event.pk] = Q(event=event, made_at__gt=contents.made_at)
    results = _count_entered_results([Q(event__in=missing_ids), *acts_after_backup.values()])
    return [
        LostEvent(
            event.name, event.date, results=results[event.pk], is_whole=event.pk in missing_ids
        )
        for event in events
        if event.pk in missing_ids or event.pk in acts_after_backup
    ]


def _count_entered_results(conditions: Sequence[Q]) -> Counter[int]:
    """Count the results entered by acts that meet any of *conditions*, by event."""
    counts: Counter[int] = Counter()
    acts = Act.objects.filter(kind__in=ENTERING, undone_at__isnull=True).order_by()
    for start in range(0, len(conditions), CONDITIONS_AT_ONCE):
        any_condition = reduce(or_, conditions[start : start + CONDITIONS_AT_ONCE])
        counts.update(acts.filter(any_condition).values_list("event_id", flat=True))
    return counts


def list_returning_access(contents: BackupContents) -> list[str]:
    """Return a phrase for all access that the backup would reopen: accounts, links and tokens.

    Accounts aren't named if no director can sign in now, because they come back in any case.
    """
    current = read_access()
    phrases: list[str] = []
    if current.has_director:
        phrases += _list_account_phrases(contents.accounts, current.accounts)
    current_usernames = {account.username for account in current.accounts}
    invited_usernames = {account.username for account in contents.invitations}
    if count := len(invited_usernames - current_usernames):
        phrases.append("{count} for new accounts".format(count=_format_count(count, "link")))
    event_ids = [
        event_id for token, event_id in contents.links.items() if token not in current.link_tokens
    ]
    for event_id, count in Counter(event_ids).items():
        phrases.append(
            "{count} of {event}".format(
                count=_format_count(count, "private link"), event=contents.events[event_id].name
            )
        )
    phrases += [
        "the program {name}".format(name=name)
        for token_hash, name in contents.tokens.items()
        if token_hash not in current.token_hashes
    ]
    return phrases


def _list_account_phrases(backed_up: list[User], current: list[User]) -> Iterator[str]:
    """Yield a phrase for each account that can do more or other things by the backup."""
    current_accounts = {account.username: account for account in current}
    for account in backed_up:
        current_account = current_accounts.get(account.username)
        if not account.is_active:
            continue
        sentence = None
        if current_account is None:
            sentence = "{name}, {role}, who has no account here now"
        elif not current_account.is_active:
            sentence = "{name}, {role}, whose account is closed now"
        elif get_role(account) != get_role(current_account):
            sentence = "{name}, as {role}"
        elif account.password != current_account.password:
            sentence = "{name}, {role}, with another password"
        role = get_role(account)
        if sentence and role:
            yield sentence.format(name=account.username, role=role.label)


def _format_count(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


# Uploaded backups that wait to be restored.


MAX_BYTES = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
"""Limit of one request to the program's own server. A larger file is restored by the command."""
MAX_NAME_LENGTH = 80
WAITING_SECONDS = 3600
_KEY = re.compile(r"[0-9a-f]{64}")


def get_sent_folder() -> Path:
    """Return the folder of uploaded backups, which may not exist."""
    return settings.DATA_DIR / "restoring"


def keep_uploaded_file(upload: "UploadedFile[bytes]") -> str:
    """Keep *upload* if it is a good backup, and return its key.

    The upload is copied in chunks. Nothing remains of a refused file.

    :raises BackupError: if it isn't a backup of this program or an older one, or is too large
    :raises OSError: if the file can't be written
    """
    forget_old_backups()
    folder = get_sent_folder()
    digest = hashlib.sha256()
    if (upload.size or 0) > MAX_BYTES:
        raise BackupError(
            "backup-sent-too-large",
            "The file is larger than {megabytes} MB. Stop the program and run kalamazoo restore "
            "FILE. Nothing was changed.",
            megabytes=MAX_BYTES // 1_000_000,
        )
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    part = folder / f"{secrets.token_hex(8)}.part"
    try:
        with open(part, "xb", opener=open_for_owner) as file:
            for chunk in upload.chunks():
                digest.update(chunk)
                file.write(chunk)
        try:
            read_backup_contents(part)
        except BackupError as error:
            # The error names the temporary file; the sender knows the file by its own name.
            raise BackupError(
                *AS_SAID, text=str(error).replace(str(part), format_sent_name(upload))
            ) from error
        part.replace(_get_path(digest.hexdigest()))
    finally:
        with suppress(OSError):
            part.unlink(missing_ok=True)
    return digest.hexdigest()


def format_sent_name(upload: "UploadedFile[bytes]") -> str:
    """Return the name of the uploaded file in quotes, for a sentence."""
    return f"“{strip_invisible(upload.name or 'the file')[-MAX_NAME_LENGTH:]}”"


def find_sent_backup(key: str) -> Path | None:
    """Return the backup that waits under *key*, or None."""
    path = _get_path(key)
    # The key comes from a form: only hexadecimal digits can't lead out of the folder.
    if _KEY.fullmatch(key) and path.is_file():
        return path
    return None


def forget_backup(path: Path) -> None:
    """Delete the waiting backup *path*, and the folder if no other backup waits."""
    with suppress(OSError):
        path.unlink(missing_ok=True)
        get_sent_folder().rmdir()  # fails while the folder has another file


def forget_old_backups() -> None:
    """Delete uploads after an hour."""
    with suppress(OSError):
        for path in get_sent_folder().iterdir():
            if time.time() - os.stat(path).st_mtime > WAITING_SECONDS:
                forget_backup(path)


def _get_path(key: str) -> Path:
    return get_sent_folder() / f"{key}.backup"
