"""How pages lie in the window, measured in the browser: at nine widths, on paper, signed out and where they refuse.

Pages of every kind are tried as somebody reads them who enlarges them, spaces their texts, has a
longer language or colours of their own ([WCAG] 2.2, 1.4.1, 1.4.10, 1.4.11, 1.4.12).  Every page of
every night is walked by ``test_every_page``.  An address that is a page nowhere fails here, unless
it is one of ``FILES``.
"""

from io import BytesIO
from pathlib import Path

import pytest
from django.template.loader import render_to_string
from django.urls import URLPattern
from pypdf import PdfReader

from director.boards.movement.sections import fetch_section
from director.core.base.roles import Role
from director.core.club.accounts import get_or_create_welcome_path, invite_account
from director.party.movement.parties import fetch_party_by_session
from director.urls import urlpatterns
from tests.browser import worst
from tests.browser.test_heights import make_published_evening
from tests.browser.walk import BY_LINK, HERE, NIGHTS, fetch_pages, walk_pairs, walk_party
from tests.factories import make_director

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MEASURE = Path(__file__).with_name("measure.js").read_text(encoding="utf-8")
WIDTHS = (320, 360, 390, 768, 820, 900, 1024, 1280, 1920)
TEXT = 15  # pixels with a mouse: the smallest text of a page; with fingers all is larger by a fifteenth
AT_TABLES = 18
ZOOMED = {"width": 640, "height": 400}
"""A window of 1280 by 800 at 200 %."""
SPACED = """
    * { line-height: 1.5 !important; letter-spacing: .12em !important; word-spacing: .16em !important }
    p { margin-block-end: 2em !important }
"""
DRESS = """css => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
}"""
LENGTHEN = """() => {
  const longer = (text) => {
    const said = text.trim();
    if (said.length > 40 || !/[a-z]{2}/.test(said)) return text;
    return text.replace(said, said + (/ /.test(said) ? " " : "") + said.slice(0, Math.floor(said.length * 0.4)));
  };
  const parts = "button, .button, label, legend, h1, h2, h3, summary, a, th, td, dt, caption, .flag";
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (texts.nextNode()) {
    const [node, part] = [texts.currentNode, texts.currentNode.parentElement];
    if (part.closest(parts) && !part.closest("script, svg, .page-preview, .card thead")) node.data = longer(node.data);
  }
  for (const name of ["data-label", "data-brief"])
    for (const part of document.querySelectorAll(`[${name}]`)) part.setAttribute(name, longer(part.getAttribute(name)));
}"""
"""Makes words 40 % longer, as another language does; names of sixty letters are long enough, and so are
the headings of a card's six columns on a phone."""
REACHED = {
    "pairs": """
        / /nights/ /people/ /people/1/ /import/ /club/ /accounts/ /help/
        {night}/field/ {night}/field/?tab=room {night}/field/?tab=comparisons {night}/seats/ {night}/print/
        {night}/play/ {night}/scores/ {night}/results/ {night}/results/?tab=export {night}/changed/ {night}/happened/
        {night}/rulings/ {night}/acts/ {night}/room/ {night}/room/?show=seats
        {event}/ {event}/boards/1/ {event}/pairs/1/?why=1 {event}/recap/ /t/{t}/ /my/{my}/
    """,
    "individual": "{night}/field/ {night}/seats/ {night}/scores/ {event}/ {event}/pairs/1/ {event}/recap/",
    "teams": """
        {night}/seats/ {night}/play/ {night}/results/
        {event}/ {event}/pairs/1/?why=match-2 {event}/matches/ {event}/matches/1/2/
    """,
    "Swiss": "{night}/draw/ {night}/play/ {night}/lineups/",
    "party": """
        {night}/field/ {night}/seats/ {night}/print/ {night}/play/ {night}/results/ {night}/results/?tab=prizes
        {night}/acts/ {night}/room/ {night}/giving/ {event}/ {event}/players/1/ /t/{t}/ /p/{p}/
    """,
}
"""Pages of every kind: the desk's, the public's, those of the phones and of the room's screens."""
FILES = frozenset(
    {
        "session_field_file",
        "library_movement_file",
        "library_export",
        "library_export_text",
        "session_hands_pbn",
        "session_hands_records",
        "session_money_receipts",
        "party_money_receipts",
        "money_of_month",
        "event_json",
        "club_season_json",
        "club_season_file",
        "club_season_pdf",
        "club_season_prizes",
        "people_labels_pdf",
        "website_zip",
        "event_labels_pdf",
        "feed",
        "next_nights_calendar",
        "next_nights_feed",
        "health",
        "health_live",
        "health_ready",
        "event_export",
        "event_players_csv",
        "event_players_xlsx",
        "table_state",
        "table_match",
        "table_script",
        "table_worker",
    }
)
# a file by the name that it has in a folder
NAMED_FILES = frozenset({"backup_file", "backup_restore", "backup_sent", "event_files"})
WHERE_ASKED = frozenset(
    {"table_people"}
)  # answers only where the club asks players for their names
LEADS_ON = frozenset(
    {
        "session_open",
        "session_off_schedule_table",
        "session_scores_matches",
        "party_open",
        "party_new_phones",
        "club_phones",
        "club_numbers",
        "website",
    }
)  # opened as a page, it leads to another
BEFORE_PLAY = frozenset({"session_seeding"})  # leads to Draw once there is a result
FORMER = frozenset(
    {"former_season", "former_season_json", "former_season_file"}
)  # no season here was made before parties and other events shared theirs
LEADS_BACK = frozenset({"party_money_till"})  # takes a form alone
FRAGMENTS = frozenset({"practice_tip"})  # a part of a page that is open
OF_OTHERS = frozenset({"session_scores_match"})  # 1 and 2 don't meet first


def faults_at(page, width, *, target=24):
    page.set_viewport_size({"width": width, "height": 900})
    return page.evaluate(MEASURE, {"font": TEXT, "target": target})


def faults_of(page, path, *, target=24, widths=WIDTHS):
    """Return every fault of the page that is open, each with those of *widths* at which it is one."""
    seen = {}
    for width in widths:
        for fault in faults_at(page, width, target=target):
            seen.setdefault(fault, []).append(width)
    return [f"{path} at {', '.join(map(str, widths))}: {fault}" for fault, widths in seen.items()]


def reach_faults(page, path, *, font=TEXT):
    """Return the faults of the page that is open: narrow, enlarged, its texts spaced, longer, in forced colours."""
    asked = {"font": font, "target": 44 if font == AT_TABLES else 24}
    wide, narrow, phone = ({"width": width, "height": 800} for width in (1280, 320, 390))
    faults = {}

    def look(how, size=wide, **more):
        page.set_viewport_size(size)
        faults.update(
            (fault, how) for fault in page.evaluate(MEASURE, asked | more) if fault not in faults
        )

    look("at 320", narrow)
    look("at 200 %", ZOOMED)
    page.evaluate(DRESS, SPACED)
    look("spaced at 320", narrow)
    look("spaced")
    page.evaluate(DRESS, "")
    page.evaluate(LENGTHEN)
    look("longer")
    look("longer at 390", phone)
    page.emulate_media(forced_colors="active")
    look("in forced colours", phone, forced=True)
    page.emulate_media(forced_colors="none")
    return [f"{path} {how}: {fault}" for fault, how in faults.items()]


def night_of(kind, director):
    """Return the addresses of an evening of this *kind*, to be put into those of ``REACHED``."""
    session = (
        worst.nine_swiss_teams(director).session
        if kind == "Swiss"
        else make_published_evening(kind).sessions.first()
    )
    if kind == "party":
        night = walk_party(fetch_party_by_session(session.pk))
    else:
        night = walk_pairs(fetch_section(session.pk))
    base = "parties" if kind == "party" else "sessions"
    return {"night": f"/{base}/{session.pk}", "event": f"/events/{session.event_id}"} | night.tokens


@pytest.mark.parametrize(
    "kinds", [("pairs",), ("individual", "teams", "Swiss", "party")], ids=["pairs", "others"]
)
def test_pages_of_every_kind_reach_everybody(open_page, signed_in_client, director, kinds):
    faults = []
    for kind in kinds:
        night = night_of(kind, director)
        for path in REACHED[kind].split():
            open_page.goto(path.format(**night))
            faults += reach_faults(
                open_page, f"{kind} {path}", font=AT_TABLES if path.startswith("/t/") else TEXT
            )
    assert not faults, "\n" + "\n".join(faults)


@pytest.mark.parametrize(("paper", "wide"), [("A4", 210 - 24), ("Letter", 216 - 24)])
def test_paper_loses_no_column(open_page, signed_in_client, director, paper, wide):
    """Standings, a card and a board of long names, printed from the browser, lie inside the paper's margins."""
    night = NIGHTS["five tables"](director)
    event = f"/events/{night.numbers['event_id']}/"
    faults = []
    open_page.set_viewport_size({"width": int(wide / 25.4 * 96), "height": 1000})
    for path in (event, f"{event}boards/1/", f"{event}pairs/1/"):
        open_page.goto(path)
        headings = open_page.locator(
            "main thead th:not(.noprint, :has(> .hidden))"
        ).all_inner_texts()
        open_page.emulate_media(media="print")
        faults += [
            f"{path}: {fault}" for fault in open_page.evaluate(MEASURE, {"font": 0, "target": 0})
        ]
        printed = "".join(
            page.extract_text() for page in PdfReader(BytesIO(open_page.pdf(format=paper))).pages
        )
        printed = "".join(printed.split())
        faults += [
            f"{path}: {text} is not printed"
            for text in headings
            if "".join(text.split()) not in printed
        ]
        open_page.emulate_media(media="screen")
    assert not faults, "\n" + "\n".join(faults)


def test_every_page_for_somebody_signed_out_lies_well(open_browser):
    page = open_browser()
    welcome = get_or_create_welcome_path()
    faults = []
    for path in (welcome, welcome.replace("/welcome/", "/welcome/x"), "/sign-in/?next=/people/"):
        page.goto(path)
        faults += faults_of(page, path) + reach_faults(page, path)
    make_director()
    invited = invite_account(role=Role.SCORER)
    for path in (invited, invited.replace("/join/", "/join/x"), "/events/999/"):
        page.goto(path)
        faults += faults_of(page, path)
    assert not faults, "\n" + "\n".join(faults)


def test_what_a_file_says_lies_well(open_page, signed_in_client):
    """The columns of a table with long headings and cells, and a file with many faults."""
    headings = [
        "Board",
        "N/S pair",
        "E/W pair",
        "Contract & by whom",
        "W" * 60,
        *(f"Column {index}" for index in range(12)),
    ]
    row = [
        "1",
        "1",
        "2",
        "4HXN",
        "Bartholomew Featherstonehaugh-Cholmondeley " * 3,
        *["W" * 60] * 12,
    ]
    files = {
        "columns": [headings, row],
        "faults": [
            ["Board", "NS", "EW", "Contract"],
            *([str(number), "1", "1", "9Z" + "W" * 60] for number in range(1, 30)),
        ],
    }
    faults = []
    for name, rows in files.items():
        open_page.goto("/import/")
        content = "\n".join(map(",".join, rows)).encode()
        open_page.locator("input[type=file]").set_input_files(
            {"name": f"{'W' * 60}.csv", "mimeType": "text/csv", "buffer": content}
        )
        open_page.get_by_role("button", name="Preview").click()
        open_page.locator("#import-answer").locator("summary, li").first.wait_for()
        for folded in open_page.locator("#import-answer summary").all():
            folded.click()
        faults += faults_of(open_page, name)
    assert not faults, "\n" + "\n".join(faults)


def test_every_refusal_lies_well(open_page, signed_in_client):
    faults = []
    open_page.goto("/people/")
    for name in ("400", "403", "404", "500"):
        open_page.set_content(
            render_to_string(f"{name}.html", {"message": "W" * 60 + " cannot be read."})
        )
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
                "form => { document.body.innerHTML = form; setTimeout(() => document.forms[0].submit()) }",
                form,
            )
        faults += faults_of(open_page, name)
    assert not faults, "\n" + "\n".join(faults)


def test_no_address_is_left_out(signed_in_client, director):
    """Every named address is a page of some night, a file, or opened by a link of its own."""
    opened, files = set(), set()
    for make in NIGHTS.values():
        pages, more, sent = fetch_pages(
            signed_in_client, make(director), known=frozenset(opened | files)
        )
        opened |= {name for name, _path in pages} | sent
        files |= more
    named = {pattern.name for pattern in urlpatterns if isinstance(pattern, URLPattern)}
    assert files == FILES
    assert named - opened - files == (
        BY_LINK
        | HERE
        | NAMED_FILES
        | WHERE_ASKED
        | LEADS_ON
        | BEFORE_PLAY
        | LEADS_BACK
        | OF_OTHERS
        | FRAGMENTS
        | FORMER
    )
