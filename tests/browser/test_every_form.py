"""Every form of every page, filled and sent by Chromium: no answer says that a filled box is empty.

Chromium fills what a person sees of a form and sends it without scripts, with every control that it
sends by itself, also those that CSS hides. What it sends is answered by the program in a transaction
that is rolled back, so that every form is sent from the same night.
"""

import copy
import re
from collections.abc import Iterator
from http import HTTPStatus
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.cache import cache
from django.db import transaction
from django.http import HttpResponse
from django.test import Client
from django.urls import Resolver404, resolve
from playwright.sync_api import Page, Request, Route

from director.boards.movement.sections import fetch_section
from tests.browser.walk import NIGHTS, WalkedEvent, crawl_pages, walk_pairs
from tests.director.doors.houses import LEFT_OUT
from tests.director.pages import find_texts
from tests.factories import make_night

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LIST_SENDINGS = """() => {
  const sendings = [];
  for (const [form, one] of [...document.forms].entries()) {
    // A button may be called action or method.
    const { elements } = one;
    const action = new URL(one.getAttribute("action") ?? "", document.URL).href;
    const method = one.getAttribute("method") ?? "get";
    const buttons = [...elements].filter((part) => part.type === "submit");
    const radios = [...elements].filter((part) => part.type === "radio" && part.checkVisibility());
    const group = radios.filter((part) => part.name === radios[0].name);
    const names = [...new Set([...elements].map((part) => part.name))].sort().join(" ");
    for (const button of buttons.length ? buttons.keys() : [-1])
      for (const radio of group.length ? group.map((part) => part.value) : [""])
        sendings.push({
          form, button, radio, names, radioName: radios[0]?.name ?? "", method,
          address: buttons[button]?.hasAttribute("formaction") ? buttons[button].formAction : action,
          pressed: button < 0 ? "" : `${buttons[button].name}=${buttons[button].value}`,
        });
  }
  return sendings;
}"""
"""Every button of every form, with each choice of the form's first radio buttons."""
SEND = """({ form: number, button: buttonNo, radio, radioName }) => {
  const form = document.forms[number];
  const button = [...form.elements].filter((part) => part.type === "submit")[buttonNo];
  form.reset();
  for (const part of form.elements)
    if (part.type === "radio" && part.name === radioName && part.value === radio) part.checked = true;
  for (const fold of form.querySelectorAll("details")) fold.open = true;
  const typed = { date: "2026-12-04", time: "19:30", email: "ada@example.org", number: "2", color: "#123456" };
  for (const part of form.elements) {
    if (part.disabled || part.readOnly || !part.checkVisibility() || part.value) continue;
    if (part.localName === "select") {
      const options = [...part.options].filter((option) => option.value && !option.disabled);
      if (options.length) part.value = options.at(-1).value;
    } else if (!/file|checkbox|radio|submit|button|hidden/.test(part.type))
      part.value = typed[part.type] ?? (/numeric|decimal/.test(part.inputMode) ? "2" : "Zoe New");
  }
  form.noValidate = true;
  form.target = "_self";
  button?.removeAttribute("formtarget");
  form.requestSubmit(button);
}"""
"""Fills what is empty and seen, and presses the button."""
SAYS_EMPTY = re.compile("” (is|are) empty|Fill it in")


def make_night_in_play(_director) -> WalkedEvent:
    """A night before its second round, whose movement may still change."""
    section = make_night(pairs=10, boards_per_set=2)
    return walk_pairs(
        fetch_section(section.session_id), "session_changed", "session_irregularities"
    )


MADE = {"night in play": make_night_in_play} | {
    name: NIGHTS[name]
    for name in (
        "eight teams",
        "nine Swiss teams",
        "no movement",
        "party before the draw",
        "party by cards",
    )
}


@pytest.fixture
def page_without_scripts(open_browser, signed_in_client, live_server) -> Page:
    """A page without scripts, in which the director is signed in."""
    page = open_browser(scripts=False)
    cookie = signed_in_client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": cookie, "url": live_server.url}])
    return page


@pytest.mark.parametrize("night", MADE)
def test_no_form_that_is_filled_is_answered_as_empty(
    page_without_scripts, signed_in_client, director, night
):
    faults, sent = [], set()
    for _name, path in crawl_pages(signed_in_client, MADE[night](director)):
        for sending, request in send_every_form(page_without_scripts, path, sent):
            answer = answer_and_roll_back(signed_in_client, request)
            sentences = find_refusals(answer)
            assert answer.status_code < HTTPStatus.INTERNAL_SERVER_ERROR, (path, sending)
            faults += [
                f"{path} {sending['radio']} {sending['pressed']}: {sentence}"
                for sentence in sentences
                if SAYS_EMPTY.search(sentence)
            ]
    assert len(sent) > 2
    assert not faults, "\n" + "\n".join(faults)


def send_every_form(
    page: Page, path: str, sent: set[tuple[str, ...]]
) -> Iterator[tuple[dict[str, Any], Request]]:
    """Send the forms on the page at *path* of which none of their kind is in *sent*, and yield what left."""
    page.goto(path)
    for sending in page.evaluate(LIST_SENDINGS):
        kind = _get_kind(sending)
        if kind in sent or kind[0] in LEFT_OUT:
            continue
        sent.add(kind)
        if request := catch_request(page, sending):
            yield sending, request


def _get_kind(sending: dict[str, Any]) -> tuple[str, ...]:
    """Return what is the same of a sending on every page of its kind."""
    try:
        name = resolve(urlsplit(sending["address"]).path).url_name or ""
    except Resolver404:
        name = ""
    parts = (sending["names"], sending["pressed"], sending["radio"])
    return (name, sending["method"], *(re.sub(r"\d+", "0", part) for part in parts))


def catch_request(page: Page, sending: dict[str, Any]) -> Request | None:
    """Let Chromium fill and send a form, and return the request, which isn't answered."""
    caught: list[Request] = []

    def catch(route: Route) -> None:
        caught.append(route.request)
        route.fulfill(status=HTTPStatus.NO_CONTENT)

    page.route("**/*", catch)
    try:
        page.evaluate(SEND, sending)
        for _look in range(40):
            if caught:
                break
            page.wait_for_timeout(10)
    finally:
        page.unroute("**/*", catch)
    return caught[0] if caught else None


def answer_and_roll_back(client: Client, request: Request) -> HttpResponse:
    """Return what the program answers to *request*, where it leads, and leave the night as it was."""
    parts = urlsplit(request.url)
    cookies = copy.deepcopy(client.cookies)
    address = f"{parts.path}?{parts.query}" if parts.query else parts.path
    try:
        with transaction.atomic():
            answer = client.generic(
                request.method,
                address,
                request.post_data_buffer or b"",
                content_type=request.headers.get("content-type", ""),
            )
            if answer.status_code == HTTPStatus.FOUND and answer.url.startswith("/"):
                answer = client.get(answer.url)
            transaction.set_rollback(True)
    finally:
        client.cookies = cookies
        cache.clear()
    return answer


def find_refusals(answer: HttpResponse) -> list[str]:
    """Return what *answer* says is wrong."""
    if not answer.get("Content-Type", "").startswith("text/html"):
        return []
    return [*find_texts(answer, ".bad"), *find_texts(answer, "#messages p")]
