"""``manage.py backup [FILE]``: everything in one file."""

from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.contrib.auth import get_user_model
from django.utils import timezone

from director.core.files.backups.database import write_backup_file
from director.core.files.backups.folder import copy_backup_or_refuse
from director.errors import BackupError
from director.management.command import SentenceCommand, make_refusal
from director.models import Club


class Command(SentenceCommand):
    """Write a verified backup, print its path, and copy it to the second folder, if there is one.

    If the copy fails, the command ends with status 2, but the backup exists.
    """

    help = "Write everything to one file and check that it can be restored."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the file, by default in the data folder with the time in its name."""
        parser.add_argument("file", nargs="?", type=Path)

    def handle(self, *_args: object, file: Path | None, **_options: object) -> None:
        """Write the backup."""
        if not (Club.objects.exists() or get_user_model().objects.exists()):
            raise make_refusal(
                "There is no club in {folder} to back up. If it is elsewhere, set KALAMAZOO_DATA to "
                "its folder.",
                folder=settings.DATA_DIR,
            )
        path = file or settings.DATA_DIR / f"kalamazoo-{timezone.now():%Y%m%d-%H%M%S}.backup"
        try:
            records = write_backup_file(path=path)
        except BackupError as error:
            raise make_refusal("{error}", error=error) from error
        self.stdout.write(str(path))
        self.stderr.write(f"{records} records written and read back.")
        try:
            copy_backup_or_refuse(path)
        except BackupError as error:
            raise make_refusal("{error}", error=error) from error
