"""Pages by the rules of axe, for WCAG 2.2 AA and good practice: light at a desk, dark and narrow.

Every page of every night is walked by ``test_every_page``; here are those for somebody signed out,
and refusals.  What axe cannot see is tried beside it: how what has the focus and what is filled in
stand out, and the width at 400 %.
"""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from django.template.loader import render_to_string

from director.core.base.roles import Role
from director.core.club.accounts import get_or_create_welcome_path, invite_account
from tests.browser.conftest import DESKTOP
from tests.factories import make_director

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

AXE = Axe()
NARROW = {"width": 320, "height": 640}
"""A window of 1280 at 400 %, where nothing but a grid in its card may scroll sideways (WCAG 1.4.10)."""
LIGHT = {"resultTypes": ["violations"]}
"""Every rule that is neither an experiment nor left out by axe itself."""
DARK = {
    "resultTypes": ["violations"],
    "runOnly": {"type": "rule", "values": ["color-contrast", "scrollable-region-focusable"]},
}
"""What differs by the colours."""
NARROWED = DARK | {"runOnly": {"type": "rule", "values": ["target-size"]}}
"""How large a thing to tap has to be, which axe leaves out of itself."""
MENUS_CLOSED = """() => {
  for (const menu of document.querySelectorAll("details.menu")) menu.open = false;
}"""
LAID_OPEN = """() => {
  for (const part of document.querySelectorAll("details")) part.open = true;
  const name = (part) => `${part.localName} ${part.className}`;
  const like = (line) => [line, ...line.querySelectorAll("*")].map(name).join();
  const seen = new Map();
  for (const line of document.querySelectorAll("tbody, tr, li, option")) {
    const alike = seen.get(line.parentElement) ?? seen.set(line.parentElement, new Map()).get(line.parentElement);
    const times = (alike.get(like(line)) ?? 0) + 1;
    alike.set(like(line), times);
    if (times > 3) line.remove();
  }
}"""
"""Opens all that is folded and, so that this ends, leaves three lines of each that are made of the same elements."""
WCAG = 3
"""How much lighter or darker than its ground a control, or what marks it, has to be."""


def axe_violations(page, options) -> list[str]:
    """Return what axe, which lies in the page that is open, finds there."""
    violations = page.evaluate("options => axe.run(document, options)", options)["violations"]
    return [
        f"{violation['id']} ({violation['impact']}): {node['target']} {node['html'][:90]!r}; "
        + "; ".join(check["message"] for check in node["any"] + node["all"] + node["none"])[:200]
        for violation in violations
        for node in violation["nodes"]
    ]


def faults_of(page, path: str, *, dark: bool = True) -> list[str]:
    """Return the faults of *path*, opened in *page*: light at a desk, then narrow on a phone, *dark* too if asked."""
    page.goto(path)
    return shown_faults(page, path, dark=dark)


def shown_faults(page, path: str, *, dark: bool = True) -> list[str]:
    """Return the faults of what *page* shows, which is called *path*."""
    page.emulate_media(color_scheme="light")
    page.set_viewport_size(DESKTOP)
    page.evaluate(AXE.axe_script)
    page.evaluate(LAID_OPEN)
    faults = [f"{path}: {fault}" for fault in axe_violations(page, LIGHT)]
    page.emulate_media(color_scheme="dark" if dark else "light")
    page.set_viewport_size(NARROW)
    faults += [f"{path}, dark: {fault}" for fault in axe_violations(page, DARK)] if dark else []
    if (wide := page.evaluate("() => document.scrollingElement.scrollWidth")) > NARROW["width"]:
        faults.append(f"{path}: {wide} wide in a window of {NARROW['width']}")
    page.evaluate(MENUS_CLOSED)  # one that is open lies over its neighbours, and only one ever is
    faults += (
        [f"{path}, narrow: {fault}" for fault in axe_violations(page, NARROWED)] if dark else []
    )
    return faults


def test_every_page_for_somebody_signed_out_is_open_to_everybody(open_browser):
    page = open_browser()
    welcome = get_or_create_welcome_path()
    faults = faults_of(page, welcome) + faults_of(page, welcome.replace("/welcome/", "/welcome/x"))
    make_director()
    invited = invite_account(role=Role.SCORER)
    for path in (
        invited,
        invited.replace("/join/", "/join/x"),
        "/sign-in/?next=/people/",
        "/events/999/",
    ):
        faults += faults_of(page, path)
    for path in ("/sign-in/", invited):
        page.goto(path)
        page.locator("input:not([type=hidden])").first.fill("dora")
        page.locator("form").evaluate(
            "form => { form.noValidate = true; setTimeout(() => form.submit()) }"
        )
        page.locator(".say.bad").first.wait_for()
        faults += shown_faults(page, f"{path} refused")
    assert not faults, "\n" + "\n".join(faults)


def test_every_refusal_is_open_to_everybody(open_page, signed_in_client):
    faults = faults_of(open_page, "/people/new/")  # only takes what is sent
    for name in ("400", "403", "404", "500"):
        open_page.set_content(render_to_string(f"{name}.html", {"message": "This cannot be read."}))
        faults += shown_faults(open_page, name)
    for name, cookie in (("old page", "csrftoken"), ("signed out", "sessionid")):
        open_page.goto("/people/")
        open_page.context.clear_cookies(name=cookie)
        with open_page.expect_navigation():
            open_page.evaluate(
                "() => { document.querySelector('main form[method=post] [name=csrfmiddlewaretoken]').value = 'x';"
                " setTimeout(() => document.querySelector('main form[method=post]').submit()) }"
            )
        faults += shown_faults(open_page, name)
    assert not faults, "\n" + "\n".join(faults)


def luminance(colour: str) -> float:
    """Return the relative luminance of a colour as the browser computes it, by [WCAG] 2.2, "relative luminance"."""
    channels = [
        float(figure) / (1 if colour.startswith("color") else 255)
        for figure in re.findall(r"[\d.]+", colour)
    ]
    linear = [
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
        for value in channels[:3]
    ]
    assert len(channels) == 3 or channels[3] in (1, 1 / 255), f"{colour} can be seen through"
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    darker, lighter = sorted((luminance(first), luminance(second)))
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize(
    "control", ["header a", "main input:not([type=hidden])", "main button", "main select", "main a"]
)
def test_what_has_the_focus_stands_out(open_page, control, dark):
    open_page.emulate_media(color_scheme="dark" if dark else "light")
    open_page.goto("/club/")
    measured = open_page.locator(control).first.evaluate(
        "control => { control.closest('details')?.setAttribute('open', '');"
        " control.focus({ focusVisible: true }); const own = getComputedStyle(control);"
        " return [own.outlineStyle, own.outlineWidth, own.outlineColor,"
        " getComputedStyle(document.body).backgroundColor] }"
    )
    style, width, ring, ground = measured
    assert style == "solid"
    assert width == "3px"
    assert contrast(ring, ground) >= WCAG


@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
def test_boxes_and_buttons_stand_out(open_page, dark):
    open_page.emulate_media(color_scheme="dark" if dark else "light")
    open_page.goto("/accounts/")
    edges = open_page.locator("main").evaluate(
        "main => [...main.querySelectorAll('input:not([type=hidden]), button, select')].map((control) =>"
        " [getComputedStyle(control).borderTopColor, getComputedStyle(control.closest('.sheet')).backgroundColor])"
    )
    assert len(edges) > 3
    assert [edge for edge, ground in edges if contrast(edge, ground) < WCAG] == []
