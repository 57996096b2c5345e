"""What the library of movements adds to Field, and how its files are recognised."""

from collections.abc import Sequence
from typing import Any

from director.additions import MovementLibrary
from director.additions.library.movements import fetch_library_offers
from director.additions.library.pages import DetailsForm
from director.boards.movement.offers import MovementOffer
from director.formats.door import FileUse, FormatCandidate
from director.formats.reading import decode_text
from director.models import Club
from movements.errors import MovementError
from movements.files.library import is_acblscore, read_library

_TEXT_KINDS = ("plain text", "JSON")
_MAX_BYTES = 2_000_000


class SavedMovements(MovementLibrary):
    """The movements that a club has saved."""

    def fetch_offers(self, club: Club, preferences: Any, *, first: Any) -> Sequence[MovementOffer]:
        """Return the saved movements of *club* for the number present, the best first."""
        return fetch_library_offers(club, preferences, first=first)

    def make_details_form(self, name: str) -> DetailsForm:
        """Return the form for the name and the note."""
        return DetailsForm(initial={"name": name})


def recognise_movements(data: bytes, kind: str) -> Sequence[FormatCandidate]:
    """Return a candidate for the playable movements in *data*, if it has any.

    The file is unpacked, and of *kind* (``describe_file_kind``).
    """
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
