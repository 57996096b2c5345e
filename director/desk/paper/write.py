"""What is remembered of paper that was printed."""

from director.models import Session


def cards_printed(*, session: Session, fingerprint: str) -> None:
    """Remember that the guide cards on the tables belong to the movement of *fingerprint*."""
    session.printed_fingerprint = fingerprint
    session.save(update_fields=["printed_fingerprint"])
