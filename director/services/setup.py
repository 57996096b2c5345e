"""Making the data folder and the database ready, at the first start and after an update."""

import os

from django.conf import settings
from django.core.management import CommandError, call_command


def data_prepare() -> None:
    """Make the data folder, keep the secret key, and bring the database up to date.

    :raises CommandError: if the folder cannot be written, naming it
    """
    try:
        settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
        keep_secret_key()
    except OSError as error:
        raise CommandError(
            f"The data folder {settings.DATA_DIR} cannot be written ({error.strerror}). "
            "Name another one in the environment variable KALAMAZOO_DATA."
        ) from error
    call_command("migrate", verbosity=0, interactive=False)


def keep_secret_key() -> None:
    """Write the signing key of this run to the data folder if it came from nowhere else, readable by its owner only."""
    if os.environ.get("KALAMAZOO_SECRET_KEY") or settings.SECRET_KEY_FILE.exists():
        return
    descriptor = os.open(settings.SECRET_KEY_FILE, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with open(descriptor, "w", encoding="ascii") as file:
        file.write(settings.SECRET_KEY)
