"""Uploaded files: recognised by their content, kept by the page between preview and import.

A file at the wrong page is carried to the right one, with one press.
"""

import base64
import binascii
import zlib
from dataclasses import dataclass, replace
from hashlib import sha256

from django.urls import reverse

from director.core.base.hooks import FILE_READERS
from director.core.base.requests import DeskRequest
from director.formats.deals import DealInFile, read_deals
from director.formats.door import (
    FileUse,
    FormatCandidate,
    is_read_as_deals,
    list_candidates,
)
from director.formats.errors import ImportFileError
from director.formats.kinds import describe_file_kind
from director.formats.reading import MAX_BYTES, strip_invisible, unwrap_file
from director.formats.refusals import make_deals_other_file_error

# What additions read is added here, because ``director.formats`` doesn't know them.


def recognise_file(data: bytes) -> list[FormatCandidate]:
    """Return what *data* can be used for, the best first. The list is empty for other files.

    :raises ImportFileError: as ``recognise``
    """
    data = unwrap_file(data, MAX_BYTES)
    return _recognise_other_uses(data)


def _recognise_other_uses(data: bytes) -> list[FormatCandidate]:
    return list_candidates(data, [reader.recognise for reader in FILE_READERS.answers])


def read_hands(data: bytes) -> tuple[DealInFile, ...]:
    """Return the deals in a file of deals, or those in a file of results that an addition reads.

    :raises ImportFileError: if there are none, or with the faults of a file of deals
    """
    data = unwrap_file(data, MAX_BYTES)
    kind = describe_file_kind(data)
    if is_read_as_deals(data, kind):
        return read_deals(data)
    for reader in FILE_READERS.answers:
        deals = reader.read_hands(data, kind)
        if deals is not None:
            return deals
    if candidates := _recognise_other_uses(data):
        raise make_deals_other_file_error(looks_like=candidates[0].format_name)
    return read_deals(data)


_MAX_PACKED_BYTES = 8_000_000
"""Limit of a compressed file in a page. A larger one is uploaded again after the preview."""


@dataclass(frozen=True, slots=True)
class SubmittedFile:
    """An uploaded or pasted file. If *is_preview*, its preview comes before the import."""

    name: str
    content: bytes
    is_preview: bool = False

    @property
    def content_mark(self) -> str:
        """A short hash of the content, by which the previewed file is recognised."""
        return sha256(self.content).hexdigest()[:16]

    @property
    def packed_text(self) -> str:
        """The compressed file as text for a hidden field, or "" if it is too large."""
        packed = zlib.compress(self.content)
        if len(packed) <= _MAX_PACKED_BYTES:
            return base64.b64encode(packed).decode()
        return ""


def read_submitted_file(request: DeskRequest, pasted_name: str = "") -> SubmittedFile | None:
    """Return the uploaded file, the pasted text or the file kept from the preview, or None.

    Pasted text is a file named *pasted_name*. A preview is shown if its button was pressed, or if the
    file isn't the previewed one.
    """
    data = request.POST
    upload = request.FILES.get("file")
    pasted_text = data.get("text", "") if pasted_name else ""
    if upload:
        # One byte more than the limit, so that whoever parses the file can refuse it as too large.
        name = str(upload.name)
        content = upload.read(MAX_BYTES + 1)
    elif pasted_text.strip():
        name = pasted_name
        content = pasted_text.encode()
    else:
        content = _unpack_file(data.get("kept", ""))
        if not content:
            return None
        name = strip_invisible(data.get("kept_name", ""))
    sent_file = SubmittedFile(name, content)
    is_previewed_file = data.get("mark", sent_file.content_mark) == sent_file.content_mark
    is_preview = data.get("do") == "look" or not is_previewed_file
    return replace(sent_file, is_preview=is_preview)


def _unpack_file(packed_text: str) -> bytes:
    try:
        packed = base64.b64decode(packed_text, validate=True)
        if packed:
            # The limit stops a small text that would decompress to gigabytes.
            return zlib.decompressobj().decompress(packed, MAX_BYTES)
        return b""
    except (binascii.Error, ValueError, zlib.error):
        return b""


_CORE_PAGES = {
    FileUse.PEOPLE: ("people_read_in", "Open in People"),
}


def _get_pages_by_use() -> dict[FileUse, tuple[str, str]]:
    """Return the pages that take files, those of additions too."""
    pages_by_use = dict(_CORE_PAGES)
    for reader in FILE_READERS.answers:
        pages_by_use |= reader.pages
    return pages_by_use


@dataclass(frozen=True, slots=True)
class Destination:
    """A page that takes a file. *label* is on the button that leads there.

    *format_name* says what the file also looks like, at a page that takes it.
    """

    label: str
    address: str
    purpose: str = ""
    format_name: str = ""


def detect_other_candidates(sent_file: SubmittedFile | None, use: FileUse) -> list[FormatCandidate]:
    """Return what the file in *sent_file* can be used for besides *use*, the best first."""
    return [candidate for candidate in _detect_candidates(sent_file) if candidate.use != use]


def _detect_candidates(sent_file: SubmittedFile | None) -> list[FormatCandidate]:
    if sent_file is None:
        return []
    try:
        return recognise_file(sent_file.content)
    except ImportFileError:
        return []


def list_destinations(sent_file: SubmittedFile | None, use: FileUse) -> list[Destination]:
    """Return the pages that take the file in *sent_file*, besides the page for *use*.

    A file that is too large for a hidden field has none.
    """
    if sent_file is None or not sent_file.packed_text:
        return []
    pages = _get_pages_by_use()
    destination_pages = dict.fromkeys(
        pages.get(candidate.use) for candidate in detect_other_candidates(sent_file, use)
    )
    if use != FileUse.HANDS:
        destination_pages.pop(pages.get(use), None)
    return [Destination(page[1], reverse(page[0])) for page in destination_pages if page]


def list_close_destinations(sent_file: SubmittedFile | None, use: FileUse) -> list[Destination]:
    """Return the page for another *use* that a file looks like nearly as much, if there is one.

    The hands in a file of results are imported with it.
    """
    if sent_file is None or not sent_file.packed_text:
        return []
    pages = _get_pages_by_use()
    candidates = [
        candidate for candidate in _detect_candidates(sent_file) if candidate.use in pages
    ]
    used_candidate = next((candidate for candidate in candidates if candidate.use == use), None)
    for candidate in candidates:
        if (
            used_candidate
            and candidate.use not in (use, FileUse.HANDS)
            and candidate.is_close_to(used_candidate)
        ):
            name, label = pages[candidate.use]
            return [Destination(label, reverse(name), format_name=candidate.format_name)]
    return []
