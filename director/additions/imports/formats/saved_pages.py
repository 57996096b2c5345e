"""Read the parts of saved web pages: tables, typed text, and what they say of themselves."""

import email.policy
import re
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from urllib.parse import unquote

from director.formats.cells import iter_cells_by_blanks
from director.formats.errors import ImportFileError
from director.formats.kinds import is_mail_of_page
from director.formats.reading import decode_text, strip_invisible

MAX_ROWS = 100_000
MAX_CELLS = 1_000_000
MAX_SECONDS = 10
_PIECE_LENGTH = 1 << 16  # The clock is read after each piece.
_MAX_REST = 2_000
_MAX_CELL_LENGTH = 500
_MAX_META = 100
_BEGINNING_BYTES = 4000
_CHARSET = re.compile(rb"charset\s*=\s*[\"']?\s*(?P<name>[A-Za-z0-9_-]{3,20})")
_ADDRESS = re.compile(r"saved from url=\([0-9]{1,6}\)(?P<address>\S{1,300})")
_MOVIE = re.compile(r"\bmd\|[0-9][^|]{20,80}\|")
"""The cards in a link to a movie. They become the last cell of their row."""
_SUIT_PICTURE = re.compile(r"([SHDC♠♥♦♣])(?:pades?|earts?|iamonds?|lubs?)?", re.IGNORECASE)
"""The alternative text of a suit's picture."""
_ROW_TAGS = ("tr", "p", "div", "caption", "h1", "h2", "h3", "h4", "h5", "h6", "li")
_GRID_ROW = re.compile(r"(?:\S*[-_])?(?:row|tr)|divTableRow", re.IGNORECASE)
_GRID_CELL = re.compile(
    r"(?:\S*[-_])?(?:cell|td|th|col)|gridcell|columnheader|rowheader|divTable(?:Cell|Head)",
    re.IGNORECASE,
)
"""The roles and classes of elements that make a table without table tags."""
_SILENT_TAGS = ("script", "style", "noscript", "template")


@dataclass(slots=True)
class SavedPage:
    """The parts of a saved page.

    - *address*: the address from which it was saved, if it says so.
    - *meta_by_name*: what it says of itself, by names in small letters.
    - *rows*: the rows of its tables and its headings, one below the other.
    - *typed_texts*: its preformatted texts, with all blanks.
    - *json_texts*: the attributes and scripts that hold the page's data as JSON.
    - *classes*, *links*: of its elements.
    """

    title: str = ""
    address: str = ""
    meta_by_name: dict[str, str] = field(default_factory=dict)
    rows: list[list[str]] = field(default_factory=list)
    typed_texts: list[str] = field(default_factory=list)
    json_texts: list[str] = field(default_factory=list)
    classes: set[str] = field(default_factory=set)
    links: set[str] = field(default_factory=set)

    @property
    def generator(self) -> str:
        """The program that wrote it, if it says so."""
        return self.meta_by_name.get("generator", "")

    @property
    def texts(self) -> Iterator[str]:
        """The title and the cells."""
        yield self.title
        for row in self.rows:
            yield from row


def read_saved_page(data: bytes) -> SavedPage:
    """Return the parts of the page in *data*: HTML, or the single file of a browser (.mhtml).

    >>> read_saved_page(b"<html><title>Pairs</title><table><tr><th>Board<td>7</table>").rows
    [['Board', '7']]

    :raises ImportFileError: if it takes too long
    """
    parser = _PageParser()
    source = data
    if is_mail_of_page(data):
        source = _extract_page(data.lstrip(), parser.page)
    # Without marked sections of XML. Pages of results have none.
    text = _decode(source).replace("<![", "<")
    deadline = time.thread_time() + MAX_SECONDS
    for start in range(0, len(text), _PIECE_LENGTH):
        parser.feed(text[start : start + _PIECE_LENGTH])
        if time.thread_time() > deadline:
            raise ImportFileError(
                "page-slow",
                "Reading the web page takes longer than {seconds} seconds. Choose a file with one "
                "session.",
                seconds=MAX_SECONDS,
            )
    # An unclosed rest is searched from each of its characters, so a long one is left out.
    if len(parser.rawdata) < _MAX_REST:
        parser.close()
    parser.end_page()
    return parser.page


def _extract_page(data: bytes, page: SavedPage) -> bytes:
    message = email.message_from_bytes(data, policy=email.policy.compat32)
    page.address = str(message.get("Snapshot-Content-Location", ""))[:300]
    for part in message.walk():
        if part.get_content_type() == "text/html":
            content = part.get_payload(decode=True)
            if isinstance(content, bytes):
                return content
    return b""


def _decode(data: bytes) -> str:
    """Return *data* as text in the encoding that it names, if it is known."""
    match = _CHARSET.search(data[:_BEGINNING_BYTES])
    if match:
        try:
            return data.decode(match["name"].decode("ascii"))
        except (LookupError, UnicodeError):
            pass  # Some programs name a wrong encoding.
    return decode_text(data)


class _PageParser(HTMLParser):
    """Collects the cells of a page."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.page = SavedPage()
        self._row: list[str] = []
        self._cell: list[str] = []
        self._movie = ""
        self._is_in_title = False
        self._is_in_grid_cell = False
        self._typed_lines: list[str] | None = None
        self._silent_tag = ""
        self._script: list[str] = []
        self._cell_count = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._store_attributes(tag, attrs)
        if tag in _SILENT_TAGS:
            self._silent_tag = tag
            self._script = []
        elif tag == "title":
            self._is_in_title = True
        elif tag == "pre":
            self.end_row()
            self._typed_lines = []
        elif tag in ("td", "th"):
            self._end_cell()
        elif _is_grid_part(_GRID_ROW, tag, attrs):
            self.end_row()
        elif _is_grid_part(_GRID_CELL, tag, attrs):
            self._end_cell(is_cell=self._is_in_grid_cell)
            self._is_in_grid_cell = True
        elif tag in _ROW_TAGS and not self._is_in_grid_cell:
            self._start_row(tag)

    def _store_attributes(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values_by_name = {name: value for name, value in attrs if value}
        if tag == "img" and (suit := _SUIT_PICTURE.fullmatch(values_by_name.get("alt", ""))):
            self.handle_data(suit[1].upper())
        if tag == "meta" and len(self.page.meta_by_name) < _MAX_META:
            name = values_by_name.get("name", "").casefold()
            content = strip_invisible(values_by_name.get("content", ""))[:_MAX_CELL_LENGTH]
            self.page.meta_by_name.setdefault(name, content)
        self.page.classes.update(values_by_name.get("class", "").split()[:20])
        if link := values_by_name.get("href"):
            self.page.links.add(link[:300])
            if match := _MOVIE.search(unquote(link)):
                self._movie = match[0]
        # Vue has a long and a short name for the same attribute.
        for name in ("v-bind:data", ":data"):
            if name in values_by_name:
                self.page.json_texts.append(values_by_name[name])

    def handle_endtag(self, tag: str) -> None:
        if tag == self._silent_tag:
            self._silent_tag = ""
            script = "".join(self._script)
            if "var data" in script:
                self.page.json_texts.append(script)
        elif tag == "title":
            self._is_in_title = False
        elif tag in ("td", "th"):
            self._end_cell(is_cell=True)
        elif tag in ("tr", "table"):
            self.end_row()
        elif tag == "pre":
            self._end_typed_lines()

    def handle_data(self, data: str) -> None:
        if self._silent_tag:
            self._script.append(data)
        elif self._is_in_title:
            self.page.title = strip_invisible(f"{self.page.title}{data}")[:_MAX_CELL_LENGTH]
        elif self._typed_lines is not None:
            self._typed_lines.append(data)
        else:
            self._cell.append(data)

    def handle_comment(self, data: str) -> None:
        if not self.page.address and (match := _ADDRESS.search(data)):
            self.page.address = match["address"]

    def _start_row(self, tag: str) -> None:
        if tag == "tr" or not self._row:
            self.end_row()

    def end_page(self) -> None:
        """Add what is still open at the end of the page."""
        if self._typed_lines is not None:
            self._end_typed_lines()
        self.end_row()

    def end_row(self) -> None:
        """Add the current row, if it has any text."""
        self._end_cell(is_cell=self._is_in_grid_cell)
        self._is_in_grid_cell = False
        if any(self._row) and self._movie:
            self._row.append(self._movie)
        self._movie = ""
        if any(self._row) and len(self.page.rows) < MAX_ROWS and self._cell_count < MAX_CELLS:
            self._cell_count += len(self._row)
            self.page.rows.append(self._row)
        self._row = []

    def _end_typed_lines(self) -> None:
        """Add the lines of preformatted text as rows."""
        text = "".join(self._typed_lines or ())
        self._typed_lines = None
        self.page.typed_texts.append(text)
        lines = text.splitlines()
        for cells in iter_cells_by_blanks(lines):
            self._row = [strip_invisible(cell)[:_MAX_CELL_LENGTH] for cell in cells]
            self.end_row()

    def _end_cell(self, *, is_cell: bool = False) -> None:
        text = strip_invisible("".join(self._cell))[:_MAX_CELL_LENGTH]
        self._cell = []
        if text or is_cell:
            self._row.append(text)


def _is_grid_part(
    part: re.Pattern[str], tag: str, attributes: list[tuple[str, str | None]]
) -> bool:
    """Return whether an element without a table's tag has the role or class of a table's *part*."""
    if tag not in ("div", "span", "li", "p"):
        return False
    values_by_name = {name: value or "" for name, value in attributes}
    if part.fullmatch(values_by_name.get("role", "")):
        return True
    return any(map(part.fullmatch, values_by_name.get("class", "").split()[:20]))
