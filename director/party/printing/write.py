"""What is remembered of paper that was printed, and the private addresses on it."""

from collections.abc import Sequence

from director.desk.paper.write import cards_printed
from director.desk.tables.write import tables_open
from director.paper.kinds import opened_by
from director.party.models import Party
from director.party.paper.job import PartyJob
from director.party.paper.kinds import PARTY_KINDS


def party_cards_printed(*, party: Party, fingerprint: str) -> None:
    """Remember that the cards of *party* were printed, and for which draw."""
    party.printed = party.system
    party.save(update_fields=["printed"])
    cards_printed(of=party.session, fingerprint=fingerprint)


def addresses_open(*, party: Party, job: PartyJob, keys: Sequence[str]) -> None:
    """Give the tables of *job* the private addresses that they lack on the sheets called *keys*."""
    if job.table_cards is not None and "tables" in opened_by(PARTY_KINDS, keys):
        tables_open(session=party.session, tables=[table.table_no for table in job.tables])
