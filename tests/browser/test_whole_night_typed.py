"""A whole night typed without looking: at every speed and over every network, what is stored is what was typed."""

import asyncio
import random
import shutil
from dataclasses import dataclass
from threading import Thread

import pytest
from django.conf import settings
from playwright.async_api import Page, async_playwright

from director.boards.movement.lines.section_lines import fetch_section_lines
from director.models import Section
from tests.browser.conftest import CHROMIUM, DESKTOP, IS_SENT, QUIET
from tests.director.boards.play.scores.entry_pages import scores_address
from tests.factories import make_director, make_night, sign_in

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

WAYS = ((60, 0), (60, 400), (110, 150))
"""Milliseconds from one key to the next, and those that the network adds to every answer: what is hardest, and some."""
PATIENCE = 120_000
"""Milliseconds in which all that was typed has to be stored, once it is."""
CONTRACTS = (
    "1NT",
    "2C",
    "2D",
    "2H",
    "2S",
    "3NT",
    "3NTX",
    "4S",
    "4H",
    "4HX",
    "5C",
    "5D",
    "6NT",
    "3CXX",
)
PLAYED, RESULTS = 3, 78
"""How often each of 26 boards is played, and the results that makes."""
NAMED = ("Enter", "Backspace", "Escape", "Control+z", "ArrowUp", "PageDown", "PageUp")
ELSE = ("PASS", "A6040", "A4060", "A5050", "+140", "LATER")


@dataclass(frozen=True, slots=True)
class Night:
    """A night, its *texts* by line in the order in which they are typed, and the *speed* and *latency* of it."""

    section: Section
    texts: dict[tuple[int, int, int], str]
    speed: int
    latency: int
    by_table: bool = False


def results(number: int, seed: int) -> list[str]:
    """Return *number* texts as clubs type them, in the form in which they are stored."""
    chance = random.Random(seed)

    def text() -> str:
        if chance.random() < 0.12:
            return chance.choice(ELSE)
        outcome = chance.choice(("=", "=", "+1", "-1", "-2", "-3"))
        return f"{chance.choice(CONTRACTS)}{chance.choice('NESW')}{outcome}"

    return [text() for _number in range(number)]


def make_typed_night(seed: int, speed: int, latency: int, *, by_table: bool = False) -> Night:
    """Return a night of 13 tables and 26 boards, each played three times: 78 results, none of them in."""
    section = make_night(pairs=26, rounds=PLAYED, boards_per_set=2, named=False)
    lines = fetch_section_lines(section)
    in_order = (
        lines.all
        if by_table
        else [line for board_no in lines.boards for line in lines.get_board_lines(board_no)]
    )
    keys = [(line.board_no, line.ns, line.ew) for line in in_order]
    assert len(keys) == RESULTS
    return Night(
        section, dict(zip(keys, results(RESULTS, seed), strict=True)), speed, latency, by_table
    )


def stored(night: Night) -> dict[tuple[int, int, int], str]:
    """Return what is stored of *night*, by line."""
    results = night.section.results.counted()
    return {(line.board_no, line.ns, line.ew): line.counted for line in results}


def play_all(url: str, *plays) -> None:
    """Run each of *plays*, a night and a function that types it, in a window of its own, all at the same time.

    The browser runs in a thread of its own, because the other tests keep theirs in this one.
    """
    cookie = sign_in(make_director())
    signed_in = [
        {
            "name": "sessionid",
            "value": cookie.cookies[settings.SESSION_COOKIE_NAME].value,
            "url": url,
        }
    ]
    failures = []

    async def play(browser, night, act) -> None:
        context = await browser.new_context(base_url=url, viewport=DESKTOP)
        await context.add_cookies(signed_in)
        page = await context.new_page()
        page.on("pageerror", lambda error: failures.append(f"script: {error}"))
        page.set_default_timeout(PATIENCE)
        network = await context.new_cdp_session(page)
        speed = {
            "offline": False,
            "latency": night.latency,
            "downloadThroughput": -1,
            "uploadThroughput": -1,
        }
        await network.send("Network.enable")
        await network.send("Network.emulateNetworkConditions", speed)
        await page.goto(scores_address(night.section, "?by=table" if night.by_table else ""))
        await act(page, night)

    async def main() -> None:
        async with async_playwright() as playwright:
            path = next(found for name in CHROMIUM if (found := shutil.which(name)))
            browser = await playwright.chromium.launch(executable_path=path, args=list(QUIET))
            await asyncio.gather(*(play(browser, night, act) for night, act in plays))
            await browser.close()

    def run() -> None:
        try:
            asyncio.run(main())
        except BaseException as error:
            failures.append(error)

    thread = Thread(target=run)
    thread.start()
    thread.join()
    assert failures == []


async def press(page: Page, night: Night, *keys: str) -> None:
    """Press each of *keys*, a name or a text to type letter by letter, and wait for nothing but the next one's time."""
    for key in keys:
        for one in [key] if key in NAMED else key:
            await page.keyboard.press(one)
            await page.wait_for_timeout(night.speed)


async def all_in(page: Page, number: int = RESULTS) -> None:
    await page.get_by_text(f"{number} of {RESULTS} entered.").wait_for()
    for _look in range(
        PATIENCE // 100
    ):  # wait_for_function would look again by eval, which pages forbid
        if await page.evaluate(IS_SENT):
            return
        await page.wait_for_timeout(100)
    raise AssertionError("The page still has something to send.")


async def type_on(page: Page, night: Night) -> None:
    """Type every result with Enter after it, never looking up."""
    for text in night.texts.values():
        await press(page, night, text, "Enter")
    later = sum(text == "LATER" for text in night.texts.values())
    await all_in(page, RESULTS - later)


def test_whole_night_is_stored_as_it_was_typed(live_server):
    nights = [make_typed_night(seed, *way) for seed, way in enumerate(WAYS)]
    play_all(live_server.url, *((night, type_on) for night in nights))
    for night in nights:
        assert stored(night) == night.texts, (
            f"{night.speed} ms a key, {night.latency} ms of latency"
        )
        assert not night.section.results.filter(version__gt=1).exists()


async def refused(page: Page, number: int) -> None:
    await page.locator("#waiting", has_text="refused").wait_for()
    assert await page.locator(".line.wrong").count() == number


async def type_in_another_order(page: Page, night: Night) -> None:
    """Type with slips of every kind: mended before Enter, after it, by undo; and refused, with more typed after it."""
    texts = list(night.texts.values())
    for number, text in enumerate(texts):
        kind = number % 13
        if kind == 1:
            await press(page, night, "4SX", "Backspace", "Backspace", "Backspace", text, "Enter")
        elif kind == 4:
            await press(page, night, "1CE=", "Enter", "Control+z", text, "Enter")
        elif kind == 6:
            await press(page, night, "7NTN-13", "Enter", "ArrowUp", text, "Enter")
        elif kind == 8:
            await press(page, night, "8SS=", "Enter")  # goes on unseen
        elif kind == 11:
            await refused(page, 1)
            await press(page, night, "Escape", texts[number - 3], "Enter", text, "Enter")
        else:
            await press(page, night, text, "Enter")
    await all_in(page, RESULTS - texts.count("LATER"))


async def jump_about(page: Page, night: Night) -> None:
    """Leave every other board after its second line, come back to it, and correct a line of the board before."""
    texts = list(night.texts.values())
    for first in range(0, RESULTS, PLAYED):
        one, two, *rest = texts[first : first + PLAYED]
        if first % (2 * PLAYED) or first == 24 * PLAYED:
            await press(page, night, one, "Enter", two, "Enter")
        else:
            await press(page, night, "PASS", "Enter", two, "Enter", "PageDown", "PageUp")
            await press(page, night, "ArrowUp", "ArrowUp", one, "Enter")
        for text in rest:
            await press(page, night, text, "Enter")
    await all_in(page, RESULTS - texts.count("LATER"))


def test_slips_jumps_and_tables_are_stored_as_they_were_meant(live_server):
    ways = [
        (type_in_another_order, make_typed_night(20, 60, 400)),
        (jump_about, make_typed_night(22, 60, 150)),
        (type_in_another_order, make_typed_night(25, 80, 400, by_table=True)),
    ]
    play_all(live_server.url, *((night, act) for act, night in ways))
    for act, night in ways:
        assert stored(night) == night.texts, (
            f"{act.__name__}, {night.speed} ms a key, {night.latency} ms of latency"
        )
