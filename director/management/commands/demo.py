"""``manage.py demo``: an invented, complete event of every kind as an example."""

from argparse import ArgumentParser

from django.utils import timezone

from director.core.base.program import read_program_call
from director.errors import DeskError
from director.event_kinds import list_event_kinds
from director.management.command import SentenceCommand, make_refusal


class Command(SentenceCommand):
    """Store the example events and print the number of the pairs event."""

    help = "Load a complete example of a pairs event, a party, an individual and a teams event."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Read ``--seed``: another number gives another night."""
        parser.add_argument(
            "--seed", type=int, default=1, help="another number gives another example (default: 1)"
        )

    def handle(self, *_args: object, seed: int, **_options: object) -> None:
        """Store an event of every kind and print the number of the first."""
        try:
            events = [
                kind.create_demo_event(seed=seed, event_date=timezone.localdate())
                for kind in list_event_kinds()
            ]
        except DeskError as error:
            raise make_refusal("{error}", error=error) from error
        self.stdout.write(str(events[0].pk))
        for event in events:
            self.stderr.write(
                f"{event.name} is ready: start the program with {read_program_call()} serve "
                f"and open /events/{event.pk}/."
            )
