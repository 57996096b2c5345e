"""What is remembered of paper that was printed."""

from director.models import Section, Session


def cards_printed(*, of: Section | Session, fingerprint: str) -> None:
    """Remember that the cards on the tables, *of* a section or a party's session, belong to *fingerprint*."""
    of.printed_fingerprint = fingerprint
    of.save(update_fields=["printed_fingerprint"])
