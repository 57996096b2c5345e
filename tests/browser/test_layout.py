"""Every page of the program at eight widths with the worst data there can be, measured in the browser.

Every named address is opened for every night below, with the numbers of that night; what is no page of a night is not
found there.  An address that is a page nowhere fails, unless it is one of ``FILES``.
"""

from dataclasses import dataclass, field
from io import BytesIO
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import URLPattern, reverse
from pypdf import PdfReader

from director.desk.address import Number
from director.desk.club.write import director_invite, welcome_path
from director.urls import urlpatterns
from tests.browser import worst
from tests.factories import make_director

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MEASURE = Path(__file__).with_name("measure.js").read_text(encoding="utf-8")
WIDTHS = (360, 390, 768, 820, 900, 1024, 1280, 1920)
PHONE = 700  # pixels: narrower windows are phones
FILES = frozenset(
    {"partners_pdf", "session_field_file", "session_print_pdf", "party_print_pdf", "event_json", "event_export"}
)
NAMED_FILES = frozenset({"backup_file"})  # a file by the name it has in a folder


@dataclass(frozen=True)
class Night:
    """One event and the numbers by which its pages are addressed; *more* are addresses with something asked."""

    numbers: dict[str, object]
    more: tuple[str, ...] = ()
    pages: dict[str, str] = field(default_factory=dict)


def numbers_of(session, **more):
    """Return what an address of this night may hold, by the name it has there."""
    usual = {
        "pair_no": 1,
        "board_no": 1,
        "round_no": 1,
        "table_no": 1,
        "number": 1,
        "first": 1,
        "second": 2,
        "session_no": 1,
    }
    return usual | {"session_id": session.pk, "event_id": session.event_id, "form": "csv"} | more


def pairs_night(section):
    session, event = f"/sessions/{section.place}/", f"/events/{section.session.event_id}/"
    result = section.results.order_by("-version").first()
    entry = section.entries.first()
    person = entry.players.first() if entry else None
    numbers = numbers_of(
        section.session,
        session_id=section.place,
        result_id=result.pk if result else 1,
        person_id=person.pk if person else 1,
    )
    asked = (
        f"{session}scores/?by=table",
        f"{session}results/?why=1",
        f"{event}?why=1",
        f"{event}boards/1/?why=1-6",
        f"{event}boards/2/",
        f"{event}pairs/1/?why=1",
        f"{event}pairs/6/",
        f"{event}pairs/6/?why=1",
        f"{session}field/movement/?movement=howell&pairs=10",
        f"{session}rulings/?board=1",
        *(f"{session}changed/?kind=pair-leaves&pair=3&from_round={round_no}" for round_no in (1, 10)),
        f"{session}happened/?pair=3&how=left&round_no=4",
        *(f"/sessions/{section.session_id}/room/?show={show}" for show in ("clock", "seats", "standings")),
    )
    return Night(numbers, asked)


def party_night(party):
    session = party.session
    numbers = numbers_of(session, token=party.players.first().token)
    base, event = f"/parties/{session.pk}/", f"/events/{session.event_id}/"
    asked = (f"{event}?why=1", f"{base}results/?why=1", f"/p/{numbers['token']}/?why", f"{base}room/?page=2")
    return Night(numbers, asked)


NIGHTS = {
    "five tables": lambda director: pairs_night(worst.five_tables(director)),
    "forty tables": lambda director: pairs_night(worst.forty_tables(director)),
    "played elsewhere": lambda director: pairs_night(worst.elsewhere(director)),
    "twenty-six sections": lambda director: pairs_night(worst.twenty_six_sections(director)),
    "no movement": lambda director: pairs_night(worst.no_movement(director)),
    "party of 160": lambda director: party_night(worst.party_of_160(director)),
    "Skat congress": lambda director: party_night(worst.skat_congress(director)),
    "party before the draw": lambda director: party_night(worst.party_before_the_draw(director)),
}
BY_LINK = frozenset({"welcome", "join"})  # opened once, by a link of its own
HERE = {"sign_in"}  # pages for somebody who is signed out


def addresses(pattern, numbers):
    """Return the address of *pattern* with the *numbers* it asks for."""
    places = pattern.pattern.converters
    if isinstance(places.get("session_id"), Number):  # a party has no sections
        numbers = numbers | {"session_id": getattr(numbers["session_id"], "session_id", numbers["session_id"])}
    return reverse(pattern.name, kwargs={name: numbers[name] for name in places})


def answers(client, night):
    """Return by address what the program answers for each page of *night*, by the name of the address."""
    for pattern in urlpatterns:
        if pattern.name in BY_LINK | HERE or not set(pattern.pattern.converters) <= set(night.numbers):
            continue
        path = addresses(pattern, night.numbers)
        yield pattern, path, client.get(path)


def pages_of(client, night):
    """Return the addresses of the pages of *night*, by the name of the address, and the names that are files."""
    pages, files = [], set()
    for pattern, path, answer in answers(client, night):
        if answer.status_code in (404, 302):
            continue
        if answer["Content-Type"].startswith("text/html"):
            pages.append((pattern.name, path))
        else:
            files.add(pattern.name)
    return pages + [("", path) for path in night.more if client.get(path).status_code == 200], files


def faults_at(page, width, *, target=24):
    page.set_viewport_size({"width": width, "height": 900})
    return page.evaluate(MEASURE, {"font": 18 if width <= PHONE else 16, "target": target})


def faults_of(page, path, *, target=24):
    """Return every fault of the page that is open, each with the widths at which it is one."""
    seen = {}
    for width in WIDTHS:
        for fault in faults_at(page, width, target=target):
            seen.setdefault(fault, []).append(width)
    return [f"{path} at {', '.join(map(str, widths))}: {fault}" for fault, widths in seen.items()]


@pytest.fixture
def director():
    return make_director()


@pytest.fixture
def signed_in(director):
    client = Client()
    client.force_login(director)
    return client


@pytest.fixture
def open_page(open_browser, signed_in, live_server):
    """A browser page in which the director is signed in."""
    page = open_browser()
    cookie = signed_in.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    return page


@pytest.mark.parametrize("night", NIGHTS)
def test_every_page_of_a_night_lies_well(open_page, signed_in, director, night):
    pages, _files = pages_of(signed_in, NIGHTS[night](director))
    faults = []
    for name, path in pages:
        open_page.goto(path)
        faults += faults_of(open_page, f"{name} {path}", target=44 if name == "party_phone" else 24)
    assert not faults, "\n" + "\n".join(faults)


@pytest.mark.parametrize(("paper", "wide"), [("A4", 210 - 24), ("Letter", 216 - 24)])
def test_paper_loses_no_column(open_page, signed_in, director, paper, wide):
    """Standings, a card and a board of long names, printed from the browser, lie inside the paper's margins."""
    night = NIGHTS["five tables"](director)
    event = f"/events/{night.numbers['event_id']}/"
    faults = []
    open_page.set_viewport_size({"width": int(wide / 25.4 * 96), "height": 1000})
    for path in (event, f"{event}boards/1/", f"{event}pairs/1/"):
        open_page.goto(path)
        headings = open_page.locator("main thead th:not(.noprint)").all_inner_texts()
        open_page.emulate_media(media="print")
        faults += [f"{path}: {fault}" for fault in open_page.evaluate(MEASURE, {"font": 0, "target": 0})]
        printed = "".join(page.extract_text() for page in PdfReader(BytesIO(open_page.pdf(format=paper))).pages)
        printed = "".join(printed.split())
        faults += [f"{path}: {text} is not printed" for text in headings if "".join(text.split()) not in printed]
        open_page.emulate_media(media="screen")
    assert not faults, "\n" + "\n".join(faults)


def test_every_page_for_somebody_signed_out_lies_well(open_browser):
    page = open_browser()
    welcome = welcome_path()
    faults = []
    for path in (welcome, welcome.replace("/welcome/", "/welcome/x"), "/sign-in/?next=/people/"):
        page.goto(path)
        faults += faults_of(page, path)
    make_director()
    invited = director_invite()
    for path in (invited, invited.replace("/join/", "/join/x"), "/events/999/"):
        page.goto(path)
        faults += faults_of(page, path)
    assert not faults, "\n" + "\n".join(faults)


def test_every_refusal_lies_well(open_page, signed_in):
    faults = []
    open_page.goto("/people/")
    for name in ("400", "403", "404", "500"):
        open_page.set_content(render_to_string(f"{name}.html", {"sentence": "W" * 60 + " cannot be read."}))
        faults += faults_of(open_page, name)
    for name, post in (("old page", "/people/new/"), ("signed out", "/club/")):
        open_page.goto("/people/")
        if name == "signed out":
            open_page.context.clear_cookies(name="sessionid")
        form = f'<form method="post" action="{post}"><input name="name" value="{"W" * 60}"><button>Send</button></form>'
        with open_page.expect_navigation():
            open_page.evaluate("form => { document.body.innerHTML = form; document.forms[0].submit() }", form)
        faults += faults_of(open_page, name)
    assert not faults, "\n" + "\n".join(faults)


def test_no_address_is_left_out(signed_in, director):
    """Every named address is a page of some night, a file, or opened by a link of its own."""
    opened, files = set(), set()
    for make in NIGHTS.values():
        pages, more = pages_of(signed_in, make(director))
        opened |= {name for name, _path in pages}
        files |= more
    named = {pattern.name for pattern in urlpatterns if isinstance(pattern, URLPattern)}
    assert files == FILES
    assert named - opened - files == BY_LINK | HERE | NAMED_FILES | {"session_open", "party_open"}
