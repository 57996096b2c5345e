"""A file at the wrong page is carried to the right one, with one press."""

from dataclasses import dataclass

from django.urls import reverse

from director.core.base.door import recognise_file
from director.core.base.imports import SentFile
from director.formats.door import Bid, Use
from director.formats.errors import ImportFileError

_PAGES = {
    Use.RESULTS: ("results_import", "Open in Import results"),
    # That page offers the sessions that may play the hands.
    Use.HANDS: ("results_import", "Open in Import results"),
    Use.PEOPLE: ("people_read_in", "Open in People"),
    Use.MOVEMENTS: ("library_import", "Import into Movements"),
}


@dataclass(frozen=True, slots=True)
class Destination:
    """A page that takes a file. *label* is on the button that leads there."""

    label: str
    address: str
    action: str = ""


def find_other_bids(sent_file: SentFile | None, use: Use) -> list[Bid]:
    """Return what the file in *sent_file* can be used for besides *use*, the best first."""
    if sent_file is None:
        return []
    try:
        return [bid for bid in recognise_file(sent_file.content) if bid.use != use]
    except ImportFileError:
        return []


def find_destinations(sent_file: SentFile | None, use: Use) -> list[Destination]:
    """Return the pages that take the file in *sent_file*, besides the page for *use*.

    A file that is too large for a hidden field has none.
    """
    if sent_file is None or not sent_file.packed:
        return []
    pages = dict.fromkeys(_PAGES[bid.use] for bid in find_other_bids(sent_file, use))
    if use != Use.HANDS:
        pages.pop(_PAGES[use], None)
    return [Destination(label, reverse(name)) for name, label in pages]
