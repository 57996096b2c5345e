"""Writing an Atom feed: what is new, for programs that look from time to time.

Format: RFC 4287, The Atom Syndication Format.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from uuid import UUID
from xml.etree.ElementTree import Element, SubElement, indent, tostring

CONTENT_TYPE = "application/atom+xml"
_NO_SIGN = re.compile(
    "[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]"
)  # no XML may hold it
_NEVER = datetime(1970, 1, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class FeedEntry:
    """One thing that is new: what it is called, where it is read, and when it changed last."""

    id: UUID
    title: str
    address: str
    published: datetime
    updated: datetime
    summary: str = ""


@dataclass(frozen=True, slots=True)
class Feed:
    """What is new of an *author*; *home* is its page for people, *address* its own, empty where nobody knows it."""

    id: UUID
    title: str
    author: str
    home: str
    address: str
    entries: Sequence[FeedEntry]


def write_atom(feed: Feed) -> bytes:
    """Return *feed* as an XML file; equal feeds give equal bytes.

    It was updated when the latest of its entries was, without any in 1970.
    """
    root = Element("feed", xmlns="http://www.w3.org/2005/Atom")
    _text(root, "title", feed.title)
    _text(root, "id", feed.id.urn)
    _text(root, "updated", _time(max((entry.updated for entry in feed.entries), default=_NEVER)))
    _text(SubElement(root, "author"), "name", feed.author)
    SubElement(root, "link", rel="alternate", type="text/html", href=feed.home)
    if feed.address:
        SubElement(root, "link", rel="self", type=CONTENT_TYPE, href=feed.address)
    for entry in feed.entries:
        _entry(SubElement(root, "entry"), entry)
    indent(root, " ")
    written: bytes = tostring(root, encoding="utf-8", xml_declaration=True)
    return written + b"\n"


def _entry(element: Element, entry: FeedEntry) -> None:
    _text(element, "title", entry.title)
    _text(element, "id", entry.id.urn)
    _text(element, "published", _time(entry.published))
    _text(element, "updated", _time(entry.updated))
    SubElement(element, "link", rel="alternate", type="text/html", href=entry.address)
    if entry.summary:
        _text(element, "summary", entry.summary)


def _text(parent: Element, tag: str, text: str) -> None:
    SubElement(parent, tag).text = _NO_SIGN.sub("", text)


def _time(moment: datetime) -> str:
    return moment.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
