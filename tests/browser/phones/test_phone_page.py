"""The phone's page as it lies in the window: weight, the worst data, light and dark, read aloud."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from director.boards.play.seats.seating import name_entries
from director.core.night.clock_buttons import end_clock_round, start_clock
from director.core.night.publishing import publish_results
from director.core.night.room import send_message
from director.models import Session
from director.models.event import Clock
from tests.browser.conftest import PHONE
from tests.browser.phones.conftest import expect_text, find_button, tap, tap_four_spades
from tests.browser.worst import make_long_pairs
from tests.factories import enter_all_results, make_director, make_night

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

MEASURE = Path(__file__).parents[1].joinpath("measure.js").read_text(encoding="utf-8")
WIDTHS = (320, 360, 390, 820)
OUTSIDE = """() => [...document.querySelectorAll("#app button")].flatMap((key) => {
    const [box, held] = [key, document.getElementById("app-main")].map((element) => element.getBoundingClientRect());
    return box.left < held.left - .5 || box.right > held.right + .5 ? [`${key.id} lies in the page's margin`] : [];
})"""


@pytest.fixture
def long_night(transactional_db):
    """Six boards a round, names of sixty letters, a message to the room, a clock at round 1."""
    section = make_night(pairs=10, boards_per_set=6, named=False)
    section.session.clock, section.session.seconds_left = Clock.PAUSED, 900
    section.session.save()
    name_entries(section=section, pairs=make_long_pairs(10))
    send_message(
        session=section.session,
        text="Coffee is served beside the bar until half past nine. " * 3,
        minutes=60,
        user=make_director(),
    )
    return section


def screens(page):
    """Go from screen to screen, and stop at each."""
    yield "round"
    tap(page, "Not our table")
    yield "not our table"
    tap(page, "Back", "Start board")
    yield "contract"
    page.locator("#typed").fill("4S")
    page.keyboard.press("Enter")
    yield "typed and not read"
    tap(page, "Level 7", "no-trumps", "Redoubled", "West")
    yield "lead"
    tap(page, "hearts", "10")
    yield "tricks"
    tap(page, "13 down")
    yield "check"
    tap(page, "Confirm")
    expect_text(page, "✓ Confirmed")
    tap(page, "Show other tables")
    expect(page.locator(".others-table")).to_be_visible()
    yield "board"
    page.context.set_offline(True)
    tap(page, "Next: board 2", "Level 4", "spades", "South", "Skip", "just made", "Confirm")
    expect_text(page, "↑ waiting to send (1)")
    yield "kept"
    tap(page, "Boards")
    yield "round begun"
    tap(page, "Enter board 3", "Not played")
    yield "not played"
    page.context.set_offline(False)
    tap(page, "Call director")
    yield "director"
    tap(page, "Call the director")
    expect_text(page, "The director has been called.")
    tap(page, "Director called")
    yield "called"


def screens_of_two(ns, ew):
    """Go from screen to screen where each side has its phone, and stop at each with the phone that shows it."""
    yield "side", ns
    tap(ns, "N-S", "Start board", "Level 7", "no-trumps", "Redoubled", "South", "Skip", "13 down")
    yield "check of a side", ns
    tap(ns, "Send to E-W")
    expect_text(ns, "E-W haven’t confirmed yet.")
    yield "sent", ns
    ns.evaluate(
        "for (const [name, at] of table.sentTimes) table.sentTimes.set(name, at - 30000); draw()"
    )
    yield "handed over", ns
    tap(ew, "E-W")
    expect_text(ew, "N-S entered:")
    yield "asked", ew
    tap(ew, "Result", "12 down")
    yield "change", ew
    tap(ew, "Send to N-S")
    expect_text(ew, "Your change")
    yield "change sent", ew
    ns.evaluate("refresh()")
    expect_text(ns, "Change by E-W")
    yield "change asked", ns
    tap(ns, "Confirm")
    for board in range(2, 7):
        tap(ns, f"Next: board {board}", "Passed out", "Send to E-W")
        expect_text(ns, "E-W haven’t confirmed yet.")
    tap(ns, "Finish round")
    yield "where to go", ns
    ns.route(
        "**/results",
        lambda route: route.fulfill(status=422, json={"error": "W" * 60 + " is not played here."}),
    )
    ns.locator("#board-2").click()
    tap(ns, "Result", "Level 7", "spades", "North", "Skip", "13 down", "Send to E-W")
    expect_text(ns, "! Not saved.")
    yield "not saved", ns
    tap(ns, "Boards")
    yield "round with a board that wasn’t saved", ns


def faults_of(page, name):
    """Return what is wrong with the screen that *page* shows, at every width."""
    faults = []
    page.wait_for_timeout(500)  # the last key is alive by then
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        told = page.evaluate(MEASURE, {"font": 18, "target": 44}) + page.evaluate(OUTSIDE)
        faults += [f"{name} at {width}: {fault}" for fault in told]
    page.set_viewport_size(PHONE)
    broken = Axe().run(page).response["violations"]
    return faults + [f"{name}: {rule['help']}: {rule['nodes'][0]['html']}" for rule in broken]


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_every_screen_lies_well_with_the_worst_data(
    open_browser, set_up_table_phone, long_night, dark
):
    page = open_browser(viewport=PHONE, dark=dark)
    page.goto(set_up_table_phone(at=long_night, lead=True))
    faults = [fault for name in screens(page) for fault in faults_of(page, name)]
    assert not faults, "\n" + "\n".join(faults)


def test_every_screen_of_two_phones_lies_well_with_the_worst_data(
    open_browser, set_up_table_phone, long_night
):
    path = set_up_table_phone(at=long_night, lead=True, confirm="own")
    ns, ew = (open_browser(viewport=PHONE) for _side in range(2))
    for page in (ns, ew):
        page.goto(path)
    faults = [fault for name, page in screens_of_two(ns, ew) for fault in faults_of(page, name)]
    assert not faults, "\n" + "\n".join(faults)


def test_a_screen_of_usual_names_shows_every_key_of_the_pad_at_once(open_phone):
    """What a phone of 390 by 700 shows above the foot, without a finger that pushes the page."""
    page = open_phone()
    page.set_viewport_size({"width": 390, "height": 700})
    tap(page, "Start board")
    foot = page.locator("#app-foot").bounding_box()["y"]
    lowest = page.get_by_role("button", name="Passed out").bounding_box()
    assert lowest["y"] + lowest["height"] <= foot


@pytest.mark.parametrize("size", [(320, 568), (360, 640), (375, 667)], ids=["320", "360", "375"])
def test_a_small_phone_shows_every_key_of_a_contract_without_scrolling(open_phone, size):
    page = open_phone(lead=True)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    tap(page, "Start board")
    steps = [(22, ["Level 1", "spades", "South"]), (18, ["hearts", "10"]), (17, ["just made"])]
    for count, taps in steps:
        foot = page.locator("#app-foot").bounding_box()["y"]
        boxes = [key.bounding_box() for key in page.locator(".pad button, #skip").all()]
        assert len(boxes) == count, taps
        assert max(box["y"] + box["height"] for box in boxes) <= foot, taps
        assert page.evaluate(MEASURE, {"font": 18, "target": 44}) == []
        tap(page, *taps)
    agree = find_button(page, "Confirm").bounding_box()
    assert agree["y"] + agree["height"] <= size[1]


def test_suits_have_four_colours_on_a_phone_that_wants_them(open_phone):
    page = open_phone()
    tap(page, "Four-colour suits")
    expect(find_button(page, "Four-colour suits")).to_have_attribute("aria-pressed", "true")
    page.reload()
    tap(page, "Start board")
    shown = (
        "[...document.querySelectorAll('.pad .suit')].map((suit) => getComputedStyle(suit).color)"
    )
    assert len(set(page.evaluate(shown))) == 4
    tap(page, "Boards", "Four-colour suits")
    tap(page, "Enter board 1" if find_button(page, "Enter board 1").count() else "Start board")
    assert len(set(page.evaluate(shown))) == 2


def test_a_table_behind_the_room_reads_which_round_is_playing(open_phone, section):
    page = open_phone()
    expect(page.locator(".about").first).to_have_text("Tuesday pairs")
    assert "is now playing" not in page.locator("#app").inner_text()
    expect(page.locator("#board-1")).to_contain_text("to play")
    start_clock(session=section.session)
    end_clock_round(session=Session.objects.get(pk=section.session_id), round_count=3)
    page.evaluate("refresh()")
    expect_text(
        page, "Round 2 is now playing. Enter the missing boards of round 1, or call the director."
    )


def test_last_screen_lies_well_with_and_without_standings(open_browser, set_up_table_phone):
    section = make_night(pairs=6, boards_per_set=2)
    enter_all_results(section)
    path = set_up_table_phone(at=section, ranking=True)
    page = open_browser(viewport=PHONE)
    page.goto(path)
    expect(page.get_by_role("heading", name="All rounds are played")).to_be_visible()
    expect(page.get_by_role("link")).to_have_count(0)
    expect_text(page, "Tap a board to correct it. Then you can close this page.")
    expect_text(page, "The standings appear here once the director publishes them.")
    faults = faults_of(page, "end")
    publish_results(event=section.session.event)
    page.evaluate("refresh()")
    expect(page.get_by_role("link", name="Standings")).to_be_visible()
    faults += faults_of(page, "end with standings")
    assert not faults, "\n" + "\n".join(faults)


def test_screen_of_names_lies_well(open_browser, set_up_table_phone, transactional_db):
    section = make_night(pairs=6, boards_per_set=2, named=False)
    page = open_browser(viewport=PHONE)
    page.goto(set_up_table_phone(at=section, names=True))
    faults = faults_of(page, "round without names")
    tap(page, "Enter names")
    page.locator("#person").fill("W" * 60)
    expect(page.locator("#visitor")).to_be_visible()
    faults += faults_of(page, "visitor")
    page.locator("#person").fill("12345")
    tap(page, "Number 12345")
    expect(page.get_by_role("alert")).to_be_visible()
    faults += faults_of(page, "wrong number")
    assert not faults, "\n" + "\n".join(faults)


def test_first_load_weighs_less_than_sixty_kilobytes_and_the_first_screen_asks_for_nothing_more(
    open_browser, set_up_table_phone
):
    page = open_browser(viewport=PHONE)
    loaded = []
    page.on("requestfinished", lambda request: loaded.extend([request]))
    page.route("**/state.json*", lambda route: route.abort())
    page.goto(set_up_table_phone())
    expect(page.get_by_role("button", name="Start board 1")).to_be_visible()
    sizes = {
        request.url.rsplit("/", 1)[1] or "page": request.sizes()["responseBodySize"]
        for request in loaded
    }
    assert set(sizes) - {"mark.svg"} == {"page", "table.css", "table.js"}
    assert sum(sizes.values()) < 60_000, sizes
    page.reload()
    four_spades_from(page)


def four_spades_from(page):
    tap(page, "Start board")
    tap_four_spades(page)
    expect(page.locator(".gain")).to_have_text("N-S +420")
