"""A form that is refused: its box is marked, has the focus and what was typed, and its message is read out."""

import pytest
from playwright.sync_api import expect

from director.models import Person
from tests.browser.conftest import wait_until_settled
from tests.director.party.parties import make_seated_party
from tests.factories import make_director, make_night

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

CHANGED = "changed"  # the form is sent when the box is left
# What is asked for, the box, what is typed there, and the button where it is not the one of the
# box's form.
FORMS = {
    "new event": ("/events/new/", "#id_name", "", ""),
    "club": ("/club/", "#id_memory_weeks", "x", ""),
    "password": ("/club/password/", "#id_current", "wrong", ""),
    "person": ("/people/{person}/", "#id_name", "", ""),
    "people": ("/people/list/", "#id_text", "", ""),
    "partners": ("/partners/", "#id_players", "1", ""),
    "pairs": ("/sessions/{night}/field/?tab=change", "#id_pairs", "1", ""),
    "names": ("/sessions/{night}/seats/", "#id_text", "A & B & C & D & E", "Import names"),
    "name": ("/sessions/{night}/seats/", "#name-1-1", "W" * 100, ""),
    "score": ("/sessions/{night}/scores/boards/1/", "#text-1-1-4", "9Z", ""),
    "reprint": ("/sessions/{night}/print/?set=reprint", "#id_tables", "x", CHANGED),
    "phones": ("/sessions/{night}/tables/", "[name=paper]", "x", ""),
    "clock": ("/sessions/{night}/play/", "#id_minutes", "x", ""),
    "ruling": ("/sessions/{night}/rulings/", "#id_board_no", "x", ""),
    "corrections": ("/sessions/{night}/results/", "#id_hours", "x", ""),
    "players": ("/parties/{party}/field/", "#id_players", "1", ""),
    "player": ("/parties/{party}/seats/", "[name=name-1]", "W" * 100, ""),
    "fee": ("/parties/{party}/money/", "#id_fee", "x", ""),
}
SEND = """(box, name) => {
  for (let part = box.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
  box.form.noValidate = true;
  const button = [...box.form.elements].find((each) => name && each.textContent.trim() === name);
  button ? button.click() : box.form.requestSubmit();
}"""
MARKED = """(box) => {
  const ids = (box.getAttribute("aria-describedby") ?? "").split(" ").filter(Boolean);
  const live = "[role=alert], [role=status], [aria-live]";
  const said = ids.some((id) => document.getElementById(id)?.closest(live)?.textContent.trim());
  const faults = {
    "is not marked": box.getAttribute("aria-invalid") !== "true",
    "has no focus": box !== document.activeElement,
    "has no message": !said,
  };
  return Object.keys(faults).filter((name) => faults[name]);
}"""


@pytest.fixture
def numbers(director):
    section, party = make_night(pairs=6, boards_per_set=2), make_seated_party(players=8)
    return {"night": section.session_id, "party": party.pk, "person": Person.objects.first().pk}


def faults_of(page, selector: str, typed: str, button: str) -> list[str]:
    box = page.locator(selector)
    for part in page.locator("details").all():
        part.evaluate("part => { part.open = true }")
    box.fill(typed)
    box.dispatch_event("change") if button == CHANGED else box.evaluate(SEND, button)
    expect(page.locator(".say.bad:visible").first).to_be_visible(timeout=5_000)
    wait_until_settled(page)
    faults = page.locator(selector).evaluate(MARKED)
    is_secret = box.get_attribute("type") == "password"
    return faults + ["lost what was typed"] * (not is_secret and box.input_value() != typed)


@pytest.mark.parametrize("form", FORMS)
def test_a_refusal_is_shown_at_its_box(open_page, numbers, form):
    path, selector, typed, button = FORMS[form]
    open_page.goto(path.format(**numbers))
    assert faults_of(open_page, selector, typed, button) == []
    expect(open_page.locator(selector)).to_be_in_viewport()


def test_a_wrong_password_is_said_at_its_box(open_browser):
    make_director()
    page = open_browser()
    page.goto("/sign-in/")
    page.get_by_label("Username").fill("dora")
    assert faults_of(page, "#id_password", "wrong", "") == []
