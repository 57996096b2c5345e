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
from director.core.files.backups.database import check_backup_path, fetch_current_access
from director.core.files.backups.file import Record, open_private_file, read_records
from director.core.files.backups.records import make_instance
from director.core.night.events import ENTRY_KINDS
from director.errors import BackupError
from director.formats.reading import strip_invisible
from director.models import Access, Act, Event

MAX_CONDITIONS = 200
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
    """The events and the access rights in a backup."""

    made_at: datetime | None
    events_by_id: dict[int, BackedUpEvent] = field(default_factory=dict)
    latest_act_nos: dict[int, int] = field(default_factory=dict)  # by event
    accounts: list[User] = field(default_factory=list)  # not saved here
    invitations: list[User] = field(default_factory=list)  # not used yet
    event_ids_by_token: dict[str, int] = field(default_factory=dict)  # of open private links
    event_ids_by_session: dict[int, int] = field(default_factory=dict)

    @property
    def latest_event(self) -> BackedUpEvent | None:
        """The event that was played last, or None."""
        return max(self.events_by_id.values(), key=lambda event: event.date, default=None)


@dataclass(frozen=True, slots=True)
class LostEvent:
    """An event with results or changes that a backup lacks."""

    name: str
    date: date
    result_count: int  # results that the backup lacks
    is_missing: bool  # the backup lacks the event altogether


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
        contents.events_by_id[int(record["pk"])] = BackedUpEvent(
            name=str(fields["name"]), date=str(fields["date"]), created_at=created_at
        )
    elif record["model"] == "director.act":
        event_id, number = int(fields["event"]), int(fields["number"])
        contents.latest_act_nos[event_id] = max(number, contents.latest_act_nos.get(event_id, 0))
    elif record["model"] == "director.session":
        contents.event_ids_by_session[int(record["pk"])] = int(fields["event"])
    elif record["model"] in _ACCESS_MODELS:
        _add_access(record, contents)


_ACCESS_MODELS = ("auth.user", "director.access")


def _add_access(record: Record, contents: BackupContents) -> None:
    instance = make_instance(record, apps, set(_ACCESS_MODELS))
    if isinstance(instance, User):
        if instance.has_usable_password():
            contents.accounts.append(instance)
        else:
            contents.invitations.append(instance)
    elif isinstance(instance, Access) and instance.is_open:
        event_id = contents.event_ids_by_session[instance.session_id]
        if event_id in contents.events_by_id:
            contents.event_ids_by_token[instance.token] = event_id


def fetch_lost_events(contents: BackupContents) -> list[LostEvent]:
    """Return the events here that *contents* lacks or has in an older state, newest first.

    Acts are compared by number, because the backup may come from a machine with another clock.
    """
    missing_ids: set[int] = set()
    later_acts_by_event_id: dict[int, Q] = {}
    events = list(
        Event.objects.annotate(latest=Max("acts__number"), changed_at=Max("acts__made_at"))
    )
    for event in events:
        backed_up_event = contents.events_by_id.get(event.pk)
        backed_up_act_no = contents.latest_act_nos.get(event.pk)
        if backed_up_event is None or not backed_up_event.is_same(event):
            missing_ids.add(event.pk)
        elif backed_up_act_no is not None:
            if (event.latest or 0) > backed_up_act_no:
                later_acts_by_event_id[event.pk] = Q(event=event, number__gt=backed_up_act_no)
        elif contents.made_at and event.changed_at and event.changed_at > contents.made_at:
            # Without an act of the event in the backup only the time is left to compare.
            later_acts_by_event_id[event.pk] = Q(event=event, made_at__gt=contents.made_at)
    result_counts = _fetch_result_counts_by_event_id(
        [Q(event__in=missing_ids), *later_acts_by_event_id.values()]
    )
    return [
        LostEvent(
            event.name,
            event.date,
            result_count=result_counts[event.pk],
            is_missing=event.pk in missing_ids,
        )
        for event in events
        if event.pk in missing_ids or event.pk in later_acts_by_event_id
    ]


def _fetch_result_counts_by_event_id(conditions: Sequence[Q]) -> Counter[int]:
    """Count the results entered by acts that meet any of *conditions*, by event."""
    counts: Counter[int] = Counter()
    acts = Act.objects.filter(kind__in=ENTRY_KINDS, undone_at__isnull=True).order_by()
    for start in range(0, len(conditions), MAX_CONDITIONS):
        any_condition = reduce(or_, conditions[start : start + MAX_CONDITIONS])
        counts.update(acts.filter(any_condition).values_list("event_id", flat=True))
    return counts


def list_reopened_access(contents: BackupContents) -> list[str]:
    """Return a phrase for all access that the backup would reopen: accounts and links.

    Accounts aren't named if no director can sign in now, because they come back in any case.
    """
    current_access = fetch_current_access()
    phrases: list[str] = []
    if current_access.has_director:
        phrases += _iter_account_phrases(contents.accounts, current_access.accounts)
    current_usernames = {account.username for account in current_access.accounts}
    invited_usernames = {account.username for account in contents.invitations}
    if count := len(invited_usernames - current_usernames):
        phrases.append("{count} for new accounts".format(count=_format_count(count, "link")))
    event_ids = [
        event_id
        for token, event_id in contents.event_ids_by_token.items()
        if token not in current_access.link_tokens
    ]
    for event_id, count in Counter(event_ids).items():
        phrases.append(
            "{count} of {event}".format(
                count=_format_count(count, "private link"),
                event=contents.events_by_id[event_id].name,
            )
        )
    return phrases


def _iter_account_phrases(backup_accounts: list[User], current_users: list[User]) -> Iterator[str]:
    """Yield a phrase for each account that can do more or other things by the backup."""
    current_accounts = {account.username: account for account in current_users}
    for account in backup_accounts:
        current_account = current_accounts.get(account.username)
        if not account.is_active:
            continue
        phrase = None
        if current_account is None:
            phrase = "{name}, {role}, who has no account here now"
        elif not current_account.is_active:
            phrase = "{name}, {role}, whose account is closed now"
        elif get_role(account) != get_role(current_account):
            phrase = "{name}, as {role}"
        elif account.password != current_account.password:
            phrase = "{name}, {role}, with another password"
        role = get_role(account)
        if phrase and role:
            yield phrase.format(name=account.username, role=role.label)


def _format_count(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"


# Uploaded backups that wait to be restored.


MAX_UPLOAD_BYTES = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
"""Limit of one request to the program's own server. A larger file is restored by the command."""
MAX_NAME_LENGTH = 80
UPLOAD_AGE_SECONDS = 3600
_KEY_PATTERN = re.compile(r"[0-9a-f]{64}")


def get_upload_folder() -> Path:
    """Return the folder of uploaded backups, which may not exist."""
    return settings.DATA_DIR / "restoring"


def store_uploaded_backup(upload: "UploadedFile[bytes]") -> str:
    """Keep *upload* if it is a good backup, and return its key.

    The upload is copied in chunks. Nothing remains of a refused file.

    :raises BackupError: if it isn't a backup of this program or an older one, or is too large
    :raises OSError: if the file can't be written
    """
    delete_old_uploads()
    folder = get_upload_folder()
    digest = hashlib.sha256()
    if (upload.size or 0) > MAX_UPLOAD_BYTES:
        raise BackupError(
            "backup-sent-too-large",
            "The file is larger than {megabytes} MB. Stop the program and run kalamazoo restore "
            "FILE. Nothing was changed.",
            megabytes=MAX_UPLOAD_BYTES // 1_000_000,
        )
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    part_path = folder / f"{secrets.token_hex(8)}.part"
    try:
        with open(part_path, "xb", opener=open_private_file) as file:
            for chunk in upload.chunks():
                digest.update(chunk)
                file.write(chunk)
        try:
            read_backup_contents(part_path)
        except BackupError as error:
            # The error names the temporary file; the sender knows the file by its own name.
            raise BackupError.from_message(
                str(error).replace(str(part_path), format_upload_name(upload))
            ) from error
        part_path.replace(_get_upload_path(digest.hexdigest()))
    finally:
        with suppress(OSError):
            part_path.unlink(missing_ok=True)
    return digest.hexdigest()


def format_upload_name(upload: "UploadedFile[bytes]") -> str:
    """Return the name of the uploaded file in quotes, for a sentence."""
    return f"“{strip_invisible(upload.name or 'the file')[-MAX_NAME_LENGTH:]}”"


def find_uploaded_backup(key: str) -> Path | None:
    """Return the backup that waits under *key*, or None."""
    path = _get_upload_path(key)
    # The key comes from a form: only hexadecimal digits can't lead out of the folder.
    if _KEY_PATTERN.fullmatch(key) and path.is_file():
        return path
    return None


def delete_uploaded_backup(path: Path) -> None:
    """Delete the waiting backup *path*, and the folder if no other backup waits."""
    with suppress(OSError):
        path.unlink(missing_ok=True)
        get_upload_folder().rmdir()  # fails while the folder has another file


def delete_old_uploads() -> None:
    """Delete uploads after an hour."""
    with suppress(OSError):
        for path in get_upload_folder().iterdir():
            if time.time() - os.stat(path).st_mtime > UPLOAD_AGE_SECONDS:
                delete_uploaded_backup(path)


def _get_upload_path(key: str) -> Path:
    return get_upload_folder() / f"{key}.backup"
