"""What the library of movements adds to Field, to the page Club and to files at the wrong page."""

from collections.abc import Sequence
from typing import Any

from director.additions import Addition, AdditionTab, MovementLibrary
from director.additions.library.movements import fetch_library_offers
from director.additions.library.pages import DetailsForm
from director.boards.movement.offers import MovementOffer
from director.formats.door import FileUse
from director.models import Club


class SavedMovements(MovementLibrary):
    """The movements that a club has saved."""

    def fetch_offers(self, club: Club, preferences: Any, *, first: Any) -> Sequence[MovementOffer]:
        """Return the saved movements of *club* for the number present, the best first."""
        return fetch_library_offers(club, preferences, first=first)

    def make_details_form(self, name: str) -> DetailsForm:
        """Return the form for the name and the note."""
        return DetailsForm(initial={"name": name})


class Library(Addition):
    """Saved movements, and the editor that changes them cell by cell."""

    club_tabs = (AdditionTab("movements", "Movements", previous_tab_key="next_nights"),)
    destinations = {FileUse.MOVEMENTS: ("library_import", "Import into Movements")}
    library = SavedMovements()


ADDITION = Library()
