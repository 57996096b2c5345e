"""What is remembered of paper that was printed."""

from director.models import Session
from director.party.models import Party


def cards_printed(*, session: Session, fingerprint: str) -> None:
    """Remember that the guide cards on the tables belong to the movement of *fingerprint*."""
    session.printed_fingerprint = fingerprint
    session.save(update_fields=["printed_fingerprint"])


def party_cards_printed(*, party: Party, fingerprint: str) -> None:
    """Remember that the cards of *party* were printed, and for which draw."""
    party.printed = party.system
    party.save(update_fields=["printed"])
    cards_printed(session=party.session, fingerprint=fingerprint)
