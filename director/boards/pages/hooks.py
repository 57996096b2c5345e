"""What pages of an event ask applications: saved movements and files."""

from collections.abc import Sequence

from django.forms import Form

from director.boards.movement.offers import MovementOffer, MovementPreferences
from director.boards.scoring.standings.event import EventResults
from director.core.base.hooks import PagePart
from director.hooks import Hook
from director.models import Section
from movements.advice.advise import Advice
from movements.advice.suggest import Suggestion


class MovementLibrary:
    """Where a club keeps movements, and edits them. Field offers and saves them."""

    file_formats: Sequence[tuple[str, str, str]] = ()
    """The files in which a movement can be saved: a key, a name and a purpose each."""

    def fetch_offers(
        self,
        section: Section,
        preferences: MovementPreferences,
        *,
        first: Advice | Suggestion | None,
    ) -> Sequence[MovementOffer]:
        """Return the saved movements for *section* that fit *preferences*.

        Each is compared with *first*, the first suggestion, if there is one.

        :raises MovementError: if the preferences are impossible
        """
        return ()

    def make_details_form(self, name: str) -> Form | None:
        """Return the form by which a movement called *name* is saved."""
        return None


LIBRARY = Hook(MovementLibrary())


class ExportChecks:
    """What other programs would reject of the files of an event."""

    def make_check(
        self, section: Section, results: EventResults | None, *, refused: Form | None
    ) -> PagePart | None:
        """Return what scorers see above the files of the event of *section*, or None.

        It is called only if formats of other programs can hold the event. *results* are None if they
        can't be scored. *refused* is a submitted form of the check, if it has errors.

        :raises ScoringError: if the results of another session can't be scored
        """
        return None


EXPORT_CHECKS = Hook(ExportChecks())
