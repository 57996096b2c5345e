"""Parse HTML pages without their scripts, to change where their links lead."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from html import escape
from html.parser import HTMLParser

LINK_ATTRIBUTES = {"a": "href", "img": "src", "link": "href"}
"""The elements with a link, each with the attribute that holds it."""
_HTMX_PREFIX = "hx-"  # of attributes that need the running program
_ATTRIBUTES = r"""(?:[^"'>]|"[^"]*"|'[^']*')*"""
_TAG_PATTERN = re.compile(
    "|".join(
        (
            rf"<script\b{_ATTRIBUTES}>.*?</script\s*>",
            rf"<(?:{'|'.join(LINK_ATTRIBUTES)})\b{_ATTRIBUTES}>",
            r"</a\s*>",
            rf"<(?=[a-z][^>]*\s{_HTMX_PREFIX}){_ATTRIBUTES}>",
        )
    ),
    re.IGNORECASE | re.DOTALL,
)
"""The parts of a page that may change: scripts, links and their ends, and tags with htmx."""


@dataclass(frozen=True, slots=True)
class _Link:
    """The start tag of a link to *address*, with its text before and after the address."""

    tag: str
    address: str
    text_before: str
    text_after: str

    def render(self, address: str) -> str:
        """Return the tag with a link to *address*."""
        return f"{self.text_before}{escape(address)}{self.text_after}"


@dataclass(frozen=True, slots=True)
class _LinkEnd:
    """The end tag of *link*."""

    link: _Link


class LinkedPage:
    """A parsed HTML page without scripts.

    >>> page = LinkedPage('<p><a href="/b/" hx-get="/b/">B</a> <a href="/c/">C</a></p><script src="x.js"></script>')
    >>> page.addresses
    ['/b/', '/c/']
    >>> page.render({"/b/": "b.html"}.get)
    '<p><a href="b.html">B</a> C</p>'
    """

    def __init__(self, html: str) -> None:
        self._parts: list[str | _Link | _LinkEnd] = []
        open_links: list[_Link] = []
        end = 0
        for match in _TAG_PATTERN.finditer(html):
            self._parts.append(html[end : match.start()])
            end = match.end()
            tag = _parse_tag(match[0])
            if tag is None:
                self._parts.append(_LinkEnd(open_links.pop()) if open_links else match[0])
                continue
            self._parts.append(tag)
            # The other elements with a link have no end tag.
            if isinstance(tag, _Link) and tag.tag == "a":
                open_links.append(tag)
        self._parts.append(html[end:])

    @property
    def addresses(self) -> list[str]:
        """The addresses of the page's links, in its order."""
        return [part.address for part in self._parts if isinstance(part, _Link)]

    def render(self, find_address: Callable[[str], str | None]) -> str:
        """Return the page with every address replaced by ``find_address(address)``.

        If *find_address* returns None, the link is removed and its text stays.
        """
        return "".join(self._render_parts(find_address))

    def _render_parts(self, find_address: Callable[[str], str | None]) -> Iterator[str]:
        for part in self._parts:
            if isinstance(part, str):
                yield part
            elif isinstance(part, _LinkEnd):
                if find_address(part.link.address) is not None:
                    yield f"</{part.link.tag}>"
            else:
                address = find_address(part.address)
                if address is not None:
                    yield part.render(address)


class _Tag(HTMLParser):
    """A start tag, parsed as a browser parses it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tag = ""
        self.attrs: list[tuple[str, str | None]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Store the parsed tag."""
        self.tag, self.attrs = tag, attrs


@lru_cache(maxsize=65_536)  # most links are on every page of a site
def _parse_tag(text: str) -> str | _Link | None:
    """Return a start tag as a link or as text, or None for the end of a link."""
    if text.startswith("</"):
        return None
    if text[1:7].lower() == "script":
        return ""
    if text.endswith("/>"):  # an element of a drawing, which has no end tag
        return text
    start_tag = _Tag(text)
    attrs = [(name, value) for name, value in start_tag.attrs if not name.startswith(_HTMX_PREFIX)]
    link_attribute = LINK_ATTRIBUTES.get(start_tag.tag, "")
    address = dict(attrs).get(link_attribute)
    if address is None:
        if len(attrs) < len(start_tag.attrs):
            return f"<{start_tag.tag}{_format_attributes(attrs)}>"
        return text  # nothing to leave out, so the tag stays as it is written
    position = [name for name, _value in attrs].index(link_attribute)
    text_before = _format_attributes(attrs[:position])
    text_after = _format_attributes(attrs[position + 1 :])
    return _Link(
        tag=start_tag.tag,
        address=address,
        text_before=f'<{start_tag.tag}{text_before} {link_attribute}="',
        text_after=f'"{text_after}>',
    )


def _format_attributes(attrs: Sequence[tuple[str, str | None]]) -> str:
    text = ""
    for name, value in attrs:
        text += f" {name}" if value is None else f' {name}="{escape(value)}"'
    return text
