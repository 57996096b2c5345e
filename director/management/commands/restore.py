"""``manage.py restore FILE``: replace all data by a backup."""

from argparse import ArgumentParser
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from director.core.base.storage.lock import serving_address
from director.core.files.backups.folder import copy_backup
from director.core.files.backups.write import backup_readable, restore_backup
from director.core.files.running.setup import damaged_set_aside, data_prepare
from director.errors import AS_SAID, BackupError
from director.management.command import SentenceCommand, refusal
from director.management.sentences import CommandSentences


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

    def handle(self, *_args: object, file: Path, force: bool = False, **_options: object) -> None:
        """Restore the backup."""
        address = None if force else serving_address(settings.DATA_DIR)
        if address is not None:
            running_at = address or "another address"
            raise refusal(
                CommandSentences.RESTORED_WHILE_SERVING,
                address=running_at,
                folder=settings.DATA_DIR,
            )
        previous_data = (
            settings.DATA_DIR / f"before-restore-{timezone.now():%Y%m%d-%H%M%S-%f}.backup"
        )
        try:
            backup_readable(file)
            previous_data = damaged_set_aside() or previous_data
            data_prepare()
            records = restore_backup(
                path=file, safety_path=previous_data if previous_data.suffix == ".backup" else None
            )
        except BackupError as error:
            raise refusal(AS_SAID, text=error) from error
        if previous_data.suffix == ".backup":
            copy_backup(previous_data)
        self.stdout.write(str(previous_data))
        self.stderr.write(f"{records} records restored. The previous data is in {previous_data}.")
