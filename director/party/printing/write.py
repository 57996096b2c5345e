"""What is remembered of paper that was printed."""

from director.desk.paper.write import cards_printed
from director.party.models import Party


def party_cards_printed(*, party: Party, fingerprint: str) -> None:
    """Remember that the cards of *party* were printed, and for which draw."""
    party.printed = party.system
    party.save(update_fields=["printed"])
    cards_printed(of=party.session, fingerprint=fingerprint)
