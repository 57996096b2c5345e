"""Reading an answer as a visitor does: which texts stand where on the page."""

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from xml.etree.ElementTree import Element, TreeBuilder

from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

HTMX = {"HTTP_HX_REQUEST": "true"}
INLINE = {"a", "b", "i", "kbd", "span"}
VOID = {"br", "hr", "img", "input", "link", "meta"}
PART = re.compile(r"(?P<tag>[a-z0-9]*)(?:#(?P<id>[\w-]+))?(?P<css>(?:\.[\w-]+)*)")


class _Reader(HTMLParser):
    """Builds a tree out of HTML; a page whose elements are not closed in order fails."""

    def __init__(self) -> None:
        super().__init__()
        self.builder, self.open = TreeBuilder(), []
        self.builder.start("page", {})

    def handle_starttag(self, tag, attrs):
        self.builder.start(tag, {name: value or "" for name, value in attrs})
        if tag in VOID:
            self.builder.end(tag)
        else:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open[-1:] == [tag], f"</{tag}> closes something else"
        self.open.pop()
        self.builder.end(tag)

    def handle_data(self, data):
        self.builder.data(data)


def page_tree(response: HttpResponse) -> Element:
    """Return the tree of an HTML answer, read once however often it is asked for."""
    if not hasattr(response, "read_tree"):
        reader = _Reader()
        reader.feed(response.content.decode())
        assert reader.open == [], f"not closed: {reader.open}"
        reader.builder.end("page")
        response.read_tree = reader.builder.close()
    return response.read_tree


def elements(response: HttpResponse, selector: str) -> list[Element]:
    """Return the elements that *selector* finds: parts such as ``tag``, ``#id``, ``.class``, one inside the other."""
    found = [page_tree(response)]
    for part in selector.split():
        wanted = PART.fullmatch(part)
        inside = {
            id(one): one
            for place in found
            for one in place.iter()
            if one is not place and _fits(one, wanted)
        }
        found = list(inside.values())
    return found


def texts(response: HttpResponse, selector: str) -> list[str]:
    """Return what is written in the elements that *selector* finds, white space as a reader sees it."""
    return [" ".join("".join(_visible(one)).split()) for one in elements(response, selector)]


def table_rows(response: HttpResponse, table: str = "table") -> list[list[str]]:
    """Return what is written in each cell of the rows below a table's head."""
    return [
        [" ".join("".join(cell.itertext()).split()) for cell in row]
        for row in elements(response, f"{table} tbody tr")
    ]


def sheets_shown(client: Client, page: str, asked: dict[str, object]) -> HttpResponse:
    """Press *Show* on the Print page at the address *page*, and return the file of its preview."""
    shown = client.post(page, asked)
    assert shown.status_code == 302, errors_shown(shown)
    return client.get(shown.url.replace("/print/?", "/print/sheets.pdf?"))


def queries(desk: Client, url: str) -> int:
    """Return how many queries the page at *url* takes."""
    with CaptureQueriesContext(connection) as asked:
        assert desk.get(url).status_code == 200
    return len(asked)


def errors_shown(response: HttpResponse) -> list[str]:
    """Return the sentences that say what was wrong, in the order of the page."""
    return texts(response, ".bad")


def _fits(one: Element, wanted: re.Match) -> bool:
    return (
        wanted["tag"] in ("", one.tag)
        and wanted["id"] in (None, one.get("id"))
        and set(wanted["css"].split(".")[1:]) <= set(one.get("class", "").split())
    )


def _visible(one: Element) -> Iterator[str]:
    yield one.text or ""
    for child in one:
        gap = "" if child.tag in INLINE else " "
        yield gap
        yield from _visible(child)
        yield gap
        yield child.tail or ""
