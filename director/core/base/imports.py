"""Two-step imports: a preview, then the import. The page holds the file in between."""

import base64
import binascii
import zlib
from dataclasses import dataclass, replace
from hashlib import sha256

from director.core.base.requests import DeskRequest
from director.formats.reading import MAX_BYTES, strip_invisible

_MAX_PACKED_BYTES = 8_000_000
"""Limit of a compressed file in a page. A larger one is uploaded again after the preview."""


@dataclass(frozen=True, slots=True)
class SentFile:
    """An uploaded or pasted file. If *is_shown*, its preview comes before the import."""

    name: str
    content: bytes
    is_shown: bool = False

    @property
    def mark(self) -> str:
        """A short hash of the content, by which the previewed file is recognised."""
        return sha256(self.content).hexdigest()[:16]

    @property
    def packed(self) -> str:
        """The compressed file as text for a hidden field, or "" if it is too large."""
        packed = zlib.compress(self.content)
        if len(packed) <= _MAX_PACKED_BYTES:
            return base64.b64encode(packed).decode()
        return ""


def get_sent_file(request: DeskRequest, pasted: str = "") -> SentFile | None:
    """Return the uploaded file, the pasted text or the file kept from the preview, or None.

    Pasted text is a file named *pasted*. A preview is shown if its button was pressed, or if the
    file isn't the previewed one.
    """
    data = request.POST
    upload = request.FILES.get("file")
    pasted_text = data.get("text", "").strip() if pasted else ""
    if upload:
        # One byte more than the limit, so that whoever parses the file can refuse it as too large.
        name = str(upload.name)
        content = upload.read(MAX_BYTES + 1)
    elif pasted_text:
        name = pasted
        content = pasted_text.encode()
    else:
        content = _unpack_file(data.get("kept", ""))
        if not content:
            return None
        name = strip_invisible(data.get("kept_name", ""))
    sent_file = SentFile(name, content)
    is_previewed_file = data.get("mark", sent_file.mark) == sent_file.mark
    is_preview = data.get("do") == "look" or not is_previewed_file
    return replace(sent_file, is_shown=is_preview)


def _unpack_file(packed_text: str) -> bytes:
    try:
        packed = base64.b64decode(packed_text, validate=True)
        if packed:
            # The limit stops a small text that would decompress to gigabytes.
            return zlib.decompressobj().decompress(packed, MAX_BYTES)
        return b""
    except (binascii.Error, ValueError, zlib.error):
        return b""
