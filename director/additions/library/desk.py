"""What the library of movements adds to Field, and how its files are recognised."""

from collections.abc import Sequence
from dataclasses import replace

from django.urls import reverse

from director.additions.library.custom import FILE_FORMATS, DetailsForm
from director.additions.library.movements import fetch_library_offers
from director.boards.movement.offers import MovementOffer, MovementPreferences
from director.boards.pages.hooks import MovementLibrary
from director.core.base.hooks import FileReader
from director.core.club.hooks import ClubCard
from director.formats.door import FileUse, FormatCandidate
from director.formats.reading import decode_text
from director.models import Club, Section
from movements.advice.advise import Advice
from movements.advice.suggest import Suggestion
from movements.errors import MovementError
from movements.files.library import is_acblscore, read_library
from scoring.display import format_count

_TEXT_KINDS = ("plain text", "JSON")
_MAX_BYTES = 2_000_000


class SavedMovements(MovementLibrary):
    """The movements that a club has saved."""

    file_formats = FILE_FORMATS

    def fetch_offers(
        self,
        section: Section,
        preferences: MovementPreferences,
        *,
        first: Advice | Suggestion | None,
    ) -> Sequence[MovementOffer]:
        """Return the saved movements of the club for the number present, the best first."""
        offers = fetch_library_offers(section.session.event.club, preferences, first=first)
        return [
            replace(
                offer, address=reverse("session_field_saved", args=[section.ref, offer.saved_id])
            )
            for offer in offers
        ]

    def make_details_form(self, name: str) -> DetailsForm:
        """Return the form for the name and the note."""
        return DetailsForm(initial={"name": name})


def make_library_card(club: Club) -> ClubCard:
    """Return the card of the library, with the number of saved movements. One query."""
    count = club.movements.listed().count()
    state = f"{format_count(count, 'saved movement')}." if count else "No movements are saved yet."
    return ClubCard("movements", "Movements", state)


class MovementReader(FileReader):
    """Files of movements."""

    pages = {FileUse.MOVEMENTS: ("library_import", "Import into Movements")}

    def recognise(self, data: bytes, kind: str) -> Sequence[FormatCandidate]:
        """Return a candidate for the playable movements in *data*, if it has any."""
        is_binary = is_acblscore(data)
        if len(data) > _MAX_BYTES or not (is_binary or kind in _TEXT_KINDS):
            return ()
        try:
            items = read_library(data if is_binary else decode_text(data))
        except MovementError:
            return ()
        count = sum(item.plan is not None for item in items)
        if not count:
            return ()
        use = FileUse.MOVEMENTS
        return (FormatCandidate(use, "a file of movements", count, len(items) - count),)
