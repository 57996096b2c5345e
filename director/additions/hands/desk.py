"""What the page Hands adds to Print, Scores, imports and exports."""

from django.urls import reverse

from director.additions.hands.deals import find_field_correction
from director.boards.play.hooks import HandsDesk
from director.boards.scoring.standings.sheets import SessionResults
from director.models import Section


class StoredHands(HandsDesk):
    """The page on which directors import, deal, analyse and move hands."""

    def get_address(self, section: Section) -> str:
        """Return the address of the hands of *section*."""
        return reverse("session_hands", args=[section.ref])

    def is_misplaced(self, sheets: SessionResults) -> bool:
        """Return whether the results suggest that hands lie at the wrong boards."""
        return (
            find_field_correction(sheets.scoring_field, sheets.hands_by_key, sheets.lines)
            is not None
        )
