"""``manage.py prepare``: the preparations of ``serve``, for other servers."""

from django.conf import settings

from director.core.files.running.cache import silent_cache
from director.core.files.running.setup import data_prepare, data_writable
from director.management.command import SentenceCommand
from director.management.serving import first_start_texts, https_address


class Command(SentenceCommand):
    """Back up, migrate, keep the secret key, and print the first director's link."""

    help = "Bring the database up to date after a backup, and print the first director's link. Doesn't start the server."

    def handle(self, *_args: object, **_options: object) -> None:
        """Prepare the data and print the texts of a start."""
        data_prepare()
        data_writable()
        address = https_address() if settings.HTTPS else "http://THIS-ADDRESS"
        for text in (*first_start_texts(address), silent_cache()):
            if text:
                self.stdout.write(f"{text}\n")
