"""Write the whole database to one file and restore it, for SQLite and PostgreSQL.

``file`` writes the file and its records. A backup of an older program passes through ``upgrade``
while it is restored. When to make backups, and which to keep, is decided in ``automatic``.

A backup holds the accounts and private links of its day. By default none of them opens
what is closed now. An account that only the backup has comes back closed, because the history names
it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

from django.apps import apps
from django.apps.registry import Apps
from django.conf import settings
from django.contrib.auth.models import User
from django.db import DatabaseError, IntegrityError, connection, connections, transaction
from django.db.models import ForeignKey, Model
from django.utils import timezone

from director.core.base.database import suspend_timeouts
from director.core.club.accounts import fetch_director_names, fetch_invited_accounts
from director.core.files.backups.file import (
    BackupHeader,
    Record,
    check_backup,
    make_backup_newer_error,
    read_records,
    write_backup,
)
from director.core.files.backups.folder import refuse_to_overwrite
from director.core.files.backups.numbers import fetch_last_keys_by_label, raise_all_numbers
from director.core.files.backups.records import BadRecordError, serialize_records, store_records
from director.core.files.backups.storage_errors import (
    refuse_damaged_database,
    refuse_storage_problem,
)
from director.core.files.backups.upgrade import (
    create_temporary_database,
    find_migration,
    get_intermediate_release,
    get_newest_schema,
    is_newer_schema,
    upgrade_records,
)
from director.errors import BackupError
from director.models import Access, SignInAttempt, Submission, TablePhone
from director.models.access import PhoneState

# Present access rights, which a restore keeps.


_BATCH_SIZE = 500


@dataclass(frozen=True, slots=True)
class CurrentAccess:
    """The accounts, open private links and blocked phones.

    Without a director (*has_director*) nobody can manage this database, so the backup's accounts
    are taken over.
    """

    accounts: list[User]
    link_tokens: frozenset[str]
    blocked_phones: list[TablePhone]
    has_director: bool


def fetch_current_access() -> CurrentAccess:
    """Return the present access rights."""
    return CurrentAccess(
        accounts=list(User.objects.order_by("pk")),
        link_tokens=frozenset(_fetch_open_tokens_by_id().values()),
        blocked_phones=_fetch_blocked_phones(),
        has_director=bool(fetch_director_names()),
    )


def restore_access(
    current_access: CurrentAccess, *, has_backup_access: bool, director: User | None
) -> None:
    """Give a restored database the access rights *current_access*.

    *has_backup_access* adds those of the backup. The signed-in *director*'s account stays as it is now in
    any case.
    """
    if not has_backup_access:
        _revoke_other_links(current_access.link_tokens)
        _block_phones(current_access.blocked_phones)
        names = [account.username for account in current_access.accounts]
        fetch_invited_accounts().exclude(username__in=names).delete()
    if current_access.has_director:
        _restore_accounts(
            current_access.accounts, has_backup_access=has_backup_access, director=director
        )


def _restore_accounts(
    accounts: list[User], *, has_backup_access: bool, director: User | None
) -> None:
    """Store *accounts* in place of or beside the backup's."""
    ids_by_username = dict(User.objects.values_list("username", "pk"))
    if not has_backup_access:
        names = [account.username for account in accounts]
        User.objects.exclude(username__in=names).update(is_active=False)
    for account in accounts:
        is_director = director is not None and account.username == director.username
        if account.username in ids_by_username:
            if is_director or not has_backup_access:
                # Under the key by which the backup's history names the account.
                account.pk = ids_by_username[account.username]
                account.save(force_update=True)
        elif account.pk not in ids_by_username.values():
            # A closed account that the restored history doesn't name lets nobody in.
            if account.is_active:
                account.save(force_insert=True)
        elif account.is_active and account.has_usable_password():
            account.pk = None
            account.save(force_insert=True)


def _fetch_open_tokens_by_id() -> dict[int, str]:
    links = Access.objects.filter(revoked_at__isnull=True, expires_at__gt=timezone.now())
    return dict(links.values_list("pk", "token"))


def _revoke_other_links(open_tokens: frozenset[str]) -> None:
    other_links = [
        pk for pk, token in _fetch_open_tokens_by_id().items() if token not in open_tokens
    ]
    for start in range(0, len(other_links), _BATCH_SIZE):
        links = Access.objects.filter(pk__in=other_links[start : start + _BATCH_SIZE])
        links.update(revoked_at=timezone.now())


def _fetch_blocked_phones() -> list[TablePhone]:
    blocked_states = [state for state in PhoneState if state.is_blocked]
    phones = TablePhone.objects.select_related("access").filter(standing__in=blocked_states)
    return list(phones.filter(access__in=list(_fetch_open_tokens_by_id())))


def _block_phones(phones: list[TablePhone]) -> None:
    """Refuse *phones* again at the tables whose links are in the backup."""
    links = Access.objects.in_bulk([phone.access.token for phone in phones], field_name="token")
    for phone in phones:
        if link := links.get(phone.access.token):
            state = {"standing": phone.standing, "since": phone.since, "side": phone.side}
            TablePhone.objects.update_or_create(access=link, device=phone.device, defaults=state)


OMITTED_MODELS = (SignInAttempt, Submission)
"""Models of this machine, not of the club: failed sign-ins by address, and forms that were sent."""
OMITTED_LABELS = frozenset(model._meta.label_lower for model in OMITTED_MODELS)


def list_backup_models(apps: Apps) -> tuple[type[Model], ...]:
    """Return every model of the club in *apps*, each after the models it refers to.

    *apps* belong to this program, or to the older program that made the database; the older one may
    have other names for its models.
    """
    remaining_models = [
        model
        for model in apps.get_models()
        if _is_backed_up(model) and model._meta.label_lower not in OMITTED_LABELS
    ]
    ordered_models: list[type[Model]] = []
    while remaining_models:
        # A model may refer to itself. No models refer to each other in a circle.
        ready_models = [
            model
            for model in remaining_models
            if not _get_referenced_models(model) & set(remaining_models) - {model}
        ]
        ordered_models += ready_models
        remaining_models = [model for model in remaining_models if model not in ready_models]
    return tuple(ordered_models)


def _is_backed_up(model: type[Model]) -> bool:
    # By label, because the user model of older apps is another class.
    return model._meta.app_label == "director" or model._meta.label_lower == User._meta.label_lower


def _get_referenced_models(model: type[Model]) -> set[type[Model]]:
    return {
        field.related_model
        for field in model._meta.concrete_fields
        if isinstance(field, ForeignKey)
    }


BACKUP_MODELS = list_backup_models(apps)
"""The models in a backup, in the order in which their records are written and restored."""
BACKUP_LABELS = {model._meta.label_lower for model in BACKUP_MODELS}


def write_backup_file(
    *, path: Path, models: Iterable[type[Model]] = BACKUP_MODELS, schema: str = ""
) -> int:
    """Write a consistent backup to *path* and restore it on trial. Return the number of records.

    *models* and *schema* are given if the database is older than the program.

    :raises BackupError: if the file can't be written, couldn't be restored, or would replace a file
        that isn't a backup
    """
    refuse_to_overwrite(path)
    models = list(models)
    schema = schema or get_newest_schema()
    try:
        with _read_one_snapshot():
            # A damaged database may still be readable in part; its backup would lack the rest.
            refuse_damaged_database()
            header = write_backup(
                path,
                schema=schema,
                records=serialize_records(models),
                last_keys_by_model=fetch_last_keys_by_label(models),
                check_records=partial(_try_restore, models=models),
            )
            return header.record_count
    except (BadRecordError, IntegrityError) as error:
        reason = "its records don’t fit together"
        if isinstance(error, BadRecordError):
            reason = str(error)
        raise BackupError(
            "backup-not-restorable",
            "The backup {path} was not written, because it couldn’t be restored: {reason}. Copy "
            "the folder {folder} to keep your data, and ask for help.",
            path=path,
            reason=reason,
            folder=settings.DATA_DIR,
        ) from error
    except DatabaseError as error:
        refuse_storage_problem(error)
        raise


def _try_restore(records: Iterable[Record], *, models: Sequence[type[Model]]) -> None:
    """Store *records* in an empty temporary database of *models*, by the checks of a restore.

    :raises BadRecordError: if a record can't be restored
    :raises IntegrityError: if the records don't fit together
    """
    registry = models[0]._meta.apps
    with create_temporary_database() as alias:
        with connections[alias].schema_editor() as editor:
            for model in models:
                editor.create_model(model)
        with transaction.atomic(using=alias):
            store_records(
                records, registry, {model._meta.label_lower for model in models}, using=alias
            )


def check_backup_path(path: Path) -> BackupHeader:
    """Return the header of the backup *path*, after reading the whole file.

    :raises BackupError: if the file isn't a backup of this program or an older one
    """
    try:
        with path.open("rb") as file:
            header = check_backup(file, path)
    except FileNotFoundError as error:
        raise BackupError("backup-missing", "There is no file {path}.", path=path) from error
    except OSError as error:
        raise _make_backup_unreadable_error(path=path, reason=error.strerror) from error
    if is_newer_schema(header.schema):
        raise make_backup_newer_error(path=path)
    if find_migration(header.schema) is None:
        raise BackupError(
            "backup-between",
            "{path} was made between two releases (at {schema}). Restore it with Kalamazoo "
            "{release} and make a new backup there. Nothing was changed.",
            path=path,
            schema=header.schema,
            release=get_intermediate_release(header.schema),
        )
    if not header.record_count:
        raise BackupError(
            "backup-without-records",
            "{path} is an empty backup: it holds no records. Nothing was changed.",
            path=path,
        )
    return header


def restore_backup(
    *,
    path: Path,
    safety_path: Path | None,
    director: User | None = None,
    has_backup_access: bool = False,
) -> int:
    """Replace the whole database by the backup *path*, or nothing. Return the number of records.

    If *safety_path* is given, the database is first backed up to that file, and nobody can write in
    between. A backup of an older program is upgraded on the way. Accounts and private links
    open nothing that is closed now, unless *has_backup_access*. The signed-in *director*'s account stays
    as it is now in any case.

    :raises BackupError: if the file isn't a good backup; nothing is changed then
    """
    header = check_backup_path(path)
    try:
        with path.open("rb") as file:
            records = read_records(file, path)
            source: AbstractContextManager[Iterable[Record]] = nullcontext(records)
            if header.schema != get_newest_schema():
                source = upgrade_records(
                    records,
                    schema=header.schema,
                    omitted_labels=OMITTED_LABELS,
                    models=BACKUP_MODELS,
                )
            with source as current_records:
                return _replace_database(
                    current_records,
                    header.last_keys_by_model,
                    safety_path,
                    partial(restore_access, has_backup_access=has_backup_access, director=director),
                )
    except OSError as error:
        raise _make_backup_unreadable_error(path=path, reason=error.strerror) from error
    except BadRecordError as error:
        raise BackupError(
            "backup-altered",
            "{path} is altered or damaged: {reason}. Nothing was changed.",
            path=path,
            reason=error,
        ) from error
    except DatabaseError as error:
        refuse_storage_problem(error)
        raise BackupError(
            "backup-unfit",
            "{path} is altered or damaged: its records don’t fit together. Nothing was changed.",
            path=path,
        ) from error


def _replace_database(
    records: Iterable[Record],
    last_keys_by_model: Mapping[str, int],
    safety_path: Path | None,
    restore_access_rights: Callable[[CurrentAccess], None],
) -> int:
    """Replace all rows by *records*, after a backup to *safety_path*, and *restore_access_rights* who may come in.

    New records get numbers after *last_keys_by_model*, those of the models by label.
    """
    with transaction.atomic(), suspend_timeouts():
        lock_out_writers()
        if safety_path:
            write_backup_file(path=safety_path)
        current_access = fetch_current_access()
        # Backwards, so that rows that refer to a row are gone before it. A raw delete doesn't look
        # for them again.
        for model in reversed(BACKUP_MODELS):
            model._base_manager.all()._raw_delete(connection.alias)
        count = store_records(records, apps, BACKUP_LABELS)
        connection.check_constraints()
        raise_all_numbers(BACKUP_MODELS, last_keys_by_model)
        # After the numbering is set, because an account of now may need a new number.
        restore_access_rights(current_access)
    return count


@contextmanager
def _read_one_snapshot() -> Iterator[None]:
    """Read the database in one state without blocking writers.

    This program's SQLite transactions lock writers out from their start (immediate), so this one is
    deferred. In PostgreSQL's usual transactions each query sees the latest state, so this one is a
    repeatable read. Within a transaction that already locks writers out neither is needed.
    """
    if connection.in_atomic_block:
        with suspend_timeouts():
            yield
        return
    connection.ensure_connection()
    database: Any = connection  # untyped, because only SQLite's connection has a transaction mode
    default_mode = getattr(database, "transaction_mode", None)
    if database.vendor == "sqlite":
        database.transaction_mode = "DEFERRED"
    try:
        with transaction.atomic(), connection.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ")
            with suspend_timeouts():
                yield
    finally:
        if connection.vendor == "sqlite":
            database.transaction_mode = default_mode


def lock_out_writers() -> None:
    """Block writers until the transaction ends."""
    # SQLite's transactions do so from their start.
    if connection.vendor == "postgresql":
        tables = ", ".join(
            connection.ops.quote_name(model._meta.db_table) for model in BACKUP_MODELS
        )
        with connection.cursor() as cursor:
            cursor.execute(f"LOCK TABLE {tables} IN EXCLUSIVE MODE")


def _make_backup_unreadable_error(*, path: object, reason: object) -> BackupError:
    return BackupError(
        "backup-unreadable",
        "Kalamazoo can’t read {path} ({reason}). Nothing was changed.",
        path=path,
        reason=reason,
    )
