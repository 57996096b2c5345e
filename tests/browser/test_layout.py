"""How pages lie in the window, measured in the browser: at eight widths, on paper, signed out and where they refuse.

Every page of every night is walked by ``test_every_page``.  An address that is a page nowhere fails here, unless it is
one of ``FILES``.
"""

from io import BytesIO
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.urls import URLPattern
from pypdf import PdfReader

from director.core.accounts.links import account_invite, welcome_path
from director.core.accounts.roles import Role
from director.urls import urlpatterns
from tests.browser.walk import BY_LINK, HERE, NIGHTS, pages_of
from tests.factories import make_director

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MEASURE = Path(__file__).with_name("measure.js").read_text(encoding="utf-8")
WIDTHS = (360, 390, 768, 820, 900, 1024, 1280, 1920)
PHONE = 700  # pixels: narrower windows are phones
FILES = frozenset(
    {
        "partners_pdf",
        "session_field_file",
        "session_hands_pbn",
        "session_hands_records",
        "session_print_pdf",
        "party_print_pdf",
        "event_json",
        "party_season_json",
        "party_season_file",
        "feed",
        "health",
        "event_export",
        "event_players_csv",
        "event_players_xlsx",
        "table_state",
        "table_board",
        "table_script",
        "table_worker",
    }
)
NAMED_FILES = frozenset({"backup_file", "backup_restore"})  # a file by the name it has in a folder
WHERE_ASKED = frozenset({"table_people"})  # answers only where the club asks players for their names
LEADS_ON = frozenset({"session_open", "party_open", "party_tables_came"})  # opened as a page, it leads to another


def faults_at(page, width, *, target=24):
    page.set_viewport_size({"width": width, "height": 900})
    return page.evaluate(MEASURE, {"font": 18 if width <= PHONE else 16, "target": target})


def faults_of(page, path, *, target=24, widths=WIDTHS):
    """Return every fault of the page that is open, each with those of *widths* at which it is one."""
    seen = {}
    for width in widths:
        for fault in faults_at(page, width, target=target):
            seen.setdefault(fault, []).append(width)
    return [f"{path} at {', '.join(map(str, widths))}: {fault}" for fault, widths in seen.items()]


@pytest.mark.parametrize(("paper", "wide"), [("A4", 210 - 24), ("Letter", 216 - 24)])
def test_paper_loses_no_column(open_page, signed_in, director, paper, wide):
    """Standings, a card and a board of long names, printed from the browser, lie inside the paper's margins."""
    night = NIGHTS["five tables"](director)
    event = f"/events/{night.numbers['event_id']}/"
    faults = []
    open_page.set_viewport_size({"width": int(wide / 25.4 * 96), "height": 1000})
    for path in (event, f"{event}boards/1/", f"{event}pairs/1/"):
        open_page.goto(path)
        headings = open_page.locator("main thead th:not(.noprint, :has(> .hidden))").all_inner_texts()
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
    invited = account_invite(role=Role.SCORER)
    for path in (invited, invited.replace("/join/", "/join/x"), "/events/999/"):
        page.goto(path)
        faults += faults_of(page, path)
    assert not faults, "\n" + "\n".join(faults)


def test_what_a_file_says_lies_well(open_page, signed_in):
    """The columns of a table with long headings and cells, and a file with many faults."""
    headings = ["Board", "N/S pair", "E/W pair", "Contract & by whom", "W" * 60, *(f"Column {at}" for at in range(12))]
    row = ["1", "1", "2", "4HXN", "Bartholomew Featherstonehaugh-Cholmondeley " * 3, *["W" * 60] * 12]
    files = {
        "columns": [headings, row],
        "faults": [["Board", "NS", "EW", "Contract"], *([str(at), "1", "1", "9Z" + "W" * 60] for at in range(1, 30))],
    }
    faults = []
    for name, rows in files.items():
        open_page.goto("/import/")
        content = "\n".join(map(",".join, rows)).encode()
        open_page.locator("input[type=file]").set_input_files(
            {"name": f"{'W' * 60}.csv", "mimeType": "text/csv", "buffer": content}
        )
        open_page.get_by_role("button", name="Read in").click()
        open_page.locator("#import-answer").locator("select, li").first.wait_for()
        faults += faults_of(open_page, name)
    assert not faults, "\n" + "\n".join(faults)


def test_every_refusal_lies_well(open_page, signed_in):
    faults = []
    open_page.goto("/people/")
    for name in ("400", "403", "404", "500"):
        open_page.set_content(render_to_string(f"{name}.html", {"sentence": "W" * 60 + " cannot be read."}))
        faults += faults_of(open_page, name)
    open_page.goto("/people/new/")  # only takes what is sent
    faults += faults_of(open_page, "405")
    for name, post in (("old page", "/people/new/"), ("signed out", "/club/")):
        open_page.goto("/people/")
        if name == "signed out":
            open_page.context.clear_cookies(name="sessionid")
        form = f'<form method="post" action="{post}"><input name="name" value="{"W" * 60}"><button>Send</button></form>'
        with open_page.expect_navigation():
            open_page.evaluate(
                "form => { document.body.innerHTML = form; setTimeout(() => document.forms[0].submit()) }", form
            )
        faults += faults_of(open_page, name)
    assert not faults, "\n" + "\n".join(faults)


def test_no_address_is_left_out(signed_in, director):
    """Every named address is a page of some night, a file, or opened by a link of its own."""
    opened, files = set(), set()
    for make in NIGHTS.values():
        pages, more, sent = pages_of(signed_in, make(director), known=frozenset(opened | files))
        opened |= {name for name, _path in pages} | sent
        files |= more
    named = {pattern.name for pattern in urlpatterns if isinstance(pattern, URLPattern)}
    assert files == FILES
    assert named - opened - files == BY_LINK | HERE | NAMED_FILES | WHERE_ASKED | LEADS_ON
