"""What must be the same wherever it stands: each agreement reads the pages, and names where they differ."""

import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator
from decimal import Decimal, InvalidOperation
from http import HTTPStatus
from typing import Any
from urllib.parse import urljoin

from django.http import HttpResponse

from director.models import Event, Result, TableWord
from tests.director.pages import find_elements, find_texts
from tests.walk.evening import Evening

Agreement = Callable[[Evening], None]
AGREEMENTS: dict[str, Agreement] = {}
ENTERED = re.compile(r"(\d+) of (\d+) (?:results |cards )?entered")


def agreement(function: Agreement) -> Agreement:
    """Add *function* to what is looked at after each act."""
    AGREEMENTS[function.__name__] = function
    return function


# How many results are missing


def list_doubts(evening: Evening) -> list[str]:
    """Return what is missing or in doubt, for which a director is asked before results are published."""
    evening.seen.clear()
    said = _read_party_progress(evening) if evening.is_party else _read_boards_progress(evening)
    doubts = [f"{done} of {due} at {where}" for where, (done, due) in said if done < due]
    words = TableWord.objects.filter(
        access__session__event=evening.event_id, kind=TableWord.Kind.RESULT, from_board=None
    )
    for asked in (word for word in words if word.needs_decision and not evening.event.source):
        line = Result.objects.filter(
            section=asked.access.section, board_no=asked.board_no, ns=asked.ns, ew=asked.ew
        )
        stored = line.first()
        if stored and asked.text not in (stored.text, stored.counted):
            doubts.append(f"board {asked.board_no} is {stored.text} or {asked.text}")
    return doubts


def _read_boards_progress(evening: Evening) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield where it stands how many results of the event are in, and of how many."""
    event = evening.event
    if event.source or any(section.plan is None for section in evening.sections):
        return
    payload = json.loads(evening.read(f"/events/{event.pk}/results.json").content)
    if "results_in" in payload:
        yield "results.json", (payload["results_in"], payload["results_due"])
    by_play = [_read_progress(evening, f"{base}play/", "#grid-title") for base in evening.bases]
    if all(by_play) and by_play:
        yield "Play", (sum(each[0] for each in by_play), sum(each[1] for each in by_play))
    results = _read_progress(evening, f"{evening.bases[0]}results/", "main")
    if results and not event.is_published:
        yield "Results", results
    if event.sessions.count() == 1 and (tonight := _read_tonight_progress(evening)):
        yield "Tonight", tonight


def _read_party_progress(evening: Evening) -> Iterator[tuple[str, tuple[int, int]]]:
    base = evening.bases[0]
    if results := _read_progress(evening, f"{base}results/", "main"):
        yield "Results", results
    if tonight := _read_tonight_progress(evening):
        yield "Tonight", tonight


def _read_progress(evening: Evening, path: str, where: str) -> tuple[int, int] | None:
    """Return the two numbers of “5 of 18 entered” on the page at *path*."""
    page = evening.read(path)
    if page.status_code != HTTPStatus.OK:
        return None
    for text in find_texts(page, where):
        if found := ENTERED.search(text):
            return int(found[1]), int(found[2])
    return None


def _read_tonight_progress(evening: Evening) -> tuple[int, int] | None:
    own = _read_tonight_line(evening)
    matched = ENTERED.search(own)
    return (int(matched[1]), int(matched[2])) if matched else None


def _read_tonight_line(evening: Evening) -> str:
    """Return what Tonight says of the event, "" if it isn't there."""
    page = evening.read("/")
    for line in [*find_elements(page, ".hero"), *find_elements(page, "ul.nights li")]:
        links = [link.get("href", "") for link in line.iter("a")]
        if any(link.startswith(tuple(evening.bases)) for link in links):
            return " ".join("".join(line.itertext()).split())
    return ""


# The next step


# The round or hand now


# Totals and places


Row = tuple[str, str]
"""A place and a total, as text and without what differs by form."""


@agreement
def standings_are_the_same_everywhere(evening: Evening) -> None:
    """Places and totals are the same on the desk's page, for visitors, in CSV, JSON and on paper."""
    event = evening.event
    found = {where: rows for where, rows in _read_standings(evening, event) if rows is not None}
    first = next(iter(found), None)
    has_sessions = event.sessions.count() > 1
    for where, rows in found.items():
        # A page of one of several sessions has its own standings beside those after all.
        is_same = not found[first] - rows if has_sessions else rows == found[first]
        assert is_same, (
            f"{first}: {sorted(found[first] - rows)}, {where}: {sorted(rows - found[first])}"
        )
    if first and len(evening.kept) % 4 == 0:
        _refuse_other_totals_on_paper(evening, found[first])


def _read_standings(evening: Evening, event: Event) -> Iterator[tuple[str, Counter[Row] | None]]:
    told = evening.read(f"/events/{event.pk}/results.json")
    if told.status_code == HTTPStatus.OK:
        yield "results.json", _read_json_rows(json.loads(told.content))
    yield "results", _read_page_rows(evening.read(f"{evening.bases[-1]}results/"))
    page = evening.read(f"/events/{event.pk}/")
    if page.status_code == HTTPStatus.OK:
        yield "the event's page", _read_page_rows(page)
    file = evening.read(f"/events/{event.pk}/export/csv/")
    if file.status_code == HTTPStatus.OK:
        yield "CSV", _read_csv_rows(file.content.decode("utf-8-sig"))


def _make_row(place: str, total: str | None) -> Row:
    number = (total or "").replace("−", "-").replace("–", "").replace(" ", "").rstrip("%")
    whole, half, _rest = number.partition("½")
    if half:
        number = f"{whole if whole not in ('', '-') else whole + '0'}.5"
    try:
        number = str(Decimal(number).quantize(Decimal("0.01")).normalize() + 0)
    except InvalidOperation:
        number = ""
    return place.strip("–-"), number


def _read_json_rows(told: dict) -> Counter[Row] | None:
    rows = told.get("standings")
    if rows is None or (rows and "total" not in rows[0]):
        return None
    return Counter(
        _make_row(str(row.get("place") or ""), row["total"])
        for row in rows
        if row["total"] is not None
    )


def _read_page_rows(page: HttpResponse) -> Counter[Row] | None:
    """Return the rows of the tables with a place and a total, None if there are none."""
    return Counter(row for _cells, row in _read_table_rows(page) if row[1]) or None


def _read_table_rows(page: HttpResponse) -> Iterator[tuple[Any, Row]]:
    """Yield the rows of the tables with a place and a total, as they are on *page* and as read."""
    for table in find_elements(page, "table"):
        titles = [
            _get_cell_text(cell) for cell in next(iter(table.iter("thead")), table).iter("th")
        ]
        # The best of one series are no standings.
        of_series = any(
            "top scores" in _get_cell_text(caption) for caption in table.iter("caption")
        )
        if of_series or "Place" not in titles or "Total" not in titles:
            continue
        place, total = titles.index("Place"), titles.index("Total")
        for row in next(iter(table.iter("tbody")), []):
            cells = [_get_cell_text(cell) for cell in row]
            if len(cells) == len(titles):
                yield row, _make_row(cells[place], cells[total])


def _get_cell_text(cell) -> str:
    return " ".join("".join(cell.itertext()).split())


def _read_csv_rows(text: str) -> Counter[Row] | None:
    rows = list(csv.DictReader(io.StringIO(text)))
    if not rows or not {"Place", "Total"} <= set(rows[0]):
        return None
    return Counter(
        row for row in (_make_row(row["Place"] or "", row["Total"]) for row in rows) if row[1]
    )


def _refuse_other_totals_on_paper(evening: Evening, rows: Counter[Row]) -> None:
    words = _read_paper_standings(evening).replace("−", "-").split()
    missing = {total for _place, total in rows} - {_make_row("", word)[1] for word in words}
    assert not words or not missing, f"not on paper: {missing}"


def _read_paper_standings(evening: Evening) -> str:
    """Return the text of the standings on paper, "" if there are none."""
    from pypdf import PdfReader

    base = evening.bases[-1]  # a stage has standings of its own
    file = evening.read(f"{base}print/sheets.pdf?kinds=standings&paper=a4")
    if file.status_code != HTTPStatus.OK:
        return ""
    text = " ".join(page.extract_text() for page in PdfReader(io.BytesIO(file.content)).pages)
    return text if "standings" in text.lower() else ""


# Figures


@agreement
def a_total_is_that_of_its_explanation(evening: Evening) -> None:
    """The explanation of a total ends with the total."""
    path = f"{evening.bases[-1]}results/"
    page = evening.read(path)
    asked = [link.get("href", "") for link in find_elements(page, "table a")]
    asked = [address for address in asked if "why=" in address]
    if not asked:
        return
    address = asked[len(evening.kept) % len(asked)].partition("#")[0]
    link = next(
        element
        for element in find_elements(page, "table a")
        if element.get("href", "").startswith(address)
    )
    total = _make_row("", _get_cell_text(link))[1]
    shown = evening.read(urljoin(path, address))
    words = " ".join(find_texts(shown, ".why"))
    figures = {_make_row("", word.strip("().,;:="))[1] for word in words.split()}
    assert not words or total in figures, f"{address}: {total} is explained as {words}"


# Seats


def check_agreements(evening: Evening) -> None:
    """See that everything agrees. A page that several agreements read is opened once."""
    evening.seen.clear()
    for name, function in AGREEMENTS.items():
        try:
            function(evening)
        except AssertionError as error:
            error.add_note(f"agreement: {name}")
            raise
