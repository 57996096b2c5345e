"""A page with the links in it: which there are, and the same page where they lead elsewhere."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape
from html.parser import HTMLParser

LINKED = {"a": "href", "img": "src", "link": "href"}
"""The elements that lead to something else, each with the attribute that says where."""
_LEFT_OUT = "script"
_ONLY_HERE = "hx-"  # what only a running program understands


@dataclass(frozen=True, slots=True)
class _Link:
    """The beginning of an element that leads to *address*; *attrs* are all it says."""

    tag: str
    address: str
    attrs: tuple[tuple[str, str | None], ...]

    def written(self, address: str) -> str:
        """Return the tag as it is written where it leads to *address*."""
        return _tag(self.tag, ((name, address if name == LINKED[self.tag] else value) for name, value in self.attrs))


@dataclass(frozen=True, slots=True)
class _End:
    """The end of an element that began with *link*."""

    link: _Link


class LinkedPage(HTMLParser):
    """An HTML page, read once; scripts and what speaks to them are left out of it.

    >>> page = LinkedPage('<p><a href="/b/" hx-get="/b/">B</a> <a href="/c/">C</a></p><script src="x.js"></script>')
    >>> page.addresses
    ['/b/', '/c/']
    >>> page.written({"/b/": "b.html"}.get)
    '<p><a href="b.html">B</a> C</p>'
    """

    def __init__(self, html: str) -> None:
        super().__init__(convert_charrefs=False)
        self._parts: list[str | _Link | _End] = []
        self._open: list[_Link] = []
        self._skips = False
        self.feed(html)
        self.close()

    @property
    def addresses(self) -> list[str]:
        """Where the page leads, in its order."""
        return [part.address for part in self._parts if isinstance(part, _Link)]

    def written(self, address_of: Callable[[str], str | None]) -> str:
        """Return the page where every link leads to what *address_of* gives for its address.

        What leads nowhere (``None``) is no link any more: its words stay.
        """
        return "".join(self._written(address_of))

    def _written(self, address_of: Callable[[str], str | None]) -> Iterator[str]:
        for part in self._parts:
            if isinstance(part, str):
                yield part
                continue
            link = part.link if isinstance(part, _End) else part
            address = address_of(link.address)
            if address is not None:
                yield f"</{link.tag}>" if isinstance(part, _End) else link.written(address)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Keep what an element begins with."""
        if tag == _LEFT_OUT:
            self._skips = True
            return
        kept = tuple((name, value) for name, value in attrs if not name.startswith(_ONLY_HERE))
        address = dict(kept).get(LINKED.get(tag, ""))
        if address is None:
            self._parts.append(_tag(tag, kept) if len(kept) < len(attrs) else self.get_starttag_text() or "")
            return
        link = _Link(tag, address, kept)
        self._parts.append(link)
        if tag == "a":
            self._open.append(link)

    def handle_startendtag(self, _tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        """Keep an element that is closed at once, as those of drawings are."""
        self._parts.append(self.get_starttag_text() or "")

    def handle_endtag(self, tag: str) -> None:
        """Keep what an element ends with."""
        if tag == _LEFT_OUT:
            self._skips = False
        elif tag == "a" and self._open:
            self._parts.append(_End(self._open.pop()))
        else:
            self._parts.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        """Keep words."""
        if not self._skips:
            self._parts.append(data)

    def handle_entityref(self, name: str) -> None:
        """Keep a sign written by its name."""
        self._parts.append(f"&{name};")

    def handle_charref(self, name: str) -> None:
        """Keep a sign written by its number."""
        self._parts.append(f"&#{name};")

    def handle_decl(self, decl: str) -> None:
        """Keep what says that this is HTML."""
        self._parts.append(f"<!{decl}>")


def _tag(tag: str, attrs: Iterator[tuple[str, str | None]] | tuple[tuple[str, str | None], ...]) -> str:
    said = (f" {name}" if value is None else f' {name}="{escape(value)}"' for name, value in attrs)
    return f"<{tag}{''.join(said)}>"
