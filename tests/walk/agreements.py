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

from director.models import Access, Event, Result, TableWord
from director.models.event import Clock, Contest
from scoring.errors import ScoringError
from tests.director.pages import find_elements, find_texts
from tests.oracle.events import compute_event_differences
from tests.walk.evening import Evening, get_session_at

Agreement = Callable[[Evening], None]
AGREEMENTS: dict[str, Agreement] = {}
ENTERED = re.compile(r"(\d+) of (\d+) (?:results |cards )?entered")


def agreement(function: Agreement) -> Agreement:
    """Add *function* to what is looked at after each act."""
    AGREEMENTS[function.__name__] = function
    return function


# How many results are missing


@agreement
def results_in_are_the_same_everywhere(evening: Evening) -> None:
    """Play, Results, the file for programs and Tonight say the same of how many results are in."""
    if evening.is_party:
        said = set(_read_party_progress(evening))
    else:
        said = set(_read_boards_progress(evening))
    numbers = {progress for _where, progress in said}
    assert len(numbers) <= 1, f"results entered: {sorted(said)}"


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


@agreement
def next_step_is_the_same_everywhere(evening: Evening) -> None:
    """All steps of a section mark the same step as the next one, and Tonight leads there."""
    for base in evening.bases:
        marked = {
            path: _read_marked_step(evening, path)
            for path in evening.steps
            if path.startswith(base)
        }
        steps = {step for step in marked.values() if step is not None}
        assert len(steps) <= 1, f"next step: {marked}"
    if len(evening.bases) == 1 and steps:
        _refuse_other_step(evening, *steps)


def _read_marked_step(evening: Evening, path: str) -> tuple[str, ...] | None:
    """Return the states of the steps as the page at *path* shows them, None without steps."""
    page = evening.read(path)
    if page.status_code == HTTPStatus.FOUND:
        page = evening.read(page.headers["Location"])
    if page.status_code != HTTPStatus.OK:
        return None
    return tuple(element.get("class", "") for element in find_elements(page, "#night-steps li"))


def _refuse_other_step(evening: Evening, states: tuple[str, ...]) -> None:
    line = _read_tonight_line(evening)
    if not line or "next" not in states:
        return
    names = ("Field", "Seats", "Print", "Play", "Scores", "Results")
    wanted = (
        names[states.index("next")]
        if len(states) == 6
        else (*names[:4], "Results")[states.index("next")]
    )
    # The room's screen may stand behind the button.
    line = line.removesuffix(" Room screen")
    assert line.endswith(wanted), f"Tonight leads to {line[-20:]}, the steps to {wanted}"


# The round or hand now


@agreement
def round_is_the_same_everywhere(evening: Evening) -> None:
    """Play, the room, the interface and Tonight are in the same round."""
    if evening.is_party or any(section.plan is None for section in evening.sections):
        return
    for base in evening.bases:
        page = evening.read(f"{base}play/")
        heading = next(
            iter(re.findall(r"Round (\d+) of (\d+)", " ".join(find_texts(page, "main")))), None
        )
        room = evening.read(f"/sessions/{get_session_at(base).pk}/room/?show=clock")
        shown = next(
            iter(re.findall(r"Round (\d+) of (\d+)", " ".join(find_texts(room, "body")))), None
        )
        assert not heading or not shown or heading[0] == shown[0], f"Play {heading}, room {shown}"


@agreement
def a_change_of_people_begins_with_the_next_hand(evening: Evening) -> None:
    """Changes of people take effect in the hand that Play begins next."""
    if not evening.is_party or evening.party.entry != "cards":
        return
    session = evening.party.session
    word = evening.party.round_noun
    text = " ".join(find_texts(evening.read(f"{evening.bases[0]}play/people/"), "main"))
    matched = re.search(rf"take effect in {word} (\d+)", text)
    begun = session.clock != Clock.WAITING
    if matched and session.clock != Clock.OVER and session.round_no + begun <= evening.party.rounds:
        # While the clock waits, a card that is in tells that the hand has begun.
        next_hands = {session.round_no + 1, session.round_no + begun}
        assert int(matched[1]) in next_hands, f"{word} {session.round_no}: {matched[0]}"


@agreement
def fixtures_say_by_how_many_boards_matches_count(evening: Evening) -> None:
    """Where a match can be typed, its page says for how many boards its points are."""
    if evening.event.contest != Contest.TEAMS:
        return
    for base in evening.bases:
        page = evening.read(f"{base}results/fixtures/")
        boxes = [box for box in find_elements(page, "input") if "-home" in box.get("name", "")]
        assert not boxes or re.search(r"\d+ boards?\b", " ".join(find_texts(page, "main"))), base


@agreement
def no_match_is_open_once_all_results_are_entered(evening: Evening) -> None:
    """Programs are told of no open match when no result is missing."""
    payload = json.loads(evening.read(f"/events/{evening.event_id}/results.json").content)
    if payload.get("matches") and payload["results_in"] == payload["results_due"]:
        states = {match["state"] for match in payload["matches"]}
        assert not states & {"due", "being played", "postponed"}, states


@agreement
def screens_show_published_standings(evening: Evening) -> None:
    """No screen of the room says that standings follow when everybody can read them."""
    if evening.event.is_published:
        for base in evening.bases:
            room = evening.read(f"/sessions/{get_session_at(base).pk}/room/")
            assert not any("follow soon" in text for text in find_texts(room, "body")), base


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


@agreement
def names_stand_by_their_totals_everywhere(evening: Evening) -> None:
    """Whoever has a total has the same one on the desk's page, for visitors and in CSV, and is on paper."""
    event = evening.event
    response = evening.read(f"/events/{event.pk}/results.json")
    if response.status_code != HTTPStatus.OK:
        return
    standings = json.loads(response.content).get("standings") or ()
    named = [
        (row["names"], _make_row("", row["total"])[1])
        for row in standings
        if row.get("names") and row.get("total") is not None
    ]
    if not named:
        return
    for where, rows in _read_named_rows(evening, event):
        for names, total in named:
            totals = {shown for text, shown in rows if all(name in text for name in names)}
            assert not totals or total in totals, f"{where}: {names} has {totals}, not {total}"
    if len(evening.kept) % 4 == 1:
        words = set(_read_paper_standings(evening).split())
        missing = {word for names, _ in named for name in names for word in name.split()} - words
        assert not words or not missing, f"not on paper: {missing}"


@agreement
def a_pair_reads_the_total_of_the_standings(evening: Evening) -> None:
    """The private page of a pair has the place and the total that the published standings have."""
    response = evening.people.visitor.open(f"/events/{evening.event_id}/results.json")
    accesses = Access.objects.filter(session__event=evening.event_id, table_no__isnull=True)
    for access in accesses.filter(revoked_at__isnull=True)[len(evening.kept) % 5 :][:1]:
        page = evening.people.visitor.open(f"/my/{access.token}/")
        if response.status_code != HTTPStatus.OK or page.status_code != HTTPStatus.OK:
            return
        facts = dict(
            _get_cell_text(element).split(None, 1)
            for element in find_elements(page, "dl.facts div")
        )
        if "Place" in facts and "Total" in facts:
            payload = json.loads(response.content)
            lists = [payload, *payload.get("sessions", ())]  # of a session, or of all together
            rows = {
                _make_row(str(row["place"] or ""), row["total"] or "")
                for list_row in lists
                for row in list_row["standings"]
            }
            assert _make_row(facts["Place"], facts["Total"]) in rows, f"{facts}, standings: {rows}"


Named = tuple[str, str]
"""A row of standings as text, and its total."""


def _read_named_rows(evening: Evening, event: Event) -> Iterator[tuple[str, list[Named]]]:
    for path in (f"{evening.bases[-1]}results/", f"/events/{event.pk}/"):
        page = evening.read(path)
        if page.status_code == HTTPStatus.OK:
            yield (
                path,
                [(_get_cell_text(row), total) for row, (_place, total) in _read_table_rows(page)],
            )
    file = evening.read(f"/events/{event.pk}/export/csv/")
    if file.status_code == HTTPStatus.OK:
        table = csv.DictReader(io.StringIO(file.content.decode("utf-8-sig")))
        if "Total" in (table.fieldnames or ()):
            yield (
                "CSV",
                [
                    (" ".join(filter(None, row.values())), _make_row("", row["Total"])[1])
                    for row in table
                ],
            )


# Figures


@agreement
def figures_are_those_of_the_second_calculation(evening: Evening) -> None:
    """Both calculations of the event agree."""
    event = evening.event
    if len(evening.kept) % 3:
        return
    try:
        differences = list(compute_event_differences(event))
    except ScoringError:
        return
    assert not differences, differences


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


@agreement
def a_phone_shows_what_the_desk_shows(evening: Evening) -> None:
    """The phone of a table has the round of Play, and the people whom the desk seats there."""
    accesses = Access.objects.filter(session__event=evening.event_id, table_no__isnull=False)
    for access in accesses.filter(revoked_at__isnull=True).select_related("section")[:1]:
        response = evening.people.visitor.open(f"/t/{access.token}/state.json")
        if response.status_code == HTTPStatus.OK:
            _refuse_other_table(evening, access, json.loads(response.content))


def _refuse_other_table(evening: Evening, access: Access, state: dict[str, Any]) -> None:
    round_no = state.get("round")
    if access.section and round_no:
        path = f"/sessions/{access.section.ref}/scores/rounds/{round_no}/tables/{access.table_no}/"
        names = [name for name in (state.get("seats") or {}).values() if name]
    else:
        path = f"{evening.bases[0]}play/?round={round_no}"
        names = [name for side in state.get("sides") or () for name in side]
    page = evening.read(path)
    written = " ".join(find_texts(page, "main")) if page.status_code == HTTPStatus.OK else ""
    if evening.event.contest == Contest.TEAMS and access.section:  # Scores has their names only
        lineups = evening.read(f"/sessions/{access.section.ref}/lineups/")
        written += " ".join(box.get("value", "") for box in find_elements(lineups, "input"))
    for name in names if written and not state.get("outside") else ():
        assert name in written, f"table {access.table_no}: {name} is on its phone and not on {path}"


def check_agreements(evening: Evening) -> None:
    """See that everything agrees. A page that several agreements read is opened once."""
    evening.seen.clear()
    for name, function in AGREEMENTS.items():
        try:
            function(evening)
        except AssertionError as error:
            error.add_note(f"agreement: {name}")
            raise
