"""Remember which cards of a party were printed, and make the private addresses on them."""

from collections.abc import Sequence

from django.db import transaction

from director.core.night.links import open_tables_to_phones
from director.core.night.printing import store_printed_cards
from director.models import Event
from director.party.movement.parties import get_party_by_event
from director.party.paper.pdf.job import PartyJob
from director.party.paper.pdf.kinds import PARTY_KINDS
from director.pdf.kinds import can_go_old, list_opened_addresses


def note_printed_cards(event: Event, job: PartyJob, keys: Sequence[str]) -> None:
    """Store for which draw the cards among the sheets *keys* were printed."""
    if can_go_old(PARTY_KINDS, keys):
        party = get_party_by_event(event.pk)
        party.printed = party.system
        with transaction.atomic():
            party.save(update_fields=["printed"])
            store_printed_cards(owner=party.session, fingerprint=job.heading.fingerprint)


def open_addresses(event: Event, job: PartyJob, keys: Sequence[str]) -> None:
    """Make the missing private addresses of the tables of *job* if the sheets *keys* show them."""
    if job.table_cards is not None and "tables" in list_opened_addresses(PARTY_KINDS, keys):
        session = get_party_by_event(event.pk).session
        open_tables_to_phones(session=session, tables=[table.table_no for table in job.tables])
