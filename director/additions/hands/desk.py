"""What the page Hands adds to Print, Scores, imports and exports."""

from director.additions.hands.deals import find_field_correction
from director.boards.play.hooks import HandsDesk
from director.boards.scoring.standings.sheets import SessionResults


class StoredHands(HandsDesk):
    """The page on which directors import, deal, analyse and move hands."""

    def is_misplaced(self, session_results: SessionResults) -> bool:
        """Return whether the results suggest that hands lie at the wrong boards."""
        return (
            find_field_correction(
                session_results.scoring_field, session_results.hands_by_key, session_results.lines
            )
            is not None
        )
