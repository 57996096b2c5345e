"""What results of other programs add to the core's pages, and which files they read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from director.additions import AdditionConfig, AdditionTab
from director.formats.door import FileUse

if TYPE_CHECKING:
    from director.formats.deals import DealInFile
    from director.formats.door import FormatCandidate
    from director.models import Event

_PAGE = ("results_import", "Open in Import results")


class ImportsConfig(AdditionConfig):
    """Nights that were played elsewhere, with the figures of the program that scored them."""

    name = "director.additions.imports"
    nights_tabs = (
        AdditionTab(
            "results_import",
            "Import results",
            previous_tab_key="archived",
            is_for_directors=True,
            starts_nights=True,
            description="Bring in a night that another program scored.",
        ),
    )
    # The page of results offers the sessions that may play the hands.
    destinations = {FileUse.RESULTS: _PAGE, FileUse.HANDS: _PAGE}

    def recognise_results(self, data: bytes, kind: str) -> list[FormatCandidate]:
        """Return what *data* is, if it is a file of results."""
        from director.additions.imports.formats.door import recognise_results

        return recognise_results(data, kind)

    def read_hands_from_results(self, data: bytes, kind: str) -> tuple[DealInFile, ...] | None:
        """Return the deals in a file of results, or None for other files."""
        from director.additions.imports.formats.door import read_hands_of_results

        return read_hands_of_results(data, kind)

    def list_section_pages(self, event: Event) -> Sequence[tuple[str, str]]:
        """Return the page of official figures, if *event* was imported."""
        return (("session_results_official", "Official results"),) if event.source else ()
