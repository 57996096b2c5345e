"""``manage.py restore FILE``: replace all data by a backup."""

from argparse import ArgumentParser
from contextlib import nullcontext
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from director.core.base.locks import DatabaseInUseError, DatabaseLock, find_serving_address
from director.core.club.people import fetch_twin_groups, format_twins_message
from director.core.files.backups.database import check_backup_path, restore_backup
from director.core.files.backups.folder import copy_backup
from director.core.files.backups.preview import list_reopened_access, read_backup_contents
from director.core.files.running.setup import (
    make_data_folder,
    prepare_data,
    set_aside_damaged_database,
)
from director.errors import BackupError
from director.management.command import SentenceCommand, make_refusal


class Command(SentenceCommand):
    """Replace all data by a backup.

    The previous data are backed up first, or set aside unchanged if they are damaged.
    """

    needs_database = False  # A damaged database may be the reason for the command.
    help = "Replace all data with a backup. The current data is backed up first."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Read the file."""
        parser.add_argument("file", type=Path)
        parser.add_argument(
            "--force", action="store_true", help="restore even while the program is running"
        )

        parser.add_argument(
            "--access",
            action="store_true",
            help="bring back its accounts, private links and programs too",
        )

    def handle(
        self,
        *_args: object,
        file: Path,
        force: bool = False,
        access: bool = False,
        **_options: object,
    ) -> None:
        """Restore the backup."""
        address = None if force else find_serving_address(settings.DATA_DIR)
        if address is not None:
            running_at = address or "another address"
            raise make_refusal(
                "Kalamazoo is running at {address} with the data folder {folder}, so nothing was "
                "changed. Stop it first, or add --force.",
                address=running_at,
                folder=settings.DATA_DIR,
            )
        safety_name = f"before-restore-{timezone.now():%Y%m%d-%H%M%S-%f}.backup"
        previous_data = settings.DATA_DIR / safety_name
        try:
            check_backup_path(file)
            make_data_folder()
            previous_data = set_aside_damaged_database() or previous_data
            prepare_data()
            phrases = list_reopened_access(read_backup_contents(file))
            # Damaged data were set aside as they are, which leaves nothing to back up.
            safety_path = previous_data if previous_data.suffix == ".backup" else None
            with nullcontext() if force else DatabaseLock():
                records = restore_backup(
                    path=file, safety_path=safety_path, has_backup_access=access
                )
        except DatabaseInUseError as error:
            raise make_refusal(
                "Kalamazoo is running at {address} with this database, so nothing was changed. Stop "
                "it first, or add --force.",
                address=str(error) or "another address",
            ) from error
        except BackupError as error:
            raise make_refusal("{error}", error=error) from error
        if safety_path:
            copy_backup(safety_path)
        self.stdout.write(str(previous_data))
        self.stderr.write(f"{records} records restored. The previous data is in {previous_data}.")
        if phrases:
            sentence = (
                "These stay closed: {access}. To open them again, type kalamazoo restore {file} "
                "--access."
            )
            if access:
                sentence = "These can come in again: {access}."
            self.stderr.write(sentence.format(access="; ".join(phrases), file=file))
        if twins := format_twins_message(fetch_twin_groups()):
            self.stderr.write(twins)
