"""``manage.py demo``: an invented, complete night of pairs and one of a party, to look at."""

from argparse import ArgumentParser

from django.utils import timezone

from director.management.sentences import SentenceCommand
from director.pairs.demo import demo_night
from director.party.demo import demo_party


class Command(SentenceCommand):
    """Load the demonstration nights and print the number of the pairs' event."""

    help = "Load an invented, complete night of pairs (every step done), and a euchre night, to look at."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Read ``--seed``: another number gives another night."""
        parser.add_argument("--seed", type=int, default=1, help="another number gives another night (default: 1)")

    def handle(self, *args: object, seed: int, **options: object) -> None:
        """Make both nights and print the event number of the first."""
        event = demo_night(seed=seed, on=timezone.localdate())
        party = demo_party(seed=seed, on=timezone.localdate())
        self.stdout.write(str(event.pk))
        for one in (event, party):
            self.stderr.write(
                f"{one.name} is ready: start the program with manage.py serve and open /events/{one.pk}/."
            )
