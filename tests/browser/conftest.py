"""A real browser against the running program: the system's Chromium, driven by Playwright."""

import contextlib
import functools
import os
import re
import shutil
import time
from collections.abc import Callable

import pytest
from django.db import OperationalError
from django.templatetags.static import static
from django.test import Client
from playwright.sync_api import Error, Locator, Page, Route, expect, sync_playwright

from director.core.club.accounts import get_or_create_welcome_path
from tests.director.conftest import nothing_kept, quick_passwords  # noqa: F401  (fixtures, here too)
from tests.factories import make_director, make_night

# Playwright keeps an event loop in this thread; the ORM calls of the tests are plain ones all the
# same.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

CHROMIUM = ("chromium", "chromium-browser", "google-chrome")
QUIET = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
)
# A form that has just been swapped in goes to htmx a moment later; sent before that, it loads the
# page.
UNSETTLED = ".htmx-added, .htmx-settling, .htmx-swapping, .htmx-request"
PATIENCE = 30_000
"""Milliseconds in which what is waited for has to come, on a slow machine too."""
DESKTOP, PHONE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}


expect.set_options(timeout=PATIENCE)


def wait_until_settled(page: Page) -> None:
    """Wait until the page is all here and htmx has done with what was asked.

    ``wait_for_function`` needs ``eval``, which pages forbid.
    """
    page.wait_for_load_state()
    expect(page.locator(UNSETTLED)).to_have_count(0)


def wait_until(page: Page, is_so: Callable[[], bool]) -> None:
    """Wait until the program has done what was pressed."""
    for _look in range(PATIENCE // 50):
        # The program writes to the same database in memory, which a reader may find locked.
        with contextlib.suppress(OperationalError):
            if is_so():
                return
        page.wait_for_timeout(50)
    said = [page.url, *page.locator(".say, #waiting, .line.wrong").all_inner_texts()]
    raise AssertionError(f"What was pressed was not done; the page says: {said}")


def use_exports(script: str, code: str) -> str:
    """Return code for a page that runs *code* with what its *script* exports, such as ``exports.queue``."""
    return f"import('{static(script)}').then((exports) => {code})"


IS_SENT = use_exports("boards/scores/queue.js", "exports.queue.isIdle")


def wait_until_sent(page: Page) -> None:
    """Wait until nothing typed in Scores is on its way: who leaves before is asked first, and Playwright says yes."""
    wait_until(page, lambda: page.evaluate(IS_SENT))


def hold_requests(page: Page, path: str, *, method: str = "") -> Callable[[], None]:
    """Let every request of *page* to *path* wait; return a function that lets them go, and those that come later."""
    waiting, is_over = [], []

    def wait(route: Route) -> None:
        if is_over or route.request.method != (method or route.request.method):
            route.continue_()
        else:
            waiting.append(route)

    def let_go() -> None:
        is_over.append(True)
        for route in waiting:
            route.continue_()

    page.route(path, wait)
    return let_go


def block_news(page: Page) -> None:
    """Let *page* hear nothing of what others do: a party's evening page asks for it every few seconds."""
    page.route(re.compile(r"/play/\?round=\d+&since="), lambda route: route.abort())


def _after_loading(act: Callable) -> Callable:
    """*act* of a locator, done only once the page it is found on is loaded with its scripts, as a person would.

    A button is there before the scripts that answer it: pressed in between, on a slow machine, it
    does nothing.
    """

    @functools.wraps(act)
    def acted(locator: Locator, *given, **options):
        deadline = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < deadline:
            # another page came meanwhile; what is wrong with the locator, *act* says
            with contextlib.suppress(Error):
                if locator.first.evaluate("() => document.readyState", timeout=1_000) == "complete":
                    break
            locator.page.wait_for_timeout(50)
        return act(locator, *given, **options)

    return acted


@pytest.fixture(scope="session", autouse=True)
def wait_for_pages_to_load():
    """Nothing is pressed or typed on a page that is still loading."""
    with pytest.MonkeyPatch.context() as patch:
        for act in (
            "click",
            "tap",
            "fill",
            "press",
            "press_sequentially",
            "check",
            "uncheck",
            "select_option",
        ):
            patch.setattr(Locator, act, _after_loading(getattr(Locator, act)))
        yield


@pytest.fixture(scope="session")
def chromium():
    """The system's Chromium, started once."""
    path = next((found for name in CHROMIUM if (found := shutil.which(name))), None)
    assert path, "No Chromium is installed here: the browser tests need one of " + ", ".join(
        CHROMIUM
    )
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(QUIET))
        yield browser
        browser.close()


@pytest.fixture
def open_browser(chromium, live_server):
    """A function that opens a new, signed-out browser window on the running program and returns its page.

    A page that throws an error in a script, does what its Content-Security-Policy forbids, or asks
    anything of another host, fails the test.
    """
    contexts, troubles = [], []

    def open_page(*, viewport=DESKTOP, scripts: bool = True, dark: bool = False):
        context = chromium.new_context(
            base_url=live_server.url,
            viewport=viewport,
            java_script_enabled=scripts,
            color_scheme="dark" if dark else "light",
        )
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE)
        page.on("pageerror", lambda error: troubles.append(f"script: {error}"))
        page.on(
            "console",
            lambda told: (
                troubles.append(told.text) if "Content Security Policy" in told.text else None
            ),
        )
        page.on(
            "request",
            lambda request: (
                None
                if request.url.startswith(
                    (live_server.url, "data:", "blob:", "chrome:", "chrome-extension:")
                )
                else troubles.append(f"asks the internet: {request.url}")
            ),
        )
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert troubles == []


@pytest.fixture
def first_link(transactional_db) -> str:
    """The one-time link that the terminal would show."""
    return get_or_create_welcome_path()


@pytest.fixture
def section(transactional_db):
    """A Mitchell of three tables, two boards a round; board 1: 1-4, 2-6, 3-5."""
    return make_night(pairs=6, boards_per_set=2)


def sign_in(page: Page, name: str, address: str, tail: str) -> Page:
    """Sign *name* in on the way to the page *tail* of what is at *address*, and wait until it is there."""
    page.goto(f"/sign-in/?next={address}{tail}")
    page.get_by_label("Username").fill(name)
    page.get_by_label("Password").fill("felt-green-17")
    page.get_by_role("button", name="Sign in").click()
    expect(page).to_have_url(re.compile(f"/{tail}$"))
    page.wait_for_load_state()
    return page


@pytest.fixture
def open_desk(open_browser, section):
    """A function that opens a page of the night with a director signed in."""

    def open_desk(tail: str, name: str = "dora") -> Page:
        make_director(name)
        return sign_in(open_browser(), name, f"/sessions/{section.session_id}/", tail)

    return open_desk


@pytest.fixture
def director():
    return make_director()


@pytest.fixture
def signed_in_client(director):
    client = Client()
    client.force_login(director)
    return client


@pytest.fixture
def open_page(open_browser, signed_in_client, live_server):
    """A browser page in which the director is signed in."""
    page = open_browser()
    cookie = signed_in_client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    return page
