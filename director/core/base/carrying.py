"""A file at the wrong page is carried to the right one, with one press."""

from dataclasses import dataclass

from django.urls import reverse

from director.additions import list_additions
from director.core.base.door import recognise_file
from director.core.base.imports import SentFile
from director.formats.door import FileUse, FormatCandidate
from director.formats.errors import ImportFileError

_PAGES = {
    FileUse.PEOPLE: ("people_read_in", "Open in People"),
}


def _list_pages() -> dict[FileUse, tuple[str, str]]:
    """Return the pages that take files, those of additions too."""
    pages = dict(_PAGES)
    for addition in list_additions():
        pages |= addition.destinations
    return pages


@dataclass(frozen=True, slots=True)
class Destination:
    """A page that takes a file. *label* is on the button that leads there.

    *kind* says what the file also looks like, at a page that takes it.
    """

    label: str
    address: str
    action: str = ""
    kind: str = ""


def find_other_candidates(sent_file: SentFile | None, use: FileUse) -> list[FormatCandidate]:
    """Return what the file in *sent_file* can be used for besides *use*, the best first."""
    return [candidate for candidate in _find_candidates(sent_file) if candidate.use != use]


def _find_candidates(sent_file: SentFile | None) -> list[FormatCandidate]:
    if sent_file is None:
        return []
    try:
        return recognise_file(sent_file.content)
    except ImportFileError:
        return []


def find_destinations(sent_file: SentFile | None, use: FileUse) -> list[Destination]:
    """Return the pages that take the file in *sent_file*, besides the page for *use*.

    A file that is too large for a hidden field has none.
    """
    if sent_file is None or not sent_file.packed:
        return []
    pages = _list_pages()
    found = dict.fromkeys(
        pages.get(candidate.use) for candidate in find_other_candidates(sent_file, use)
    )
    if use != FileUse.HANDS:
        found.pop(pages.get(use), None)
    return [Destination(page[1], reverse(page[0])) for page in found if page]


def find_close_destination(sent_file: SentFile | None, use: FileUse) -> list[Destination]:
    """Return the page for another *use* that a file looks like nearly as much, if there is one.

    The hands in a file of results are imported with it.
    """
    if sent_file is None or not sent_file.packed:
        return []
    pages = _list_pages()
    candidates = [candidate for candidate in _find_candidates(sent_file) if candidate.use in pages]
    taken = next((candidate for candidate in candidates if candidate.use == use), None)
    for candidate in candidates:
        if taken and candidate.use not in (use, FileUse.HANDS) and candidate.is_close_to(taken):
            name, label = pages[candidate.use]
            return [Destination(label, reverse(name), kind=candidate.format_name)]
    return []
