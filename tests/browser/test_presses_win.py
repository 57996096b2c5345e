"""A press wins over what a page asks by itself: each look is held while a button is pressed.

One button of each kind is pressed in every region. Which templates ask by themselves is read from
the templates, so a new one fails here until it is pressed too. Two scripts are named here.
"""

import contextlib
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from playwright.sync_api import Download, Error, Locator, Page, Route, expect

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.core.night.links.opening import open_entry_addresses, open_table_addresses
from director.models import Section
from tests.browser.conftest import wait_until, wait_until_settled
from tests.browser.test_switches import MOVEMENT
from tests.director.core.pages.test_tonight import make_tonight
from tests.director.party.parties import (
    make_party,
    make_preset_party,
    make_seated_party,
    play_round,
)
from tests.director.party.play.test_new_phone import replace_phone
from tests.factories import enter_on_line, make_night, make_played_section, make_section

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

ROOT = Path(__file__).parents[2]
PRESSES = frozenset({"click", "submit"})
"""Events of htmx by which a person asks, not the page."""
PRESSABLE = (
    "button:visible:enabled:not([data-full]),"
    " a[href]:visible:not([target]):not([href^='#']), summary:visible"
)
SCRIPT_KINDS = frozenset({"xhr", "fetch"})
"""Requests of a page, for Playwright."""
WATCH = """() => {
  const { dataset } = document.documentElement;
  dataset.watched = "";
  dataset.clicks = "0";
  addEventListener("click", () => { dataset.clicks = String(Number(dataset.clicks) + 1); }, true);
}"""
READ_KIND = """(element) => {
  if (element.localName === "summary") return "fold";
  const isOwn = element.hasAttribute("hx-post") || element.hasAttribute("hx-get");
  if (element.localName === "a") return isOwn ? "link of htmx" : "link";
  if (isOwn) return "button of htmx";
  const { form } = element;
  if (element.type === "button" || !form) return "button of a script";
  if (element.formTarget === "_blank" || form.target === "_blank") return "form in a window";
  if (form.matches("[hx-post], [hx-get]")) return "form of htmx";
  return `form by ${element.getAttribute("formmethod") ?? form.method}`;
}"""
WITHOUT_REQUEST = frozenset({"fold", "button of a script"})
"""Kinds of buttons that may change the page without asking the program."""
COMPARE = """([answer, targetId]) => {
  const page = new DOMParser().parseFromString(answer, "text/html");
  for (const clock of document.querySelectorAll("[data-ends]")) clock.textContent = "";
  for (const clock of page.querySelectorAll("[data-ends]")) clock.textContent = "";
  const read = (element) => element.textContent.replace(/\\s+/g, " ").trim();
  const parts = [...page.querySelectorAll("[hx-swap-oob]")];
  if (page.getElementById(targetId)) parts.push(page.getElementById(targetId));
  const shown = parts.map(({ id }) => document.getElementById(id)).map((part) => part && read(part));
  return [shown, parts.map(read)];
}"""
LOOK_DELAY = 900
"""Milliseconds after which the number of players is looked at."""
TICK = 60
"""Milliseconds in which an answer that has arrived is shown."""


class Region(NamedTuple):
    """A part of a page that asks by itself: what makes it ask, and where it can be pressed."""

    path: str
    look: Callable[[Page], None]
    pressed: str = "main"
    arrive: Callable[[Page], None] | None = None
    """What leads from *path* to the page that asks."""


def fill(selector: str, text: str) -> Callable[[Page], None]:
    """Return what types *text*, or something longer if that is there, in a box and leaves it."""

    def look(page: Page) -> None:
        box = page.locator(selector).first
        box.fill(text if box.input_value() != text else f"{text}1")
        box.blur()

    return look


def select(selector: str, index: int = -1) -> Callable[[Page], None]:
    """Return what chooses another option of a menu."""

    def look(page: Page) -> None:
        options = page.locator(f"{selector} option").all()
        page.locator(selector).first.select_option(options[index].get_attribute("value"))

    return look


def check(selector: str) -> Callable[[Page], None]:
    """Return what ticks a box."""
    return lambda page: page.locator(selector).first.click()


def open_fold(selector: str) -> Callable[[Page], None]:
    """Return what unfolds a part of the page."""
    return lambda page: page.locator(f"{selector} > summary").first.click()


def poll(selector: str) -> Callable[[Page], None]:
    """Return what a page asks every few seconds, as if it had shown something older."""
    code = """(element) => {
      const state = document.getElementById("play-state");
      if (state) state.value = "";
      const path = element.getAttribute("hx-get").replace(/since=[0-9-]+/, "since=1-0");
      htmx.ajax("GET", path, { source: element }).catch(() => {});
    }"""
    return lambda page: page.locator(selector).first.evaluate(code)


def wait_for_question(page: Page) -> None:
    """Wait for what a page asks without being touched."""


LOOKS = {
    "director/additions/labels/templates/additions/labels/page.html": Region(
        "/events/{event}/labels/", select("[name=stock]"), "#sheets, #preview"
    ),
    "director/additions/library/templates/additions/library/_switches.html": Region(
        f"/sessions/{{empty}}/field/movement/?{MOVEMENT}",
        wait_for_question,
        "#switches",
        arrive=lambda page: page.get_by_role("button", name="Find fairer switches").click(),
    ),
    "director/additions/partners/templates/additions/partners/page.html": Region(
        "/partners/", fill("[name=players]", "12")
    ),
    "templates/boards/field.html": Region(
        "/sessions/{empty}/field/?pairs=14", fill("[name=pairs]", "12")
    ),
    "templates/boards/field/_advice.html": Region(
        "/sessions/{empty}/field/?pairs=13", wait_for_question, "#advice"
    ),
    "templates/boards/field/_follow.html": Region(
        "/sessions/{night}/field/?tab=follow", select("[name=pair]"), "#schedule"
    ),
    "templates/boards/field/_preview.html": Region(
        f"/sessions/{{empty}}/field/movement/?{MOVEMENT}",
        select("#preview form[hx-get] select:visible", 0),
        "#preview",
    ),
    "templates/boards/field/movements.html": Region(
        "/sessions/{empty}/field/movements/?pairs=14", fill("[name=pairs]", "12"), ".sheet"
    ),
    "templates/boards/play.html": Region("/sessions/{night}/play/", poll("[data-poll]")),
    "templates/boards/results/scoring.html": Region(
        "/sessions/{night}/results/?tab=scoring", select("[name=scoring]", 1), "#scoring"
    ),
    "templates/boards/scores/_entry_help.html": Region(
        "/sessions/{played}/scores/boards/1/", open_fold("#fouled"), "#fouled"
    ),
    "templates/boards/seats/_dots.html": Region(
        "/sessions/{night}/seats/", open_fold("#pair-2 .dots"), "#names"
    ),
    "templates/boards/seats/_room_side.html": Region(
        "/sessions/{night}/seats/?by=table", fill("[name=name-2-1]", "Ada Ash"), "#names"
    ),
    "templates/boards/seats/_row.html": Region(
        "/sessions/{night}/seats/", fill("[name=name-2-1]", "Bert Birch"), "#names"
    ),
    "templates/core/help/_menu.html": Region("/people/", open_fold(".ask-help"), ".ask-help"),
    "templates/core/people.html": Region("/people/?q=a", fill("[name=q]", "b")),
    "templates/core/practice/_tip.html": Region(
        "/practice/",
        poll("#practice"),
        "#practice",
        arrive=lambda page: page.locator("main form button, main a.button").first.click(),
    ),
    "templates/core/print.html": Region(
        "/sessions/{night}/print/", check("[name=kinds]:not(:checked)"), "#sheets, #preview"
    ),
    "templates/core/printing/_kinds.html": Region(
        "/sessions/{night}/print/", lambda page: page.locator(".kinds").hover(), "#sheets"
    ),
    "templates/core/screens/_room.html": Region("/sessions/{night}/room/", poll("#room")),
    "templates/core/tonight.html": Region("/?of={today}", poll("#heroes"), "#heroes"),
    "templates/party/cards/_state.html": Region(
        "/parties/{cards}/play/", poll("#cards-state"), "#cards-state"
    ),
    "templates/party/field/_field.html": Region(
        "/parties/{unseated}/field/", fill("[name=players]", "26"), "#party-field"
    ),
    "templates/party/phones/_came.html": Region(
        "/parties/{two_phones}/play/", poll("#came"), "#came"
    ),
    "templates/party/play/_poll.html": Region("/parties/{party}/play/", poll("#party-poll")),
    "templates/party/screens/_phone.html": Region("/p/{player}/", poll("#phone"), "#phone"),
    "templates/party/seats/_row.html": Region(
        "/parties/{party}/seats/", fill("[name=name-2]", "Dot Dale"), "#names"
    ),
    "templates/party/series/_table.html": Region(
        "/parties/{skat}/play/", fill("form.entry input.n", "120"), "form.entry >> nth=0"
    ),
}
"""What asks, by the file of its template."""


def make_party_with_two_phones() -> int:
    """Return the number of a party at whose table 1 a second phone wants to enter results."""
    party = make_seated_party(players=8, named=True)
    replace_phone(open_table_addresses(session=party.session, tables=[1])[1])
    return party.pk


def make_player_with_points() -> str:
    """Return the token of a player who has points and can ask why."""
    party = make_seated_party(players=8, named=True)
    play_round(party)
    return party.players.first().token


MAKERS = {
    "empty": lambda: make_section().session_id,
    "event": lambda: make_night(pairs=6, boards_per_set=2).session.event_id,
    "night": lambda: make_night(pairs=6, boards_per_set=2).session_id,
    "played": lambda: make_played_section().session_id,
    "today": lambda: make_tonight("Thursday pairs", leave=2).session_id,
    "party": lambda: make_seated_party(players=8, named=True).pk,
    "cards": lambda: make_preset_party(key="whist-drive", players=8).pk,
    "skat": lambda: make_seated_party(players=8, system="skat-series", rounds=2, named=True).pk,
    "unseated": lambda: make_party(players=24).pk,
    "player": make_player_with_points,
    "two_phones": make_party_with_two_phones,
}
"""What the addresses of regions name."""


def make_path(path: str) -> str:
    """Return *path* with the number or token of what it names, which is made."""
    return re.sub(r"\{(\w+)\}", lambda name: str(MAKERS[name[1]]()), path)


def list_asking_templates() -> set[str]:
    """Return the templates with something that asks without a click or a submit."""
    templates = [
        path for path in ROOT.glob("**/templates/**/*.html") if "node_modules" not in path.parts
    ]
    return {
        str(path.relative_to(ROOT))
        for path in templates
        for trigger in re.findall(r'hx-trigger="([^"]*)"', path.read_text("utf-8"))
        if {part.split()[0] for part in trigger.split(",")} - PRESSES
    }


def test_every_template_that_asks_by_itself_is_pressed_here():
    assert list_asking_templates() == set(LOOKS)


class Held:
    """What a page has asked and not been answered: looks, then the press and what it loads."""

    def __init__(self, page: Page) -> None:
        self.page, self.routes = page, []
        self.kinds: frozenset[str] = frozenset()
        page.route("**", self.hold)

    def hold(self, route: Route) -> None:
        """Hold a request of the kinds that are held."""
        if route.request.resource_type in self.kinds:
            self.routes.append(route)
        else:
            route.continue_()

    def wait_for(self, count: int) -> None:
        """Wait until *count* requests are held."""
        wait_until(self.page, lambda: len(self.routes) >= count)

    def answer(self, route: Route) -> str:
        """Let the answer to *route* come, and return it."""
        response = route.fetch(max_redirects=0)
        with contextlib.suppress(Error):  # the page has given the request up
            route.fulfill(response=response)
        self.page.wait_for_timeout(TICK)
        return "" if response.status in {204, 302} else response.text()

    def end(self) -> None:
        """Let everything go that is held and that comes."""
        self.kinds = frozenset()
        for route in self.routes:
            with contextlib.suppress(Error):
                route.continue_()


def open_region(page: Page, region: Region, path: str) -> Held:
    """Open the page of *region* at *path* and hold its look back."""
    page.unroute("**")
    page.goto(path)
    held = Held(page)
    if region.look is wait_for_question:
        held.kinds = SCRIPT_KINDS
        if region.arrive:
            region.arrive(page)
        else:
            page.reload()
        page.wait_for_load_state()
    else:
        if region.arrive:
            region.arrive(page)
        wait_until_settled(page)
        held.kinds = SCRIPT_KINDS
        region.look(page)
    held.wait_for(1)
    page.evaluate(WATCH)
    return held


def list_buttons(page: Page, region: Region) -> dict[str, Locator]:
    """Return one button of each kind that can be pressed in *region*, by its kind."""
    buttons = {}
    for button in page.locator(region.pressed).locator(PRESSABLE).all():
        buttons.setdefault(button.evaluate(READ_KIND), button)
    return buttons


def press(page: Page, button: Locator, *, meanwhile: Callable[[], None] = lambda: None) -> None:
    """Press and release *button*, and do *meanwhile* before the release."""
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    meanwhile()
    page.mouse.up()


def check_press_won(page: Page, held: Held, pressed_route: Route | None) -> None:
    """See that the page shows what the press led to."""
    if pressed_route is None:
        held.end()
        assert page.evaluate("document.documentElement.dataset.clicks") == "1"
        return
    request = pressed_route.request
    if request.resource_type == "document":
        downloads = []

        def note_download(download: Download) -> None:
            downloads.append(download)  # Playwright takes no method of a list

        page.on("download", note_download)
        held.end()
        wait_until(page, lambda: downloads or is_left(page))
        return
    text = held.answer(pressed_route)
    held.end()
    wait_until_settled(page)
    if is_left(page):
        return  # the answer has loaded the page again
    target = request.headers.get("hx-target", "")
    shown, answered = page.evaluate(COMPARE, [text, target])
    assert shown == answered
    assert target or text


def is_left(page: Page) -> bool:
    """Return whether another page is shown than the one that was watched."""
    with contextlib.suppress(Error):  # it is being left
        return page.locator("html:not([data-watched])").count() == 1
    return False


def press_first(page: Page, held: Held, button: Locator, *, kind: str, looks_answered: str) -> None:
    """Press *button* while its look is held, answer the look at *looks_answered*, then the press."""
    look = held.routes[0]
    window_count = len(page.context.pages)
    held.kinds = SCRIPT_KINDS | {"document"}
    if looks_answered == "before the release":
        press(page, button, meanwhile=lambda: held.answer(look))
    else:
        press(page, button)
    wait_until(
        page,
        lambda: (
            kind in WITHOUT_REQUEST
            or len(held.routes) > 1
            or len(page.context.pages) > window_count
        ),
    )
    if looks_answered == "before the press":
        held.answer(look)
    # Polls go on while a press loads a page.
    pressed = sorted(held.routes[1:], key=lambda route: route.request.resource_type != "document")
    if len(page.context.pages) > window_count:
        held.end()
        for window in page.context.pages[window_count:]:
            window.close()
        return
    check_press_won(page, held, pressed[0] if pressed else None)


@pytest.mark.parametrize("template", sorted(LOOKS))
def test_each_kind_of_button_beside_a_look_on_its_way(open_page, template):
    region = LOOKS[template]
    path = make_path(region.path)
    pressed: set[str] = set()
    order = "before the release"
    while True:
        held = open_region(open_page, region, path)
        left = {
            kind: button
            for kind, button in list_buttons(open_page, region).items()
            if kind not in pressed
        }
        if not left:
            break
        kind = next(iter(left))
        press_first(open_page, held, left[kind], kind=kind, looks_answered=order)
        if order == "before the press":
            pressed.add(kind)
        order = "before the press"
    held.end()
    assert pressed


def test_a_look_that_comes_due_after_a_press_waits_for_its_answer(open_page):
    """Whoever presses *Euchre nights* and types on gets the euchre nights for the number typed."""
    open_page.goto(make_path("/parties/{unseated}/field/"))
    wait_until_settled(open_page)
    held = Held(open_page)
    held.kinds = SCRIPT_KINDS
    press(open_page, open_page.get_by_role("button", name="Euchre nights"))
    held.wait_for(1)
    open_page.locator("[name=players]").fill("28")
    open_page.wait_for_timeout(LOOK_DELAY)
    assert len(held.routes) == 1
    held.answer(held.routes[0])
    held.wait_for(2)
    held.end()
    wait_until_settled(open_page)
    expect(open_page.get_by_role("button", name="Euchre nights")).to_have_attribute(
        "aria-current", "true"
    )
    expect(open_page.locator("[name=players]")).to_have_value("28")


def enter_last_result(section: Section) -> None:
    """Enter a result that other desks and phones hear of."""
    line = fetch_section_lines(section).all[-1]
    enter_on_line(section, line, "4SS=")


@pytest.mark.parametrize("script", ["additions/phones/player_page.js", "boards/scores/news.js"])
def test_news_that_a_script_fetches_waits_for_the_release_of_a_link(open_page, script):
    section = make_played_section(leave=1)
    path = f"/sessions/{section.session_id}/scores/boards/1/"
    if script == "additions/phones/player_page.js":
        path = f"/my/{open_entry_addresses(section=section, pairs=[1])[1].token}/"
    open_page.goto(path)
    wait_until_settled(open_page)
    enter_last_result(section)
    held = Held(open_page)
    held.kinds = SCRIPT_KINDS
    open_page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")
    held.wait_for(1)
    open_page.evaluate(WATCH)
    link = open_page.locator("main a[href]:visible").last
    press(open_page, link, meanwhile=lambda: held.answer(held.routes[0]))
    wait_until(open_page, lambda: is_clicked(open_page))
    held.end()


def is_clicked(page: Page) -> bool:
    """Return whether a click has arrived, also if it has led to another page."""
    with contextlib.suppress(Error):
        return page.locator("html[data-clicks='0']").count() == 0
    return True
