"""What the library of movements adds to Field, to the page Club and to files at the wrong page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from director.additions import AdditionConfig, AdditionTab
from director.formats.door import FileUse

if TYPE_CHECKING:
    from director.formats.door import FormatCandidate


class LibraryConfig(AdditionConfig):
    """Saved movements, and the editor that changes them cell by cell."""

    name = "director.additions.library"
    club_tabs = (AdditionTab("movements", "Movements", previous_tab_key="next_nights"),)
    destinations = {FileUse.MOVEMENTS: ("library_import", "Import into Movements")}

    def ready(self) -> None:
        """Register where the club keeps movements."""
        from director.additions.library.desk import SavedMovements
        from director.boards.pages.hooks import LIBRARY

        LIBRARY.register(SavedMovements())

    def recognise_results(self, data: bytes, kind: str) -> Sequence[FormatCandidate]:
        """Return a candidate for the playable movements in *data*, if it has any."""
        from director.additions.library.desk import recognise_movements

        return recognise_movements(data, kind)
