"""Two-step imports: a preview, then the import. The page carries the file in between."""

import base64
import binascii
import zlib
from dataclasses import dataclass
from hashlib import sha256

from director.core.base.requests import DeskRequest
from director.formats.reading import LARGEST, visible_text

_MOST_KEPT = 8_000_000


@dataclass(frozen=True, slots=True)
class SentFile:
    """An uploaded or pasted file. *is_shown* asks for a preview."""

    name: str
    content: bytes
    is_shown: bool = False

    @property
    def mark(self) -> str:
        """A short hash of the content, by which a second submission of the file is recognised."""
        return sha256(self.content).hexdigest()[:16]

    @property
    def packed(self) -> str:
        """The compressed file as text for a hidden field, or "" if it is too large."""
        packed = zlib.compress(self.content)
        if len(packed) <= _MOST_KEPT:
            return base64.b64encode(packed).decode()
        return ""


def sent_file(request: DeskRequest, pasted: str = "") -> SentFile | None:
    """Return the uploaded file, the pasted text or the file kept from the preview, or None.

    It is shown first if the button says so, or if it is another one than the page has shown.
    """
    data, upload = request.POST, request.FILES.get("file")
    if upload:
        name, content = str(upload.name), upload.read(LARGEST + 1)
    elif text := pasted and data.get("text", "").strip():
        name, content = pasted, text.encode()
    elif content := _unpack_file(data.get("kept", "")):
        name = visible_text(data.get("kept_name", ""))
    else:
        return None
    sent = SentFile(name, content)
    is_new = data.get("do") == "look" or data.get("mark", sent.mark) != sent.mark
    return SentFile(name, content, is_shown=is_new)


def _unpack_file(kept: str) -> bytes:
    try:
        packed = base64.b64decode(kept, validate=True)
        if packed:
            return zlib.decompressobj().decompress(packed, LARGEST)
        return b""
    except (binascii.Error, ValueError, zlib.error):
        return b""
