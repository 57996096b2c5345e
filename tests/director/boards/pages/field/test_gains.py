"""Field says what one more set, five more minutes or one more pair would give; one press takes it."""

import html
import re

import pytest

from director.boards.play.sessions import add_section
from tests.director.pages import find_texts
from tests.factories import make_night, make_section

pytestmark = pytest.mark.django_db


def ask(desk, section, **wishes: str):
    """Return what Field asks for once it is shown, and the gains by their lead."""
    page = desk.get(f"/sessions/{section.ref}/field/", wishes)
    asked = re.search(r'id="gains" hx-get="([^"]+)"', page.content.decode())
    if asked is None:
        return page, {}
    htmx = {"HX-Request": "true", "HX-Target": "gains"}
    part = desk.get(html.unescape(asked[1]), headers=htmx)
    return part, {gain.lead: gain for gain in part.context["gains"]}


@pytest.fixture
def empty_section():
    return make_section()


@pytest.mark.slow
def test_a_second_set_is_taken_with_one_press(desk, empty_section):
    page, gains = ask(desk, empty_section, pairs="40")
    [line] = find_texts(page, ".gains li")
    assert line.startswith("With a second set of the boards: Web Mitchell 13 × 2, 20 pairs keep")
    assert "no shared boards (14 of 20 tables now)" in line
    gain = gains["With a second set of the boards"]
    desk.post(f"/sessions/{empty_section.ref}/field/movement/?{gain.query}")
    empty_section.refresh_from_db()
    assert (empty_section.plan.key, empty_section.plan.rounds) == ("web-mitchell", 13)
    # The club’s second set is remembered, so the line isn’t shown again.
    again = desk.get(f"/sessions/{empty_section.ref}/field/?tab=change")
    assert again.context["ask_form"].initial["board_copies"] == "2"


@pytest.mark.slow
def test_a_browser_without_script_has_a_link_to_them(desk, empty_section):
    page = desk.get(f"/sessions/{empty_section.ref}/field/", {"pairs": "40"})
    assert not find_texts(page, ".gains")
    [(path, text)] = re.findall(r'<noscript><a href="([^"]+)">([^<]+)', page.content.decode())
    assert text == "What a little more would give"
    followed = desk.get(html.unescape(path).partition("#")[0])
    [line] = find_texts(followed, ".gains li")
    assert line.startswith("With a second set of the boards")
    assert followed.context["ask_form"].size == 40


@pytest.mark.slow
def test_five_more_minutes_are_taken_with_one_press(desk, empty_section):
    _page, gains = ask(desk, empty_section, pairs="8", minutes="165")
    gain = gains["With 5 more minutes"]
    assert "minutes=170" in gain.query
    desk.post(f"/sessions/{empty_section.ref}/field/movement/?{gain.query}")
    empty_section.refresh_from_db()
    assert (empty_section.plan.key, empty_section.plan.rounds) == ("howell", 7)


@pytest.mark.slow
def test_one_more_pair_leads_to_the_list_with_it(desk, empty_section):
    page, gains = ask(desk, empty_section, pairs="17")
    gain = gains["With one more pair"]
    assert "Movements for 18 pairs" in find_texts(page, ".gains li")[0]
    followed = desk.get(f"/sessions/{empty_section.ref}/field/?{gain.ask_query}")
    assert followed.context["ask_form"].size == 18


@pytest.mark.parametrize("pairs", ["8", "14"])
def test_nothing_is_said_where_nothing_is_gained(desk, empty_section, pairs):
    page, gains = ask(desk, empty_section, pairs=pairs)
    assert not gains
    assert not find_texts(page, ".gains")


def test_what_can_not_be_read_gains_nothing(desk, empty_section):
    address = f"/sessions/{empty_section.ref}/field/?pairs=many&gains=1"
    part = desk.get(address, headers={"HX-Request": "true", "HX-Target": "gains"})
    assert not part.content.strip()


def test_every_other_section_keeps_its_own_set(desk):
    other = add_section(section=make_night(pairs=14, boards_per_set=2), letter="B")
    _page, gains = ask(desk, other, pairs="40")
    assert "board_copies=3" in gains["With a second set of the boards"].query
