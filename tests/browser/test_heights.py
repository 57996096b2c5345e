"""How high the pages of an invented evening are, all results entered: what one came for is seen without much scrolling.

``LIMITS`` has the kind of evening, the page and the most pixels, 1280 wide with a mouse and 390
wide with fingers, for which buttons are larger.
"""

from datetime import date

import pytest

from director.additions.contests.draws.drawing import begin_contest
from director.boards.movement.sections import fetch_section
from director.boards.play.seats.seating import name_entries
from director.core.base.demo import FIRST_NAMES, LAST_NAMES
from director.core.night.publishing import publish_results
from director.event_kinds import list_event_kinds
from director.models import Person
from director.models.event import Contest
from tests.browser.conftest import PHONE
from tests.director.boards.others import make_empty_section
from tests.factories import enter_all_results

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

EVENING = date(2026, 11, 17)
KINDS = {
    "party" if kind.contest == Contest.PROGRESSIVE else str(kind.contest): kind
    for kind in list_event_kinds()
}
LIMITS = {
    "pairs": {
        "/sessions/{session}/field/": (1200, 2600),
        "/sessions/{session}/field/?tab=room": (1100, 1700),
        "/sessions/{session}/field/?tab=comparisons": (990, 1490),
        "/sessions/{session}/field/?tab=change": (1200, 1800),
        "/sessions/{session}/field/movement/?pairs=13&key=mitchell": (1200, 2000),
        "/": (800, 1100),
        "/nights/": (800, 1100),
        "/people/": (1300, 1700),
        "/people/1/": (800, 900),
        "/people/list/": (800, 900),
        "/import/": (800, 900),
        "/club/": (850, 1850),  # all cards
        "/club/backups/": (800, 1200),
        "/accounts/": (800, 1200),
        "/sessions/{session}/seats/": (1200, 1900),
        "/sessions/{session}/print/": (950, 1700),
        "/sessions/{session}/print/?set=before": (950, 1700),
        "/sessions/{session}/print/?set=reprint": (1060, 1820),  # with Large print in sight
        "/sessions/{session}/play/": (1150, 2200),
        "/sessions/{session}/scores/": (1150, 1950),
        "/sessions/{session}/changed/": (800, 960),  # a box with an example for each of ten changes
        "/sessions/{session}/happened/": (800, 1300),
        "/events/{event}/": (850, 1820),
        "/events/{event}/boards/1/": (900, 1400),
        "/events/{event}/boards/7/": (910, 1400),
        "/events/{event}/pairs/1/": (1420, 2620),  # with the curve over its boards
        "/events/{event}/recap/": (1500, 2550),  # half of the boards in each of two tables
        "/sessions/{session}/results/": (1000, 2030),
        "/sessions/{session}/results/?tab=export": (1400, 2300),
        "/sessions/{session}/results/?tab=scoring": (1050, 1800),
        "/sessions/{session}/results/extras/": (1250, 2750),
        "/sessions/{session}/rulings/": (1050, 2150),
        "/sessions/{session}/acts/": (1500, 2400),
    },
    "individual": {
        "/sessions/{session}/field/": (1000, 1600),
        "/sessions/{session}/seats/": (820, 1800),  # with the tabs List and Room
        "/sessions/{session}/print/": (950, 1700),
        "/sessions/{session}/print/?set=before": (950, 1700),
        "/sessions/{session}/results/": (1000, 1590),
        "/sessions/{session}/play/": (820, 1290),
        "/sessions/{session}/scores/": (900, 1400),
        "/events/{event}/": (1010, 1370),
        "/events/{event}/pairs/1/": (1480, 2250),
        "/events/{event}/recap/": (1400, 1950),
    },
    "teams": {
        "/sessions/{session}/field/": (1000, 1750),
        "/sessions/{session}/seats/": (820, 1350),
        "/sessions/{session}/print/": (950, 1700),
        "/sessions/{session}/print/?set=before": (950, 1700),
        "/sessions/{session}/results/": (900, 1330),
        "/sessions/{session}/play/": (900, 1720),
        "/sessions/{session}/scores/": (1100, 1860),  # a line more where a message wraps
        "/events/{event}/": (820, 1180),
        "/events/{event}/pairs/1/": (940, 1400),
        "/events/{event}/pairs/1/?why=match-2": (1270, 1900),
        "/events/{event}/matches/": (1700, 2450),  # with the fixtures of every round
        "/events/{event}/matches/1/2/": (820, 1300),
    },
    "Swiss": {
        "/sessions/{session}/draw/": (
            1450,
            2930,
        ),  # places and VPs beside the names, and the tables to fill
        "/sessions/{session}/seats/": (1400, 3800),
        "/sessions/{session}/play/": (1790, 2620),
        "/sessions/{session}/lineups/": (1450, 4500),
    },
    "party": {
        "/parties/{session}/field/": (1200, 2100),
        "/parties/{session}/seats/": (1100, 1950),
        "/parties/{session}/print/": (950, 1700),
        "/parties/{session}/print/?set=reprint": (950, 1700),
        "/events/{event}/": (1240, 2520),
        "/events/{event}/players/1/": (820, 1150),
        "/parties/{session}/results/": (1100, 2320),
        "/parties/{session}/results/?tab=prizes": (1000, 1750),
        "/parties/{session}/acts/": (1500, 2450),
        "/parties/{session}/play/": (950, 2150),  # a heading that wraps
    },
}


def swiss_of_forty():
    """Return a Swiss of forty teams, of which the first round is played."""
    section = make_empty_section(Contest.TEAMS)
    begin_contest(
        section=section,
        movement_key="swiss-teams",
        size=40,
        round_count=7,
        boards_per_set=2,
        options={},
    )
    section = fetch_section(section.ref)
    names = [f"{first} {last}" for last in LAST_NAMES.split() for first in FIRST_NAMES.split()]
    people = [(None, names[number : number + 4]) for number in range(0, 160, 4)]
    name_entries(section=section, pairs=people)
    enter_all_results(fetch_section(section.ref))
    return section.session.event


def make_published_evening(kind):
    event = (
        swiss_of_forty()
        if kind == "Swiss"
        else KINDS[kind].create_demo_event(seed=1, event_date=EVENING)
    )
    publish_results(event=event)
    return event


def beyond(page):
    """Return what of the page is not seen without scrolling sideways, but in what scrolls in its card."""
    return page.evaluate(
        """() => [...document.querySelectorAll("main td, main th")]
            .filter(cell => cell.getBoundingClientRect().right > innerWidth)
            .filter(cell => !cell.closest(".scroll"))
            .map(cell => cell.textContent)"""
    )


@pytest.mark.parametrize("kind", LIMITS)
def test_pages_are_no_higher_than_they_need_to_be(open_page, kind, tmp_path, settings):
    settings.DATA_DIR, settings.SECRET_KEY_FILE = (
        tmp_path,
        tmp_path / "secret.key",
    )  # backups of other tests are elsewhere
    event, session = make_published_evening(kind), None
    faults = []
    device = open_page.context.new_cdp_session(open_page)
    for path, most in LIMITS[kind].items():
        session = session or event.sessions.first().pk
        for size, limit in zip(({"width": 1280, "height": 800}, PHONE), most, strict=True):
            open_page.set_viewport_size(size)
            device.send(
                "Emulation.setTouchEmulationEnabled",
                {"enabled": size is PHONE, "maxTouchPoints": 1},
            )
            open_page.goto(path.format(event=event.pk, session=session))
            height = open_page.evaluate("document.documentElement.scrollHeight")
            faults += [f"{path} is {height} high at {size['width']}, not {limit}"] * (
                height > limit
            )
            faults += [
                f"{path} at {size['width']}: {cell} is out of sight" for cell in beyond(open_page)
            ]
    assert not faults, "\n" + "\n".join(faults)


def test_a_row_of_standings_is_one_line_for_names_of_thirty_letters(open_page):
    event = make_published_evening("pairs")
    for index, person in enumerate(Person.objects.all()):
        person.name = f"Bartholomew Featherstonehaugh{chr(ord('a') + index)}"
        assert len(person.name) == 30
        person.save()
    open_page.set_viewport_size({"width": 1280, "height": 800})
    open_page.goto(f"/events/{event.pk}/")
    rows = open_page.locator(".standings tbody tr").all()
    heights = [row.bounding_box()["height"] for row in rows]
    assert len(heights) == 14
    assert max(heights) < 40


@pytest.mark.parametrize("kind", ["pairs", "party"])
def test_numbers_are_found_on_a_phone(open_page, kind):
    event = make_published_evening(kind)
    open_page.set_viewport_size(PHONE)
    for page in ("", "recap/", "boards/1/") if kind == "pairs" else ("",):
        open_page.goto(f"/events/{event.pk}/{page}")
        measured = open_page.evaluate(
            "[...document.querySelectorAll('tbody [data-no]')].map(at => getComputedStyle(at, '::before').content)"
        )
        assert len(measured) >= 14
        assert all(number.strip('"')[0].isdigit() for number in measured)


def test_more_never_stands_alone(open_page):
    event = make_published_evening("pairs")
    open_page.goto(f"/sessions/{event.sessions.first().pk}/results/")
    for width in (390, 430, 500, 768, 1024, 1280):
        open_page.set_viewport_size({"width": width, "height": 800})
        buttons = open_page.locator("#publish :is(a, button, summary):visible").all()
        tops = [button.bounding_box()["y"] for button in buttons]
        assert sum(abs(top - tops[-1]) < 12 for top in tops) > 1, width


@pytest.mark.parametrize(
    ("tail", "last", "most"),
    [
        ("results/", ".tabs", (175, 345)),
        ("results/?tab=export", ".tabs", (175, 345)),
        ("play/", ".steps", (80, 110)),
        ("scores/", ".tabs", (130, 155)),
        ("seats/", ".sheet.status", (145, 220)),
        ("print/", ".steps", (80, 110)),
    ],
)
def test_little_stands_above_what_one_came_for(open_page, tail, last, most):
    """On a phone buttons and tabs take a second line rather than hide some, and show where one is."""
    event = make_published_evening("pairs")
    device = open_page.context.new_cdp_session(open_page)
    for size, limit in zip(({"width": 1280, "height": 800}, PHONE), most, strict=True):
        open_page.set_viewport_size(size)
        device.send(
            "Emulation.setTouchEmulationEnabled",
            {"enabled": size is PHONE, "maxTouchPoints": 1},
        )
        open_page.goto(f"/sessions/{event.sessions.first().pk}/{tail}")
        top, head = (open_page.locator(part).first.bounding_box() for part in (".bar", last))
        assert head["y"] + head["height"] - top["height"] <= limit, size
        for current in open_page.locator(":is(.bar nav, .steps, .tabs) [aria-current]").all():
            box = current.bounding_box()
            assert 0 <= box["x"] <= size["width"] - box["width"], size


def test_a_menu_in_a_line_of_buttons_opens_whole_on_a_phone(open_page):
    event = make_published_evening("pairs")
    open_page.set_viewport_size(PHONE)
    open_page.goto(f"/sessions/{event.sessions.first().pk}/results/")
    open_page.locator("#publish summary", has_text="More").click()
    unpublish = open_page.get_by_role("button", name="Unpublish")
    unpublish.scroll_into_view_if_needed()
    box = unpublish.bounding_box()
    assert 0 <= box["x"] <= PHONE["width"] - box["width"]
    unpublish.click(trial=True)
