"""Reading an answer as a visitor does: which texts stand where on the page."""

import csv
import io
import re
from collections.abc import Iterable, Iterator
from html.parser import HTMLParser
from xml.etree.ElementTree import Element, TreeBuilder

from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext

HTMX = {"HTTP_HX_REQUEST": "true"}
INLINE = {"a", "b", "i", "kbd", "span"}
VOID = {"br", "hr", "img", "input", "link", "meta"}
SELECTOR_PART = re.compile(r"(?P<tag>[a-z0-9]*)(?:#(?P<id>[\w-]+))?(?P<css>(?:\.[\w-]+)*)")


def are_in_order(titles: Iterable[str], among: Iterable[str]) -> bool:
    """Return whether *titles* come in this order *among* others, as those of a table with more columns."""
    others = iter(among)
    return all(title in others for title in titles)


class _PageParser(HTMLParser):
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


def parse_page(response: HttpResponse) -> Element:
    """Return the tree of an HTML answer, read once however often it is asked for."""
    if not hasattr(response, "read_tree"):
        reader = _PageParser()
        reader.feed(response.content.decode())
        assert reader.open == [], f"not closed: {reader.open}"
        reader.builder.end("page")
        response.read_tree = reader.builder.close()
    return response.read_tree


def find_elements(response: HttpResponse, selector: str) -> list[Element]:
    """Return the elements that *selector* finds, in the order of the page.

    A selector has parts such as ``tag``, ``#id`` or ``.class``, each inside the one before it.
    """
    elements = [parse_page(response)]
    for part in selector.split():
        wanted = SELECTOR_PART.fullmatch(part)
        # Elements inside each other find the same ones, so each is kept once.
        inner_elements = {}
        for outer in elements:
            for element in outer.iter():
                if element is not outer and _matches_part(element, wanted):
                    inner_elements[id(element)] = element
        elements = list(inner_elements.values())
    return elements


def find_texts(response: HttpResponse, selector: str) -> list[str]:
    """Return the text of each element that *selector* finds, with single spaces."""
    return [
        " ".join("".join(_iterate_visible_text(element)).split())
        for element in find_elements(response, selector)
    ]


def read_table_rows(response: HttpResponse, table: str = "table") -> list[list[str]]:
    """Return the texts of a table's body, row by row and cell by cell."""
    return [
        [" ".join("".join(cell.itertext()).split()) for cell in row]
        for row in find_elements(response, f"{table} tbody tr")
    ]


def fetch_print_preview(client: Client, address: str, boxes: dict[str, object]) -> HttpResponse:
    """Press *Show* on the Print page at *address* with *boxes*, and return the PDF of its preview."""
    response = client.post(address, boxes)
    assert response.status_code == 302, find_errors(response)
    return client.get(response.url.replace("/print/?", "/print/sheets.pdf?"))


def count_queries(desk: Client, url: str) -> int:
    """Return how many queries the page at *url* takes."""
    with CaptureQueriesContext(connection) as queries:
        assert desk.get(url).status_code == 200
    return len(queries)


def find_errors(response: HttpResponse) -> list[str]:
    """Return the error messages of a page, in their order."""
    return find_texts(response, ".bad")


def _matches_part(element: Element, wanted: re.Match) -> bool:
    css_classes = set(element.get("class", "").split())
    return (
        wanted["tag"] in ("", element.tag)
        and wanted["id"] in (None, element.get("id"))
        and set(wanted["css"].split(".")[1:]) <= css_classes
    )


def _iterate_visible_text(element: Element) -> Iterator[str]:
    yield element.text or ""
    for child in element:
        # A browser begins a new line for a block, which reads like a space.
        gap = "" if child.tag in INLINE else " "
        yield gap
        yield from _iterate_visible_text(child)
        yield gap
        yield child.tail or ""


def read_csv(content: bytes) -> list[list[str]]:
    """Return the rows of a CSV file that the program wrote."""
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline="")))
