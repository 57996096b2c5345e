"""``manage.py print``: the sheets of an event as one PDF."""

from argparse import ArgumentParser
from datetime import datetime
from pathlib import Path

from director.forms.printing import MOST_SPARE
from director.management.sentences import SentenceCommand, event_section, refusal
from director.printing import CARDS_PER_PAGE, KINDS, PrintingError, render
from director.selectors.lines import section_plan
from director.selectors.print_job import print_job
from director.services.printing import cards_printed
from scoring import ScoringError


class Command(SentenceCommand):
    """Write guide cards, travellers, standings and the rest to a file."""

    help = "Write the sheets of an event as one PDF."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Read which event, which sheets, on which paper, and where they go."""
        parser.add_argument("event", type=int, help="number of the event")
        parser.add_argument("--kind", required=True, metavar="KIND,…", help=", ".join(kind.key for kind in KINDS))
        parser.add_argument("--paper", metavar="PAPER", help="a4 or letter (default: the club's own)")
        parser.add_argument("--large", action="store_true", help="large print")
        parser.add_argument("--cards", type=int, default=1, choices=CARDS_PER_PAGE, help="guide cards a page")
        parser.add_argument("--spare", type=int, default=0, metavar="N", help="so many pick-up slips more, empty")
        parser.add_argument("--output", type=Path, required=True, metavar="FILE", help="where to write")

    def handle(
        self,
        *args: object,
        event: int,
        kind: str,
        paper: str | None,
        large: bool,
        cards: int,
        spare: int,
        output: Path,
        **options: object,
    ) -> None:
        """Write the file; guide cards are noted as printed."""
        section = event_section(event)
        kinds = [key.strip() for key in kind.split(",") if key.strip()]
        paper = paper or section.session.event.club.paper
        if not 0 <= spare <= MOST_SPARE:
            raise refusal(f"Spare slips can be 0 to {MOST_SPARE}, not {spare}.")
        try:
            job = print_job(section, spare_slips=spare)
            now = datetime.now().astimezone()
            content = render(job, kinds, paper, large_print=large, cards_per_page=cards, printed_at=now)
            output.write_bytes(content)
        except (PrintingError, ScoringError) as error:
            raise refusal(error) from error
        except OSError as error:
            raise refusal(f"The file {output} cannot be written ({error.strerror}); give another name.") from error
        if "guide-cards" in kinds:
            cards_printed(session=section.session, fingerprint=section_plan(section).fingerprint)
