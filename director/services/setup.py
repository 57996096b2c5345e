"""Making the data folder and the database ready, at the first start and after an update."""

import os

from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import DatabaseError, connection


def data_prepare() -> None:
    """Make the data folder, keep the secret key, and bring the database up to date.

    :raises CommandError: if the folder cannot be written or the database not be used, naming it
    """
    try:
        settings.DATA_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)  # it holds passwords in their stored form
        keep_secret_key()
    except OSError as error:
        raise CommandError(
            f"The data folder {settings.DATA_DIR} cannot be written ({error.strerror}). "
            "Name another one in the environment variable KALAMAZOO_DATA."
        ) from error
    try:
        call_command("migrate", verbosity=0, interactive=False)
    except DatabaseError as error:
        raise CommandError(_unusable(error)) from error


def keep_secret_key() -> None:
    """Write the signing key of this run to the data folder if it came from nowhere else, readable by its owner only.

    The file is whole or not there, also after a power cut.
    """
    path = settings.SECRET_KEY_FILE
    if os.environ.get("KALAMAZOO_SECRET_KEY") or (
        path.exists() and path.read_bytes().decode("ascii", errors="ignore").strip(settings.NO_KEY)
    ):
        return
    new = path.with_name(f"{path.name}.{os.getpid()}")
    with open(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
        file.write(settings.SECRET_KEY)
        file.flush()
        os.fsync(file.fileno())
    new.replace(path)


def _unusable(error: DatabaseError) -> str:
    """Return the sentence for a database that does not answer as one."""
    reason = " ".join(str(error).split()).rstrip(".")
    database = settings.DATABASES["default"]
    if connection.vendor == "sqlite":
        return (
            f"The database {database['NAME']} cannot be used ({reason}). Is Kalamazoo busy in another window? "
            "Otherwise move the file away, and restore a backup with manage.py restore."
        )
    where = f"{database['HOST'] or 'localhost'}:{database['PORT'] or 5432}"
    return (
        f"The PostgreSQL database {database['NAME']} at {where} cannot be used ({reason}). "
        "See that it runs, and that DATABASE_URL is right."
    )
