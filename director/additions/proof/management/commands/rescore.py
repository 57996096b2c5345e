"""``manage.py rescore``: calculate every figure of an event in two independent ways."""

from argparse import ArgumentParser

from director.additions.proof.check import compute_event_differences
from director.management.command import SentenceCommand, fetch_event, make_refusal
from scoring.errors import ScoringError

DIFFERENT_STATUS = 1
"""The exit status if the two calculations differ."""


class Command(SentenceCommand):
    """Print every difference between the two calculations, one on a line.

    The status is 0 if there is none, else 1.
    """

    help = "Calculate every figure of an event in two ways and print any difference."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Add the event.

        Nothing is ever stored, and ``--check`` says so.
        """
        parser.add_argument("event", type=int, help="number of the event")
        parser.add_argument(
            "--check", action="store_true", required=True, help="compare only; change nothing"
        )

    def handle(self, *_args: object, event: int, **_options: object) -> None:
        """Compare the figures of one event."""
        called = fetch_event(event)
        try:
            differences = compute_event_differences(called)
        except ScoringError as error:
            raise make_refusal("{error}", error=error) from error
        for difference in differences:
            self.stdout.write(difference)
        if differences:
            raise SystemExit(DIFFERENT_STATUS)
        self.stderr.write(f"{called.name}: both calculations agree on every figure.")
