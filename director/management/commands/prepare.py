"""``manage.py prepare``: the preparations of ``serve``, for other servers."""

from django.conf import settings

from director.core.files.running.cache import get_cache_warning
from director.core.files.running.setup import check_data_writable, prepare_data
from director.management.command import SentenceCommand
from director.management.serving import get_https_address, make_start_messages


class Command(SentenceCommand):
    """Back up, migrate, keep the secret key, and print the first director's link."""

    help = "Bring the database up to date after a backup, and print the first director’s link. Doesn’t start the server."

    def handle(self, *_args: object, **_options: object) -> None:
        """Prepare the data and print the texts of a start."""
        for message in prepare_data():
            self.stderr.write(message)
        check_data_writable()
        address = get_https_address() if settings.HTTPS else "http://THIS-ADDRESS"
        for text in (*make_start_messages(address), get_cache_warning()):
            if text:
                self.stdout.write(f"{text}\n")
