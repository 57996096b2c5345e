"""A night of pairs on the served program without any addition: nothing is missed in the browser."""

import re

import pytest

from tests.browser.conftest import DESKTOP, PATIENCE
from tests.browser.test_night import (
    choose_movement,
    enter_scores_by_keyboard,
    paste_names,
    play_rounds,
    print_cards,
    publish,
    set_up_club,
    start_night,
)
from tests.live.servers import EMBEDDED, serve_program

pytestmark = pytest.mark.browser


@pytest.fixture
def server():
    with serve_program(EMBEDDED, KALAMAZOO_APPS="") as server:
        yield server


def test_the_console_stays_empty_from_field_to_the_workbook(chromium, server):
    context = chromium.new_context(base_url=server.url, viewport=DESKTOP)
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    told = []
    # Chromium's remarks, such as on autofocus, are of type "info".
    page.on(
        "console",
        lambda message: told.append(message.text) if message.type in ("error", "warning") else None,
    )
    page.on("pageerror", lambda error: told.append(str(error)))
    set_up_club(page, re.search(r"http://\S+/welcome/\S+", server.said())[0])
    page.goto("/events/new/")
    assert "Swiss" not in page.content()
    assert "knock-out" not in page.content()
    page.goto("/")
    start_night(page)
    choose_movement(page, scripts=True)
    paste_names(page)
    print_cards(page)
    play_rounds(page, scripts=True)
    enter_scores_by_keyboard(page)
    publish(page)
    page.get_by_role("link", name="Export", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("button", name="Download").first.click()
    assert download.value.path().read_bytes().startswith(b"PK")
    context.close()
    assert told == []
