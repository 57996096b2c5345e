"""``manage.py prepare``: everything that ``serve`` does before it serves.

For servers other than ``serve``.
"""

from django.conf import settings

from director.core.files.running.cache import silent_cache
from director.core.files.running.setup import data_prepare, data_writable
from director.management.command import SentenceCommand
from director.management.serving import first_words, https_address


class Command(SentenceCommand):
    """Back up, migrate, keep the secret key, and print the first director's link."""

    help = "Bring the database up to date after a backup, and print the first director's link. Doesn't start the server."

    def handle(self, *_args: object, **_options: object) -> None:
        """Make ready and say what a start would say."""
        data_prepare()
        data_writable()
        address = https_address() if settings.HTTPS else "http://THIS-ADDRESS"
        for words in (*first_words(address), silent_cache()):
            if words:
                self.stdout.write(f"{words}\n")
