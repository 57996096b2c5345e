"""``manage.py demo``: one invented, complete night to look at."""

from argparse import ArgumentParser

from django.utils import timezone

from director.management.sentences import SentenceCommand
from director.services.demo import demo_night


class Command(SentenceCommand):
    """Load the demonstration night and print its number."""

    help = "Load one invented, complete night (every step done) to look at."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Read ``--seed``: another number gives another night."""
        parser.add_argument("--seed", type=int, default=1, help="another number gives another night (default: 1)")

    def handle(self, *args: object, seed: int, **options: object) -> None:
        """Make the night and print its event number."""
        event = demo_night(seed=seed, on=timezone.localdate())
        self.stdout.write(str(event.pk))
        self.stderr.write(
            f"{event.name} is ready: start the program with manage.py serve and open /events/{event.pk}/."
        )
