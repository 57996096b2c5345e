"""``manage.py print``: the sheets of an event as one PDF."""

from argparse import ArgumentParser
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from django.core.exceptions import ValidationError

from director.boards.scores.read.lines import section_plan
from director.desk.address import qr_rows
from director.desk.paper.write import cards_printed, party_cards_printed
from director.management.sentences import SentenceCommand, event_party, event_section, refusal
from director.pairs.paper.guide_cards import CARDS_PER_PAGE
from director.pairs.paper.kinds import KINDS, remarks
from director.pairs.printing.forms import MOST_SPARE
from director.pairs.printing.read import print_job
from director.paper.errors import PrintingError
from director.paper.kinds import render
from director.party.paper.job import PartyJob
from director.party.paper.kinds import PARTY_KINDS
from director.party.printing.forms import TrumpsField
from director.party.printing.read import CARDS, party_job
from scoring import ScoringError


class Command(SentenceCommand):
    """Write guide cards, travellers, tally cards, standings and the rest to a file."""

    help = "Write the sheets of an event as one PDF."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Read which event, which sheets, on which paper, and where they go."""
        parser.add_argument("event", type=int, help="number of the event")
        parser.add_argument("--kind", required=True, metavar="KIND,…", help=_known())
        parser.add_argument("--paper", metavar="PAPER", help="a4 or letter (default: the club's own)")
        parser.add_argument("--large", action="store_true", help="large print")
        parser.add_argument("--cards", type=int, default=1, choices=CARDS_PER_PAGE, help="guide cards a page")
        parser.add_argument("--spare", type=int, default=0, metavar="N", help="so many slips or cards more, empty")
        parser.add_argument("--no-names", action="store_true", help="cards of a party with numbers only")
        parser.add_argument("--address", default="", metavar="URL", help="where phones find this, for codes on cards")
        parser.add_argument("--trumps", default="", metavar="LETTERS", help="trumps of whist-drive cards (HCDS)")
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
        no_names: bool,
        address: str,
        trumps: str,
        output: Path,
        **options: object,
    ) -> None:
        """Write the file; cards are noted as printed."""
        party = event_party(event)
        section = None if party else event_section(event)
        session = (party or section).session
        kinds = [key.strip() for key in kind.split(",") if key.strip()]
        paper = paper or session.event.club.paper
        if not 0 <= spare <= MOST_SPARE:
            raise refusal(f"Spare {'cards' if party else 'slips'} can be 0 to {MOST_SPARE}, not {spare}.")
        try:
            if party:
                job = party_job(party, trumps=_trumps(trumps), spares=spare, with_names=not no_names)
                job = _with_codes(job, address) if address else job
            else:
                job = print_job(section, spare_slips=spare)
            now = datetime.now().astimezone()
            content = render(
                job,
                kinds,
                paper,
                among=PARTY_KINDS if party else KINDS,
                large_print=large,
                cards_per_page=cards,
                printed_at=now,
            )
            output.write_bytes(content)
            for remark in () if party else remarks(job, kinds, paper, large_print=large, cards_per_page=cards):
                self.stderr.write(remark)
        except (PrintingError, ScoringError) as error:
            raise refusal(error) from error
        except OSError as error:
            raise refusal(f"The file {output} cannot be written ({error.strerror}); give another name.") from error
        if party and set(CARDS) & set(kinds):
            party_cards_printed(party=party, fingerprint=job.heading.fingerprint)
        elif section and "guide-cards" in kinds:
            cards_printed(session=session, fingerprint=section_plan(section).fingerprint)


def _known() -> str:
    pairs, parties = (", ".join(kind.key for kind in kinds) for kinds in (KINDS, PARTY_KINDS))
    return f"{pairs}; of a party: {parties}"


def _with_codes(job: PartyJob, address: str) -> PartyJob:
    if not address.startswith(("http://", "https://")):
        raise refusal(f"“{address}” is no address for phones; give one such as http://192.168.1.5:8000.")
    codes = {card.number: qr_rows(f"{address.rstrip('/')}{card.path}") for card in job.sheets.cards}
    return replace(job, codes=codes)


def _trumps(text: str) -> tuple[str, ...]:
    try:
        return TrumpsField(required=False).clean(text)
    except ValidationError as error:
        raise refusal(error.message) from error
