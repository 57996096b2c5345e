"""Files that are imported in two steps: what is in one is shown first, and the page keeps it until it is stored."""

import base64
import binascii
import zlib
from dataclasses import dataclass
from hashlib import sha256

from director.core.requests import DeskRequest
from director.formats.reading import LARGEST, visible_text

_MOST_KEPT = 8_000_000


@dataclass(frozen=True, slots=True)
class SentFile:
    """A file as it was sent: what it *is_shown* of it is to be answered, or it is stored."""

    name: str
    content: bytes
    is_shown: bool = False

    @property
    def mark(self) -> str:
        """By what it is known again, if it comes once more with an answer."""
        return sha256(self.content).hexdigest()[:16]

    @property
    def packed(self) -> str:
        """The file as the page keeps it; empty if it is too large for that."""
        packed = zlib.compress(self.content)
        return base64.b64encode(packed).decode() if len(packed) <= _MOST_KEPT else ""


def sent_file(request: DeskRequest, pasted: str = "") -> SentFile | None:
    """Return the file of *request*, its text called *pasted*, or else what the page kept; ``None`` without any.

    It is shown first if the button says so, or if it is another one than the page has shown.
    """
    data, upload = request.POST, request.FILES.get("file")
    if upload:
        name, content = str(upload.name), upload.read(LARGEST + 1)
    elif text := pasted and data.get("text", "").strip():
        name, content = pasted, text.encode()
    elif content := _unpacked(data.get("kept", "")):
        name = visible_text(data.get("kept_name", ""))
    else:
        return None
    sent = SentFile(name, content)
    is_new = data.get("do") == "look" or data.get("mark", sent.mark) != sent.mark
    return SentFile(name, content, is_shown=is_new)


def _unpacked(kept: str) -> bytes:
    try:
        packed = base64.b64decode(kept, validate=True)
        return zlib.decompressobj().decompress(packed, LARGEST) if packed else b""
    except (binascii.Error, ValueError, zlib.error):
        return b""
