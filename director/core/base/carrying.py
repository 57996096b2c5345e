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
    """A page that takes a file. *label* is on the button that leads there.

    *kind* says what the file also looks like, at a page that takes it.
    """

    label: str
    address: str
    action: str = ""
    kind: str = ""


def find_other_bids(sent_file: SentFile | None, use: Use) -> list[Bid]:
    """Return what the file in *sent_file* can be used for besides *use*, the best first."""
    return [bid for bid in _find_bids(sent_file) if bid.use != use]


def _find_bids(sent_file: SentFile | None) -> list[Bid]:
    if sent_file is None:
        return []
    try:
        return recognise_file(sent_file.content)
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


def find_close_destination(sent_file: SentFile | None, use: Use) -> list[Destination]:
    """Return the page for another *use* that a file looks like nearly as much, if there is one.

    The hands in a file of results are imported with it.
    """
    if sent_file is None or not sent_file.packed:
        return []
    bids = _find_bids(sent_file)
    taken = next((bid for bid in bids if bid.use == use), None)
    for bid in bids:
        if taken and bid.use not in (use, Use.HANDS) and bid.is_close_to(taken):
            name, label = _PAGES[bid.use]
            return [Destination(label, reverse(name), kind=bid.format_name)]
    return []
